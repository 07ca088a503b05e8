#!/usr/bin/env bash
# scripts/demo: an MLP and a CNN on the device equal TensorFlow's CPU
# slow
source "$(dirname "$0")/../section.sh"

check "scripts/demo" scripts/demo --json "$scratch/demo.json"
