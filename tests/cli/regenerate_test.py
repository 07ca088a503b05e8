#!/usr/bin/env python3
"""What `plugingen regenerate`, `status`, `eject` and `undo` leave on disk and say. usage: regenerate_test.py PLUGINGEN"""

import fcntl
import json
import os
import random
import re
import shlex
import shutil
import signal
import stat
import subprocess
import time
import unittest

import running
from running import KERNEL, KNOWN, SPEC, CommandTest, file_size_limit, run, snapshot, texts, texts_made

GENERATED = "python/nova_npu/__init__.py"  # knows the plugin's version
# Ops that the library has no kernels of.
STUBS = ("AdjustContrastv2", "AdjustHue", "AdjustSaturation", "ApplyAdaMax", "ApplyAdadelta", "ApplyAdagrad", "ApplyAdagradDA",
         "ApplyAdagradV2", "ApplyAdam", "ApplyAddSign", "ApplyCenteredRMSProp", "ApplyFtrl", "ApplyFtrlV2", "ApplyGradientDescent",
         "ApplyMomentum", "ApplyPowerSign", "ApplyProximalAdagrad", "ApplyRMSProp", "Cholesky", "Svd", "Qr")


class ProjectTest(CommandTest):
    """A test with a project of SPEC, whose templates can be changed."""

    def setUp(self):
        super().setUp()
        self.new("-q")
        self.own_spec = self.project / "nova_npu.yaml"
        self.templates = None

    def regenerate(self, *arguments, status=0, **options):
        if self.templates:
            arguments += ("--template-dir", self.templates)
        return self.expect(status, "regenerate", self.project, *arguments, **options)

    def path(self, name):
        return self.project / name

    def text(self, name):
        return self.path(name).read_text()

    def edit(self, name, old, new):
        text = self.text(name)
        self.assertIn(old, text)
        self.path(name).write_text(text.replace(old, new, 1))

    def append(self, name, text="\n// mine\n"):
        with open(self.path(name), "a") as file:
            file.write(text)

    def change_template(self, name, old, new):
        if not self.templates:
            self.templates = self.folder / "templates"
            shutil.copytree(running.ROOT / "templates", self.templates)
        path = self.templates / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1))

    def set_version(self, version="0.2.0"):
        self.own_spec.write_text(SPEC.replace("0.1.0", version))

    def lock(self):
        return json.loads(self.text(".plugingen/lock.json"))


