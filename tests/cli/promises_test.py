#!/usr/bin/env python3
"""What the documents promise about projects on disk, where a stranger would break it. usage: promises_test.py PLUGINGEN"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import stat
import subprocess
import unittest

import running
from running import KERNEL, SPEC, CommandTest, run, snapshot, texts, words

GENERATED = "python/nova_npu/__init__.py"  # knows the plugin's version
MORE = SPEC + running.stubs("Cholesky", "MatrixInverse", "Dilation2D", "Svd")


def state(folder):
    """Texts and permissions of every file, what `undo` needs among them."""
    return {str(path.relative_to(folder)): (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
            for path in folder.rglob("*") if path.is_file()}


class PromiseTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.new("-q")
        self.own_spec = self.project / "nova_npu.yaml"

    def regenerate(self, *arguments, status=0, **options):
        return self.expect(status, "regenerate", self.project, *arguments, **options)

    def set_version(self, version="0.2.0"):
        self.own_spec.write_text(SPEC.replace("0.1.0", version))

    def interrupt(self):
        """Leaves what a run leaves that is killed when its journal is there and three files are in their places."""
        before = self.folder / "before"
        shutil.copytree(self.project, before)
        self.own_spec.write_text(MORE)
        self.regenerate()
        undo = self.project / ".plugingen/undo"
        files = json.loads((undo / "journal.json").read_text())["files"]
        undo.rename(self.project / ".plugingen/tmp")
        temp = self.project / ".plugingen/tmp"
        for number, file in list(enumerate(files))[3:]:
            target, kept = self.project / file["path"], temp / str(number)
            old = kept.read_bytes() if file["before"] else None
            self.assertTrue(file["after"], "this spec adds only")
            kept.write_bytes(target.read_bytes())
            target.unlink()
            if old is not None:
                target.write_bytes(old)
        shutil.rmtree(before)
        return [file["path"] for file in files[3:]]


class SpecTest(PromiseTest):
    """There is one spec in a project, and no command replaces one that somebody edited."""

    def test_new_never_replaces_an_edited_spec(self):
        for text, regenerate in [(SPEC + "# mine\n", []), (MORE + "# three days\n", []),
                                 (SPEC, ["--tensorflow", "==2.15"])]:
            self.own_spec.write_text(text)
            self.regenerate(*regenerate)
            before = snapshot(self.project)
            done = self.new(status=5)
            self.assertIn("not the text that 'plugingen new' copied", done.stderr)
            self.assertIn("To use the other spec, copy its text there first.", done.stderr)
            self.assertIn("plugingen regenerate", done.stderr)
            self.assertEqual(snapshot(self.project), before)
        shutil.copy(self.spec, self.own_spec)
        self.regenerate()
        self.new()
        self.spec.write_text(MORE)
        self.new()
        self.assertEqual(self.own_spec.read_text(), MORE, "one that nobody edited is replaced")

    def test_its_own_spec_as_the_argument_makes_no_edit_a_copied_text(self):
        self.own_spec.write_text(MORE + "# mine\n")
        self.expect(0, "new", self.own_spec, "-o", self.project)
        self.assertIn("nova_npu.yaml", self.new(status=5).stderr)
        self.assertTrue(self.own_spec.read_text().endswith("# mine\n"))

    def test_a_lock_of_an_earlier_version_goes_on_working(self):
        lock = self.project / ".plugingen/lock.json"
        self.own_spec.write_text(SPEC + "# mine\n")
        old = json.loads(lock.read_text())
        old["files"]["nova_npu.yaml"] = {
            "ownership": "once", "sha256": hashlib.sha256(self.own_spec.read_bytes()).hexdigest()}
        lines = lock.read_text().splitlines(keepends=True)
        lock.write_text("".join(
            f'    "nova_npu.yaml": {json.dumps(old["files"]["nova_npu.yaml"])},\n'
            if line.startswith('    "nova_npu.yaml"') else line for line in lines))
        before = snapshot(self.project)
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.regenerate()
        self.assertEqual(snapshot(self.project), before)
        self.new(status=5)
        self.set_version()
        self.regenerate()

    def test_a_read_only_spec_stays(self):
        self.own_spec.chmod(0o400)
        self.spec.write_text(MORE)
        self.assertIn("read-only", self.new(status=5).stderr)
        self.assertIn("read-only", self.regenerate("--tensorflow", ">=2.12, <2.20", status=5).stderr)
        self.assertEqual(self.own_spec.read_text(), SPEC)

    def test_new_names_the_spec_to_edit_and_the_one_that_is_left(self):
        done = self.expect(0, "new", "spec.yaml", "-o", "other")
        self.assertIn("other/nova_npu.yaml is the spec to edit; spec.yaml was copied, and can be deleted.", done.stdout)
        done = self.expect(0, "new", "-", "-o", "third", stdin=SPEC)
        self.assertIn("third/nova_npu.yaml is the spec to edit.\n", done.stdout)

    def test_no_project_is_made_inside_a_project_unasked(self):
        for folder, spec in [(self.project, "nova_npu.yaml"), (self.project / "src", "../nova_npu.yaml"),
                             (self.project / "src", self.spec)]:
            before = snapshot(self.folder)
            done = run("new", spec, cwd=folder)
            self.assertEqual(done.returncode, 5, done.stderr)
            self.assertIn(f"inside the project '{self.project}'", done.stderr)
            self.assertIn("plugingen regenerate", done.stderr)
            self.assertEqual(run("new", spec, "--dry-run", cwd=folder).returncode, 5)
            found = run("new", spec, "--json", cwd=folder)
            self.assertEqual((found.returncode, json.loads(found.stdout)["refused"]), (5, True))
            self.assertEqual(snapshot(self.folder), before)
        self.assertEqual(run("new", "nova_npu.yaml", "-o", "nested", cwd=self.project).returncode, 0)

    def test_a_renamed_spec_is_followed(self):
        other = self.project / "npu.yaml"
        self.own_spec.rename(other)
        self.assertIn("the spec is 'npu.yaml', because 'nova_npu.yaml' no longer exists", self.regenerate("--check", status=3).stderr)
        self.regenerate()
        self.assertEqual(json.loads((self.project / ".plugingen/lock.json").read_text())["spec"], "npu.yaml")
        self.assertEqual(self.regenerate("--check").stderr, "")
        other.write_text(MORE)
        self.regenerate()
        self.assertTrue((self.project / "src/kernels/svd.cc").exists())
        self.assertIn("npu.yaml", self.new(status=5).stderr)
        self.assertFalse(self.own_spec.exists(), "there is one spec")
        other.rename(self.project / "one.yaml")
        shutil.copy(self.project / "one.yaml", self.project / "two.yaml")
        self.assertIn("it may be one of one.yaml, two.yaml", self.regenerate(status=64).stderr)

    def test_a_spec_whose_name_no_record_can_hold(self):
        before = state(self.project)
        for name in [b"a\\b.yaml", b"a\xff.yaml"]:
            odd = os.fsencode(self.project) + b"/" + name
            os.rename(self.own_spec, odd)
            for command in [("regenerate", self.project), ("add", "Tanh", "--project", self.project),
                            ("eject", GENERATED, "--project", self.project)]:
                self.assertIn("cannot be recorded", self.expect(64, *command).stderr)
            os.rename(odd, self.own_spec)
        self.assertEqual(state(self.project), before)

    def test_new_over_a_renamed_spec_or_plugin_makes_no_second_one(self):
        self.own_spec.rename(self.project / "npu.yaml")
        self.spec.write_text(MORE.replace("nova_npu", "zeta_npu"))
        self.new()
        self.assertEqual((self.project / "npu.yaml").read_text(), self.spec.read_text())
        self.assertEqual([path.name for path in self.project.glob("*.yaml")], ["npu.yaml"])

    def test_a_spec_behind_a_link(self):
        shared = self.folder / "shared.yaml"
        self.own_spec.rename(shared)
        self.own_spec.symlink_to(shared)
        self.assertIn("up to date", self.regenerate("--check").stdout)
        shared.write_text(MORE)
        self.regenerate()
        self.assertTrue((self.project / "src/kernels/svd.cc").exists())
        for done in [self.regenerate("--tensorflow", ">=2.12, <2.20", status=5), self.new(status=5)]:
            self.assertIn("it is a link; change the file that it points to", done.stderr)
        self.assertTrue(self.own_spec.is_symlink())
        self.assertEqual(shared.read_text(), MORE)


class UndoTest(PromiseTest):
    def test_a_comment_in_the_spec_leaves_the_lock_and_the_last_undo(self):
        before = texts(self.project)
        self.set_version()
        self.regenerate()
        self.own_spec.write_text(self.own_spec.read_text() + "# a comment\n")
        after = snapshot(self.project)
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.assertIn("up to date", self.regenerate().stdout)
        self.assertEqual(snapshot(self.project), after)
        self.assertIn(GENERATED, self.expect(0, "undo", self.project).stdout)
        self.assertEqual((self.project / GENERATED).read_bytes(), before[GENERATED])

    def test_a_run_on_the_records_alone_is_announced_and_leaves_the_last_undo(self):
        before = texts(self.project)
        self.set_version()
        self.regenerate()
        lock = self.project / ".plugingen/lock.json"
        version = json.loads(lock.read_text())["tool_version"]
        lock.write_text(lock.read_text().replace(f'"tool_version": "{version}"', '"tool_version": "0.0.1"'))
        # (What somebody edited is not undone.)
        self.assertIn("lock.json", self.expect(5, "undo", self.project).stderr)
        self.assertRegex(self.regenerate("--check", status=3).stdout, r"records\s+\.plugingen/lock\.json")
        self.assertEqual(json.loads(self.regenerate("--json").stdout)["records"], [".plugingen/lock.json"])
        self.assertIn("own records", self.regenerate("--dry-run").stdout)
        self.assertIn("own records", self.expect(0, "status", self.project).stdout)
        self.assertIn("own records", self.regenerate().stdout)
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.own_spec.write_text(SPEC.replace("0.1.0", "0.2.0"))
        self.assertIn(GENERATED, self.expect(0, "undo", self.project).stdout)
        self.assertEqual({path: text for path, text in texts(self.project).items() if path != "nova_npu.yaml"},
                         {path: text for path, text in before.items() if path != "nova_npu.yaml"})

    def test_permissions_come_back(self):
        kernel = self.project / KERNEL
        kernel.chmod(0o600)
        (self.project / GENERATED).chmod(0o444)
        before = state(self.project)
        self.own_spec.write_text(SPEC.replace("Cross", "Roll").replace("0.1.0", "0.2.0"))
        self.regenerate()
        self.expect(0, "undo", self.project)
        after = state(self.project)
        for path in [KERNEL, GENERATED]:
            self.assertEqual(after[path], before[path], path)
        kernel.write_text(kernel.read_text() + "// mine\n")
        self.regenerate()
        self.assertEqual(stat.S_IMODE((self.project / (KERNEL + ".removed")).stat().st_mode), 0o600)


class InterruptedTest(PromiseTest):
    def test_previews_say_what_is_unfinished(self):
        missing = self.interrupt()
        self.assertIn("src/kernels/svd.cc", missing)
        before = state(self.project)
        done = self.regenerate("--check", status=3)
        self.assertIn("a run was interrupted", done.stderr)
        for path in missing:
            self.assertRegex(done.stdout, rf"interrupted\s+{path}\n")
        for status, options in [(0, ["--json"]), (3, ["--check", "--json"])]:
            found = json.loads(self.regenerate(*options, status=status).stdout)
            self.assertIn("a run was interrupted", found["notes"][0])
            self.assertEqual(found["interrupted"], sorted(missing))
        found = json.loads(self.expect(0, "status", self.project, "--json").stdout)
        self.assertEqual(found["interrupted"], sorted(missing))
        self.assertRegex(words(self.expect(0, "status", self.project).stdout), "has an interrupted run to complete .* and nothing to do")
        for option in ["--dry-run", "--diff", "--explain"]:
            self.assertIn("a run was interrupted", self.regenerate(option).stderr)
        self.assertIn("a run was interrupted", self.expect(0, "undo", self.project, "--dry-run").stderr)
        self.assertEqual(state(self.project), before)

    def test_the_completion_names_what_it_writes(self):
        for command in [("regenerate", self.project), ("undo", self.project), ("new", self.spec, "-o", self.project),
                        ("eject", GENERATED, "--project", self.project)]:
            with self.subTest(command):
                missing = self.interrupt()
                done = self.expect({0, 5}, *command)
                self.assertIn("completed an interrupted run", done.stderr)
                for path in missing:
                    self.assertEqual(path.startswith(".plugingen/"), f"  wrote {path}\n" not in done.stderr, path)
                shutil.rmtree(self.project)
                self.new("-q")

    @unittest.skipUnless(os.geteuid() == 0, "takes root's rights to become someone without rights")
    def test_a_read_only_folder_changes_nothing(self):
        self.own_spec.write_text(MORE)
        nobody = running.as_nobody(self)
        self.folder.chmod(0o755)
        for path in [self.project, *self.project.rglob("*")]:
            os.chown(path, 65534, 65534)
        before = state(self.project)
        for name in ["src/kernels", "tests/generated", ".plugingen/base/src/kernels"]:
            folder = self.project / name
            folder.chmod(0o555)
            done = self.regenerate(status=73, **nobody)
            self.assertIn("Permission denied", done.stderr)
            self.assertIn("Nothing was changed.", done.stderr)
            self.assertEqual(state(self.project), before)
            folder.chmod(0o755)
        self.regenerate(**nobody)
        # A run of root's leaves all that to its owner.
        self.set_version()
        self.regenerate()
        self.expect(0, "add", "Cholesky", "--project", self.project)
        self.assertEqual([path for path in self.project.rglob("*") if path.stat().st_uid != 65534], [])

    def test_a_folder_or_file_that_is_mounted_changes_nothing(self):
        mount = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount --bind "$0" "$0" && exec "$@"']
        if subprocess.run([*mount, self.folder, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("nothing can be mounted here")
        self.set_version()
        before = state(self.project)
        for name, reason in [("python", "it is on another mount than the project"), ("CMakeLists.txt", "busy")]:
            done = subprocess.run([*mount, self.project / name, running.PLUGINGEN, "regenerate", self.project],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 73, done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertIn("Nothing was changed.", done.stderr)
            self.assertEqual(state(self.project), before)

    def plant(self, path, folder):
        temp = self.project / ".plugingen/tmp"
        temp.mkdir()
        (temp / "0").write_text("#!/bin/sh\necho bad\n")
        (temp / "0").chmod(0o755)
        digest = hashlib.sha256((temp / "0").read_bytes()).hexdigest()
        (temp / "journal.json").write_text(json.dumps({
            "schema": 1, "label": "x", "folder": folder,
            "files": [{"path": path, "before": "", "after": digest, "executable": True}]}))

    def test_a_journal_that_came_with_a_clone_writes_nothing(self):
        (self.project / ".git/hooks").mkdir(parents=True)
        for path in [".git/hooks/post-checkout", "src/planted.cc", ".hg/hgrc"]:
            for command in [("regenerate", self.project), ("undo", self.project),
                            ("eject", GENERATED, "--project", self.project)]:
                self.plant(path, "0" * 64)
                self.assertIn("an interrupted run of another folder", self.regenerate("--check", status=3).stderr)
                self.assertIn("an interrupted run of another folder",
                              json.loads(self.regenerate("--json").stdout)["notes"][0])
                self.assertIn("an interrupted run of another folder", self.expect({0, 5}, *command).stderr)
                self.assertFalse((self.project / path).exists())
                self.assertFalse((self.project / ".plugingen/tmp").exists())

    def test_a_copy_of_an_interrupted_project_is_no_place_to_complete_it(self):
        self.interrupt()
        copy = self.folder / "copy"
        shutil.copytree(self.project, copy)
        self.assertIn("an interrupted run of another folder", self.expect(3, "regenerate", copy, "--check").stderr)
        self.expect(0, "regenerate", copy)
        kept = copy / ".plugingen/interrupted_elsewhere"
        self.assertTrue(any(kept.iterdir()), "what the run had set aside is gone")
        shutil.rmtree(kept)
        moved = self.folder / "moved"
        self.project.rename(moved)
        self.assertIn("completed an interrupted run", self.expect(0, "regenerate", moved).stderr)
        self.assertEqual(texts(copy), texts(moved))

    def test_a_lock_does_not_reach_into_version_control(self):
        config = self.project / ".git/config"
        config.parent.mkdir()
        config.write_text("mine")
        lock = self.project / ".plugingen/lock.json"
        data = json.loads(lock.read_text())
        data["files"][".git/config"] = {"ownership": "generated", "sha256": hashlib.sha256(b"mine").hexdigest()}
        lock.write_text(json.dumps(data))
        self.assertIn("leaves the project", self.new(status=5).stderr)
        self.regenerate()
        self.assertEqual(config.read_text(), "mine")


class EjectTest(PromiseTest):
    def test_a_file_that_is_in_the_way_can_be_ejected(self):
        fresh = self.folder / "fresh"
        self.spec.write_text(SPEC + "graph: {rewrites: [{name: same, match: 'Maximum(x, x)', replace: x}]}\n")
        self.expect(0, "new", self.spec, "-o", fresh)
        lock, now = [json.loads((folder / ".plugingen/lock.json").read_text())["files"] for folder in (fresh, self.project)]
        path = next(path for path, entry in lock.items()
                    if entry["ownership"] == "generated" and path.startswith("src/generated/") and path not in now)
        own_text = "// By Ana, after: Code generated by plugingen from a.yaml. DO NOT EDIT.\nmine\n"
        (self.project / path).write_text(own_text)
        self.own_spec.write_text(self.spec.read_text())
        self.assertIn("plugingen eject FILE", self.regenerate(status=5).stderr)
        done = self.expect(64, "eject", path + "x", "--project", self.project)
        self.assertIn("is not a file", done.stderr)
        self.assertIn("is yours", self.expect(0, "eject", path, "--project", self.project).stdout)
        self.regenerate()
        self.assertEqual((self.project / path).read_text(), own_text)
        self.assertRegex(self.expect(0, "status", self.project).stdout, rf"ejected\s+{path}")
        self.assertIn("up to date", self.regenerate("--check").stdout)

    def test_nothing_is_done_through_a_linked_folder(self):
        path = "src/generated/plugin/kernel_table.cc"
        self.expect(0, "eject", path, "--project", self.project)
        for folder, command in [("src/generated", ("undo", self.project)),
                                ("src/generated", ("eject", "src/generated/plugin/names.h", "--project", self.project)),
                                ("library", ("eject", "relu", "--project", self.project))]:
            linked = self.project / folder
            outside = self.folder / "outside"
            linked.rename(outside)
            linked.symlink_to(outside)
            before = texts(self.project), texts(outside)
            self.assertIn(folder, self.expect(5, *command).stderr)
            self.assertEqual((texts(self.project), texts(outside)), before)
            linked.unlink()
            outside.rename(linked)
        self.assertIn("is undone", self.expect(0, "undo", self.project).stdout)

    def test_an_ejected_file_outlives_a_rename_of_the_plugin(self):
        self.expect(0, "eject", GENERATED, "--project", self.project)
        ejected = self.project / GENERATED
        ejected.write_text(ejected.read_text() + "# mine\n")
        text = ejected.read_text()
        self.own_spec.write_text(SPEC.replace("nova_npu", "zeta_npu"))
        done = self.regenerate()
        self.assertIn(f"{GENERATED}: you ejected it, but the spec no longer asks for a file there", done.stdout)
        self.assertRegex(self.expect(0, "status", self.project).stdout, rf"ejected\s+{GENERATED}")
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.own_spec.write_text(SPEC)
        self.regenerate()
        self.assertEqual(ejected.read_text(), text)


class CheckTest(PromiseTest):
    def test_missing_pristine_texts_are_seen(self):
        shutil.rmtree(self.project / ".plugingen/base/src")
        before = snapshot(self.project)
        done = self.regenerate("--check", status=3)
        self.assertRegex(done.stdout, rf"records\s+\.plugingen/base/{KERNEL}")
        self.assertRegex(done.stderr, r"lacks \d+ pristine texts")
        self.assertRegex(self.expect(0, "status", self.project).stdout, r"lacks \d+ pristine texts")
        found = json.loads(self.regenerate("--check", "--json", status=3).stdout)
        self.assertIn(f".plugingen/base/{KERNEL}", found["records"])
        self.assertEqual(snapshot(self.project), before)
        self.assertRegex(self.regenerate().stderr, r"lacks \d+ pristine texts")
        self.assertEqual(self.regenerate("--check").stderr, "")

    def test_what_is_in_the_place_of_pristine_texts_is_named(self):
        bases = self.project / ".plugingen/base"
        for path in ["src", KERNEL]:
            aside = self.folder / "aside"
            (bases / path).rename(aside)
            for kind in ["link", "other"]:
                place = bases / path
                if kind == "link":
                    place.symlink_to(aside)
                elif path == KERNEL:
                    place.mkdir()
                else:
                    place.write_text("mine\n")
                before = texts(self.project)
                for arguments in [("--check",), (), ("--json",)]:
                    done = self.regenerate(*arguments, status=5)
                    self.assertIn(f".plugingen/base/{path}' is not what plugingen put there; move it away", done.stdout + done.stderr)
                self.assertEqual(texts(self.project), before)
                place.rename(self.folder / f"away-{kind}-{aside.is_dir()}")
            aside.rename(bases / path)
        self.assertIn("up to date", self.regenerate("--check").stdout)

    def test_previews_end_as_the_run_ends(self):
        templates = self.folder / "templates"
        shutil.copytree(running.ROOT / "templates", templates)
        for path, old, new in [(templates / "CMakeLists.txt", "VERSION 3.21", "VERSION 3.22"),
                               (self.project / "CMakeLists.txt", "VERSION 3.21", "VERSION 3.28")]:
            path.write_text(path.read_text().replace(old, new, 1))
        before = snapshot(self.project)
        for options in [["--check"], ["--dry-run"], ["--diff"], ["--explain"], ["--json"], ["--check", "--json"], []]:
            self.regenerate("--template-dir", templates, *options, status=4)
            self.assertEqual(snapshot(self.project) == before, bool(options))

    def test_check_goes_with_json_only(self):
        self.assertEqual(json.loads(self.regenerate("--check", "--json").stdout)["records"], [])
        self.set_version()
        found = json.loads(self.regenerate("--check", "--json", status=3).stdout)
        self.assertGreater(found["summary"]["update"], 0)
        for option in ["--dry-run", "--diff", "--explain"]:
            self.regenerate("--check", option, status=64)

    def test_a_file_of_the_users_among_the_pristine_texts_stays(self):
        notes = self.project / ".plugingen/base/notes/mine.txt"
        notes.parent.mkdir()
        notes.write_text("mine")
        self.assertIn("up to date", self.regenerate("--check").stdout)
        self.set_version()
        self.regenerate()
        self.assertEqual(notes.read_text(), "mine")


class WaitingTest(PromiseTest):
    @contextlib.contextmanager
    def locked(self, folder, operation):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, operation)
            yield
        finally:
            os.close(descriptor)

    def start(self, *arguments):
        return subprocess.Popen([running.PLUGINGEN, *map(str, arguments)], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def test_waiting_is_said(self):
        with self.locked(self.project, fcntl.LOCK_EX):
            waiting = [self.start("regenerate", self.project), self.start("status", self.project)]
            for process in waiting:
                self.assertIn(f"waiting for another run in '{self.project}' to end", process.stderr.readline())
                self.assertIsNone(process.poll())
        self.assertEqual([process.wait(60) for process in waiting], [0, 0])
        for process in waiting:
            process.communicate()

    def test_readers_and_siblings_wait_for_nobody(self):
        self.expect(0, "new", self.spec, "-o", "sibling")
        with self.locked(self.project, fcntl.LOCK_SH):
            for arguments in [("status",), ("regenerate", "--check"), ("undo", "--dry-run")]:
                self.assertNotIn("waiting", self.expect({0, 5}, arguments[0], self.project, *arguments[1:]).stderr)
        with self.locked(self.project, fcntl.LOCK_EX), self.locked(self.folder, fcntl.LOCK_EX):
            self.assertEqual(self.expect(0, "regenerate", "sibling").stderr, "")
            self.assertEqual(self.expect(0, "new", self.spec, "-o", "third", "--dry-run").stderr, "")


class ReportTest(PromiseTest):
    def test_an_edited_file_that_is_given_up_is_no_longer_the_users(self):
        path = "library/include/pluggable/variable.h"
        file = self.project / path
        file.write_text("// TF_AssignVariable\n" + file.read_text())
        told = self.regenerate("--tensorflow", ">=2.12, <2.16", "--dry-run", status=5).stdout
        self.assertIn(f"yours: {path}:1, ", told)
        told = self.regenerate("--tensorflow", ">=2.12, <2.16", "--discard", path).stdout
        self.assertIn(f"brings up to date: {path}", words(told))
        self.assertNotIn(f"yours: {path}", told)

    def test_an_upgrade_names_only_files_that_change(self):
        (self.project / "src/driver/own.h").write_text("// TF_VLog\n")  # gone since 2.20
        before = texts(self.project)
        done = self.regenerate("--tensorflow", ">=2.12, <2.20")
        after = texts(self.project)
        changed = {path for path in after if after[path] != before.get(path)}
        for text in [done.stdout, (self.project / "docs/upgrades.md").read_text()]:
            for part in text.split("brings up to date:")[1:]:
                named = {word.strip(",") for word in part.split("\n\n")[0].split() if "/" in word}
                self.assertLessEqual({path for path in named if path in after}, changed)
        self.assertNotIn("new to use", done.stdout)
        self.assertNotIn("are new", done.stdout)
        self.assertIn("later releases dropped", done.stdout)


if __name__ == "__main__":
    running.main()
