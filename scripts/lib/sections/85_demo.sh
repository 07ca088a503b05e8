#!/usr/bin/env bash
# scripts/demo: an MLP and a CNN on the device equal TensorFlow's CPU
# slow
source "$(dirname "$0")/../section.sh"

# As users compile it, but that a warning is an error.
check "scripts/demo" env CXXFLAGS=-Werror scripts/demo --json "$scratch/demo.json"
