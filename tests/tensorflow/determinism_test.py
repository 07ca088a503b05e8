"""What tf.config.experimental.enable_op_determinism() asks of a device: no random numbers without seeds, and sums that stay."""

import concurrent.futures
import unittest

import support

PROGRAM = """
    import json
    import numpy as np
    import tensorflow as tf

    raw = tf.raw_ops
    tf.config.experimental.enable_op_determinism()
    draws = {
        "RandomUniform": dict(shape=[3], dtype=tf.float32),
        "RandomStandardNormal": dict(shape=[3], dtype=tf.float32),
        "TruncatedNormal": dict(shape=[3], dtype=tf.float32),
        "RandomUniformInt": dict(shape=[3], minval=0, maxval=9),
        "Multinomial": dict(logits=[[1.0, 2.0]], num_samples=3),
    }

    def said(op, device, **seeds):
        with tf.device(device):
            try:
                result = getattr(raw, op)(**draws[op], **seeds)
                return result.device.split(":")[-2]
            except tf.errors.OpError as error:
                return type(error).__name__ + str(error).split("}}")[-1]

    draws = {op: [said(op, device, **seeds) for seeds in ({}, {"seed": 1}) for device in ("/CPU:0", "/TEST_NPU:0")]
             for op in draws}

    random = np.random.default_rng(1)
    x = random.normal(size=(20000, 33)).astype(np.float32)
    rows = random.integers(0, 7, 20000)
    sums = {
        "Sum of all": lambda: raw.Sum(input=x, axis=[0, 1]),
        "Sum of columns": lambda: raw.Sum(input=x, axis=[0]),
        "BiasAddGrad": lambda: raw.BiasAddGrad(out_backprop=x),
        "MatMul": lambda: raw.MatMul(a=x, b=x, transpose_a=True),
        "UnsortedSegmentSum": lambda: raw.UnsortedSegmentSum(data=x, segment_ids=rows, num_segments=7),
        "TensorScatterAdd": lambda: raw.TensorScatterAdd(tensor=x[:7], indices=rows[:, None], updates=x),
    }
    with tf.device("/TEST_NPU:0"):
        sums = {name: len({compute().numpy().tobytes() for _ in range(20)}) for name, compute in sums.items()}
    print(json.dumps({"draws": draws, "sums": sums}))
"""


class Determinism(unittest.TestCase):
    def test_of_draws_and_sums(self):
        plugin = support.training_plugin()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            runs = pool.map(lambda release: support.run_code(PROGRAM, plugin, release), support.RELEASES)
            for release, (done, result) in zip(support.RELEASES, runs, strict=True):
                with self.subTest(release=release):
                    self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                    for op, (cpu, device, *seeded) in result["draws"].items():
                        self.assertIn("must have a seed specified", cpu, op)
                        self.assertEqual(device, cpu, op)
                        self.assertEqual(seeded, ["CPU", "TEST_NPU"], op)
                    self.assertEqual(set(result["sums"].values()), {1}, result["sums"])


if __name__ == "__main__":
    support.main()
