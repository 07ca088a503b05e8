#!/usr/bin/env bash
# the generator's own tests, stage by stage
# without TensorFlow
source "$(dirname "$0")/../section.sh"

check_label unit
