#!/usr/bin/env bash
# generated_example/ is what the tool makes today
# without TensorFlow
source "$(dirname "$0")/../section.sh"

check "generated_example is up to date (scripts/update_example makes it so)" scripts/update_example --check
