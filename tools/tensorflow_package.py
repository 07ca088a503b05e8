"""An unpacked or packed TensorFlow: a wheel file, or the folder that it is installed in."""

import contextlib
import fnmatch
import pathlib
import re
import shutil
import tempfile
import zipfile

NAMES = re.compile(r"(?i)(intel[-_])?(tensorflow|tf[-_]nightly)([-_](cpu|gpu|intel|macos|rocm|aws|cpu[-_]aws))*$")


class NoPackage(Exception):
    """What was named is no TensorFlow package."""


class Folder:
    """site-packages, or site-packages/tensorflow."""

    def __init__(self, path):
        path = pathlib.Path(path)
        self.root = path.parent if (path / "include/tensorflow").is_dir() else path

    def names(self, pattern):
        return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern) if path.is_file())

    def read(self, name):
        return (self.root / name).read_bytes()

    @contextlib.contextmanager
    def unpacked(self, patterns):
        """A folder with the files that fit one of the patterns, and maybe others."""
        del patterns
        yield self.root

    @contextlib.contextmanager
    def file(self, name):
        yield self.root / name


class Wheel:
    """A .whl file. Some of its files may lie in a folder of their own: NAME.data/purelib/tensorflow/include/..."""

    def __init__(self, path):
        self.archive = zipfile.ZipFile(path)
        self.members = {}
        for member in self.archive.namelist():
            name = re.sub(r"^[^/]+\.data/(purelib|platlib)/", "", member)
            if not name.endswith("/"):
                self.members[name] = member

    def names(self, pattern):
        return sorted(name for name in self.members if fnmatch.fnmatch(name, pattern))

    def read(self, name):
        return self.archive.read(self.members[name])

    @contextlib.contextmanager
    def file(self, name):
        """A copy on the disk, for what is too large to be held in memory."""
        with tempfile.NamedTemporaryFile(prefix="plugingen-") as copy:
            with self.archive.open(self.members[name]) as packed:
                shutil.copyfileobj(packed, copy, 1 << 20)
            copy.flush()
            yield pathlib.Path(copy.name)

    @contextlib.contextmanager
    def unpacked(self, patterns):
        with tempfile.TemporaryDirectory(prefix="plugingen-") as folder:
            for name in {name for pattern in patterns for name in self.names(pattern)}:
                target = pathlib.Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                with self.archive.open(self.members[name]) as packed, open(target, "wb") as file:
                    shutil.copyfileobj(packed, file, 1 << 20)
            yield pathlib.Path(folder)


class Package:
    """What the tools want to know of a TensorFlow."""

    def __init__(self, path):
        path = pathlib.Path(path)
        if path.is_dir():
            self.files = Folder(path)
        elif zipfile.is_zipfile(path):
            self.files = Wheel(path)
        else:
            raise NoPackage(f"{path}: neither a wheel nor a folder")
        if not self.files.names("tensorflow/include/tensorflow/c/*.h"):
            raise NoPackage(f"{path}: no tensorflow/include/tensorflow/c in it")
        self.version = self._version(path)
        self._texts = {}

    def _version(self, path):
        for name in self.files.names("*.dist-info/METADATA"):
            metadata = self.files.read(name).decode("utf-8", "replace")
            fields = dict(re.findall(r"^(Name|Version): *(\S+)$", metadata.split("\n\n")[0], re.M))
            if NAMES.match(fields.get("Name", "")):
                return fields["Version"]
        raise NoPackage(f"{path}: no metadata that tells TensorFlow's version")

    @property
    def release(self):
        """2.15.1 -> 2.15."""
        return ".".join(self.version.split(".")[:2])

    @property
    def is_nightly(self):
        return ".dev" in self.version

    def header(self, name):
        """The text of an include file (tensorflow/c/kernels.h), or None."""
        if name not in self._texts:
            path = f"tensorflow/include/{name}"
            found = self.files.names(path)
            self._texts[name] = self.files.read(path).decode("utf-8", "replace") if found else None
        return self._texts[name]

    def library(self, stem):
        """The name of libtensorflow_cc.so.2, whatever the number behind it; None without one."""
        found = self.files.names(f"tensorflow/lib{stem}.so.[0-9]*") or self.files.names(f"tensorflow/lib{stem}.so")
        return min(found, key=len) if found else None
