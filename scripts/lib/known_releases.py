"""The releases of TensorFlow that the catalogue knows, for tests and scripts: none of them names the newest, or one to come.

usage: known_releases.py oldest|newest|next|unknown|nightly [CATALOG]      prints one
"""

import dataclasses
import pathlib
import re
import sys

CATALOG = pathlib.Path(__file__).resolve().parents[2] / "catalog"


def after(release, count=1):
    """The release that follows: "2.10" after "2.9"."""
    major, minor = release.split(".")
    return f"{major}.{int(minor) + count}"


@dataclasses.dataclass(frozen=True)
class Known:
    released: tuple  # whose ops are known, oldest first
    c_api: tuple  # whose C API is known, the nightly's too
    nightly: str  # the release that is not out yet of which a nightly is known, or ""

    @property
    def oldest(self):
        return self.released[0]

    @property
    def newest(self):
        return self.released[-1]

    @property
    def next(self):
        """The first that is not out."""
        return after(self.newest)

    @property
    def unknown(self):
        """The first of which nothing is known."""
        return after(self.c_api[-1])

    @property
    def range(self):
        """All that are out."""
        return f">={self.oldest}, <{self.next}"


def of(catalog):
    def words(file, keyword):
        with open(pathlib.Path(catalog) / file, encoding="utf-8") as lines:
            return next((tuple(line.split()[1:]) for line in lines if re.match(rf"{keyword} [0-9. ]+$", line)), ())

    return Known(words("tensorflow.txt", "tensorflow"), words("c_api.txt", "tensorflow"), "".join(words("c_api.txt", "nightly")))


KNOWN = of(CATALOG)

if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in ("oldest", "newest", "next", "unknown", "nightly"):
        sys.exit(__doc__)
    print(getattr(of(*sys.argv[2:]) if sys.argv[2:] else KNOWN, sys.argv[1]))