class RegenerateTest(ProjectTest):
    def test_nothing_to_do_writes_nothing(self):
        before = snapshot(self.project)
        self.assertIn("up to date", self.regenerate().stdout)
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.assertEqual(snapshot(self.project), before)

    def test_is_as_a_fresh_project_where_nothing_was_edited(self):
        self.own_spec.write_text(SPEC.replace("Cross", "Roll").replace("0.1.0", "0.2.0"))
        self.regenerate()
        self.expect(0, "new", self.own_spec, "-o", "fresh")
        self.assertEqual(texts_made(self.project), texts_made(self.folder / "fresh"))

    def test_works_in_the_current_folder_and_says_where_the_project_is(self):
        self.assertEqual(run("regenerate", cwd=self.project).returncode, 0)
        self.assertIn(f"Did you mean the project '{self.project}'", self.expect(64, "regenerate", "project/src").stderr)
        done = self.expect(64, "regenerate", "nowhere")
        self.assertIn("there is no folder 'nowhere'", done.stderr)
        self.assertIn("is not a project", self.expect(64, "regenerate", self.folder).stderr)

    def test_merges_edits_with_a_changed_template(self):
        self.append(KERNEL)
        self.append("CMakeLists.txt", "# mine\n")
        self.change_template("CMakeLists.txt", "cmake_minimum_required", "# new\ncmake_minimum_required")
        done = self.regenerate()
        self.assertIn("1 merged", done.stdout)
        self.assertIn("merged CMakeLists.txt with your edits", done.stdout)
        self.assertRegex(self.text("CMakeLists.txt"), r"(?s)# new\ncmake.*# mine\n$")
        self.assertTrue(self.text(KERNEL).endswith("// mine\n"))
        self.assertIn("up to date", self.regenerate().stdout)

    def test_what_the_spec_says_of_the_device_changes_no_file_of_the_driver(self):
        device = "device: {type: NOVA_NPU"
        more = ", numa_node: 1, memory_bandwidth: 7, gflops: 5, hardware: {name: N100, vendor: V, pci_bus_id: '0000:3b:00.0'}, memory: {alignment: 512, capacity: 1GiB"
        for before, after in [("", more + "}"), (", count: 1, streams: synchronous", more + ", host_visible: false}, count: 2, streams: asynchronous"),
                              (", backend: custom", ", backend: custom" + more + "}")]:
            with self.subTest(device=after):
                self.own_spec.write_text(SPEC.replace(device, device + before))
                self.regenerate()
                drivers = {path: path.read_bytes() for path in self.path("src/driver").iterdir()}
                self.own_spec.write_text(SPEC.replace(device, device + after))
                self.regenerate()
                self.assertEqual({path: path.read_bytes() for path in self.path("src/driver").iterdir()}, drivers)
                self.assertIn("kAlignment = 512;", self.text("src/generated/driver/device_settings.h"))

    def test_conflicts_are_4_until_they_are_resolved(self):
        self.edit("CMakeLists.txt", "cmake_minimum_required(VERSION 3.21)", "cmake_minimum_required(VERSION 3.28)")
        self.change_template("CMakeLists.txt", "VERSION 3.21", "VERSION 3.22")
        done = self.regenerate(status=4)
        self.assertIn("'CMakeLists.txt': 1 conflict", done.stderr)
        for marker in ["<<<<<<< your edits", "||||||| generated before", ">>>>>>> generated now"]:
            self.assertIn(marker, self.text("CMakeLists.txt"))
        before = snapshot(self.project)
        for arguments in [(), ("--check",), ("--dry-run",)]:
            self.regenerate(*arguments, status=4)
        self.assertIn("not resolved", self.regenerate(status=4).stderr)
        self.assertIn("conflict markers are left", self.expect(0, "status", self.project).stdout)
        self.assertEqual(snapshot(self.project), before)
        resolved = re.sub(r"<<<<<<<.*?>>>>>>>[^\n]*\n", "cmake_minimum_required(VERSION 3.29)\n",
                          self.text("CMakeLists.txt"), flags=re.DOTALL)
        self.path("CMakeLists.txt").write_text(resolved)
        self.regenerate()
        self.assertEqual(self.text("CMakeLists.txt"), resolved)

    def test_an_edited_generated_file_is_5_with_ways_out(self):
        self.append(GENERATED, "# mine\n")
        self.set_version()
        before = snapshot(self.project)
        done = self.regenerate(status=5)
        for word in [GENERATED, "--diff", "--discard FILE", "plugingen eject FILE"]:
            self.assertIn(word, done.stderr)
        self.regenerate("--check", status=5)
        self.assertEqual(snapshot(self.project), before)
        self.assertIn("-# mine", self.regenerate("--diff", status=5).stdout)
        self.regenerate("--discard", "./" + GENERATED)
        self.assertNotIn("mine", self.text(GENERATED))

    def test_discard_and_restore_want_names_that_exist(self):
        self.assertIn("did you mean 'src/kernels/cross.cc'",
                      self.regenerate("--discard", "src/kernels/cross.c", status=64).stderr)
        self.assertIn("is not a file", self.regenerate("--restore", "nothing/here", status=64).stderr)
        self.regenerate("--discard", "src/", "--discard", ".")
        own = self.text("tests/README.md") + "mine\n"
        self.path("tests/README.md").write_text(own)
        self.path("CMakePresets.json").unlink()
        for path, advice in [("tests/README.md", "it is yours\nDelete it, and"), ("CMakePresets.json", "--restore writes it"),
                             (self.own_spec.name, "it is the spec")]:
            done = self.regenerate("--discard", path, status=64)
            self.assertIn(f"--discard does not apply to '{path}'", done.stderr)
            self.assertIn(advice, done.stderr)
        self.assertEqual(self.text("tests/README.md"), own)

    def test_deleted_scaffolds_come_back_when_asked(self):
        self.path(KERNEL).unlink()
        self.regenerate()
        self.assertFalse(self.path(KERNEL).exists())
        self.assertRegex(self.expect(0, "status", self.project).stdout, rf"deleted\s+{KERNEL}")
        self.regenerate("--restore", KERNEL)
        self.assertTrue(self.path(KERNEL).exists())

    def test_an_edited_kernel_that_is_no_longer_asked_for_is_set_aside(self):
        self.append(KERNEL)
        text = self.text(KERNEL)
        self.own_spec.write_text(SPEC.replace("Cross", "Roll"))
        done = self.regenerate()
        self.assertIn(f"{KERNEL} is {KERNEL}.removed now", done.stdout)
        self.assertEqual(self.text(KERNEL + ".removed"), text)
        self.assertFalse(self.path(KERNEL).exists())
        self.assertTrue(self.path("src/kernels/roll.cc").exists())
        self.assertIn("up to date", self.regenerate().stdout)
        self.own_spec.write_text(SPEC)
        self.assertIn(f"{KERNEL}: it is new; your edits of an earlier one are in {KERNEL}.removed",
                      self.regenerate().stdout)

    def test_says_that_a_file_of_the_users_may_lack_something(self):
        spec = SPEC.replace("{op: Relu, types: {T: [float, half]}}",
                            "{op: Relu, types: {T: float}, implementation: {file: my_relu.cc}}")
        self.own_spec.write_text(spec)
        self.regenerate()
        self.append("src/kernels/my_relu.cc")
        self.assertIn("up to date", self.regenerate().stdout)
        self.own_spec.write_text(spec.replace("T: float}", "T: [float, half]}"))
        self.assertIn("my_relu.cc: it is yours; plugingen's own text has changed",
                      self.regenerate().stdout)

    def test_check_lists_what_is_missing_extra_and_changed(self):
        self.own_spec.write_text(SPEC.replace("Cross", "Roll").replace("0.1.0", "0.2.0"))
        self.path(GENERATED).unlink()
        before = snapshot(self.project)
        done = self.regenerate("--check", status=3)
        for line in [rf"missing\s+{GENERATED}", r"missing\s+src/kernels/roll.cc", rf"extra\s+{KERNEL}",
                     r"changed\s+pyproject.toml"]:
            self.assertRegex(done.stdout, line)
        self.assertEqual(snapshot(self.project), before)

    def test_previews_agree_and_write_nothing(self):
        self.append("CMakeLists.txt", "# mine\n")
        self.append(KERNEL)
        self.change_template("CMakeLists.txt", "cmake_minimum_required", "# new\ncmake_minimum_required")
        self.own_spec.write_text(SPEC.replace("Cross", "Roll"))
        before = snapshot(self.project)
        plan = json.loads(self.regenerate("--json").stdout)
        diff = self.regenerate("--diff").stdout
        self.assertIn("\x1b[32m+", self.regenerate("--diff", "--color", "always").stdout)
        self.assertIn("merge  CMakeLists.txt\n", self.regenerate("--dry-run").stdout)
        self.assertRegex(self.regenerate("--explain").stdout, r"merge \(scaffold\): you edited it.*\n(    .*\n)*  CMakeLists.txt\n")
        self.assertEqual(snapshot(self.project), before)
        self.assertEqual(plan["summary"]["merge"], 1)
        self.assertEqual(plan["summary"]["set aside"], 1)
        shutil.copytree(self.project, self.folder / "patched")
        subprocess.run(["git", "apply", "-p1", "-"], input=diff, text=True, cwd=self.folder / "patched", check=True)
        self.regenerate()
        for path, text in texts(self.project).items():
            if not path.startswith("."):
                self.assertEqual((self.folder / "patched" / path).read_bytes(), text, path)

    def test_mistakes_in_the_spec_write_nothing(self):
        self.own_spec.write_text(running.BROKEN_SPEC)
        before = snapshot(self.project)
        self.assertIn("nova_npu.yaml:2:", self.regenerate(status=2).stderr)
        self.assertEqual(json.loads(self.regenerate("--json", status=2).stdout)["diagnostics"][0]["line"], 2)
        self.own_spec.unlink()
        self.assertIn("no longer exists", self.regenerate(status=64).stderr)
        self.assertEqual({name: value for name, value in before.items() if name != "nova_npu.yaml"},
                         snapshot(self.project))

    def test_a_renamed_plugin_keeps_its_spec_and_edits(self):
        self.append(KERNEL)
        self.append("CMakeLists.txt", "# mine\n")
        self.own_spec.write_text(SPEC.replace("nova_npu", "new_name"))
        self.regenerate()
        self.assertTrue(self.path("python/new_name").exists())
        self.assertFalse(self.path("python/nova_npu").exists())
        self.assertFalse(self.path("new_name.yaml").exists())
        self.assertIn("project(new_name", self.text("CMakeLists.txt"))
        self.assertTrue(self.text("CMakeLists.txt").endswith("# mine\n"))
        self.assertTrue(self.text(KERNEL).endswith("// mine\n"))
        self.assertIn("up to date", self.regenerate().stdout)


