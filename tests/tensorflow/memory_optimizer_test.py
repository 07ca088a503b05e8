"""Functions that seem to need more memory than core takes a device for: its memory optimizer must leave them alone."""

import unittest

import support

SPEC = """\
plugingen: 1
plugin: {name: test_npu}
device: {type: TEST_NPU, memory: {host_visible: false}}
kernels:
  - {op: AddN, types: float}
  - {op: AddV2, types: float}
  - {op: Mul, types: float}
  - {op: Neg, types: float}
  - {op: Sqrt, types: float}
  - {op: Square, types: float}
  - set: variables
"""

# At the sum five tensors of 48 MB are alive. Core would make reference variables of it from 205 MB on.
PROGRAM = """
    import json
    import tensorflow as tf

    raw = tf.raw_ops

    @tf.function(jit_compile=False)
    def total(x):
        return raw.AddN(inputs=[raw.Sqrt(x=x), raw.Square(x=x), raw.Neg(x=x)])

    with tf.device("/TEST_NPU:0"):
        x = tf.constant(4.0, shape=[2048, 6144])
        y = total(x)
    print(json.dumps({"device": y.device, "least": float(y.numpy().min()), "most": float(y.numpy().max())}))
"""


class MemoryOptimizer(unittest.TestCase):
    def test_sums_of_gradients_stay_sums(self):
        plugin = support.build_project("test_npu", SPEC, folder="memory_optimizer") / "build" / "libtest_npu.so"
        for release in support.of_this_run("2.15", "newest"):
            with self.subTest(release=release):
                done, result = support.run_code(PROGRAM, plugin, release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(result["device"].split("device:")[-1], "TEST_NPU:0")
                self.assertEqual([result["least"], result["most"]], [14.0, 14.0])


if __name__ == "__main__":
    support.main()
