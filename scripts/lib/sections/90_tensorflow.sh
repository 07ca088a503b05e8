#!/usr/bin/env bash
# one plugin binary in every supported release of TensorFlow
# slow
source "$(dirname "$0")/../section.sh"