class LibraryTest(ProjectTest):
    """A project has the files of the library that its plugin uses."""

    RELU = ("library/kernels/relu.cc", "library/testing/compute_test_elementwise.cc")

    def set_ops(self, *ops):
        kernels = "".join(f"  - {{op: {op}, types: float}}\n" for op in ops)
        self.own_spec.write_text(SPEC[:SPEC.index("kernels:")] + "kernels:\n" + kernels)

    def test_grows_and_shrinks_with_the_spec(self):
        self.set_ops("Relu")
        self.regenerate()
        small = snapshot(self.project / "library")
        self.set_ops("Relu", "Softmax")
        done = self.regenerate("--diff")
        self.assertIn("+++ b/library/compute/softmax.h\n", done.stdout)
        self.regenerate()
        for name in ("kernels/softmax.cc", "compute/softmax.h", "reference/softmax.cc", "testing/compute_test_softmax.cc"):
            self.assertTrue(self.path("library/" + name).exists(), name)
        self.assertIn("up to date", self.regenerate().stdout)
        self.set_ops("Relu")
        self.assertIn("extra       library/compute/softmax.h\n", self.regenerate("--check", status=3).stdout)
        done = self.regenerate()
        self.assertRegex(done.stderr, r"\d+ files leave library/, since the plugin does not use what is in them")
        self.assertEqual(snapshot(self.project / "library").keys(), small.keys())
        self.expect(0, "undo", self.project)
        self.assertTrue(self.path("library/compute/softmax.h").exists())

    def test_an_edited_file_that_leaves_is_set_aside(self):
        self.set_ops("Relu", "Softmax")
        self.regenerate()
        self.append("library/kernels/softmax.cc")
        self.set_ops("Relu")
        done = self.regenerate()
        self.assertIn("library/kernels/softmax.cc is library/kernels/softmax.cc.removed now: the plugin does not use it, but you edited it", done.stdout)
        self.assertTrue(self.text("library/kernels/softmax.cc.removed").endswith("// mine\n"))
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.set_ops("Relu", "Softmax")
        self.assertIn("your edits of an earlier one are in library/kernels/softmax.cc.removed", self.regenerate().stdout)

    def test_follows_the_owners_includes(self):
        self.assertFalse(self.path("library/compute/qr.h").exists())
        self.path("src/kernels/mine.cc").write_text('#include "compute/qr.h"\n')
        self.assertIn("missing     library/compute/qr.h\n", self.regenerate("--check", status=3).stdout)
        self.regenerate()
        self.assertIn("  library/compute/qr.cc\n", self.text("src/generated/library.cmake"))
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.path("src/kernels/mine.cc").unlink()
        self.regenerate()
        self.assertFalse(self.path("library/compute/qr.h").exists())

    def test_finds_strays(self):
        for name in ("library/compute/device/mine.inc", "src/generated/mine.cc", "tests/generated/mine.cc"):
            self.path(name).parent.mkdir(exist_ok=True)
            self.path(name).write_text("mine\n")
            done = self.regenerate("--check", status=3)
            self.assertIn(f"stray       {name}\n", done.stdout)
            self.assertNotIn("out of date", done.stdout)
            self.assertIn(f"{name}: plugingen did not write it", self.regenerate().stdout)
            self.path(name).unlink()
        self.assertEqual(self.regenerate("--check").stdout, "up to date\n")


