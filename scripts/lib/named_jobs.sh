# The jobs that scripts/test runs by name only, and when each has last passed. Sourced by bash.

named_jobs="$repo_root/tests/named_jobs.txt"
most_days=14

# record_job NAME: it has passed today.
record_job() {
  local line
  line="$1 $(date -u +%F) $(git -C "$repo_root" rev-parse --short=8 HEAD)" || return
  sed -i "s/^$1 .*/$line/" "$named_jobs"
}

# Names the jobs that have not passed for long.
report_old_jobs() {
  local name day commit days
  while read -r name day commit; do
    [[ "$name" != "#"* ]] || continue
    days=$((($(date -u +%s) - $(date -u -d "$day" +%s)) / 86400))
    [ "$days" -le "$most_days" ] || echo "scripts/test --$name last passed $days days ago, at $commit"
  done <"$named_jobs"
}
