#!/bin/sh
# The compiler launcher of tests and demo: ccache, and for clang++ in projects the headers of precompiled_headers.h. Without optimization clang++
# takes half of its time to read these, and they are the same in every project whose library nobody has edited.
#
# usage: launch_compiler.sh COMPILER ARGUMENT...
#
# The headers are precompiled once for each TensorFlow and each choice of flags, in build/test/headers. What the compiler does with a file is left alone
# where the file is generated from the spec or is of the ops (they declare what the headers define), where it is compiled for another processor, and where
# the project has headers of its own. That each file includes what it uses the label `library` and the section `demo` show, which take no part.

root="${0%/scripts/lib/*}"
here="$root/scripts/lib"
compiler="$1"

# CMake's files that include several sources name them by absolute paths. ccache finds what another project has compiled where the text is the
# same, so a copy beside the file has relative paths. The file itself stays: CMake would write it anew whenever it configures, and all be compiled.
copy_with_relative_paths() {
  folder="${1%/*}" up="" edits=""
  while [ -n "$folder" ] && [ "$folder" != "${root%/*}" ]; do
    edits="$edits;s#^\#include \"$folder/#\#include \"$up#"
    folder="${folder%/*}" up="../$up"
  done
  sed "${edits#;}" "$1" >"$2"
}
for last in "$@"; do :; done
case "$last" in
  */Unity/*.cxx)
    copy="${last%.cxx}_relative.cxx"
    copy_with_relative_paths "$last" "$copy" || exit
    for word in "$@"; do
      shift
      [ "$word" != "$last" ] || word="$copy"
      set -- "$@" "$word"
    done
    last="$copy"
    ;;
esac

# Tests that train spend most of their time in kernels, and those of kernels half of it in what judges them, which all projects share. What
# optimizing these a little takes a few runs save.
case "$* $last" in
  *-fsanitize=*) ;;
  */unity_kernels_* | */unity_reference_* | */unity_compute_* | */unity_fusions_* | *_kernel_judge_objects.dir/*)
    for word in "$@"; do
      shift
      [ "$word" != -O0 ] || word=-O1
      set -- "$@" "$word"
    done
    ;;
esac

flags="" name="" tensorflow="" project="" compiles=no
case "$compiler" in *clang++) ;; *) exec ccache "$@" ;; esac
shift
for word in "$@"; do
  case "$word" in
    -c) compiles=yes ;;
    -m* | -x | -include | -Xclang | -D*_ops_EXPORTS) exec ccache "$compiler" "$@" ;;
    -fmacro-prefix-map=*) project="${word#*=}" project="${project%/=}" ;;
    -O* | -f* | -g* | -std=* | -DGTEST_*)
      case "$flags " in *" $word "*) ;; *) flags="$flags $word" name="$name$word" ;; esac
      ;;
    "$root"/build/*/tensorflow/include) tensorflow="$word" ;;
  esac
done
# What a sanitizer finds it tells by files and lines; the rest of what projects ask debuggers to know takes an eighth of the time.
case "$name" in *-fsanitize=*) set -- "$@" -gline-tables-only ;; esac
case "$compiles$name$last" in no* | */src/generated/* | yes*/*" "*) exec ccache "$compiler" "$@" ;; esac
[ -n "$tensorflow" ] && [ -n "$project" ] && [ ! -e "$project/src/pluggable" ] &&
  diff -rq "$project/library/include" "$root/library/include" >/dev/null 2>&1 || exec ccache "$compiler" "$@"

environment="${tensorflow#"$root"/build/}"
folder="$root/build/test/headers/${environment%%/lib/*}$name"
headers="$folder/headers.pch"
# ccache tells headers by their text, so that those of another clone are the same.
export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS:+$CCACHE_SLOPPINESS,}pch_defines,time_macros" CCACHE_PCH_EXTSUM=1

up_to_date() {
  [ -e "$headers.sum" ] && [ -z "$(find "$root/library/include" "$here/precompiled_headers.h" -name '*.h' -newer "$headers.sum" -print -quit)" ]
}

# shellcheck disable=SC2086  (flags have no spaces)
precompile() {
  set -- "$compiler" $flags "-fmacro-prefix-map=$root/=" -I "$root/library/include" -I "$root/library" -isystem "$tensorflow" -x c++-header \
    "$here/precompiled_headers.h"
  "$@" -E -P -o "$headers.text" && "$@" -Xclang -fno-pch-timestamp -fpch-instantiate-templates -o "$headers.new" &&
    mv "$headers.new" "$headers" && sha256sum <"$headers.text" >"$headers.sum" && rm "$headers.text"
}

if ! up_to_date; then
  mkdir -p "$folder"
  exec 9>"$folder/lock"
  flock 9
  up_to_date || precompile || exit
  exec 9>&-
fi
exec ccache "$compiler" -Xclang -include-pch -Xclang "$headers" "$@"
