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


class ErrorsOfWork(unittest.TestCase):
    """An index that only the device sees: the host is ahead, as <NAME>_DELAYS makes sure."""

    def check(self, release, passes_errors_of_copies):
        done, result = support.run_code(
            """
            import json, threading
            import numpy as np
            import tensorflow as tf

            def told(fetch):
                try:
                    return np.asarray(fetch()).ravel()[:1].tolist()
                except tf.errors.OpError as error:
                    return [type(error).__name__, "GatherV2: indices[0] = 100 is not in [0, 4)" in str(error)]

            with tf.device("/TEST_NPU:0"):
                m, p, g = tf.ones([600, 600]), tf.ones([4, 3]), tf.fill([300000], 0.25)
                good, bad = tf.constant([1]), tf.constant([100])
                tf.matmul(m, m), tf.gather(p, good), (g * 2.0).numpy()

                # One op fails. Others go on, whoever reads its result learns of it, in each thread.
                long = tf.ones([2000, 2000])
                long[0, 0].numpy()
                for _ in range(5):
                    tf.matmul(long, long)
                    try:
                        a = tf.gather(p, bad)
                        break
                    except tf.errors.InvalidArgumentError:
                        pass  # this thread was held up until the product was done
                try:
                    b = g * 2.0
                except tf.errors.InvalidArgumentError:
                    if tf.__version__ >= "2.17":
                        raise
                    b = g * 2.0  # until 2.16 an op may fail with the error of an earlier one: if this thread was held up that long
                c = lambda: (a + 1.0).numpy()
                eager = [told(c), told(b.numpy), told((g * 3.0).numpy), told(c)]
                thread = threading.Thread(target=lambda: eager.extend([told(a.numpy), told((b + 1.0).numpy)]))
                thread.start()
                thread.join()

                # A step that fails leaves the model as it is, and the next one trains it.
                v, w, u, s, t = (tf.Variable(tf.fill([1, 3], value)) for value in (0.0, 1.0, 0.0, 5.0, 5.0))

                @tf.function
                def step(i):
                    y = tf.matmul(m, m)
                    a = tf.gather(p, i)
                    v.assign_add(a)
                    w.assign(w * 0.5 + a)
                    u.assign_add(v * 2.0)  # v as it is now
                    before = s * 0.0
                    s.assign(v * 3.0)  # not computed from s, which was read
                    t.assign(v)  # and t was not
                    return a + y[:1, :1] * 0.0 + before

                steps = []
                for i in (good, bad, good, bad, bad, good):
                    steps.append([told(lambda: step(i).numpy()), told(v.numpy), told(w.numpy), told(u.numpy), told(s.numpy)])
                    if i is good or tf.__version__ >= "2.17":  # where copies tell errors
                        steps[-1].append(told(t.numpy))

                # The constant of a function, in memory that pending work of dropped tensors still writes.
                x, seven = tf.zeros([1000]), tf.constant(7.0)
                with tf.device("/CPU:0"):
                    sizes = [tf.constant([1000], tf.int64) for _ in range(300)]
                wrong = 0
                for k in range(3):
                    f = tf.function(lambda x: x + tf.constant(np.arange(1000, dtype=np.float32) + k), autograph=False)
                    f.get_concrete_function(x)
                    tf.matmul(m, m)
                    dropped = [tf.raw_ops.Fill(dims=size, value=seven) for size in sizes]
                    del dropped
                    f(x)
                    wrong += int(np.any(f(x).numpy() != np.arange(1000) + k))
            print(json.dumps([eager, steps, wrong]))
            """,
            support.training_plugin(), release, TEST_NPU_DELAYS="3")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        eager, steps, wrong = result
        self.assertEqual(wrong, 0, "constants were overwritten")
        sound = [[0.5], [0.75], [1.5]]
        failed = ["InvalidArgumentError", True]
        if passes_errors_of_copies:
            self.assertEqual(eager, [failed, *sound[:2], failed, failed, sound[2]])
        else:
            # Core ends the process over the error of a copy, so an op tells or the wait before the copy, and then the copy is NaN.
            self.assertIn(eager[0], (["InternalError", False], failed))
            self.assertEqual(eager[1:3], sound[:2])
        self.assertEqual([len(step[0]) for step in steps], [1, 2, 1, 2, 2, 1], steps)
        self.assertEqual([step[1] for step in steps], [[1.0], [1.0], [2.0], [2.0], [2.0], [3.0]])
        self.assertEqual([step[2] for step in steps], [[1.5], [1.5], [1.75], [1.75], [1.75], [1.875]])
        self.assertEqual([step[3] for step in steps], [[2.0], [2.0], [6.0], [6.0], [6.0], [12.0]], "computed from what was not updated")
        self.assertEqual([step[4] for step in steps], [[3.0], [3.0], [6.0], [6.0], [6.0], [9.0]], "computed from what was not updated")
        self.assertEqual([step[5] for step in steps if step[5:]],
                         [[1.0], failed, [2.0], failed, failed, [3.0]] if passes_errors_of_copies else [[1.0], [2.0], [3.0]])

    def test_where_copies_tell_errors(self):
        for release in support.of_this_run("newest", "2.21", "2.19"):
            with self.subTest(release=release):
                self.check(release, passes_errors_of_copies=True)

    def test_where_waits_tell_errors(self):
        self.check("2.15", passes_errors_of_copies=False)


if __name__ == "__main__":
    support.main()
