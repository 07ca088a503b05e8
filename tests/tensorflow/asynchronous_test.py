"""The device computes while the host goes on: ops queued behind long work return before it is done."""

import unittest

import support


class Asynchronous(unittest.TestCase):
    def test_later_ops_return_while_the_stream_is_busy(self):
        done, result = support.run_code(
            """
            import json, time
            import numpy as np
            import tensorflow as tf

            with tf.device("/DEMO_NPU:0"):
                a = tf.constant(np.ones((2048, 2048), np.float32))
                x = tf.constant(np.zeros(16, np.float32))
                one = tf.constant(1.0)
                (tf.matmul(a, a)[0, 0] + one).numpy()  # what happens only once happens here
                start = time.perf_counter()
                for _ in range(5):
                    b = tf.matmul(a, a)
                for _ in range(100):
                    x = x + one
                returned = time.perf_counter() - start
                value = x.numpy()
                finished = time.perf_counter() - start
            print(json.dumps({"returned": returned, "finished": finished, "value": value.tolist()}))
            """,
            support.demo_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(result["value"], [100.0] * 16)
        self.assertLess(result["returned"], 0.5 * result["finished"])


if __name__ == "__main__":
    support.main()