class RangeTest(ProjectTest):
    def test_changes_one_scalar_of_the_spec(self):
        odd = SPEC.replace("device:", "tensorflow:  '>=2.12, <2.16'   # größe\ndevice:").replace("\n", "\r\n")
        self.own_spec.write_bytes(odd.encode())
        self.regenerate()
        self.regenerate("--tensorflow", ">=2.13, <2.20")
        self.assertEqual(self.own_spec.read_bytes().decode(), odd.replace(">=2.12, <2.16", ">=2.13, <2.20"))
        self.assertEqual(self.lock()["tensorflow"], ">=2.13, <2.20")
        self.assertIn("up to date", self.regenerate().stdout)

    def test_refuses_where_more_than_the_range_would_change(self):
        for text, reason in [
                (SPEC, "has other names (hard links)"),
                (SPEC.replace("vendor: Acme}", "vendor: &r '>=2.12, <2.16'}") + "tensorflow: &s '>=2.12, <2.16'\n", ""),
                (SPEC.replace("plugin:", "tensorflow: &s '>=2.12, <2.16'\nplugin:").replace("vendor: Acme}", "vendor: *s}"),
                 "would change in more than its range of TensorFlow")]:
            self.own_spec.write_text(text)
            if "links" in reason:
                os.link(self.own_spec, self.folder / "other.yaml")
            before = texts(self.project)
            done = self.regenerate("--tensorflow", ">=2.13, <2.18", status=5 if reason else 0)
            if reason:
                self.assertIn(reason, done.stderr)
                self.assertEqual(texts(self.project), before)
            (self.folder / "other.yaml").unlink(missing_ok=True)

    def test_a_spec_that_is_saved_during_the_run_stays(self):
        warned = ["Enter", "Exit", "ExpandDims", "Identity", "Merge", "NextIteration", "Rank", "Reshape", "Shape", "ShapeN", "Size",
                  "Squeeze", "StopGradient", "Switch"]
        self.own_spec.write_text(SPEC + running.stubs(*warned))
        output, end = os.pipe()
        fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 4096)
        command = [running.PLUGINGEN, "regenerate", self.project, "--tensorflow", ">=2.12, <2.17"]
        with open(output, "rb") as reader, subprocess.Popen(command, stderr=end) as process:
            os.close(end)
            # It has read the spec, waits for someone to read its warnings, and has seen nothing else.
            said = reader.read(1)
            saved = self.own_spec.read_text() + "# mine\n"
            self.own_spec.write_text(saved)
            said += reader.read()
        self.assertGreater(len(said), 4500, "the pipe has room for all warnings")
        self.assertIn("changed since it was read\nNothing was changed.\nRun the command again.\n", said.decode())
        self.assertEqual(process.returncode, 5)
        self.assertEqual(self.own_spec.read_text(), saved)

    def test_a_wrong_range_is_shown_in_the_spec_and_not_written(self):
        before = snapshot(self.project)
        done = self.regenerate("--tensorflow", "2.15", status=2)
        self.assertIn("nova_npu.yaml:2:", done.stderr)
        self.assertIn("shown with the range of --tensorflow", done.stderr)
        self.assertEqual(snapshot(self.project), before)

    def test_says_where_the_project_lags_behind(self):
        done = self.regenerate("--tensorflow", ">=2.12, <2.16")
        lines = [line for line in done.stdout.splitlines() if line.startswith("supports TensorFlow up to")]
        text = f"supports TensorFlow up to 2.15; this plugingen knows {KNOWN.newest}: plugingen "
        command = f"regenerate {self.project} --tensorflow '>=2.12, <{KNOWN.next}'"
        self.assertEqual(lines, [text + command])
        self.assertIn(text + command + "\n", self.expect(0, "status", self.project).stdout)
        self.assertEqual(self.regenerate("--quiet").stdout, "")
        self.assertNotIn("supports TensorFlow", self.expect(0, *shlex.split(command)).stdout)

    def test_a_project_without_symbol_versions_comes_to_releases_that_have_them_with_its_edits(self):
        """The range that all projects had before 2.22. Whatever its side of 2.22, a plugin is linked for all of its range."""
        self.regenerate("--tensorflow", ">=2.12, <2.22")
        build = self.project / "CMakeLists.txt"
        self.assertNotIn("tensorflow_stub", build.read_text(encoding="utf-8"))
        text = build.read_text(encoding="utf-8")
        line = "# The plugin itself."
        self.assertEqual(text.count(line), 1)
        build.write_text(text.replace(line, "target_compile_definitions(nova_npu_objects PRIVATE MINE=1)\n\n" + line) + "# the end is mine\n", encoding="utf-8")
        kernel = self.project / KERNEL
        kernel.write_text("// The kernel is mine.\n" + kernel.read_text(encoding="utf-8"), encoding="utf-8")
        told = self.regenerate().stdout
        command = re.search(r"this plugingen knows .*: plugingen (.*)", told)[1]
        self.expect(0, *shlex.split(command))
        merged = build.read_text(encoding="utf-8")
        for part in ("nova_npu_tensorflow_stub SHARED", "PRIVATE MINE=1", "# the end is mine"):
            self.assertIn(part, merged)
        self.assertTrue(kernel.read_text(encoding="utf-8").startswith("// The kernel is mine.\n"))
        self.assertIn(f"<{KNOWN.next}", (self.project / "pyproject.toml").read_text(encoding="utf-8"))

    def test_a_range_to_the_nightly_brings_what_it_needs_and_takes_it_away_again(self):
        newer_api = self.project / "src/generated/plugin/newer_api.h"
        self.regenerate("--tensorflow", ">=2.12, <2.22")  # 2.22 brought SP_StreamOptions
        self.assertFalse(newer_api.exists())
        self.regenerate("--tensorflow", f">=2.12, <{KNOWN.unknown}")
        self.assertIn("SP_StreamOptions", newer_api.read_text(encoding="utf-8"))
        status = self.expect(0, "status", self.project)
        self.assertEqual("W0203" in status.stderr, bool(KNOWN.nightly))
        self.assertNotIn("supports TensorFlow up to", status.stdout)
        self.regenerate("--tensorflow", ">=2.12, <2.22")
        self.assertFalse(newer_api.exists())


