"""Runs clang-tidy on the translation units below a folder, in parallel, and remembers those without findings.

usage: tidy.py BUILD_DIRECTORY FOLDER...

A unit is looked at again when it, any header of the folders, its command line, or .clang-tidy has changed. A unit that CMake
made of several files (UNITY_BUILD) stands for those that are below a folder.
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


def sources_of(path):
    """What a unit is made of: the file, or the files that CMake has put together."""
    if path.parent.name != "Unity":
        return [path]
    lines = path.read_text().splitlines()
    return [pathlib.Path(line.split('"')[1]) for line in lines if line.startswith("#include")]


def main():
    build = pathlib.Path(sys.argv[1])
    folders = [pathlib.Path(name).resolve() for name in sys.argv[2:]]
    commands = json.loads((build / "compile_commands.json").read_text())
    headers = [path for folder in folders for path in folder.rglob("*.h")]
    common = digest_of(headers + [pathlib.Path(".clang-tidy").resolve()])
    tidy = pathlib.Path("build/tools/bin/clang-tidy").resolve()  # of scripts/setup
    clean = build / "tidy"
    clean.mkdir(exist_ok=True)

    units = []
    for entry in commands:
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        sources = sources_of(path)
        if not any(folder in source.parents for folder in folders for source in sources):
            continue
        key = common + digest_of(sources) + entry.get("command", "")
        units.append((path, clean / hashlib.sha256(key.encode()).hexdigest()))
    if not units:
        sys.exit(f"tidy: no translation unit below {' '.join(sys.argv[2:])}")

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
        findings = [text for text in pool.map(look, units) if text]
    print("".join(findings), end="")
    print(f"clang-tidy: {len(units)} units, {len(findings)} with findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
