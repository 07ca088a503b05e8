#!/usr/bin/env bash
# the generator's own tests, stage by stage
source "$(dirname "$0")/../section.sh"

export shards
shards="$(jobs_here)"
run_shard() { GTEST_TOTAL_SHARDS="$shards" GTEST_SHARD_INDEX="$1" build/release/plugingen_tests; }
mapfile -t names < <(seq 0 $((shards - 1)))
run_together run_shard "${names[@]}"
for name in "${names[@]}"; do check_counted "unit tests, shard $name" result_of "$name"; done
