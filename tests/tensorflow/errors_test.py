"""What goes wrong reaches the user as an exception, and the process goes on."""

import unittest

import support


class Errors(unittest.TestCase):
    def test_a_path_that_leads_nowhere(self):
        done, _ = support.run_code("import tensorflow", "/nonexistent/plugin.so")
        self.assertNotEqual(done.returncode, 0)
        self.assertGreater(done.returncode, 0, "ended by a signal")
        self.assertIn("FileNotFoundError", done.stderr)

    def test_errors_of_kernels(self):
        done, result = support.run_code(
            """
            import json
            import numpy as np
            import tensorflow as tf

            caught = []
            with tf.device("/DEMO_NPU:0"):
                x = tf.constant(np.ones((2, 3), np.float32))
                for call in (lambda: tf.matmul(x, x),
                             lambda: x + tf.ones([5]),
                             lambda: tf.function(lambda v: tf.matmul(v, v))(x)):
                    try:
                        call().numpy()
                    except (tf.errors.InvalidArgumentError, ValueError) as error:
                        caught.append(str(error))
                result = (x + x).numpy().tolist()
            print(json.dumps([caught, result]))
            """,
            support.demo_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        caught, value = result
        self.assertEqual(len(caught), 3, caught)
        self.assertIn("Matrix size-incompatible", caught[0])
        self.assertIn("Incompatible shapes", caught[1])
        self.assertEqual(value, [[2.0] * 3] * 2)

    def test_memory_that_runs_out_and_is_given_back(self):
        done, result = support.run_code(
            """
            import json
            import numpy as np
            import tensorflow as tf

            refused = 0
            with tf.device("/DEMO_NPU:0"):
                row = tf.constant(np.zeros((1, 8192), np.float32))
                column = tf.constant(np.zeros((8192, 1), np.float32))
                for attempt in range(2):
                    kept = []
                    try:
                        for _ in range(20):  # of 256 MiB each, on a device of 2 GiB
                            kept.append(row + column)
                            kept[-1][0, 0].numpy()
                    except tf.errors.ResourceExhaustedError:
                        refused += 1
                    held = len(kept)
                    del kept
            print(json.dumps([refused, held]))
            """,
            support.demo_plugin())
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        refused, held = result
        self.assertEqual(refused, 2)
        self.assertGreaterEqual(held, 4, "what was freed could not be had again")


if __name__ == "__main__":
    support.main()
