#!/usr/bin/env python3
"""scripts/take_in_release finds releases on an index, here a folder of wheels that do not exist, and takes them in in their order."""

import os
import re
import shutil
import subprocess
import sys
import unittest
import zipfile

from tools_path import CATALOG, ROOT, FolderTest

import known_releases
import synthetic_release
from known_releases import KNOWN
from synthetic_release import wire

FOLLOWING = known_releases.after(KNOWN.next)


class TakeInTest(FolderTest):
    def setUp(self):
        super().setUp()
        self.index = self.folder / "index"
        self.index.mkdir()
        self.catalog = self.folder / "catalog"
        self.catalog.mkdir()
        for name in ("tensorflow.txt", "c_api.txt"):
            shutil.copy(CATALOG / name, self.catalog)

    def publish(self, version, *ops, package="tensorflow_cpu"):
        """A wheel with these ops."""
        site = self.folder / f"site-{package}-{version}"
        definitions = [wire(1, op) + wire(2, wire(1, "x") + wire(3, 1)) for op in ops]
        synthetic_release.make(site, definitions, b"".join(wire(1, wire(1, op) + wire(2, "CPU")) for op in ops), version=version)
        made = site / f"tensorflow_cpu-{version}.dist-info"
        information = made.with_name(f"{package}-{version}.dist-info")
        made.rename(information)
        metadata = information / "METADATA"
        metadata.write_text(metadata.read_text().replace("Name: tensorflow-cpu", f"Name: {package.replace('_', '-')}"))
        (information / "WHEEL").write_text("Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        (information / "RECORD").write_text("")
        with zipfile.ZipFile(self.index / f"{package}-{version}-py3-none-any.whl", "w") as wheel:
            for path in site.rglob("*"):
                wheel.write(path, path.relative_to(site))

    def take_in(self, *options, status=0):
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.index), "PIP_CONFIG_FILE": os.devnull}
        done = subprocess.run([sys.executable, ROOT / "scripts/take_in_release", "--catalog", self.catalog, *options], capture_output=True,
                              text=True, env=environment, timeout=300)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def known(self):
        return known_releases.of(self.catalog)

    def has_op(self, op):
        return re.search(rf"(?m)^op {op}\b", (self.catalog / "tensorflow.txt").read_text()) is not None

    def test_a_pre_release_and_then_the_release(self):
        self.publish(f"{KNOWN.newest}.0", "Settled")
        self.publish(f"{KNOWN.next}.0rc0", "Settled", "Tentative")
        self.publish("2.1.0.dev20200101", package="tf_nightly")
        said = self.take_in()
        self.assertIn(f"TensorFlow {KNOWN.next}.0rc0 is in the catalogue as {KNOWN.next}\n", said)
        self.assertIn(f"there is no nightly of {FOLLOWING}", said)
        self.assertEqual((self.known().released, self.known().nightly), (KNOWN.released + (KNOWN.next,), ""))
        self.assertTrue(self.has_op("Tentative"))
        once = (self.catalog / "tensorflow.txt").read_bytes()
        self.take_in()
        self.assertEqual((self.catalog / "tensorflow.txt").read_bytes(), once, "a second run writes the same")
        self.publish(f"{KNOWN.next}.0", "Settled", "Final")
        self.take_in()
        self.assertEqual(self.known().released, KNOWN.released + (KNOWN.next,))
        self.assertEqual((self.has_op("Tentative"), self.has_op("Final")), (False, True))

    def test_two_releases_at_once_and_a_nightly(self):
        for release in (KNOWN.newest, KNOWN.next, FOLLOWING):
            self.publish(f"{release}.0", "Settled")
        last = known_releases.after(FOLLOWING)
        self.publish(f"{last}.0.dev20300101", package="tf_nightly")
        self.take_in()
        self.assertEqual((self.known().released[-2:], self.known().nightly), ((KNOWN.next, FOLLOWING), last))

    def test_nothing_new(self):
        self.publish(f"{KNOWN.newest}.0", "Settled")
        self.publish("2.1.0.dev20200101", package="tf_nightly")
        said = self.take_in("--look")
        self.assertIn(f"the catalogue has {KNOWN.newest}", said)
        self.assertIn(f"tensorflow-cpu: {KNOWN.newest}.0\n", said)
        self.assertIn(f"tf-nightly: nothing from {KNOWN.next}.0.dev0 on\n", said)
        self.assertIn(f"the index has no TensorFlow {KNOWN.next} for CPython", self.take_in())
        self.assertEqual((self.known().released, self.known().nightly), (KNOWN.released, KNOWN.nightly))

    def test_an_index_that_cannot_be_reached_is_no_answer(self):
        before = (self.catalog / "tensorflow.txt").read_bytes()
        self.assertIn("error: pip cannot look for packages", self.take_in(status=1))
        self.assertEqual((self.catalog / "tensorflow.txt").read_bytes(), before)

    def test_a_release_that_does_not_follow(self):
        self.publish(f"{FOLLOWING}.0", "Settled")
        wheel = next(self.index.iterdir())
        self.assertIn(f"first comes {KNOWN.next}", self.take_in(str(wheel), status=1))


class TextsTest(unittest.TestCase):
    def test_ranges_follow_and_measurements_stay(self):
        program = {"__name__": "take_in_release", "__file__": str(ROOT / "scripts/take_in_release")}
        exec(compile((ROOT / "scripts/take_in_release").read_text(), "take_in_release", "exec"), program)
        before = known_releases.Known(("2.8", "2.9"), ("2.8", "2.9"), "")
        now = known_releases.Known(("2.8", "2.9", "2.10"), ("2.8", "2.9", "2.10"), "")
        self.assertEqual(program["with_ranges"]("'>=2.8, <2.10', a>=2.7,<2.10: in 2.9, <2.10 or >=2.8, <2.9; >=2.8, <2.10.1; >=2.9, <2.11", before, now),
                         "'>=2.8, <2.11', a>=2.7,<2.11: in 2.9, <2.10 or >=2.8, <2.9; >=2.8, <2.10.1; >=2.9, <2.12")
        self.assertEqual(program["with_promises"]("2.8 to 2.9, from 2.8 to 2.9. 12.8 to 2.9, 2.8 to 2.91, 2.8 to 2.9.1", before, now),
                         "2.8 to 2.10, from 2.8 to 2.10. 12.8 to 2.9, 2.8 to 2.91, 2.8 to 2.9.1")


if __name__ == "__main__":
    unittest.main()
