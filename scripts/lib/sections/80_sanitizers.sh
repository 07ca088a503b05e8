#!/usr/bin/env bash
# the emitted runtime under AddressSanitizer and ThreadSanitizer
# slow
source "$(dirname "$0")/../section.sh"
