"""Links a test program of a built project so that it starts with the libraries of any TensorFlow. Since 2.22 TensorFlow's symbols have versions: a program
that is linked with its libraries does not start with those of older releases. (The plugin is linked with an empty library, and does.)

Only lld makes a program whose symbols nobody defines.
"""

import pathlib
import re
import subprocess

LIBRARIES = ("libtensorflow_cc.so.2", "libtensorflow_framework.so.2")


def for_any_release(build, program):
    """The program beside the built one. `program` is a path in the build folder. It needs LD_LIBRARY_PATH."""
    build = pathlib.Path(build)
    for name in LIBRARIES:
        subprocess.run(["c++", "-shared", f"-Wl,-soname,{name}", "-x", "c++", "/dev/null", "-o", build / name], check=True)
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", program], capture_output=True, text=True, check=True).stdout
    link = commands.strip().splitlines()[-1]
    link = re.sub(r"\S*/(?=libtensorflow_(cc|framework)\.so\.2)", f"{build.absolute()}/", link)
    link = re.sub(r" -fuse-ld=\w+", "", link)
    linked = f"{program}_for_any_release"
    output = f"-fuse-ld=lld -Wl,--no-as-needed -Wl,--unresolved-symbols=ignore-all -o {linked}"
    link = re.sub(rf"-o {re.escape(program)}(?=\s)", output, link)
    subprocess.run(link, shell=True, cwd=build, capture_output=True, text=True, check=True)
    return build / linked
