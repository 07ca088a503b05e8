#!/usr/bin/env bash
# any bytes as a spec give diagnostics, never a crash or a hang (20 seconds of it)
source "$(dirname "$0")/../section.sh"
