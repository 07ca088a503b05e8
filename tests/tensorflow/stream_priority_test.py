"""One binary for every release, built against headers before and after 2.22, and the priorities of its streams.

The reference driver adds the priority of a stream to the nice value of its thread, which /proc tells.
"""

import functools
import json
import unittest

import support

SPEC = """
plugingen: 1
plugin: {name: test_npu}
tensorflow: ">=2.12, <%s"
device: {type: TEST_NPU}
kernels: [{op: AddV2, types: float}, {op: Mul, types: float}]
""" % support.KNOWN.unknown

PROGRAM = """
    import collections, json, os
    import tensorflow as tf

    def nice_values():
        threads = [f"/proc/self/task/{thread}/stat" for thread in os.listdir("/proc/self/task")]
        return collections.Counter(int(open(stat).read().rpartition(")")[2].split()[16]) for stat in threads)

    def niced(own=os.nice(0)):
        return {str(nice - own): count for nice, count in nice_values().items() if nice != own}
"""

EAGER = PROGRAM + """
    with tf.device("TEST_NPU:0"):
        result = (tf.constant([1.0, 2.0]) * 3.0 + 1.0).numpy().tolist()
    print(json.dumps({"result": result, "niced": niced()}))
"""

SESSION = PROGRAM + """
    tf.compat.v1.disable_eager_execution()
    config = tf.compat.v1.ConfigProto()
    config.pluggable_device_options.experimental.virtual_devices.add(memory_limit_mb=[64, 64], priority=[3, 5])
    with tf.compat.v1.Session(config=config) as session:
        devices = sum("TEST_NPU" in device.name for device in session.list_devices())
        with tf.device("/device:TEST_NPU:0"):
            result = session.run(tf.constant([1.0, 2.0]) * 3.0 + 1.0).tolist()
        print(json.dumps({"result": result, "niced": niced(), "devices": devices}))
"""


@functools.cache
def plugin(built_against):
    project = support.build_project("test_npu", SPEC, release=built_against, folder=f"stream_priority_{built_against}")
    return project / "build" / "libtest_npu.so"


class BuiltAgainst221(unittest.TestCase):
    """Its headers know nothing of priorities, and its library's symbols have no version."""

    headers = "2.21"

    def run_in(self, release, program=EAGER):
        done, report = support.run_code(program, plugin(self.headers), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(report["result"], [4.0, 7.0])
        return report

    def test_computes_in_2_12(self):
        self.assertEqual(self.run_in("2.12")["niced"], {})

    def test_computes_in_the_newest_release(self):
        self.assertEqual(self.run_in("newest")["niced"], {})

    def test_computes_in_the_nightly(self):
        for release in support.of_this_run("nightly"):
            self.assertEqual(self.run_in(release)["niced"], {})

    def test_the_priorities_of_virtual_devices_are_passed(self):
        """A device has four streams: for work, and for copies to it, from it and within it."""
        for release in support.of_this_run("newest", "nightly"):
            with self.subTest(release):
                report = self.run_in(release, SESSION)
                self.assertEqual((report["devices"], report["niced"]), (2, {"3": 4, "5": 4}))

    def test_none_is_passed_in_2_21(self):
        report = self.run_in("2.21", SESSION)
        self.assertEqual((report["devices"], report["niced"]), (1, {}))


class BuiltAgainstTheNewestRelease(BuiltAgainst221):
    """Its headers know a callback that older hosts have no room for, and its library gives symbols a version that they lack."""

    headers = "newest"

    def test_its_driver_can_be_made_to_fail_in_every_release(self):
        build = plugin(self.headers).parent
        support.must(["cmake", "--build", build, "--target", "test_npu_faulty"])
        report = build / "faults.json"
        for release in (support.OLDEST, "2.15", support.KNOWN.c_api[-1]):
            support.must([support.PLUGINGEN, "conformance", build / "tests/generated/libtest_npu_faulty.so", "--tensorflow", release,
                          "--filter", "faults/*", "--json", report])
            counts = json.loads(report.read_text())["counts"]
            self.assertEqual(counts["unsupported"], 0, release)
            self.assertGreater(counts["pass"], 50)


if __name__ == "__main__":
    support.main()
