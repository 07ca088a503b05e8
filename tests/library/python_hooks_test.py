#!/usr/bin/env python3
"""The Python that plugins carry (library/plugin/python), without TensorFlow: a linter reads it, and hooks run on modules of ours."""

import importlib
import logging
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import threading
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "library/plugin/python"
# The order in which python_hooks.cc runs them, as one module.
SOURCE = (ROOT / "library/plugin/python_hooks.cc").read_text()
HOOKS = re.findall(r'\{"(\w+)", kPython(\w+)\}', SOURCE)
ORDER = ["Imports", *(text for _, text in HOOKS)]
# What python_hooks.cc defines before the first of them, and before each.
TABLES = {
    "PLUGIN": "my_npu", "DEVICE_TYPE": "MY_NPU", "TENSORFLOW": "2.97.0", "KERNELS": {}, "TENSOR_OPS": {}, "LIMIT_DEVICE": 0,
    "HOOKS_OFF": ("eager",), "HOOK": "keras",
}


def text_of(name):
    return (FOLDER / (re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() + ".py")).read_text()


class Style(unittest.TestCase):
    def test_the_program_runs_every_file(self):
        self.assertEqual(sorted(path.read_text() for path in FOLDER.glob("*.py")), sorted(map(text_of, ORDER)))

    def test_the_program_defines_the_tables(self):
        self.assertEqual(set(re.findall(r'"([A-Z_]+) = ', SOURCE)), set(TABLES))

    def test_a_hook_has_its_file_s_name(self):
        self.assertEqual([text_of(text) for _, text in HOOKS], [(FOLDER / f"{name}.py").read_text() for name, _ in HOOKS])

    def test_the_linter_finds_nothing(self):
        pyflakes = ROOT / "build/tools/bin/pyflakes"
        if not pyflakes.exists():
            self.skipTest("scripts/setup has not installed pyflakes")
        with tempfile.TemporaryDirectory() as folder:
            whole = pathlib.Path(folder, "hooks.py")
            tables = "".join(f"{name} = {value!r}\n" for name, value in TABLES.items())
            whole.write_text(tables + "".join(map(text_of, ORDER)))
            run = subprocess.run([pyflakes, whole], capture_output=True, text=True)
            self.assertEqual(run.stdout + run.stderr, "")

    def test_no_line_is_too_long(self):
        for path in FOLDER.glob("*.py"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                self.assertLessEqual(len(line), 120, f"{path.name}:{number}")

    # They are raw strings of C++ with this delimiter in the unit that the build makes.
    def test_no_text_ends_the_string_that_it_becomes(self):
        for path in FOLDER.glob("*.py"):
            self.assertNotIn(')python"', path.read_text(), path.name)
            self.assertIsNone(re.search(r"@[A-Za-z0-9_./+-]+@", path.read_text()), f"{path.name}: CMake would replace it")


class Imports(unittest.TestCase):
    """imports.py on modules of a temporary folder."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        before = list(sys.meta_path)
        self.addCleanup(lambda: sys.meta_path.__setitem__(slice(None), before))
        sys.path.insert(0, self.folder.name)
        self.addCleanup(lambda: sys.path.remove(self.folder.name))
        known = set(sys.modules)
        self.addCleanup(lambda: [sys.modules.pop(name) for name in set(sys.modules) - known if name.startswith("hooked")])
        self.names = dict(TABLES)
        exec(text_of("Imports"), self.names)

    def write(self, name, text=""):
        pathlib.Path(self.folder.name, name + ".py").write_text(textwrap.dedent(text))
        importlib.invalidate_caches()

    def test_a_hook_runs_when_its_module_is_imported(self):
        self.write("hooked_one", "value = 1")
        self.names["on_import"]("hooked_one", lambda module: setattr(module, "value", module.value + 1))
        self.assertNotIn("hooked_one", sys.modules)
        module = importlib.import_module("hooked_one")
        self.assertEqual(module.value, 2)
        self.assertNotIn("Hooking", type(module.__spec__.loader).__name__)

    def test_a_module_that_is_there_is_hooked_at_once(self):
        self.write("hooked_two", "value = 1")
        module = importlib.import_module("hooked_two")
        self.names["on_import"]("hooked_two", lambda module: setattr(module, "value", 3))
        self.assertEqual(module.value, 3)

    def test_a_half_imported_module_is_hooked_when_it_is_whole(self):
        self.write("hooked_three", """
            import threading
            begun.set()
            go_on.wait(10)
            value = 1
        """)
        self.write("hooked_next")
        import builtins
        builtins.begun, builtins.go_on = threading.Event(), threading.Event()
        self.addCleanup(lambda: (delattr(builtins, "begun"), delattr(builtins, "go_on")))
        worker = threading.Thread(target=importlib.import_module, args=["hooked_three"])
        worker.start()
        self.assertTrue(builtins.begun.wait(10))
        self.names["on_import"]("hooked_three", lambda module: setattr(module, "value", module.value + 5))
        builtins.go_on.set()
        worker.join()
        self.assertEqual(sys.modules["hooked_three"].value, 1)
        importlib.import_module("hooked_next")
        self.assertEqual(sys.modules["hooked_three"].value, 6)

    def test_a_hook_that_is_off_changes_nothing(self):
        self.write("hooked_five", "value = 1")
        self.names["HOOK"] = "eager"
        self.names["on_import"]("hooked_five", lambda module: setattr(module, "value", 2))
        self.assertEqual(importlib.import_module("hooked_five").value, 1)

    def test_a_hook_that_fails_warns_once_and_names_the_release(self):
        def patch_what_is_gone(module):
            module.gone.attribute = 1

        self.write("hooked_four")
        with self.assertLogs("my_npu", logging.WARNING) as logs:
            self.names["on_import"]("hooked_four", patch_what_is_gone)
            module = importlib.import_module("hooked_four")
            self.names["run_hook"]("hooked_four", patch_what_is_gone)
        self.assertIsInstance(module, types.ModuleType)
        self.assertEqual(len(logs.output), 1)
        for part in ["hooked_four of TensorFlow 2.97.0", "MY_NPU", "patch_what_is_gone", "AttributeError"]:
            self.assertIn(part, logs.output[0])

    def test_a_missing_module_stays_missing(self):
        self.names["on_import"]("hooked_nowhere", lambda module: None)
        with self.assertRaises(ModuleNotFoundError):
            importlib.import_module("hooked_nowhere")


if __name__ == "__main__":
    unittest.main()
