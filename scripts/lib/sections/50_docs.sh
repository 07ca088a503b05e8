#!/usr/bin/env bash
# the commands that README and docs name exist and do what is written there; the site of docs/ has no broken link
source "$(dirname "$0")/../section.sh"

check_counted "docs" python3 scripts/lib/check_docs.py "$plugingen"

build_site() { PLUGINGEN="$plugingen" scripts/docs; }
check "scripts/docs builds the site" build_site
check_counted "site" "$build_root/docs_venv/bin/python" scripts/lib/check_site.py
