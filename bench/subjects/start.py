"""How long plugingen takes to say its version."""

from measuring import PLUGINGEN, Figure, need_plugingen, timed


def measure():
    need_plugingen()
    version = timed([PLUGINGEN, "--version"], 50)
    nothing = timed(["/bin/true"], 50)
    return [
        Figure("plugingen --version", version.least * 1e3, "ms", version.median * 1e3, limit=10),
        Figure("/bin/true, for comparison", nothing.least * 1e3, "ms", nothing.median * 1e3),
    ]