class EjectTest(ProjectTest):
    def test_an_ejected_file_is_the_users_for_good(self):
        done = self.expect(0, "eject", GENERATED, "--project", self.project)
        self.assertIn(f"{GENERATED} is yours", done.stdout)
        self.assertNotIn("DO NOT EDIT", self.text(GENERATED))
        self.append(GENERATED, "# mine\n")
        text = self.text(GENERATED)
        self.set_version()
        self.regenerate()
        self.assertEqual(self.text(GENERATED), text)
        self.assertRegex(self.expect(0, "status", self.project).stdout, rf"ejected\s+{GENERATED}.*changed since")
        self.path(GENERATED).unlink()
        self.regenerate()
        self.assertFalse(self.path(GENERATED).exists())

    def test_says_what_cannot_be_ejected(self):
        before = snapshot(self.project)
        for name, word in [(KERNEL, "merges its own changes"), ("nova_npu.yaml", "does not write it again")]:
            self.assertIn(word, self.expect(5, "eject", GENERATED, name, "--project", self.project).stderr)
        # A name of nothing is wrong usage, as for --discard, also beside a file that is refused.
        for name, word in [("python/nova_npu/__init__.p", "did you mean"), ("x", "is not a file"), ("Relux", "did you mean 'relu'?")]:
            for others in [(GENERATED,), ("nova_npu.yaml",)]:
                for names in [(name, *others), (*others, name)]:
                    self.assertIn(word, self.expect(64, "eject", *names, "--project", self.project).stderr)
        self.assertEqual(snapshot(self.project), before)
        self.expect(0, "eject", GENERATED, "--project", self.project)
        self.assertIn("already ejected", self.expect(5, "eject", GENERATED, "--project", self.project).stderr)


