#!/usr/bin/env bash
# formatting and lint of the generator and of a freshly emitted project
source "$(dirname "$0")/../section.sh"

well_formatted() { xargs -0 clang-format --dry-run -Werror; }

git ls-files -z 'generator/*.h' 'generator/*.cc' 'tests/*.h' 'tests/*.cc' >"$scratch/own.txt"
check "clang-format: generator and tests" well_formatted <"$scratch/own.txt"

for spec in minimal protected_memory everything; do
  if generate "device_specs/$spec.yaml" "$scratch/$spec"; then
    find "$scratch/$spec" -name '*.h' -print0 -o -name '*.cc' -print0 >"$scratch/emitted.txt"
    check "clang-format: project of $spec.yaml" well_formatted <"$scratch/emitted.txt"
  else
    add_failed 1 "generate $spec.yaml"
  fi
done

check "clang-tidy: generator and conformance suite" \
  python3 scripts/lib/tidy.py build/release generator templates/tests/generated/conformance
for script in scripts/* .ci/run scripts/lib/*.sh scripts/lib/sections/*.sh; do
  case "$(head -n 1 "$script" 2>/dev/null)" in
    *python3) check "$script compiles" python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$script" ;;
    *bash | *sh | "# "*) check "$script is valid bash" bash -n "$script" ;;
  esac
done
