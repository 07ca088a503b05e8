#!/usr/bin/env bash
# formatting and lint of the generator and of a freshly emitted project
source "$(dirname "$0")/../section.sh"

well_formatted() { xargs -0 clang-format --dry-run -Werror; }

git ls-files -z 'generator/*.h' 'generator/*.cc' 'tests/*.h' 'tests/*.cc' 'library/*.h' 'library/*.cc' 'conformance/*.h' 'conformance/*.cc' >"$scratch/own.txt"
check "clang-format: generator, tests, library and conformance suite" well_formatted <"$scratch/own.txt"

# check_project_format SPEC WHAT: the project that is emitted for a spec.
check_project_format() {
  local spec="$1" what="$2"
  if generate "$spec" "$scratch/$what"; then
    find "$scratch/$what" -path "$scratch/$what/library" -prune -o \( -name '*.h' -o -name '*.cc' \) -print0 >"$scratch/emitted.txt"
    check "clang-format: project of $what" well_formatted <"$scratch/emitted.txt"
  else
    add_failed 1 "generate the project of $what"
  fi
}

for spec in minimal protected_memory everything; do check_project_format "device_specs/$spec.yaml" "$spec"; done
# Where lines are broken depends on how long the names of the plugin and its ops are.
for name in tpu some_accelerator; do
  sed "s/^  name: [a-z0-9_]*/  name: $name/" device_specs/everything.yaml >"$scratch/$name.yaml"
  check_project_format "$scratch/$name.yaml" "$name"
done

check "words" python3 scripts/lib/check_words.py

# Units of several files, so that headers are read once for them.
lint_generator() {
  configure_fuzzers &&
    python3 scripts/lib/tidy.py build/fuzz generator conformance
}
check "clang-tidy: generator and conformance suite" lint_generator
for script in scripts/* .ci/run scripts/lib/*.sh scripts/lib/sections/*.sh; do
  case "$(head -n 1 "$script" 2>/dev/null)" in
    *python3) check "$script compiles" python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$script" ;;
    *bash | *sh | "# "*) check "$script is valid bash" bash -n "$script" ;;
  esac
done
