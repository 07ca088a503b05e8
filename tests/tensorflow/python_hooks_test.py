"""How the plugin's Python comes into TensorFlow: whoever imports it, whatever else is imported, and however a part fails."""

import re
import unittest

import support
import variables_test

# TensorFlow is imported in a thread, and the main thread waits for it.
IN_A_THREAD = """
    import json
    import threading

    def work():
        import tensorflow as tf
        with tf.device("/TEST_NPU:0"):
            variable = tf.Variable(1.0)
        found.append(float(variable.assign_add(2.0).numpy()))

    found = []
    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    print(json.dumps(found))
"""

# Six threads run one op, whose shape comes from host memory, and one op that fails on the CPU.
BY_THREADS = """
    import json
    import threading
    import numpy as np
    import tensorflow as tf

    SIZES = [size for size in range(1, 5041) if 5040 % size == 0]
    wrong = []

    def work(seed):
        random = np.random.default_rng(seed)
        for _ in range(800):
            size = int(random.choice(SIZES))
            try:
                with tf.device("/TEST_NPU:0"):
                    shape = list(tf.raw_ops.Reshape(tensor=x, shape=tf.constant([size, 5040 // size])).shape)
                if shape[0] != size:
                    wrong.append([size, shape])
            except Exception as error:
                wrong.append([size, repr(error)])

    def fail():
        while any(thread.is_alive() for thread in threads):
            try:
                with tf.device("/CPU:0"):
                    tf.gather([1.0, 2.0], [7])
            except tf.errors.InvalidArgumentError:
                pass

    with tf.device("/TEST_NPU:0"):
        x = tf.zeros([5040])
    threads = [threading.Thread(target=work, args=[i]) for i in range(6)]
    for thread in threads:
        thread.start()
    failing = threading.Thread(target=fail)
    failing.start()
    for thread in [*threads, failing]:
        thread.join()
    print(json.dumps(wrong[:4]))
"""

# Modules of Keras' names, in a zip file, whose modules have one loader; one of them lacks what its hook changes.
STAND_INS = """
    import importlib.util
    import json
    import os
    import sys
    import tempfile
    import zipfile

    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "stand_ins.zip")
    with zipfile.ZipFile(path, "w") as file:
        for package in ("keras", "keras/src", "keras/src/trainers", "keras/src/backend", "keras/src/backend/tensorflow"):
            file.writestr(package + "/__init__.py", "")
        for module in ("trainer", "epoch"):
            file.writestr(f"keras/src/trainers/{module}.py", "def model_supports_jit(model):\\n    'Says so.'\\n    return True\\n")
        file.writestr("keras/src/backend/tensorflow/nn.py", "")
    sys.path.insert(0, path)
    import tensorflow as tf

    probed = importlib.util.find_spec("keras.src.trainers.trainer")  # as tools do that only look
    source = probed.loader.get_source("keras.src.trainers.trainer")
    from keras.src.trainers import epoch, trainer
    from keras.src.backend.tensorflow import nn
    with tf.device("/TEST_NPU:0"):
        variable = tf.Variable(1.0)
    print(json.dumps({
        "updated": float(variable.assign_add(2.0).numpy()), "trainer": trainer.model_supports_jit(None),
        "epoch": epoch.model_supports_jit(None), "doc": trainer.model_supports_jit.__doc__, "source": source,
        "loaders": [type(module.__spec__.loader).__name__ for module in (epoch, trainer)],
        "names": [name for name in dir(sys.modules["__main__"]) if "hook" in name]}))
"""


# Which functions of Keras and TensorFlow the plugin has changed.
CHANGED = """
    import json
    import tensorflow as tf
    import keras
    from keras.src.trainers import trainer
    from tensorflow.python.eager import context

    functions = {"keras": trainer.model_supports_jit, "memory": context.Context.set_logical_device_configuration}
    print(json.dumps([name for name, function in functions.items() if hasattr(function, "__wrapped__")]))
"""


class PythonHooks(unittest.TestCase):
    def test_run_in_the_thread_that_imports_tensorflow(self):
        done, found = support.run_code(IN_A_THREAD, variables_test.plugin(), alone=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found, [3.0], done.stderr[-3000:])

    def test_keep_the_arguments_and_errors_of_threads_apart(self):
        for release in support.ENDS:
            with self.subTest(release=release):
                done, wrong = support.run_code(BY_THREADS, variables_test.plugin(), release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])
                self.assertEqual(wrong, [])

    def test_fail_one_by_one_and_leave_other_modules_alone(self):
        done, found = support.run_code(STAND_INS, variables_test.plugin(), alone=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(found["updated"], 3.0)
        self.assertEqual((found["trainer"], found["epoch"]), (False, True))
        self.assertEqual(found["doc"], "Says so.")
        self.assertIn("def model_supports_jit", found["source"])
        self.assertEqual(found["loaders"], ["zipimporter"] * 2)
        self.assertEqual(found["names"], [])
        warning = (r"cannot adapt keras\.src\.backend\.tensorflow\.nn of TensorFlow \S+ to TEST_NPU devices "
                   r"\(\w+\), some of what it does may fail there: AttributeError")
        self.assertRegex(done.stderr, warning)
        self.assertEqual(done.stderr.count("cannot adapt"), 1, done.stderr)

    def test_each_is_switched_off_by_its_name(self):
        plugin = variables_test.plugin()
        for setting, changed in (("1", ["keras", "memory"]), ("-keras", ["memory"]), ("-memory,-eager", ["keras"]), ("-keras,-memory", [])):
            with self.subTest(setting=setting):
                done, found = support.run_code(CHANGED, plugin, TEST_NPU_PYTHON_HOOKS=setting)
                self.assertEqual((done.returncode, found), (0, changed), done.stderr[-3000:])
                self.assertNotIn("is neither", done.stderr)
        done, found = support.run_code(CHANGED, plugin, TEST_NPU_PYTHON_HOOKS="keras,-kears")
        self.assertEqual(found, ["keras", "memory"])
        for word in ("keras", "-kears"):
            self.assertIn(f"TEST_NPU_PYTHON_HOOKS: '{word}' is neither 0 nor one of -eager, ", done.stderr)

    def test_the_readme_lists_them(self):
        files = {path.stem for path in (support.REPOSITORY / "library/plugin/python").glob("*.py")} - {"imports"}
        readme = (support.REPOSITORY / "templates/README.md").read_text(encoding="utf-8")
        section = readme.split("## What the plugin changes in Python", 1)[1].split("\n## ", 1)[0]
        self.assertEqual(set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)), files)


if __name__ == "__main__":
    support.main()
