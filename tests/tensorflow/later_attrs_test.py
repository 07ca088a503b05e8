"""An op whose type attributes came after the oldest release: one binary has kernels of it in every release."""

import unittest

import support

SPEC = """
    plugingen: 1
    plugin: {name: test_npu}
    device: {type: TEST_NPU, memory: {capacity: 1GiB, host_visible: false}}
    kernels:
      - {op: TopKV2, types: {T: float}}
      - Where
      - set: variables
"""

PROGRAM = """
    import json
    import numpy as np
    import tensorflow as tf

    has_attrs = "index_type" in tf.raw_ops.TopKV2.__doc__
    x = tf.constant(np.random.default_rng(1).integers(0, 9, (5, 7)).astype(np.float32))
    tf.config.set_soft_device_placement(False)

    def top(device, k, **types):
        with tf.device(device):
            result = tf.raw_ops.TopKV2(input=tf.identity(x), k=k, **types)
            inside = tf.function(lambda: tf.raw_ops.TopKV2(input=tf.identity(x), k=k, **types))()
        assert all(np.array_equal(a, b) for a, b in zip(result, inside))
        return [[part.numpy().tolist(), part.dtype.name] for part in result], result[0].device

    calls = [(tf.constant(3), {})]
    if has_attrs:
        calls += [(tf.constant(3), {"index_type": tf.int64}), (tf.constant(7, tf.int64), {"index_type": tf.int32})]
    answers = [[top(device, k, **types) for device in ("/CPU:0", "/TEST_NPU:0")] for k, types in calls]
    with tf.device("/TEST_NPU:0"):
        where = tf.raw_ops.Where(condition=tf.identity(x))
    print(json.dumps({"has_attrs": has_attrs, "answers": answers, "where": np.array_equal(where, np.argwhere(x.numpy()))}))
"""


class LaterAttrs(unittest.TestCase):
    def test_every_release_has_the_kernels_that_it_can_ask_for(self):
        plugin = support.build_project("test_npu", SPEC, folder="later_attrs") / "build" / "libtest_npu.so"
        for release in support.RELEASES:
            with self.subTest(release):
                done, result = support.run_code(PROGRAM, plugin, release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(result["has_attrs"], release != "2.12")
                for cpu, device in result["answers"]:
                    self.assertEqual(device[0], cpu[0])
                    self.assertIn("TEST_NPU:0", device[1])
                    self.assertIn("CPU:0", cpu[1])
                self.assertTrue(result["where"])


if __name__ == "__main__":
    support.main()
