#!/usr/bin/env python3
"""`plugingen build` and `plugingen test`: what they ask CMake, CTest and Python for, and what they make of the answers.
Programs of the test's own stand for all three. usage: build_test.py PLUGINGEN"""

import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import time
import unittest

import running
from running import BROKEN_SPEC, SPEC, CommandTest

CMAKE = """#!/bin/sh
printf '%s\\n' "cmake $*" >>"$CALLS"
case "$1" in
  -S)
    if [ -n "$CONFIGURE_FAILS" ]; then echo "CMake Error: no compiler"; exit 1; fi
    { echo "CMAKE_PROJECT_NAME:STATIC=nova_npu"; for word; do
        case "$word" in -DPython3_EXECUTABLE=*) echo "Python3_EXECUTABLE:UNINITIALIZED=${word#*=}" ;; esac; done; } >"$4/CMakeCache.txt"
    [ -n "$OTHER_TARGETS" ] || mkdir -p "$4/CMakeFiles/nova_npu.dir"
    : >"$4/build.ninja" ;;
  --build)
    echo "[1/2] Building a.cc"
    if [ -n "$BUILD_FAILS" ]; then echo "a.cc:1: error: of its own"; exit 1; fi
    [ -e "$2/libnova_npu.so" ] || : >"$2/libnova_npu.so"
    echo "[2/2] Linking" ;;
esac
"""
CTEST = """#!/bin/sh
printf '%s\\n' "ctest $*" >>"$CALLS"
junit=
for word; do
  case "$word" in -N) echo "Total Tests: 3"; exit "${LISTS:-0}" ;; esac
  [ "$before" = --output-junit ] && junit=$word
  before=$word
done
case "$TESTS" in
  none) echo "No tests were found!!!"; [ -n "$OLD" ] || echo '<testsuite tests="0"/>' >"$junit"; exit 8 ;;
  good) result=run status=0 output= ;;
  skips) result=run status=0 output='memory_test.cc:131: Skipped
there is one device only
[  SKIPPED ] MemoryTest.TwoDevices (0 ms)
[  SKIPPED ] 1 test, listed below:
test_gelu (__main__.Ops.test_gelu) ... skipped &apos;AcmeGelu is not implemented on NOVA_NPU&apos;
test_gelu (__main__.Gradients.test_gelu) ... skipped &apos;AcmeGelu is not implemented on NOVA_NPU&apos;
test_swish (__main__.Ops.test_swish) ... skipped &quot;it&apos;s no float&quot;
test_all (__main__.Ops.test_all) ... ok' ;;
  bad) result=fail status=8 output='Relu: 1 is not 2 &lt;&amp;amp;&gt;
2/3 Test #2: other ......   Passed   9.99 sec' ;;
esac
[ -n "$OLD" ] || cat >"$junit" <<END
<testsuite name="x">
	<testcase name="runtime" classname="runtime" time="0.51234" status="run">
		<system-out></system-out>
	</testcase>
	<testcase name="all &quot;kernels&quot;" classname="kernels" time="12.5" status="$result">
		<failure message=""/>
		<system-out>$output</system-out>
	</testcase>
	<testcase name="smoke" classname="smoke" time="0.02" status="notrun">
		<skipped message="SKIP_RETURN_CODE=77"/>
		<system-out></system-out>
	</testcase>
	<testcase name="off" classname="off" time="0" status="disabled">
		<system-out>Disabled</system-out>
	</testcase>
</testsuite>
END
echo "Test project /somewhere"
[ $status = 0 ] || printf 'The following tests FAILED:\\n\\t  2 - all "kernels" (Timeout)\\n'
exit $status
"""
PYTHON = """#!/bin/sh
[ "$1" != --version ] || { echo Python 3.11.2; exit; }
[ -z "$NO_TENSORFLOW" ] || { echo "no module named 'tensorflow'" >&2; exit 1; }
echo /site-packages/tensorflow
echo 2.17.1
"""


class BuildTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.programs = self.folder / "bin"
        self.programs.mkdir()
        for name, text in [("cmake", CMAKE), ("ctest", CTEST), ("ninja", ""), ("python3", PYTHON)]:
            self.program(self.programs / name, text)
        for name in ("cat", "mkdir"):
            (self.programs / name).symlink_to(shutil.which(name))
        self.calls = self.folder / "calls.txt"
        self.variables = {"PATH": str(self.programs), "CALLS": str(self.calls), "VIRTUAL_ENV": "", "TESTS": "good"}
        self.new("-q")

    def program(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def said(self, status, *arguments, cwd=None, **variables):
        """Runs it; gives the output, and what was called, without the place of plugingen that CMake gets for the conformance suite."""
        self.calls.write_text("")
        done = running.run(*arguments, cwd=cwd or self.folder, env={**self.variables, **variables})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        calls = self.calls.read_text()
        self.passes_itself = f" -DPLUGGABLE_PLUGINGEN={running.PLUGINGEN}" in calls
        return done, calls.replace(f" -DPLUGGABLE_PLUGINGEN={running.PLUGINGEN}", "").splitlines()

    def test_configures_once_and_builds_every_time(self):
        done, calls = self.said(0, "build", "project", "--jobs", "3")
        self.assertEqual(calls, [f"cmake -S project -B project/build -DPython3_EXECUTABLE={self.programs}/python3 -G Ninja",
                                 "cmake --build project/build --parallel 3 --target nova_npu"])
        self.assertTrue(self.passes_itself)
        self.assertRegex(done.stdout, r"^project/build/libnova_npu.so: built in \d+ s against TensorFlow 2.17.1\n")
        self.assertIn(f"TF_PLUGGABLE_DEVICE_LIBRARY_PATH={self.project}/build/libnova_npu.so {self.programs}/python3 PROGRAM.py\n", done.stdout)
        self.assertEqual(done.stderr, "")
        self.assertNotIn("Linking", done.stdout)
        done, calls = self.said(0, "build", "project")
        self.assertEqual(len(calls), 1)
        self.assertIn("libnova_npu.so is up to date\n", done.stdout)
        self.assertEqual(self.said(0, "build", "project", "-q")[0].stdout, "")
        # Configured anew, which compiles nothing either.
        (self.project / "build/CMakeCache.txt").unlink()
        done, calls = self.said(0, "build", "project")
        self.assertEqual(len(calls), 2)
        self.assertIn("libnova_npu.so is up to date\n", done.stdout)

    def test_tests_are_compiled_to_be_run(self):
        calls = self.said(0, "test", "project", "--jobs", "3")[1]
        self.assertEqual(calls[1], "cmake --build project/build --parallel 3")

    def test_a_plugin_that_is_no_target_of_its_name(self):
        calls = self.said(0, "build", "project", "--jobs", "3", OTHER_TARGETS="1")[1]
        self.assertEqual(calls[1], "cmake --build project/build --parallel 3")

    def test_works_anywhere_in_the_project(self):
        done, calls = self.said(0, "build", cwd=self.project / "src/driver")
        self.assertEqual(calls[1].split()[:3], ["cmake", "--build", "../../build"])
        self.assertEqual(done.stderr, f"plugingen: the project is {self.project}\n")
        self.assertEqual(self.said(0, "build", cwd=self.project)[0].stderr, "")
        self.assertIn("is not a project", self.said(64, "build")[0].stderr)

    def test_says_that_the_project_lags_behind_its_spec(self):
        spec = self.project / "nova_npu.yaml"
        for text, note in [(SPEC.replace("0.1.0", "0.2.0"), "lags behind its spec; 'plugingen regenerate'"),
                           (BROKEN_SPEC, "the spec has errors, which 'plugingen validate' shows")]:
            spec.write_text(text)
            done, _ = self.said(0, "build", "project")
            self.assertIn(note, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
            self.assertEqual(self.said(0, "build", "project", "-q")[0].stderr, "")

    def test_records_alone_are_no_reason_to_regenerate(self):
        self.expect(0, "eject", "Relu", "--project", self.project)
        (self.project / "src/kernels/relu.cc").unlink()
        self.assertEqual(running.run("regenerate", self.project, "--check").returncode, 3)
        self.assertEqual(self.said(0, "build", "project")[0].stderr, "")

    def test_an_environment_beside_the_project(self):
        beside = self.program(self.folder / ".venv/bin/python", PYTHON)
        _, calls = self.said(0, "build", "project")
        self.assertIn(f" -DPython3_EXECUTABLE={beside} ", calls[0])
        inside = self.program(self.project / "venv/bin/python", PYTHON)
        shutil.rmtree(self.project / "build")
        _, calls = self.said(0, "build", cwd=self.project)
        self.assertIn(f" -DPython3_EXECUTABLE={inside} ", calls[0])

    def test_a_python_that_is_gone_is_replaced(self):
        gone = self.program(self.folder / "env/bin/python", PYTHON)
        self.said(0, "build", "project", "--python", gone)
        self.assertEqual(len(self.said(0, "build", "project")[1]), 1)
        gone.unlink()
        done, calls = self.said(0, "build", "project")
        self.assertEqual(done.stderr, f"plugingen: {gone}, the Python of this build, no longer exists; using {self.programs}/python3\n")
        self.assertIn(f" -DPython3_EXECUTABLE={self.programs}/python3", calls[0])
        self.assertEqual(len(self.said(0, "build", "project")[1]), 1)
        self.assertEqual(self.said(0, "build", "project", "-q")[0].stderr, "")

    def test_without_a_compiler_says_what_is_needed(self):
        for lack in ["CMAKE_CXX_COMPILER not set, after EnableLanguage", "No CMAKE_CXX_COMPILER could be found.",
                     'corresponding to "Ninja".  CMAKE_MAKE_PROGRAM is not set.']:
            self.program(self.programs / "cmake", f"#!/bin/sh\necho 'CMake Error: {lack}'\nexit 1\n")
            self.assertIn("  apt install cmake ninja-build g++ libgtest-dev\n", self.said(8, "build", "project")[0].stderr)
        self.program(self.programs / "cmake", "#!/bin/sh\necho 'CMake Error: other'\nexit 1\n")
        self.assertNotIn("apt install", self.said(8, "build", "project")[0].stderr)

    def test_a_log_is_told_that_it_takes_long(self):
        self.program(self.programs / "cmake", CMAKE.replace('echo "[2/2] Linking"', "sleep 5.5"))
        (self.programs / "sleep").symlink_to(shutil.which("sleep"))
        self.assertEqual(self.said(0, "build", "project")[0].stderr, "plugingen: building [1/2], for 5 s so far\n")
        self.assertEqual(self.said(0, "build", "project", "-q")[0].stderr, "")

    def test_chooses_the_python(self):
        def configured(*arguments, **variables):
            shutil.rmtree(self.project / "build", ignore_errors=True)
            return self.said(0, "build", "project", *arguments, **variables)[1][0].split()[5]

        in_project = self.program(self.project / "venv/bin/python", PYTHON)
        self.assertEqual(configured(), f"-DPython3_EXECUTABLE={in_project}")
        active = self.program(self.folder / "env/bin/python", PYTHON)
        self.assertEqual(configured(VIRTUAL_ENV=str(active.parents[1])), f"-DPython3_EXECUTABLE={active}")
        for name in ["bin/python3", "python3"]:  # from here, and on PATH
            self.assertEqual(configured("--python", name), f"-DPython3_EXECUTABLE={self.programs}/python3")
        self.assertEqual(self.said(0, "build", "project", "--python", active)[1][0].split()[5], f"-DPython3_EXECUTABLE={active}")
        self.assertEqual(configured("--", "-DPython3_EXECUTABLE=/mine", "-GNinja"), "-DPython3_EXECUTABLE=/mine")

    def test_without_tensorflow_says_how_to_get_it(self):
        done, calls = self.said(64, "build", "project", NO_TENSORFLOW="1")
        self.assertEqual(calls, [])
        self.assertIn(f"no Python with TensorFlow was found: none in {self.programs}/python3\n", done.stderr)
        self.assertRegex(done.stderr, r"pip install 'tensorflow>=2.12,<2.\d+'\n")
        self.assertIn("plugingen build --python venv/bin/python\n", done.stderr)
        self.assertIn("'python3' has no TensorFlow", self.said(64, "build", "project", "--python", "python3", NO_TENSORFLOW="1")[0].stderr)
        text = self.folder / "text"
        text.write_text("")
        for given, mistake in {"pyton": "there is no program 'pyton'", "no/python": "there is no program 'no/python'",
                               text: f"'{text}' is not executable", self.folder: f"'{self.folder}' is a folder",
                               self.program(self.folder / "lister", "#!/bin/sh\necho 'lister 1.0'\n"): "lister' is not a Python"}.items():
            done, _ = self.said(64, "build", "project", "--python", given)
            self.assertIn(mistake, done.stderr)
            self.assertIn("--python takes a Python that has TensorFlow", done.stderr)
        self.assertFalse((self.project / "build").exists())

    def test_without_cmake_says_what_is_needed(self):
        (self.programs / "cmake").unlink()
        done, _ = self.said(64, "build", "project")
        self.assertIn("cannot run 'cmake'", done.stderr)
        self.assertIn("apt install cmake", done.stderr)

    def test_words_behind_two_dashes_go_on(self):
        self.said(0, "build", "project")
        _, calls = self.said(0, "build", "project", "--", "-DNOVA_NPU_WERROR=ON", "--log-level=DEBUG")
        self.assertEqual(calls[0], "cmake -S project -B project/build -DNOVA_NPU_WERROR=ON --log-level=DEBUG")
        _, calls = self.said(0, "test", "project", "--", "-R", "run")
        self.assertEqual(calls[-1], "ctest --test-dir project/build --output-on-failure --no-tests=error "
                                    f"--output-junit {self.project}/build/plugingen_test.xml --test-output-size-passed 1000000 -R run")
        self.said(64, "status", "project", "--", "-R")

    def test_a_build_stays_where_it_was_made(self):
        self.said(0, "build", "project")
        cache = self.project / "build/CMakeCache.txt"
        with open(cache, "a", encoding="utf-8") as file:  # as CMake does
            file.write(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.project}\nCMAKE_CACHEFILE_DIR:INTERNAL={self.project}/build\n")
        (self.folder / "link").symlink_to(self.project)
        for same in ["project", "link"]:
            self.said(0, "build", same)
        shutil.copytree(self.project, self.folder / "copy")
        for command in ["build", "test"]:
            done, calls = self.said(8, command, "copy")
            self.assertEqual((calls, done.stdout), ([], ""))
            self.assertIn(f"error: copy/build belongs to {self.project}, not to {self.folder}/copy\n", done.stderr)
            self.assertIn("\n  rm -r copy/build\n", done.stderr)
        shutil.rmtree(self.folder / "copy/build")
        self.said(0, "build", "copy")

    def test_the_choice_of_python_stays_when_configuring_fails(self):
        chosen = self.program(self.folder / "env/bin/python", PYTHON)
        fails = CMAKE.replace(': >"$4/build.ninja"', "exit 1")
        self.program(self.programs / "cmake", fails)
        self.said(8, "build", "project", "--python", chosen)
        self.program(self.programs / "cmake", CMAKE)
        _, calls = self.said(0, "build", "project")
        self.assertNotIn("Python3_EXECUTABLE", calls[0])
        shutil.rmtree(self.project / "build")
        _, calls = self.said(0, "build", "project", "--", "-D", "Python3_EXECUTABLE=/mine")
        self.assertEqual(calls[0], "cmake -S project -B project/build -G Ninja -D Python3_EXECUTABLE=/mine")

    def test_a_folder_for_temporary_files_that_is_not_there(self):
        done, calls = self.said(73, "build", "project", "--python", "python3", TMPDIR="/nonexistent")
        self.assertEqual(calls, [])
        self.assertIn("error: there is no folder '/nonexistent', which TMPDIR names for temporary files\n", done.stderr)

    def test_a_number_of_jobs_is_whole(self):
        for number in ["x", "0", "-1", "1.5", "1e9", "", "99999999999999999999"]:
            done, _ = self.said(64, "build", "project", f"--jobs={number}" if number else "-j0")
            self.assertIn("--jobs must be a whole number from 1 to 9999, not", done.stderr)
        self.assertIn("an argument after '--' is empty\n", self.said(64, "build", "project", "--", "")[0].stderr)

    def test_what_fails_is_shown_and_8(self):
        done, calls = self.said(8, "build", "project", CONFIGURE_FAILS="1")
        self.assertIn("CMake Error: no compiler\nplugingen: error: the project cannot be configured\n", done.stderr)
        self.assertIn("project/build/plugingen_configure.log", done.stderr)
        self.assertEqual(len(calls), 1)
        done, calls = self.said(8, "test", "project", BUILD_FAILS="1")
        self.assertEqual(len(calls), 2, "no test of what was not built")
        self.assertTrue(done.stderr.startswith("a.cc:1: error: of its own\nplugingen: error: the build failed\n"), done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn("[1/2] Building a.cc", (self.project / "build/plugingen_build.log").read_text())
        self.assertIn("[1/2] Building a.cc", self.said(8, "build", "project", "--verbose", BUILD_FAILS="1")[0].stdout)

    def test_shows_a_table_of_tests(self):
        done, _ = self.said(0, "test", "project")
        self.assertEqual(done.stdout, '  runtime        passed    0.51 s\n  all "kernels"  passed    12.50 s\n  smoke          skipped   0.02 s\n'
                                      '  off            disabled  0.00 s\n2 passed, 2 skipped\n')
        done, _ = self.said(8, "test", "project", TESTS="bad")
        self.assertIn('  all "kernels"  TIMEOUT   12.50 s\n', done.stdout)
        self.assertIn("1 passed, 1 failed, 2 skipped\n", done.stdout)
        self.assertNotIn("other", done.stdout, "what a test prints is no result")
        self.assertIn('all "kernels":\nRelu: 1 is not 2 <&amp;>\n2/3 Test #2: other', done.stderr)
        self.assertIn("project/build/plugingen_test.log", done.stderr)
        self.assertEqual(self.said(0, "test", "project", "-q")[0].stdout, "")
        self.assertTrue(self.said(0, "test", "project", "--verbose")[0].stdout.endswith("Linking\nTest project /somewhere\n"))

    def test_says_what_tests_that_passed_left_out(self):
        done, calls = self.said(0, "test", "project", TESTS="skips")
        self.assertTrue(done.stdout.endswith("""2 passed, 2 skipped
cases were skipped in tests that passed:
  all "kernels": there is one device only
  all "kernels": AcmeGelu is not implemented on NOVA_NPU
  all "kernels": it's no float
"""), done.stdout)
        self.assertIn("--test-output-size-passed", calls[-1], "CTest keeps a kilobyte of them otherwise")
        tested = json.loads(self.said(0, "test", "project", "--json", TESTS="skips")[0].stdout)
        self.assertEqual([len(test["skips"]) for test in tested["tests"]], [0, 3, 0, 0])

    def test_for_programs(self):
        built = json.loads(self.said(0, "build", "project", "--json")[0].stdout)
        self.assertEqual(built, {"folder": str(self.project), "build": f"{self.project}/build", "library": f"{self.project}/build/libnova_npu.so",
                                 "python": f"{self.programs}/python3", "up_to_date": False, "tensorflow": "2.17.1"})
        done, _ = self.said(0, "build", "--json", cwd=self.project / "src/driver")
        self.assertEqual((json.loads(done.stdout)["folder"], json.loads(done.stdout)["up_to_date"], done.stderr), (str(self.project), True, ""))
        tested = json.loads(self.said(0, "test", "project", "--json")[0].stdout)
        self.assertEqual([tested[key] for key in ("passed", "failed", "skipped")], [2, 0, 2])
        self.assertEqual(tested["tests"][0], {"name": "runtime", "result": "passed", "seconds": 0.51, "output": "", "skips": []})
        done, _ = self.said(8, "test", "project", "--json", TESTS="bad")
        failed = json.loads(done.stdout)["tests"][1]
        self.assertEqual((failed["name"], failed["result"]), ('all "kernels"', "timeout"))
        self.assertIn("1 is not 2", failed["output"])
        self.assertIn("the tests failed", done.stderr)
        for status, said, words, variables in [
                (8, "no tests were run", ["test", "project", "--json"], {"TESTS": "none"}), (8, "CTest 3.21", ["test", "project", "--json"], {"OLD": "1"}),
                (8, "the build failed", ["test", "project", "--json", "--"], {"BUILD_FAILS": "1"}), (64, "these arguments run none", ["test", "project", "--json", "--", "-N"], {}),
                (64, "--verbose", ["build", "project", "--json", "--verbose"], {})]:
            self.assertIn(said, json.loads(self.said(status, *words, **variables)[0].stdout)["error"]["message"])

    def test_no_tests_are_a_failure(self):
        self.assertIn("apt install libgtest-dev", self.said(8, "test", "project", TESTS="none")[0].stderr)
        for flags in [(), ("--verbose",), ("-q",)]:
            done, _ = self.said(8, "test", "project", *flags, "--", "-R", "zzz", TESTS="none")
            self.assertIn("error: no tests were run\nNo test matches the arguments for CTest.\n", done.stderr)

    def test_questions_go_to_ctest(self):
        done, calls = self.said(0, "test", "project", "--", "-N")
        self.assertEqual((calls[-1], done.stdout), ("ctest --test-dir project/build -N", "Total Tests: 3\n"))
        self.said(8, "test", "project", "--", "-N", LISTS="1")

    def test_an_old_ctest_writes_no_results(self):
        self.said(0, "test", "project")
        self.assertIn("Test project", self.said(0, "test", "project", OLD="1")[0].stderr, "not the results of the last run")
        self.assertIn("the tests failed", self.said(8, "test", "project", TESTS="bad", OLD="1")[0].stderr)

    def test_two_builds_take_turns(self):
        self.said(0, "build", "project")
        holder = subprocess.Popen(["flock", self.project / "build", "cat"], stdin=subprocess.PIPE)
        while not subprocess.run(["flock", "-n", self.project / "build", "true"], check=False).returncode:
            pass
        with subprocess.Popen([running.PLUGINGEN, "build", "project"], cwd=self.folder, env={**os.environ, **self.variables}, text=True,
                              stderr=subprocess.PIPE) as build:
            self.assertIn("waiting for another build in project/build to end", build.stderr.readline())
            holder.communicate()  # ends it
            build.communicate()
            self.assertEqual(build.returncode, 0)

    def test_children_whose_ends_the_parent_ignores(self):
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # which programs inherit
        try:
            with subprocess.Popen([running.PLUGINGEN, "build", "project", "-q"], cwd=self.folder, env={**os.environ, **self.variables},
                                  stderr=subprocess.PIPE, text=True) as build:
                self.assertEqual(build.stderr.read(), "")
        finally:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)

    def test_what_ends_it_ends_all_that_it_has_started(self):
        self.said(0, "build", "project")
        for number in [signal.SIGTERM, signal.SIGHUP]:
            pids = self.folder / "pids"
            pids.unlink(missing_ok=True)
            # As CMake does, it runs the one that works and does not tell it.
            self.program(self.programs / "cmake", f'#!/bin/sh\n{shutil.which("sleep")} 60 &\necho $$ $! >"{pids}"\nwait\n')
            with subprocess.Popen([running.PLUGINGEN, "build", "project"], cwd=self.folder, env={**os.environ, **self.variables}) as build:
                while not pids.exists() or len(pids.read_text().split()) < 2:
                    time.sleep(0.01)
                build.send_signal(number)
                self.assertEqual(build.wait(20), -number)
            for pid in pids.read_text().split():
                self.assertTrue(self.ends(pid), (number, pid))

    def ends(self, pid):
        """Whether it ends soon: a zombie has, if nobody has taken notice."""
        for _ in range(200):
            try:
                if pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
            except OSError:
                return True
            time.sleep(0.01)
        return False

    def test_a_terminal_is_told_how_far_it_is(self):
        slow = CMAKE.replace('echo "[2/2] Linking"', 'sleep 0.3; echo "[2/2] Linking"')
        self.program(self.programs / "cmake", slow)
        (self.programs / "sleep").symlink_to(shutil.which("sleep"))
        ours, theirs = pty.openpty()
        subprocess.run([running.PLUGINGEN, "build", "project"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs,
                       env={**os.environ, **self.variables, "TERM": "xterm"}, check=True, timeout=60)
        os.close(theirs)
        text = os.read(ours, 4096).decode()
        os.close(ours)
        self.assertIn("[1/2] building ...", text)
        self.assertTrue(text.endswith("\r\x1b[K"), repr(text))


class RealBuildTest(CommandTest):
    def python(self, name):
        """A Python that finds a TensorFlow in a folder of its own."""
        package = self.folder / f"site-of-{name}/tensorflow"  # found, never looked into
        (package / "include").mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "libtensorflow_framework.so.2").write_text("")
        python = self.folder / name
        python.write_text(f'#!/bin/sh\nexport PYTHONPATH="{package.parent}"\nexec python3 "$@"\n')
        python.chmod(0o755)
        return python

    def test_cmake_takes_what_it_is_told(self):
        """CMake configures a project of ours; a compiler is more than a test of the command line needs."""
        cmake = shutil.which("cmake")
        python, other = self.python("python"), self.python("other")
        fake = self.folder / "bin/cmake"
        fake.parent.mkdir()
        fake.write_text(f'#!/bin/sh\nif [ "$1" = --build ]; then : >"$2/libnova_npu.so"; else exec "{cmake}" "$@"; fi\n')
        fake.chmod(0o755)
        self.new("-q")
        path = {"PATH": f"{fake.parent}:{os.environ['PATH']}"}
        cache = self.project / "build/CMakeCache.txt"
        done = self.expect(0, "build", self.project, "--python", python, "--", "-DNOVA_NPU_BUILD_TESTS=OFF", env=path)
        self.assertIn(f"{self.project}/build/libnova_npu.so: built in", done.stdout)
        self.assertIn(f" {python} PROGRAM.py\n", done.stdout)
        self.assertIn(f"\nCMAKE_INSTALL_PREFIX:PATH={self.folder}/site-of-python\n", cache.read_text())
        self.expect(0, "build", self.project, "--python", other, env=path)
        self.assertIn(f"\nCMAKE_INSTALL_PREFIX:PATH={self.folder}/site-of-other\n", cache.read_text(), "goes with the Python")
        self.expect(0, "build", self.project, "--", f"-DCMAKE_INSTALL_PREFIX={self.folder}/mine", env=path)
        self.expect(0, "build", self.project, "--python", python, env=path)
        self.assertIn(f"\nCMAKE_INSTALL_PREFIX:PATH={self.folder}/mine\n", cache.read_text(), "unless it was chosen")
        shutil.move(self.project, self.folder / "moved")
        self.assertIn(f"moved/build belongs to {self.project}, not to", self.expect(8, "build", "moved").stderr)


if __name__ == "__main__":
    running.main()
