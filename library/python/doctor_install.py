# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""What the doctor finds out without TensorFlow: which one is installed, where it looks for plugins, and whether the library can be loaded."""

import importlib.metadata
import importlib.util
import os
import pathlib
import platform
import re
import site
import sys
import sysconfig

from .doctor import NAME, NEWEST, OLDEST
from .doctor_findings import note, ok, problem, run

LIBRARY = f"lib{NAME}.so"
VARIABLE = "TF_PLUGGABLE_DEVICE_LIBRARY_PATH"


def tensorflow_folder():
    """Where TensorFlow is, without importing it; None if it is not."""
    spec = importlib.util.find_spec("tensorflow")
    places = list(spec.submodule_search_locations or []) if spec else []
    return pathlib.Path(places[0]) if places else None


def distributions():
    """The installed distributions of TensorFlow and their versions."""
    found = {}
    for each in importlib.metadata.distributions():
        name = (each.metadata["Name"] or "").lower().replace("_", "-")
        if name in ("tensorflow", "tensorflow-cpu", "tensorflow-intel", "tf-nightly", "tf-nightly-cpu"):
            found[name] = each.version
    return found


def minor(version):
    """(2, 15) of "2.15.1"."""
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2])


def check_tensorflow():
    machine = platform.machine()
    if sys.platform != "linux" or machine != "x86_64":
        yield problem(f"this is {sys.platform} on {machine}", "the plugin is for Linux on x86-64")
    if tensorflow_folder() is None:
        yield problem(f"{sys.executable} has no TensorFlow",
                      "run the Python that has it, or install one: pip install tensorflow-cpu")
        return
    found = distributions()
    # Both contain the same files. `tensorflow` depends on other packages only in releases for other
    # machines.
    if len(found) > 1:
        names = ", ".join(f"{name} {version}" for name, version in sorted(found.items()))
        yield problem(f"several distributions of TensorFlow share one folder: {names}",
                      "uninstall all of them and install one")
    for name, version in sorted(found.items()):
        if not minor(OLDEST) <= minor(version) <= minor(NEWEST):
            yield problem(f"{name} {version} is not supported by this library, which supports TensorFlow {OLDEST} to {NEWEST}",
                          "install one of these, or regenerate the plugin for yours: plugingen regenerate --tensorflow")
        else:
            yield ok(f"{name} {version}, which this library supports")


def is_library(path):
    """Whether TensorFlow takes a file of a folder for a plugin."""
    return re.search(r"\.so(\.\d+)*$", path.name) is not None and path.is_file()


def plugin_folders():
    """The folders that TensorFlow loads plugins from, in its order and as often as it does."""
    places = [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    places += [path for path in sys.path if "site-packages" in path]
    places += site.getsitepackages() if hasattr(site, "getsitepackages") else []
    for scheme in sysconfig.get_scheme_names():
        paths = sysconfig.get_paths(scheme)
        places += [paths[key] for key in ("purelib", "platlib") if key in paths]
    folders = []
    for place in places:
        folder = os.path.join(place, "tensorflow-plugins")
        if folder not in folders and os.path.isdir(folder):
            folders.append(folder)
    return [pathlib.Path(folder) for folder in folders]


def loaded_files():
    """The libraries that TensorFlow will load as plugins: (path, where it comes from)."""
    found = []
    for folder in plugin_folders():
        found += [(path, str(folder)) for path in sorted(folder.iterdir()) if is_library(path)]
    named = os.environ.get(VARIABLE)
    if named:
        path = pathlib.Path(named)
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        found += [(file, VARIABLE) for file in files if is_library(file)]
    return found


def check_discovery():
    named = os.environ.get(VARIABLE)
    if named and not pathlib.Path(named).exists():
        yield problem(f"{VARIABLE} is {named}, which does not exist", "TensorFlow fails to import: correct or unset it")
    files = loaded_files()
    ours = [(path, source) for path, source in files if path.name == LIBRARY]
    if not ours:
        looked = [str(folder) for folder in plugin_folders()]
        where = f"it is not in {', '.join(looked)}" if looked else "there is no folder tensorflow-plugins"
        yield problem(f"TensorFlow does not find {LIBRARY}: {where}, and {VARIABLE} does not name it",
                      "install it into this Python (pip install .), or set the variable to the library's path")
    elif len(ours) > 1:
        paths = ", ".join(str(path) for path, _ in ours)
        same = len({path.resolve() for path, _ in ours}) == 1
        how = "by two ways to one file" if same else "from several places"
        yield problem(f"TensorFlow loads {LIBRARY} {how}: {paths}; loading it twice ends the process",
                      "keep one: unset the variable, uninstall the package, or remove the link (lib64) between the folders")
    else:
        yield ok(f"TensorFlow loads {ours[0][0]}")
    others = [str(path) for path, _ in files if path.name != LIBRARY and not path.name.endswith("_ops.so")]
    if others:
        yield note("other plugins are loaded too: " + ", ".join(others))


# Loads TensorFlow's libraries and then the plugin, as TensorFlow does, but does not initialize it.
LOAD = """
import ctypes, sys
folder, library = sys.argv[1:]
for name in ("libtensorflow_framework.so.2", "libtensorflow_cc.so.2"):
    try:
        ctypes.CDLL(folder + "/" + name, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        pass
try:
    loaded = ctypes.CDLL(library)
    print([name for name in ("SE_InitPlugin", "TF_InitKernel") if not hasattr(loaded, name)])
except OSError as error:
    print(error)
"""


def check_library():
    folder = tensorflow_folder()
    for path in sorted({path for path, _ in loaded_files() if path.name == LIBRARY}):
        if folder is None:
            return
        said = run(LOAD, folder, path).stdout.strip()
        missing = re.search(r"undefined symbol: (\S+)", said)
        if said == "[]":
            yield ok(f"{LIBRARY} can be loaded")
        elif missing:
            yield problem(f"{path} needs {missing[1]}, which this TensorFlow does not have",
                          "the library was built for another TensorFlow, or a source file of it was left out of the build")
        elif said.startswith("["):
            yield problem(f"{path} does not have {said[1:-1]}", "the library is not a plugin, or only a part of it was built: build it again")
        else:
            yield problem(f"{path} cannot be loaded: {said or 'the process died'}", "build or install it again")
