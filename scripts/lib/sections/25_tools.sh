#!/usr/bin/env bash
# what makes the catalogue: headers, libraries, releases that come out as they are, one that is made up; the Python that plugins carry; the edits of docs/maintaining
source "$(dirname "$0")/../section.sh"

check_label tools
