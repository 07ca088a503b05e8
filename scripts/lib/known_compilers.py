"""Spares CMake to find out in each project of the tests what it has found out about the same compiler, or the same Python, in another.

usage: known_compilers.py give SOURCE BUILD [OPTION...]
       known_compilers.py take BUILD

`take` keeps what CMake has learned in a build folder about the compiler, the linker, threads and a Python; `give` puts it into a build folder
that is to be, if cmake will get OPTIONs that choose that compiler. CMake asks another Python again. The first project with each compiler is
configured as those of users.
"""

import pathlib
import re
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
KNOWN = ROOT / "build" / "test" / "known_compilers"
LEARNED = re.compile(r"(CMAKE_CACHE_\w+_VERSION|CMAKE_GENERATOR|CMAKE_PLATFORM_INFO_INITIALIZED|CMAKE_MAKE_PROGRAM"
                     r"|CMAKE_(AR|RANLIB|LINKER|NM|STRIP|OBJCOPY|OBJDUMP|READELF|ADDR2LINE|DLLTOOL)|CMAKE_CXX_COMPILER(_AR|_RANLIB)?"
                     r"|CMAKE_HAVE_LIBC_PTHREAD|PLUGGABLE_HAS_LINKER_\w+|_Python3_EXECUTABLE|_Python3_INTERPRETER_\w+):.*")


def kept(compiler):
    return KNOWN / pathlib.Path(compiler).name


def give(source, build, options):
    chosen = [option.split("=", 1)[1] for option in options if re.match("-DCMAKE_CXX_COMPILER(:[A-Z]+)?=", option)]
    folder = kept(chosen[-1] if chosen else "c++")
    if not folder.exists() or (build / "CMakeCache.txt").exists():
        return
    shutil.copytree(folder, build, dirs_exist_ok=True)
    with open(build / "CMakeCache.txt", "a") as cache:
        cache.write(f"CMAKE_HOME_DIRECTORY:INTERNAL={source}\nCMAKE_CACHEFILE_DIR:INTERNAL={build}\n")


def take(build):
    lines = (build / "CMakeCache.txt").read_text().splitlines()
    compiler = next(line.split("=", 1)[1] for line in lines if line.startswith("CMAKE_CXX_COMPILER:"))
    folder = kept(compiler)
    if folder.exists():
        return
    KNOWN.mkdir(parents=True, exist_ok=True)
    made = pathlib.Path(tempfile.mkdtemp(dir=KNOWN, prefix="."))
    for found in build.glob("CMakeFiles/*/CMake*"):
        if found.is_file():
            copy = made / found.relative_to(build)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(found, copy)
    (made / "CMakeCache.txt").write_text("".join(f"{line}\n" for line in lines if LEARNED.fullmatch(line)))
    try:
        made.rename(folder)
    except OSError:  # another was first
        shutil.rmtree(made)


if __name__ == "__main__":
    if sys.argv[1] == "give":
        give(pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve(), sys.argv[4:])
    else:
        take(pathlib.Path(sys.argv[2]).resolve())