class TakenOverTest(ProjectTest):
    """Kernels of the library that become the user's."""

    OWN, LIBRARY = "src/kernels/relu.cc", "library/kernels/relu.cc"

    def test_what_the_plugin_does_not_use_can_be_taken_over(self):
        """What the copy includes comes along; a primitive is compiled then, and a kernel once the spec has its op."""
        before = snapshot(self.project)
        self.assertNotIn("library/compute/matrix_product.h", before)
        self.assertIn("src/kernels/conv2d.cc is yours. It takes the place of library/kernels/conv2d.cc once the spec has an op that needs it; ",
                      self.eject("Conv2D").stdout)
        self.assertTrue((self.project / "library/compute/convolution.h").exists())
        self.assertFalse((self.project / "library/kernels/conv2d.cc").exists())
        self.assertIn("is yours, and compiled in place of library/compute/matrix_product.cc", self.eject("matrix_product").stdout)
        self.assertIn("  library/compute/matrix_product.cc\n", (self.project / "src/generated/library.cmake").read_text())
        self.assertEqual(self.regenerate("--check").stdout, "up to date\n")
        self.assertIn("is yours, and compiled in place of library/compute/elementwise.cc", self.eject("elementwise").stdout)
        self.assertIn("does not use it", self.eject("library/profiler/recorder.cc", status=64).stderr)

    def eject(self, *names, status=0):
        return self.expect(status, "eject", *names, "--project", self.project)

    def status(self, *arguments):
        return self.expect(0, "status", self.project, *arguments).stdout

    def test_ejecting_makes_a_scaffold_that_the_build_takes(self):
        library = self.text(self.LIBRARY)
        before = texts(self.project)
        done = self.eject(self.LIBRARY)
        self.assertIn(f"{self.OWN} is yours, and compiled in place of {self.LIBRARY}", done.stdout)
        self.assertEqual(self.text(self.OWN), library.split("\n\n", 1)[1], "without the line that says whose it is")
        self.assertEqual(self.text(".plugingen/base/" + self.OWN), self.text(self.OWN))
        self.assertEqual(self.text(self.LIBRARY), library)
        self.assertEqual(self.lock()["files"][self.OWN]["ownership"], "scaffold")
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.assertIn(f"you have {self.OWN} already", self.eject(self.LIBRARY, status=5).stderr)
        self.assertIn(f"delete {self.OWN}\n", self.expect(0, "undo", self.project, "--dry-run").stdout)
        self.expect(0, "undo", self.project)
        self.assertEqual(texts(self.project), before)

    def test_status_lists_what_was_taken_over(self):
        """Edited or not: the build compiles it in place of the library's."""
        self.eject("Relu", "elementwise", "library/include/pluggable/span.h")
        self.append("src/compute/elementwise.cc")
        yours = self.status().partition("Yours:\n")[2].partition("\n\n")[0]
        self.assertEqual(re.findall(r"^  (\w+) +(\S+)", yours, re.M),
                         [("ejected", "library/include/pluggable/span.h"), ("edited", "src/compute/elementwise.cc"), ("ejected", self.OWN)])
        self.regenerate()
        self.assertRegex(self.status(), rf"ejected\s+{self.OWN}")

    def test_names_of_ops_and_primitives_are_enough(self):
        for name, path in [("Relu", self.OWN), ("elementwise", "src/compute/elementwise.cc")]:
            self.assertIn(f"{path} is yours, and compiled in place of", self.eject(name).stdout)
        self.assertIn("OnHost(stream, plan)", self.text("src/compute/elementwise.cc"))
        # It takes the place of the library's other half, too.
        self.assertIn("you have src/compute/elementwise.cc already", self.eject("library/compute/device/elementwise.cc", status=5).stderr)
        self.append("src/compute/elementwise.cc")
        self.set_version()
        self.regenerate()
        self.assertTrue(self.text("src/compute/elementwise.cc").endswith("// mine\n"))
        self.assertIn("is not a file", self.eject("elementwises", status=64).stderr)

    def test_edits_go_along_and_are_merged_with_what_is_new(self):
        library = self.text(self.LIBRARY)
        self.append(self.LIBRARY)
        self.assertIn(self.LIBRARY, self.regenerate(status=5).stderr)
        self.eject(self.LIBRARY)
        self.assertEqual(self.text(self.LIBRARY), library)
        self.assertTrue(self.text(self.OWN).endswith("// mine\n"))
        self.assertRegex(self.status(), rf"edited\s+{self.OWN}")
        self.set_version()
        self.regenerate()
        self.assertTrue(self.text(self.OWN).endswith("// mine\n"))

    def test_a_deleted_one_is_the_librarys_again(self):
        fresh = texts(self.project)
        self.eject(self.OWN)
        self.append(self.OWN)
        self.path(self.OWN).unlink()
        self.assertIn("records", self.regenerate("--check", status=3).stdout)
        self.regenerate()
        self.assertEqual(texts(self.project), fresh)
        self.assertNotIn(self.OWN, self.status("--all"))

    def test_status_counts_the_library_apart(self):
        count = len(self.lock()["library"]["files"])
        version = self.lock()["library"]["version"]
        self.assertEqual(count, sum(path.is_file() for path in self.path("library").rglob("*")))
        self.assertIn(f"library {version}: {count} files as they came\n", self.status())
        scaffolds = int(re.search(r"(\d+) scaffold", self.status()).group(1))
        self.eject(self.LIBRARY, "library/include/pluggable/span.h")
        self.path("library/runtime/copies.cc").unlink()
        self.append("library/runtime/event.cc")
        text = self.status()
        self.assertIn(f"library {version}: {count - 3} files, 1 edited, 1 ejected, 1 missing\n", text)
        self.assertIn(f"{scaffolds + 1} scaffold", text)
        self.assertRegex(text, r"(?s)Yours:.*ejected\s+library/include/pluggable/span.h.*Needs you:\n\s+edited\s+library/runtime/event.cc")
        self.assertNotIn("library/runtime/stream.cc", self.status("--all"))

    def test_a_stub_is_not_taken_over(self):
        stub = SPEC.replace("half]}}", "half]}, implementation: stub}")
        for spec in [SPEC, SPEC.replace("op: Relu,", "op: Relu6,")]:
            self.own_spec.write_text(stub)
            self.regenerate()
            self.assertTrue(self.path(self.OWN).exists())
            self.own_spec.write_text(spec)
            self.regenerate()
            self.assertFalse(self.path(self.OWN).exists(), "nobody edited it, and nothing asks for it")


