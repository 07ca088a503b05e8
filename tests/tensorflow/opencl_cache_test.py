"""The cache of built OpenCL programs: processes that build a program by the library's driver on PoCL, without TensorFlow but in one case. A
loader in front of the machine's counts what is built, and fails."""

import concurrent.futures
import contextlib
import fcntl
import functools
import json
import os
import pty
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np
import opencl_test
import support
from opencl_faults_test import loader

HERE = Path(__file__).resolve().parent
LIBRARY = support.REPOSITORY / "library"
DRIVER = ("api", "build_notice", "cache_choice", "devices", "digest", "program_builder", "program_cache", "programs", "vendors",
          "../isolated_library", "../../runtime/forked_process")
ANOTHER_PLATFORM = {"FAULTY_OPENCL_PLATFORM": "Another Platform"}
MAGIC = b"pluggable program 1\n"
HEADER = len(MAGIC) + 64
# Losses of gradient descent, and how many programs it made from a source and from a binary.
TRAINING = """
    import ctypes
    import json
    import tensorflow as tf

    with tf.device("/TEST_NPU:0"):
        x, y = tf.constant([[1.0, 2.0], [3.0, -1.0], [0.5, 4.0]]), tf.constant(2.0)
        weight = tf.Variable([1.0, -1.0])
        losses = []
        for _ in range(3):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.square(x * weight - y))
            weight.assign_sub(tape.gradient(loss, weight) / 64)
            losses.append(float(loss))
    calls = ctypes.CDLL("libOpenCL.so.1").faulty_opencl_calls
    print(json.dumps([losses, calls(b"clCreateProgramWithSource"), calls(b"clCreateProgramWithBinary")]))
"""
NOTICE = b"cached: building the kernels of test for "


@functools.cache
def program():
    folder = support.SCRATCH / "opencl_cache"
    folder.mkdir(parents=True, exist_ok=True)
    include = ["-I", HERE / "opencl_cache", "-I", LIBRARY, "-I", LIBRARY / "include", "-isystem",
               support.site_packages() / "tensorflow" / "include"]

    def compile_one(source):
        support.must(["ccache", "clang++", "-std=c++17", "-O0", "-Wall", "-Wextra", "-Werror", *include, "-c", source,
                      "-o", folder / f"{source.stem}.o"])
        return folder / f"{source.stem}.o"

    # Reading headers takes longest, so the driver is one unit. The section `specs` compiles it with g++.
    driver = folder / "driver.cc"
    driver.write_text("".join(f'#include "driver/opencl/{name}.cc"\n' for name in DRIVER), encoding="utf-8")
    sources = [HERE / "opencl_cache" / "cached.cc", driver]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_one, sources))
    # Status is inline, and its header is all that is needed of TensorFlow.
    support.must(["g++", *objects, "-o", folder / "cached", "-ldl", "-lpthread"])
    return folder / "cached"


def checksum(binary):
    """FNV-1a of 128 bits, of the number of bytes and the bytes."""
    state = 0x6C62272E07BB014262B821756295C58D
    for byte in len(binary).to_bytes(8, "little") + binary:
        state = (state ^ byte) * ((1 << 88) + 0x13B) % (1 << 128)
    return f"{state:032x}".encode()


class CacheTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = Path(folder.name)
        self.folder = self.home / "parent" / "programs"
        program()

    def command(self, factor, kernel="times", folder="chosen", **variables):
        """The process's arguments and environment. `folder` is that of the cache, or None."""
        folder = self.folder if folder == "chosen" else folder
        environment = {name: value for name, value in os.environ.items() if name != "XDG_CACHE_HOME"}
        environment.update(LD_LIBRARY_PATH=loader_folder(), HOME=str(self.home), POCL_CACHE_DIR=str(self.home / "pocl"),
                           **({"CACHED_CACHE": str(folder)} if folder else {}))
        environment.update(variables)
        Path(environment["POCL_CACHE_DIR"]).mkdir(exist_ok=True)
        return [str(program()), str(factor), kernel], environment

    def build(self, factor=3, kernel="times", folder="chosen", says="", **variables):
        """How often the process has built from source, and tried a binary. Its kernel has to be right, and it says no more than
        `says`."""
        command, environment = self.command(factor, kernel, folder, **variables)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, cwd=self.home)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
        self.assertEqual(found["result"], 2 * factor)
        if says:
            self.assertIn(says, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        else:
            self.assertEqual(done.stderr, "")
        return found["source"], found["binary"]

    def files(self, folder=None):
        return sorted((folder or self.folder).iterdir())

    def test_a_second_process_builds_nothing(self):
        self.assertEqual(self.build(), (1, 0))
        self.assertEqual(self.build(), (0, 1))
        file, = self.files()
        self.assertEqual([stat.S_IMODE(path.stat().st_mode) for path in (self.folder.parent, self.folder, file)], [0o700, 0o700, 0o600])
        for other in ({"factor": 4}, {"kernel": "other"}, {"FAULTY_OPENCL_DRIVER": "3.2"}, ANOTHER_PLATFORM):
            with self.subTest(other):
                self.assertEqual(self.build(**other), (1, 0))
                self.assertEqual(self.build(**other), (0, 1))
        self.assertEqual(len(self.files()), 5)

    def test_what_is_not_whole_is_built_again(self):
        self.build()
        file, = self.files()
        whole = file.read_bytes()
        self.assertEqual(whole[:HEADER], MAGIC + file.stem.encode() + checksum(whole[HEADER:]))
        self.build(4)
        another = next(path for path in self.files() if path != file).read_bytes()
        damaged = {"empty": b"", "without a program": whole[:HEADER], "truncated": whole[:-1], "in its header": whole[:20],
                   "longer": whole + b"\0", "damaged": whole[:-100] + bytes([whole[-100] ^ 1]) + whole[-99:],
                   "of another version": whole.replace(b"program 1", b"program 2", 1), "of another program": another,
                   "no program": b"something else\n" * 1000}
        for name, text in damaged.items():
            with self.subTest(name):
                file.write_bytes(text)
                self.assertEqual(self.build(), (1, 0))
                self.assertEqual(file.read_bytes()[:20], MAGIC)
                self.assertEqual(self.build(), (0, 1))

    def test_what_the_driver_refuses_is_built_again(self):
        self.build()
        file, = self.files()
        self.build(3, "other")
        of_another_kernel = next(path for path in self.files() if path != file).read_bytes()[HEADER:]
        for name, binary in {"no binary": b"no binary at all", "lacks the kernel": of_another_kernel}.items():
            with self.subTest(name):
                file.write_bytes(MAGIC + file.stem.encode() + checksum(binary) + binary)
                self.assertEqual(self.build(), (1, 1))
                self.assertEqual(self.build(), (0, 1))
        for function in ("clCreateProgramWithBinary", "clBuildProgram"):
            with self.subTest(function):
                self.assertEqual(self.build(CACHED_FAIL=function), (1, 1))
        # A driver that gives no binary.
        file.unlink()
        self.assertEqual(self.build(FAULTY_OPENCL="clGetProgramInfo"), (1, 0))
        self.assertFalse(file.exists())

    def test_folders_and_files_of_others(self):
        for mode in (0o770, 0o707):
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(mode)
            self.assertEqual(self.build(says=f"cached: built programs cannot be kept in {self.folder}: it belongs to another user"), (1, 0))
            self.assertEqual(self.files(), [])
        self.folder.chmod(0o700)
        self.build()
        file, = self.files()
        file.chmod(0o620)
        self.assertEqual(self.build(), (1, 0))
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o600)  # it is another one
        if os.geteuid() == 0:
            os.chown(file, 12345, 12345)
            self.assertEqual(self.build(), (1, 0))
            os.chown(self.folder, 12345, 12345)
            self.assertEqual(self.build(says="it belongs to another user"), (1, 0))
            os.chown(self.folder, 0, 0)
        # What is no file, and a link to the folder.
        file.unlink()
        os.mkfifo(file, 0o600)
        self.assertEqual(self.build(), (1, 0))
        file.rename(self.home / "elsewhere")
        file.symlink_to(self.home / "elsewhere")
        self.assertEqual(self.build(), (1, 0))
        self.assertFalse(file.is_symlink())
        (self.home / "link").symlink_to(self.folder)
        self.assertEqual(self.build(folder=self.home / "link"), (0, 1))
        file.unlink()
        file.mkdir()
        self.assertEqual(self.build(says=": Is a directory"), (1, 0))
        self.assertEqual(self.files(), [file])

    def test_where_nothing_can_be_written(self):
        (self.home / "file").touch()
        for folder, why in ((self.home / "file" / "folder", "Not a directory"), (self.home / "file", "Not a directory"), ("/proc/1/x/y", "No such")):
            with self.subTest(folder=folder):
                self.assertEqual(self.build(folder=folder, says=f"cached: built programs cannot be kept in {folder}: {why}"), (1, 0))
        for room in (0, 50, 1000):
            with self.subTest(room=room):
                self.assertEqual(self.build(CACHED_DISK=str(room), says=": No space left on device"), (1, 0))
                self.assertEqual(self.files(), [])
        self.assertEqual(self.build(CACHED_LIMIT="1000", says=": File too large"), (1, 0))
        self.assertEqual(len(self.files()), 1)
        # Nobody has chosen the default folder.
        (self.home / ".cache").touch()
        self.assertEqual(self.build(folder=None, **ANOTHER_PLATFORM), (1, 0))

    def test_where_it_is(self):
        default = self.home / ".cache" / "cached" / "opencl"
        self.assertEqual(self.build(folder=None), (1, 0))  # on PoCL
        self.assertEqual(self.build(folder="off", **ANOTHER_PLATFORM), (1, 0))
        self.assertEqual(self.build(folder="0", **ANOTHER_PLATFORM), (1, 0))
        self.assertEqual(self.build(folder=None, **ANOTHER_PLATFORM, XDG_CACHE_HOME="relative"), (1, 0))
        self.assertEqual(len(self.files(default)), 1)
        self.assertEqual({path.name for path in self.home.iterdir()}, {".cache", "pocl"})
        self.assertEqual(self.build(folder=None, **ANOTHER_PLATFORM, CACHED_CACHE=""), (0, 1))
        self.assertEqual(self.build(folder=None, **ANOTHER_PLATFORM, XDG_CACHE_HOME=str(self.home / "xdg")), (1, 0))
        self.assertEqual(len(self.files(self.home / "xdg" / "cached" / "opencl")), 1)
        for folder, path in (("~/mine", "mine"), ("here/it/is", "here/it/is")):
            self.assertEqual(self.build(folder=folder), (1, 0))
            self.assertEqual(len(self.files(self.home / path)), 1)

    def test_without_a_home(self):
        command, environment = self.command(3, folder=None, **ANOTHER_PLATFORM)
        for home in (None, "", "relative"):
            environment.pop("HOME", None)
            if home is not None:
                environment["HOME"] = home
            done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, cwd=self.home)
            self.assertEqual((done.returncode, json.loads(done.stdout)["source"], done.stderr), (0, 1, ""))
        self.assertEqual([path.name for path in self.home.iterdir()], ["pocl"])

    def test_several_at_once(self):
        processes = []
        for number in range(6):  # PoCL 3.1 fails where several processes build a program in one folder of its own cache
            command, environment = self.command(3, POCL_CACHE_DIR=str(self.home / f"pocl{number}"))
            processes.append(subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        for process in processes:
            out, said = process.communicate(timeout=300)
            self.assertEqual((process.returncode, json.loads(out)["result"], said), (0, 6, ""))
        self.assertEqual(len(self.files()), 1)
        self.assertEqual(self.build(), (0, 1))

    def test_a_process_that_is_killed_while_it_writes(self):
        for bytes_written in (0, 50, HEADER, 1000):
            with self.subTest(bytes_written=bytes_written):
                command, environment = self.command(3, CACHED_KILL=str(bytes_written))
                done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, cwd=self.home)
                self.assertEqual((done.returncode, done.stderr), (-signal.SIGKILL, ""))
                unfinished, = self.files()
                self.assertEqual((unfinished.suffix, unfinished.stat().st_size), (".new", bytes_written))
                # Another may be writing it just now. After some seconds nobody is who has not locked it.
                self.assertEqual(self.build(), (1, 0))
                self.assertEqual(self.build(), (0, 1))
                self.assertEqual((unfinished.exists(), len(self.files())), (True, 2))
                alive = unfinished.with_name(unfinished.name.replace("-", "-0", 1))
                with open(alive, "wb") as file:
                    fcntl.flock(file, fcntl.LOCK_EX)
                    for path in (unfinished, alive):
                        os.utime(path, (time.time() - 60,) * 2)
                    self.assertEqual(self.build(4), (1, 0))
                    self.assertEqual((unfinished.exists(), alive.exists(), len(self.files())), (False, True, 3))
                for path in self.files():
                    path.unlink()

    def test_it_forgets_what_was_not_used(self):
        self.build(3)
        size = self.files()[0].stat().st_size
        room = {"CACHED_CAPACITY": str(int(2.5 * size))}
        old = time.time() - 100
        os.utime(self.files()[0], (old, old))
        self.assertEqual(self.build(4, **room), (1, 0))
        self.assertEqual(self.build(3, **room), (0, 1))  # which makes 4 the oldest
        key = self.files()[0].stem
        mine, results, died, alive = (self.folder / name for name in ("mine.txt", "results.new", f"{key}.1-1-1.new", f"{key}.2-1-1.new"))
        for path in (mine, results, died, alive):
            path.write_bytes(b"x" * 3 * size)
        for path in (mine, results, died):
            os.utime(path, (old - 4000, old - 4000))
        self.assertEqual(self.build(5, **room), (1, 0))
        self.assertEqual(self.build(3, **room), (0, 1))
        self.assertEqual(self.build(5, **room), (0, 1))
        self.assertEqual((mine.exists(), results.exists(), died.exists(), alive.exists(), len(self.files())), (True, True, False, True, 5))
        self.assertEqual(self.build(4, **room), (1, 0))
        # What is larger than the cache is not kept.
        self.assertEqual(self.build(6, CACHED_CAPACITY=str(size // 2)), (1, 0))
        self.assertEqual(self.build(6), (1, 0))

    def test_a_word_on_a_terminal(self):
        self.build(4)
        started = []
        for factor, is_terminal, lines in ((4, True, 0), (3, False, 0), (3, True, 1)):  # the first is in the cache
            command, environment = self.command(factor, FAULTY_OPENCL_SECONDS="2.5" if factor == 3 else "0",
                                                POCL_CACHE_DIR=str(self.home / f"pocl{len(started)}"))
            mine, its = pty.openpty()
            process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=its if is_terminal else subprocess.PIPE)
            os.close(its)
            started.append((process, mine, is_terminal, lines))
        for process, mine, is_terminal, lines in started:
            with self.subTest(is_terminal=is_terminal, lines=lines):
                self.assertEqual(process.wait(timeout=300), 0)
                text = b""
                if is_terminal:
                    with contextlib.suppress(OSError):  # at the end
                        while more := os.read(mine, 10_000):
                            text += more
                else:
                    with process.stderr:
                        text = process.stderr.read()
                os.close(mine)
                self.assertEqual((text.count(b"\n"), text.count(NOTICE)), (lines, lines), text)


class TrainingTest(unittest.TestCase):
    def test_training_after_a_writer_was_killed(self):
        x, weight, expected = np.array([[1, 2], [3, -1], [0.5, 4]]), np.array([1.0, -1]), []
        for _ in range(3):
            expected.append(((x * weight - 2)**2).sum())
            weight -= (x * (x * weight - 2)).sum(0) / 32
        with tempfile.TemporaryDirectory() as folder:
            def train(**variables):
                done, found = support.run_code(TRAINING, opencl_test.plugin(), LD_LIBRARY_PATH=loader_folder(), TEST_NPU_OPENCL_CACHE=folder,
                                               **variables)
                self.assertNotIn("cannot be kept", done.stderr)
                return done, found

            done, _ = train(FAULTY_OPENCL_KILL="1000")
            self.assertEqual(done.returncode, -signal.SIGKILL, done.stderr[-3000:])
            unfinished, = Path(folder).iterdir()
            self.assertEqual((unfinished.suffix, unfinished.stat().st_size), (".new", HEADER + 1000))
            os.utime(unfinished, (time.time() - 60,) * 2)
            built = []
            for _ in range(2):
                done, (losses, *programs) = train()
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                np.testing.assert_allclose(losses, expected, rtol=1e-5)
                built.append(programs)
                self.assertFalse(unfinished.exists())
            self.assertEqual((built[0][1], built[1]), (0, [0, built[0][0]]))
            self.assertEqual(len(list(Path(folder).iterdir())), built[0][0])


class SizesTest(unittest.TestCase):
    """Of memory, that no device has. Plugins of other tests use a part of the memory in any case (opencl_faults_test.py); this program has no limit."""

    def test_what_is_believed(self):
        most = str(2**64 - 1)
        for allocation, believed in ((most, 2**47), (str(2**20), 2**20)):
            with self.subTest(allocation=allocation):
                done = support.run([program(), "3", "times"], env={**os.environ, "LD_LIBRARY_PATH": loader_folder(), "FAULTY_OPENCL_MEMORY": most,
                                                                  "FAULTY_OPENCL_ALLOCATION": allocation})
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                found = json.loads(done.stdout)
                self.assertEqual((found["memory"], found["allocation"]), (2**47, believed))


loader_folder = functools.cache(loader)


if __name__ == "__main__":
    support.main()
