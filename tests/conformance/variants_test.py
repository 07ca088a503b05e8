#!/usr/bin/env python3
"""The suite against a plugin and against that plugin with one mistake at a time.

usage: variants_test.py --plant PROJECT
       variants_test.py PLUGINGEN LIBRARY

PROJECT is that of variants.yaml. The first form puts all mistakes into it, for its plugin to make the one that the environment names
(see planting.py); LIBRARY is what comes of it."""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from planting import CHOICE, Planting
from variants import SOUND, VARIANTS

PLUGINGEN = LIBRARY = None  # set by main()


def judge(*options, mistake="", release="2.19"):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run([PLUGINGEN, "conformance", LIBRARY, "--tensorflow", release, "--json", report, *options],
                              capture_output=True, text=True, timeout=500, env={**os.environ, CHOICE: mistake})
        return done, json.loads(report.read_text()) if report.exists() else None


class Whole(unittest.TestCase):
    def test_the_plugin_itself_conforms(self):
        done, report = judge("--jobs", "2", "--timeout", "60")
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertGreater(report["counts"]["pass"], 500)
        self.assertEqual(report["counts"]["fail"], 0)
        # Nothing is called unsupported that such a plugin has.
        for case in report["cases"]:
            if case["verdict"] == "unsupported":
                self.assertRegex(case["message"], "no kernel of the op|create_stream_with_options|core then|"
                                 "unified memory|lets no fault|registers no op|no graph|no profiler|does not know it")

    def test_it_conforms_where_copies_report_no_errors(self):
        names = [word for group in ("errors", "stress", "streams", "threads") for word in ("--filter", f"{group}/*")]
        done, report = judge(*names, "--jobs", "2", "--timeout", "60", release="2.15")
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])
        self.assertGreater(report["counts"]["pass"], 30)


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


def judge_mistake(variant):
    # A mistake may hang; what does not may be slow on a machine that has more to do.
    return judge("--filter", variant.case, "--timeout", "30" if variant in SOUND else "4", mistake=variant.name)


def main():
    global PLUGINGEN, LIBRARY
    if sys.argv[1] == "--plant":
        planting = Planting(pathlib.Path(sys.argv[2]))
        for variant in (*sum(VARIANTS.values(), []), *SOUND):
            planting.take(variant)
        planting.write()
        return
    PLUGINGEN, LIBRARY = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    del sys.argv[1:3]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        tests = [(Broken, f"{group}_", variant, test_of(variant)) for group in VARIANTS for variant in VARIANTS[group]]
        tests += [(Sound, "", variant, test_of_sound(variant)) for variant in SOUND]
        for holder, group, variant, test in tests:
            name = f"test_{group}" + re.sub(r"\W+", "_", variant.name)
            if len(sys.argv) > 1 and f"{holder.__name__}.{name}" not in sys.argv:
                continue  # others were asked for
            RESULTS[variant.name] = pool.submit(judge_mistake, variant)
            setattr(holder, name, test)
        unittest.main()


if __name__ == "__main__":
    main()
