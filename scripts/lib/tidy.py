"""Runs clang-tidy on the sources below folders, in parallel, and remembers those without findings.

usage: tidy.py BUILD_DIRECTORY FOLDER...

A unit is looked at again when it, any header of the folders, its command line, or .clang-tidy has changed. A unit that is in the
build directory was made by CMake (UNITY_BUILD, say) and stands for the sources that it includes. A source that no unit has is a
mistake.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys


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


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    folders = [pathlib.Path(name).resolve() for name in sys.argv[2:]]
    commands = json.loads((build / "compile_commands.json").read_text())
    headers = [path for folder in folders for path in folder.rglob("*.h")]
    common = digest_of(headers + [pathlib.Path(".clang-tidy").resolve()])
    tidy = pathlib.Path("build/tools/bin/clang-tidy").resolve()  # of scripts/setup
    clean = pathlib.Path("build/release/tidy")
    clean.mkdir(exist_ok=True)

    units = {}
    left = {path for folder in folders for path in folder.rglob("*.cc")}
    for entry in commands:
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        sources = [source for source in sources_of(path, build, folders) if source in left]
        if not sources:
            continue  # none, or others have them
        left.difference_update(sources)
        key = common + digest_of(sources) + entry.get("command", "")
        units[path] = clean / hashlib.sha256(key.encode()).hexdigest()
    if left:
        sys.exit("tidy: no unit has " + " ".join(str(path) for path in sorted(left)))

    def look(unit):
        path, mark = unit
        if mark.exists():
            return ""
        run = subprocess.run([tidy, "-p", str(build), "--quiet", str(path)],
                             capture_output=True, text=True)
        if run.returncode == 0 and "warning:" not in run.stdout:
            mark.touch()
            return ""
        return run.stdout or run.stderr

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(look, units.items()) if text]
    print("".join(findings), end="")
    print(f"clang-tidy: {len(units)} units, {len(findings)} with findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
