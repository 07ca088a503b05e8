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

has_environment() { [ -x "$(environment_of "$1")/bin/python" ]; }

# The list of environments: a line each, a word a column.
environment_list="${environment_list:-$repo_root/scripts/lib/tensorflow_releases.txt}"

# The words behind a name in the list, one a line. <newest> and <next> are releases that the catalogue knows.
words_of() {
  local newest
  newest="$(sed -n 's/^tensorflow [0-9. ]*\([0-9]\.[0-9]\{1,\}\)$/\1/p;/^op /q' "$repo_root/catalog/tensorflow.txt")"
  sed -n "s/^${1//./\\.}[[:space:]]\{1,\}//p" "$environment_list" | tr -s '[:space:]' '\n' |
    sed "s/<newest>/$newest/g; s/<next>/${newest%.*}.$((${newest#*.} + 1))/g"
}

# What pip must install for a release, one requirement a line.
requirements_of() { words_of "$1" | grep -v '^python='; }

# The CPython that the wheels of a release need, 3.11.
python_version_of() { words_of "$1" | sed -n 's/^python=//p'; }

# Without a nightly in the catalogue there is none to test: the newest release may be newer than each.
all_releases() {
  local names
  names="$(sed -n 's/^\([a-z0-9.]\{1,\}\)[[:space:]].*/\1/p' "$environment_list")"
  if grep -q '^nightly [0-9]' "$repo_root/catalog/c_api.txt"; then echo "$names"; else grep -vx nightly <<<"$names"; fi
}

# The user's own compiler cache, so that a clone finds what another one has compiled. Without a home folder it is in the build folder.
if [ -z "${CCACHE_DIR:-}" ]; then
  CCACHE_DIR="$(ccache --get-config cache_dir 2>/dev/null || echo "${XDG_CACHE_HOME:-${HOME:-$build_root}/.cache}/ccache")"
  mkdir -p "$CCACHE_DIR" 2>/dev/null && [ -w "$CCACHE_DIR" ] || CCACHE_DIR="$build_root/ccache"
  export CCACHE_DIR
fi
export CCACHE_BASEDIR="$repo_root"
export CCACHE_NOHASHDIR=1
# A template of a precompiled header or a changed time stamp is no reason to compile again.
export CCACHE_SLOPPINESS=time_macros,include_file_mtime,include_file_ctime
# Which headers a file includes the compiler says while it compiles. To preprocess the file for that took a fifth of the time.
export CCACHE_DEPEND=1
# What compiles with that cache. One build folder has one launcher, since another one compiles all anew.
compiler_launcher="$repo_root/scripts/lib/launch_compiler.sh"

# Without compiled modules each start of TensorFlow takes ten seconds instead of three.
unset PYTHONDONTWRITEBYTECODE

jobs_here() { nproc 2>/dev/null || echo 2; }
