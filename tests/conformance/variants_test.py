#!/usr/bin/env python3
"""The suite against a plugin and against that plugin with one mistake at a time.

usage: variants_test.py PLUGINGEN PROJECT BUILD

PROJECT is that of variants.yaml, BUILD where it was built with CMAKE_EXPORT_COMPILE_COMMANDS."""

import concurrent.futures
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from variants import SOUND, VARIANTS

PLUGINGEN = PROJECT = BUILD = None  # set by main()


def run(words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=500, **options)


class Builder:
    """Compiles changed files of the project and links the plugin again with them."""

    def __init__(self):
        self.commands = {}
        self.objects = {}
        self.made = {}  # units that CMake made
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            path, compiled = pathlib.Path(entry["file"]), BUILD / words[words.index("-o") + 1]
            if not compiled.is_relative_to(BUILD / "CMakeFiles/variant_npu_objects.dir"):
                continue
            if path.is_relative_to(BUILD):
                # It stands for the file of the library that it includes.
                unit = f"library/{path.relative_to(BUILD)}"
                self.made[unit] = path
            else:
                unit = str(path.relative_to(PROJECT))
            self.commands[unit], self.objects[unit] = words, compiled

    @staticmethod
    def change(variant, folder, file, old, new):
        text = (PROJECT / file).read_text()
        if text.count(old) != 1:
            raise AssertionError(f"{variant.name}: {file} has {text.count(old)} times:\n{old}")
        changed = folder / re.sub("^(src/generated|src|library/include|library)/", "", file)
        changed.parent.mkdir(parents=True, exist_ok=True)
        changed.write_text(text.replace(old, new))
        return changed

    def build(self, variant, folder):
        changed = {file: self.change(variant, folder, file, old, new) for file, old, new in variant.changes}
        objects = dict(self.objects)
        compiled = []
        for unit in variant.units:
            words = self.commands[unit]
            del objects[unit]
            compiled.append(folder / (pathlib.Path(unit).name + ".o"))
            source = self.made.get(unit) or changed.get(unit, PROJECT / unit)
            words = words[:words.index("-o")] + [f"-I{folder}", "-O0", "-w", "-o", compiled[-1], "-c", source]
            # Changed files come first in the search.
            words.insert(1, f"-I{folder}")
            done = run(words, cwd=BUILD)
            if done.returncode != 0:
                raise AssertionError(f"{variant.name} does not compile:\n{done.stderr}")
        library = folder / "libvariant_npu.so"
        # In front: of an inline function the linker takes the first that it sees.
        done = run(["g++", "-shared", *compiled, *objects.values(), "-o", library, "-lpthread"])
        if done.returncode != 0:
            raise AssertionError(f"{variant.name} does not link:\n{done.stderr}")
        return library


def judge(library, *options):
    report = library.parent / "report.json"
    done = run([PLUGINGEN, "conformance", library, "--tensorflow", "2.19", "--json", report, *options])
    return done, json.loads(report.read_text()) if report.exists() else None


class Whole(unittest.TestCase):
    def test_the_plugin_itself_conforms(self):
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "libvariant_npu.so"
            library.symlink_to(BUILD / "libvariant_npu.so")
            done, report = judge(library, "--jobs", "2", "--timeout", "60")
            self.assertEqual(done.returncode, 0, done.stdout[-3000:])
            self.assertGreater(report["counts"]["pass"], 500)
            self.assertEqual(report["counts"]["fail"], 0)
            # Nothing is called unsupported that such a plugin has.
            for case in report["cases"]:
                if case["verdict"] == "unsupported":
                    self.assertRegex(case["message"], "no kernel of the op|create_stream_with_options|core then|"
                                     "unified memory|lets no fault|registers no op|no graph|no profiler|does not know it")


class Broken(unittest.TestCase):
    def test_there_are_enough(self):
        for group, variants in VARIANTS.items():
            self.assertGreaterEqual(len(variants), 5, group)
        self.assertGreaterEqual(sum(map(len, VARIANTS.values())), 30)


def test_of(variant):
    def test(self):
        done, report = RESULTS[variant.name].result()
        self.assertIsNotNone(report, done.stderr)
        self.assertEqual(done.returncode, 7, done.stdout[-2000:])
        case = next(case for case in report["cases"] if case["name"] == variant.case)
        self.assertEqual(case["verdict"], "fail")
        self.assertRegex(case["message"], variant.message)

    return test


class Sound(unittest.TestCase):
    """What authors may do."""


def test_of_sound(variant):
    def test(self):
        done, report = RESULTS[variant.name].result()
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-3000:])
        self.assertGreater(report["counts"]["pass"], 0)

    return test


RESULTS = {}


def build_and_judge(builder, variant):
    # A mistake may hang; what does not may be slow on a machine that has more to do.
    timeout = "30" if variant in SOUND else "4"
    with tempfile.TemporaryDirectory() as folder:
        return judge(builder.build(variant, pathlib.Path(folder)), "--filter", variant.case, "--timeout", timeout)


def main():
    global PLUGINGEN, PROJECT, BUILD
    PLUGINGEN, PROJECT, BUILD = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    del sys.argv[1:4]
    builder = Builder()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tests = [(Broken, f"{group}_", variant, test_of(variant)) for group in VARIANTS for variant in VARIANTS[group]]
        tests += [(Sound, "", variant, test_of_sound(variant)) for variant in SOUND]
        for holder, group, variant, test in tests:
            name = f"test_{group}" + re.sub(r"\W+", "_", variant.name)
            if len(sys.argv) > 1 and f"{holder.__name__}.{name}" not in sys.argv:
                continue  # others were asked for
            RESULTS[variant.name] = pool.submit(build_and_judge, builder, variant)
            setattr(holder, name, test)
        unittest.main()


if __name__ == "__main__":
    main()
