# Shared by the scripts in this repository. Sourced by bash, never run.

repo_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
build_root="$repo_root/build"

# A message of the script itself; everything else on the terminal comes from the programs it runs.
say() { printf '%s: %s\n' "$(basename "$0")" "$*"; }

# Ends the script with exit status 1.
die() {
  printf '%s: error: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Prints the end of a log without the addresses of package servers.
show_log() { tail -n 30 "$1" | sed -E 's#[a-z]+://[^ ]+#<address>#g' >&2; }

# The Python environment of a TensorFlow release ("newest" or a name in tensorflow_releases.txt).
environment_of() {
  if [ "$1" = newest ]; then echo "$build_root/venv"; else echo "$build_root/venvs/$1"; fi
}

# What pip must install for a release, one requirement a line.
requirements_of() {
  sed -n "s/^$1[[:space:]]\{1,\}//p" "$repo_root/scripts/lib/tensorflow_releases.txt" | tr ' ' '\n'
}

all_releases() { sed -n 's/^\([a-z0-9.]\{1,\}\)[[:space:]].*/\1/p' "$repo_root/scripts/lib/tensorflow_releases.txt"; }

# Compiler caches survive `rm -rf build` only when the user has set CCACHE_DIR.
export CCACHE_DIR="${CCACHE_DIR:-$build_root/ccache}"
export CCACHE_BASEDIR="$repo_root"
export CCACHE_NOHASHDIR=1
# A template of a precompiled header or a changed time stamp is no reason to compile again.
export CCACHE_SLOPPINESS=time_macros,include_file_mtime,include_file_ctime

# Without compiled modules each start of TensorFlow takes ten seconds instead of three.
unset PYTHONDONTWRITEBYTECODE

jobs_here() { nproc 2>/dev/null || echo 2; }
