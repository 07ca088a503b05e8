#!/usr/bin/env bash
# what makes the catalogue: headers, libraries, releases that come out as they are, one that is made up; the Python that plugins carry; the edits of docs/maintaining
source "$(dirname "$0")/../section.sh"

for test in tests/tools/*_test.py tests/library/*_test.py tests/maintaining/*_test.py; do
  check_counted "$test" python3 "$test"
done