class UndoTest(ProjectTest):
    def undo(self, *arguments, status=0):
        return self.expect(status, "undo", self.project, *arguments)

    def test_brings_back_what_was_before_the_last_run(self):
        self.append(KERNEL)
        self.append("CMakeLists.txt", "# mine\n")
        self.change_template("CMakeLists.txt", "cmake_minimum_required", "# new\ncmake_minimum_required")
        self.own_spec.write_text(SPEC.replace("Cross", "Roll"))
        before = texts(self.project)
        self.regenerate()
        after = texts(self.project)
        self.assertNotEqual(after, before)
        listed = self.undo("--dry-run").stdout
        for line in ["restore CMakeLists.txt\n", f"create {KERNEL}\n", f"delete {KERNEL}.removed\n"]:
            self.assertIn(line, listed)
        self.assertEqual(texts(self.project), after)
        self.assertIn("'plugingen regenerate' is undone", self.undo().stdout)
        self.assertEqual(texts(self.project), before)
        self.undo()
        self.assertEqual(texts(self.project), after)

    def test_what_changed_since_is_not_undone(self):
        self.set_version()
        self.regenerate()
        self.append(GENERATED, "# mine\n")
        before = snapshot(self.project)
        done = self.undo(status=5)
        self.assertIn(GENERATED, done.stderr)
        self.assertEqual(snapshot(self.project), before)

    def test_without_a_run_there_is_nothing_to_undo(self):
        self.assertIn("no run to undo", self.undo(status=5).stderr)

    def test_where_there_is_no_project_there_is_no_run(self):
        self.assertIn("'.' is not a project", self.expect(64, "undo", ".").stderr)
        self.assertIn("there is no folder 'none'", self.expect(64, "undo", "none").stderr)
        # The schema is what `plugingen schema -o` puts there for an editor.
        (self.folder / "plain/.plugingen").mkdir(parents=True)
        (self.folder / "plain/.plugingen/spec.schema.json").write_text("{}")
        for command in (["undo", "plain"], ["status", "plain"], ["regenerate", "plain"], ["build", "plain"], ["test", "plain"],
                        ["eject", "x", "--project", "plain"], ["add", "Tan", "--project", "plain"]):
            self.assertIn("'plain' is not a project", self.expect(64, *command).stderr)

    def test_takes_conflicts_and_ejections_back(self):
        self.edit("CMakeLists.txt", "VERSION 3.21", "VERSION 3.28")
        self.change_template("CMakeLists.txt", "VERSION 3.21", "VERSION 3.22")
        before = texts(self.project)
        self.regenerate(status=4)
        self.undo()
        self.assertEqual(texts(self.project), before)
        self.expect(0, "eject", GENERATED, "--project", self.project)
        self.undo()
        self.assertEqual(texts(self.project), before)


class StrangeProjectTest(ProjectTest):
    """What users, editors and version control make of a project."""

    def test_files_with_carriage_returns(self):
        for path in self.project.rglob("*"):
            if path.is_file():
                path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.append(KERNEL, "// mine\r\n")
        self.change_template("CMakeLists.txt", "\n", "\n\n")
        self.set_version()
        self.regenerate()
        for path in self.project.rglob("*.cc"):
            if ".plugingen" not in path.parts:
                self.assertNotRegex(path.read_bytes(), rb"[^\r]\n", path)

    def test_changed_modes_stay(self):
        for name in [KERNEL, GENERATED]:
            self.path(name).chmod(0o750)
        self.append(KERNEL)
        self.set_version()
        self.regenerate()
        for name in [KERNEL, GENERATED]:
            self.assertEqual(stat.S_IMODE(self.path(name).stat().st_mode), 0o750)

    def test_read_only_files_are_replaced_and_stay_read_only(self):
        self.path("pyproject.toml").chmod(0o444)
        self.set_version()
        self.regenerate()
        self.assertIn("0.2.0", self.text("pyproject.toml"))
        self.assertEqual(stat.S_IMODE(self.path("pyproject.toml").stat().st_mode), 0o444)

    def test_links_are_not_written_through(self):
        outside = self.folder / "outside.cc"
        outside.write_text("mine")
        self.path(KERNEL).unlink()
        self.path(KERNEL).symlink_to(outside)
        self.regenerate()
        self.assertTrue(self.path(KERNEL).is_symlink())
        self.path("pyproject.toml").unlink()
        self.path("pyproject.toml").symlink_to(outside)
        self.set_version()
        self.assertIn("not a regular file", self.regenerate(status=5).stderr)
        self.assertEqual(outside.read_text(), "mine")

    def test_a_lock_that_is_lost_is_made_anew(self):
        lock = self.path(".plugingen/lock.json")
        whole = lock.read_text()
        self.append(KERNEL)
        for text in [None, "", whole[:300], "<<<<<<< a\n"]:
            lock.unlink()
            if text is not None:
                lock.write_text(text)
            done = self.regenerate()
            self.assertIn("created again", done.stderr)
            # Which text of the spec was copied nobody knows any more, so no `new` may replace it.
            self.assertEqual(lock.read_text(), whole.replace(', "copied": true', ""))
            self.assertTrue(self.text(KERNEL).endswith("// mine\n"))

    def test_a_lost_base_loses_no_edit(self):
        shutil.rmtree(self.path(".plugingen/base"))
        self.append("CMakeLists.txt", "# mine\n")
        self.regenerate()
        self.assertTrue(self.text("CMakeLists.txt").endswith("# mine\n"))
        shutil.rmtree(self.path(".plugingen/base"))
        self.change_template("CMakeLists.txt", "cmake_minimum_required", "# new\ncmake_minimum_required")
        done = self.regenerate(status=4)
        self.assertIn("is lost", done.stderr)
        self.assertIn("# mine\n", self.text("CMakeLists.txt"))

    def test_branches_that_both_regenerated(self):
        def git(*arguments, check=True):
            return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=self.project,
                                  check=check, capture_output=True, text=True)

        git("init", "-q", "-b", "main")
        git("add", "-A")
        git("commit", "-q", "-m", "one")
        git("checkout", "-q", "-b", "topic")
        self.own_spec.write_text(SPEC + running.stubs("Svd"))
        self.append("CMakeLists.txt", "# topic\n")
        self.regenerate()
        git("add", "-A")
        git("commit", "-q", "-m", "topic")
        git("checkout", "-q", "main")
        self.own_spec.write_text(SPEC.replace("0.1.0", "0.2.0") + running.stubs("Cholesky"))
        self.append(KERNEL)
        self.regenerate()
        git("add", "-A")
        git("commit", "-q", "-m", "main")
        self.assertNotEqual(git("merge", "topic", check=False).returncode, 0, "the lock should conflict")
        self.own_spec.write_text(SPEC.replace("0.1.0", "0.2.0") + running.stubs("Cholesky", "Svd"))
        self.assertIn("<<<<<<<", self.text(".plugingen/lock.json"))
        done = run("regenerate", self.project)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("two branches", done.stderr)
        self.assertTrue(self.text("CMakeLists.txt").endswith("# topic\n"))
        self.assertTrue(self.text(KERNEL).endswith("// mine\n"))
        self.expect(0, "new", self.own_spec, "-o", "fresh")
        mine, fresh = texts_made(self.project), texts_made(self.folder / "fresh")
        self.assertEqual([path for path in fresh if mine.get(path) != fresh[path]], ["CMakeLists.txt", KERNEL])
        self.assertIn("up to date", self.regenerate().stdout)

    def test_a_lock_of_a_newer_plugingen(self):
        lock = self.path(".plugingen/lock.json")
        lock.write_text(lock.read_text().replace('"schema": 3', '"schema": 99'))
        self.assertIn("schema 99", self.regenerate(status=5).stderr)


