#!/usr/bin/env python3
"""docs/first_device.md, followed from the top: each command of plugingen does what the page says. Nothing is compiled.

usage: first_device_test.py PLUGINGEN
"""

import json
import re
import shlex
import unittest

import running
from running import CommandTest

PAGE = (running.ROOT / "docs/first_device.md").read_text(encoding="utf-8")
# In the order of the page: commands of a shell, and the lines that the page shows as an answer.
ANSWER = r"(?:^    [^\n]*\n)+"
STEP = re.compile(rf"^```sh\n(?P<commands>.*?)```$|^```.*?^```$|(?P<answer>{ANSWER})", re.M | re.S)


class FirstDeviceTest(CommandTest):
    def follow(self, text, folder):
        """Runs the commands of plugingen in the text, and compares what it prints with what the text shows after them. Returns the
        folder that the reader is in then."""
        said = None
        for step in STEP.finditer(text):
            if step["answer"] and said is not None:
                for line in step["answer"].splitlines():
                    self.assertIn(line.strip(), said)
                said = None
            for words in map(shlex.split, (step["commands"] or "").splitlines()):
                if words[0] == "cd":
                    folder /= words[1]
                elif words[0] == "rm":
                    (folder / words[1]).unlink()
                elif words[0] == "plugingen":
                    done = running.run(*words[1:], cwd=folder)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    said = done.stdout + done.stderr
                else:
                    said = None  # what a build or a program prints is not compared
        return folder

    def test_the_page_from_top_to_bottom(self):
        before, add_an_op, after = re.split(r"(?m)^(?=## 5\.|## 6\.)", PAGE)
        project = self.follow(before, self.folder)
        spec = project / "my_npu.yaml"
        self.assertIn("type: MY_NPU", spec.read_text())

        added = re.search(r"```yaml\nkernels:\n(.*?)```", add_an_op, re.S)[1]
        spec.write_text(spec.read_text().replace("  - set: mlp\n", added))
        self.follow(add_an_op, project)
        self.assertTrue("pluggable_add_kernel(cosh\n" in (project / "src/generated/library.cmake").read_text(), "no kernel of Cosh")
        spec.write_text(spec.read_text().replace("- Cosh", "- Cosch"))
        said = running.run("validate", "my_npu.yaml", cwd=project).stderr
        for line in re.search(rf"prints\n\n({ANSWER})", add_an_op, re.M)[1].splitlines():
            self.assertIn(line.strip(), said)
        spec.write_text(spec.read_text().replace("- Cosch", "- Cosh"))

        self.follow(after, project)
        self.assertFalse((project / "src/kernels/relu.cc").exists())
        self.assertEqual(running.run("regenerate", "--check", cwd=project).returncode, 3, "its record of the kernel that went")
        self.assertEqual(running.run("regenerate", cwd=project).returncode, 0)

    def test_the_set_is_as_large_as_the_page_says(self):
        size = int(re.search(r"`mlp` is a set of (\d+) ops", PAGE)[1])
        self.assertEqual(len(json.loads(running.run("ops", "--set", "mlp", "--json").stdout)["ops"]), size)


if __name__ == "__main__":
    running.main()
