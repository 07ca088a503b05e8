"""plugingen as a Python environment has it: a program in C++, and where it is."""

import importlib.metadata
import os
import sysconfig


def _recorded_folders() -> list:
    """Where pip says that it put the program. Distributions' own Pythons have places that sysconfig does not know of."""
    try:
        files = importlib.metadata.files("tf-plugingen") or []
    except importlib.metadata.PackageNotFoundError:
        return []
    return [os.path.dirname(os.path.normpath(file.locate())) for file in files if file.name == "plugingen"]


def find_plugingen() -> str:
    """The path of the program `plugingen` that was installed with this package.

    Raises FileNotFoundError, with the folders looked through, if somebody removed or moved it.
    """
    user_scheme = sysconfig.get_preferred_scheme("user") if hasattr(sysconfig, "get_preferred_scheme") else "posix_user"
    beside = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    # `pip install --target` makes a folder bin beside the package; another program may be in the environment's.
    folders = [os.path.join(beside, "bin"), *_recorded_folders(), sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user_scheme)]
    folders = list(dict.fromkeys(folders))
    for folder in folders:
        program = os.path.join(folder, "plugingen")
        if os.access(program, os.X_OK):
            return program
    raise FileNotFoundError("there is no program 'plugingen' in " + ", ".join(folders) + "; install the package again")