class InterruptedTest(ProjectTest):
    def test_kills_at_any_time_are_completed(self):
        chance = random.Random(3)
        self.append(KERNEL)
        specs = [SPEC + running.stubs(*ops)
                 for ops in (["Cholesky", "MatrixInverse", "Dilation2D", "Svd"], ["MatrixSolve", "Roll", "MatrixDiag"])]
        durations = []
        for spec in (specs[1], specs[0], specs[1]):
            started = time.monotonic()
            self.own_spec.write_text(spec)
            self.regenerate()
            durations.append(time.monotonic() - started)
        longest = min(durations) * 1.2  # one that waited for a busy disk says nothing
        killed = 0
        for number in range(40):
            self.own_spec.write_text(specs[number % 2])
            process = subprocess.Popen([running.PLUGINGEN, "regenerate", self.project, "-q"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, longest))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            killed += process.returncode == -signal.SIGKILL
            self.regenerate("--check", status={0, 3})
            self.regenerate()
            self.expect(0, "new", self.own_spec, "-o", "fresh")
            mine, fresh = texts_made(self.project), texts_made(self.folder / "fresh")
            self.assertEqual([path for path in mine if mine[path] != fresh.get(path)], [KERNEL], number)
            self.assertTrue(self.text(KERNEL).endswith("// mine\n"))
            shutil.rmtree(self.folder / "fresh")
        self.assertGreater(killed, 5)

    def test_a_full_disk_changes_nothing(self):
        self.set_version()
        before = snapshot(self.project)
        for size in [0, 100, 1000]:
            self.assertIn("cannot write", self.regenerate(status=73, **file_size_limit(size)).stderr)
            self.assertEqual(snapshot(self.project), before)
        self.regenerate()

    @unittest.skipUnless(os.geteuid() == 0, "takes root's rights to become someone without rights")
    def test_a_folder_without_the_right_to_write_is_73(self):
        self.set_version()
        self.folder.chmod(0o755)
        before = snapshot(self.project)
        nobody = running.as_nobody(self)
        self.assertIn("Permission denied", self.regenerate(status=73, **nobody).stderr)
        self.assertEqual(snapshot(self.project), before)
        self.regenerate("--check", status=3, **nobody)

    def test_names_what_it_did(self):
        self.own_spec.write_text(SPEC.replace("Cross", "Roll").replace("0.1.0", "0.2.0"))
        lines = self.regenerate().stdout.splitlines()
        self.assertRegex(lines[0], r": 1 created, \d+ updated, 1 deleted, \d+ unchanged$")
        self.assertEqual([line for line in lines if "kernels/" in line], ["  deleted src/kernels/cross.cc", "  created src/kernels/roll.cc"])
        self.assertIn("  updated pyproject.toml", lines)
        self.assertNotIn("more", lines[-1])

    def test_names_no_more_than_a_screen_takes(self):
        self.own_spec.write_text(SPEC + running.stubs(*STUBS))
        lines = self.regenerate().stdout.splitlines()
        created = int(lines[0].split(": ")[1].split(" created")[0])
        updated = int(lines[0].split(", ")[1].split(" updated")[0])
        self.assertGreaterEqual(created, len(STUBS))  # and what their tests need of the library
        self.assertEqual(len(lines), 1 + 20 + 1)
        self.assertEqual(lines[-1], f"  and {created + updated - 20} more")
        self.assertEqual(self.regenerate("-q").stdout, "")

    def test_runs_at_once_wait_for_each_other(self):
        self.set_version()
        runs = [subprocess.Popen([running.PLUGINGEN, "regenerate", self.project], stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True) for _ in range(4)]
        outputs = [process.communicate()[0] for process in runs]
        self.assertEqual([process.returncode for process in runs], [0] * 4, outputs)
        self.assertEqual(sum("updated" in output for output in outputs), 1, outputs)


if __name__ == "__main__":
    running.main()
