#!/usr/bin/env bash
# the commands that README and docs name exist and do what is written there
source "$(dirname "$0")/../section.sh"

check_counted "docs" python3 scripts/lib/check_docs.py "$plugingen"
