"""Runs clang-tidy on the sources below folders, in parallel, and remembers those without findings.

usage: tidy.py BUILD_DIRECTORY FOLDER...

A unit is looked at again when it, any header of the folders, its command line, or .clang-tidy has changed. A unit that is in the
build directory was made by CMake (UNITY_BUILD, say) and stands for the sources that it includes. Those of one folder whose names differ
in a number only are looked at as two units, one for each core: reading the headers again for each takes four times as long. A source that
no unit has is a mistake.
"""

import collections
import concurrent.futures
import hashlib
import os
import pathlib
import subprocess
import sys

import compile_commands


def digest_of(paths):
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(str(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def sources_of(path, build, folders):
    """What a unit is made of: the file, or what files of the build directory include."""
    if build not in path.parents:
        return [path]
    if not path.exists():
        return []  # a unit that the build makes, of texts
    sources = []
    for line in path.read_text().splitlines():
        if not line.startswith('#include "'):
            continue
        name = line.split('"')[1]
        found = next((path for path in (folder.parent / name for folder in folders) if path.exists()), None)
        if found:
            sources += sources_of(found, build, folders)
    return sources


def halves_of(unit):
    """The larger sources come first, so that they are in different halves."""
    what, files = unit
    files = sorted(files, key=lambda file: -sum(source.stat().st_size for source in file[1]))
    return [(what, half) for half in (files[::2], files[1::2]) if half]


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folders = [pathlib.Path(name).resolve() for name in sys.argv[2:]]
    headers = [path for folder in folders for path in folder.rglob("*.h")]
    common = digest_of(headers + [pathlib.Path(".clang-tidy").resolve()])
    tidy = pathlib.Path("build/tools/bin/clang-tidy").resolve()  # of scripts/setup
    clean = pathlib.Path("build/release/tidy")
    clean.mkdir(exist_ok=True)

    units = collections.defaultdict(list)  # files that are looked at together, by name, options and working directory
    left = {path for folder in folders for path in folder.rglob("*.cc")}
    for entry, words in compile_commands.read_commands(build):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        sources = [source for source in sources_of(path, build, folders) if source in left]
        if not sources:
            continue  # none, or others have them
        left.difference_update(sources)
        name = compile_commands.without_number(entry["file"])
        units[name, compile_commands.options_of(entry, words), entry["directory"]].append((path, sources))
    if left:
        sys.exit("tidy: no unit has " + " ".join(str(path) for path in sorted(left)))

    def look(unit):
        (_, options, directory), files = unit
        key = common + digest_of([source for _, sources in files for source in sources]) + " ".join(options)
        mark = clean / hashlib.sha256(key.encode()).hexdigest()
        if mark.exists():
            return ""
        path = files[0][0]
        if len(files) > 1:
            path = pathlib.Path(directory, f"tidy_{mark.name[:12]}.cc")
            path.write_text("".join(f'#include "{file}"\n' for file, _ in files))
        run = subprocess.run([tidy, "--quiet", str(path), "--", *options], cwd=directory, capture_output=True, text=True)
        if run.returncode == 0 and "warning:" not in run.stdout:
            mark.touch()
            return ""
        return run.stdout or run.stderr

    together = [part for unit in units.items() for part in halves_of(unit)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(look, together) if text]
    print("".join(findings), end="")
    print(f"clang-tidy: {len(together)} units, {len(findings)} with findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
