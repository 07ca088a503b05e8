#!/usr/bin/env python3
"""Nothing that plugingen emits, prints or documents has a tool install plugingen by its name from a package index: the package plugingen on
PyPI is another project's, and tf-plugingen would be whoever's uploads it first. usage: package_names_test.py PLUGINGEN"""

import re
import subprocess

import running
from running import CommandTest, ROOT

# A command that takes requirements, and one that is a name of plugingen's: neither a file, nor "name @ address".
NAME = r"""(?:tf[-_.])?plugingen(?!-|_|\.\w|/|\w|\s*@)"""
COMMAND = re.compile(rf"""\b(?:(?:pip[\d.]*|pipx|uv|conda|mamba|poetry|pdm|rye)\b[^\n;|&`]*?\s(?:install|download|wheel|add|run|inject|upgrade)
                          |uvx|easy_install)\b[^\n;|&`]*?[ \t"'=]{NAME}""", re.X | re.I)
# A list of requirements: a name with a version.
REQUIREMENT = re.compile(rf"""(?<![\w./-]){NAME}\s*(?:\[[\w,-]*\])?\s*(?:[=~!<>]=|===)\s*\d""", re.I)
SPEC = """\
plugingen: 1
plugin: {{name: nova_npu}}
device: {{type: NOVA_NPU, backend: {backend}}}
{ci}kernels:
  - {{op: Relu, types: {{T: float}}}}
ops:
  - {{name: AcmeScale, inputs: ["x: T"], outputs: ["y: T"], attrs: ["T: {{float}}"], shape: {{x: "[n]", y: "[n]"}}}}
"""


def installs_by_name(text):
    text = re.sub(r"\\\n\s*", " ", text)
    return [found.group() for pattern in (COMMAND, REQUIREMENT) for found in pattern.finditer(text)]


class PackageNamesTest(CommandTest):
    def check(self, texts):
        """`texts`: (what it is, the text)."""
        self.assertEqual([(name, *found) for name, text in texts if (found := installs_by_name(text))], [])

    def test_what_is_found(self):
        for text in ("pip install plugingen", "pip install 'plugingen==0.1.0'", "venv/bin/pip install -U --user tf-plugingen", "uvx plugingen new x",
                     "python3 -m pip install tensorflow-cpu \\\n    plugingen", "pipx install plugingen", "uv tool install tf_plugingen",
                     "`pip3 install plugingen`", 'requires = ["tf-plugingen>=0.1"]', "- pip install \"plugingen[all]\"", "uv add plugingen"):
            self.assertTrue(installs_by_name(text), text)
        for text in ("pip install ./tf_plugingen-0.1.0-py3-none-any.whl", "pip install --no-index build/dist/tf_plugingen-*.whl", "pip uninstall tf-plugingen",
                     "pip install 'tensorflow-cpu>=2.12' && plugingen new x", "tf-plugingen @ https://example.com/x.whl", "plugingen: 1",
                     "`pip install .` in plugingen's repository"):
            self.assertEqual(installs_by_name(text), [], text)

    def test_emitted(self):
        for backend, ci in {"reference": "", "custom": "ci: github\n", "opencl": "ci: gitlab\n", "cuda": "ci: github\n"}.items():
            self.spec.write_text(SPEC.format(backend=backend, ci=ci))
            self.expect(0, "new", self.spec, "-o", self.folder / backend, "-q")
            emitted = {path: text.decode() for path, text in running.texts(self.folder / backend).items()}
            self.assertGreater(len(emitted), 100)
            self.check(emitted.items())

    def test_printed(self):
        codes = re.findall(r"^([A-Z]\d{4}) ", self.expect(0, "explain").stdout, re.M)
        commands = re.findall(r"^  ([a-z-]+) ", self.expect(0, "help").stdout.partition("\nOptions:")[0], re.M)
        self.assertGreater(min(len(codes), len(commands)), 15)
        said = [("explain " + code, self.expect(0, "explain", code).stdout) for code in codes]
        said += [("help " + command, self.expect(0, "help", command).stdout) for command in commands]
        version = self.expect(0, "version").stdout
        self.assertIn("the package of the name plugingen on PyPI is another project's", version)
        self.check([*said, ("help", self.expect(0, "help").stdout), ("version", version)])

    def test_written(self):
        """Every text of the repository, so that a message is found also where no test provokes it."""
        listed = subprocess.run(["git", "ls-files", "-z", "--", ".", ":!tests", ":!generated_example"], cwd=ROOT, capture_output=True, text=True, check=True)
        texts = []
        for name in filter(None, listed.stdout.split("\0")):
            data = (ROOT / name).read_bytes() if (ROOT / name).is_file() else b""
            if b"\0" not in data:
                texts.append((name, data.decode()))
        self.assertGreater(len(texts), 1000)
        self.check(texts)


if __name__ == "__main__":
    running.main()
