"""Five kernels in the style of TensorFlow's C++ API, and their ports to the emitted one: docs/porting.md is about them.

The originals are compiled as they are against the headers in the wheel and run on the CPU; the ports are files of an
emitted project, whose device memory no host can touch. Both give the same numbers, and refuse the same with the same words.
"""

import functools
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import support

sys.path.insert(0, str(support.REPOSITORY / "scripts" / "lib"))
import porting_diffs  # noqa: E402

HERE = support.REPOSITORY / "tests" / "tensorflow" / "porting"
# As `tf.sysconfig.get_compile_flags()` has them in every release from 2.12 to 2.21. They are compiled as projects of the tests are: what they
# compute is little.
COMPILER = os.environ.get("CXX", "c++" if support.IN_FULL else "clang++")
FLAGS = ("-std=c++17", "-O0", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=1", "-DEIGEN_MAX_ALIGN_BYTES=64", "-w")
TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 2e-5, "float64": 1e-12}


def compiled(source, library, release):
    """The file of originals as a library; its object file comes from the compiler's cache if it has not changed."""
    cache = ["ccache"] * (shutil.which("ccache") is not None)
    tensorflow = support.site_packages(release) / "tensorflow"
    target = library.with_suffix(".o")
    support.must([*cache, COMPILER, *FLAGS, "-isystem", tensorflow / "include", "-c", source, "-o", target])
    support.must([COMPILER, "-shared", target, "-o", library, f"-L{tensorflow}", "-l:libtensorflow_framework.so.2"])
    return library


@functools.cache
def originals(release):
    """A library of the originals and their ops, compiled at once: reading TensorFlow's headers takes most of the time."""
    # Files that say what they need of Eigen come first: it is asked once.
    sources = sorted((HERE / "original").glob("*.cc"), key=lambda source: "EIGEN_USE_THREADS" not in source.read_text())
    together = support.SCRATCH / "porting_originals" / "all.cc"
    together.parent.mkdir(parents=True, exist_ok=True)
    together.write_text("".join(f'#include "{source}"\n' for source in sources))
    return compiled(together, together.with_name(f"originals-{release}.so"), release)


@functools.cache
def ports():
    """The project of the ports. Its kernel files are written over those that the generator begins."""
    spec = (HERE / "spec.yaml").read_text(encoding="utf-8").replace("porting_npu", "test_npu").replace("PORTING_NPU", "TEST_NPU")
    files = {f"src/kernels/{path.name}": path.read_text() for path in (HERE / "port").glob("*.cc")}
    return support.build_project("test_npu", spec, "test_npu", "test_npu_ops", folder="porting", files=files) / "build"


def results(library, device, release, plugin=None, **variables):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "results.npz"
        done = support.run_program(HERE / "program.py", library, device, file, plugin=plugin, release=release, **variables)
        if done.returncode != 0:
            raise AssertionError(done.stderr[-4000:])
        with np.load(file) as loaded:
            return dict(loaded)


def different(name, expected, got, late):
    """What is wrong with a result, or None."""
    if expected.dtype.kind == "U" or got.dtype.kind == "U":
        kind, _, message = str(expected).partition(": ")
        # An error of work that ran later is told with the name of its op.
        expected = f"{kind}: {name.split(':')[0]}: {message}" if late else str(expected)
        return None if expected == str(got) else f"{name}: {got}\n  not {expected}"
    dtype = next((word for word in name.split() if word in TOLERANCE), "float32")
    tolerance = TOLERANCE[dtype]
    same = expected.shape == got.shape and np.allclose(got, expected, tolerance, tolerance)
    return None if same else f"{name}: {got.shape} {got.ravel()[:5]}, not {expected.shape} {expected.ravel()[:5]}"


class Porting(unittest.TestCase):
    def check(self, release, **variables):
        expected = results(originals(release), "CPU:0", release)
        library, plugin = ports() / "libtest_npu_ops.so", ports() / "libtest_npu.so"
        got = results(library, "TEST_NPU:0", release, plugin, **variables)
        self.assertEqual(sorted(expected), sorted(got))
        self.assertGreater(sum(value.dtype.kind == "U" for value in expected.values()), 20)
        complaints = [different(name, expected[name], got[name], ": late" in name) for name in expected]
        self.assertEqual([complaint for complaint in complaints if complaint], [])

    def test_newest(self):
        """On a device that can only copy."""
        self.check("newest", TEST_NPU_COPY_ONLY="1")

    def test_2_12(self):
        self.check("2.12")

    def test_a_port_changes_few_lines(self):
        self.assertEqual(len(porting_diffs.names()), 5)
        for name in porting_diffs.names():
            with self.subTest(name):
                lines, changed = porting_diffs.counts(name)
                # One keeps tensors in the device's memory, which the port has to say.
                self.assertLessEqual(changed, lines / (8 if name == "running_standardize" else 10))


if __name__ == "__main__":
    support.main()
