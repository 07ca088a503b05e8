"""New ops in released TensorFlow: their Python functions, however the library was loaded, saved models, gradients.

One build against the oldest release serves all of them.
"""

import functools
import os
import re
import shutil
import unittest

import support

SPEC = """
plugingen: 1
plugin: {name: test_npu}
kernels:
  - set: variables
ops:
  - name: OpsTanh
    doc: Computes the hyperbolic tangent.
    inputs: ["x: T"]
    outputs: ["y: T"]
    attrs: ["T: {float, double}"]
    shape: same_as(x)
    gradient: {x: dy * (1 - y * y)}
    also_on_cpu: true
  - name: OpsCube
    inputs: ["x: T"]
    outputs: ["y: T"]
    attrs: ["T: {float, double}", "scale: float = 1.0"]
    shape: same_as(x)
    gradient: {x: "OpsCubeGrad(dy, x, scale=scale)"}
    also_on_cpu: true
  - name: OpsCubeGrad
    inputs: ["dy: T", "x: T"]
    outputs: ["dx: T"]
    attrs: ["T: {float, double}", "scale: float = 1.0"]
    shape: {dy: "[dims...]", x: "[dims...]", dx: same_as(x)}
    gradient: {dy: "OpsCubeGrad(ddx, x, scale=scale)", x: "ddx * dy * x * (6 * scale)"}
    also_on_cpu: true
  - name: OpsScale
    inputs: ["x: T", "lambda: T"]
    outputs: ["y: T"]
    attrs: ["T: {float, double}"]
    shape: {x: "[n, c]", lambda: "[c]", y: same_as(x)}
    gradient: {x: "sum_to_shape(dy * lambda, x)", lambda: "sum_to_shape(dy * x, lambda)"}
    also_on_cpu: true
  - name: OpsDouble
    inputs: ["values: N * T"]
    outputs: ["twice: N * T", "first: T"]
    attrs: ["N: int >= 1", "T: {float, double}"]
    shape: {twice: unknown, first: "unknown"}
    gradient: {python: double_gradient}
    also_on_cpu: true
  - name: OpsStub
    inputs: ["x: float"]
    outputs: ["y: float"]
    shape: same_as(x)
"""

# What an author puts in the place of the line that fails: work over the elements.
LOOP = """    {spans}
    auto* out = {out}->template span<T>().data();
    const size_t size = {out}->template span<T>().size();
    {copies}
    ctx->stream().Enqueue(100, [=] {{
      auto* to = OnDevice(out);
      {pointers}
      for (size_t i = 0; i < size; ++i) to[i] = {formula};
    }});
"""


def loop(out, formula, *inputs, copies=""):
    spans = " ".join(f"const T* p_{i} = {i}.template span<T>().data();" for i in inputs)
    pointers = " ".join(f"const T* {i}_ = OnDevice(p_{i});" for i in inputs)
    return LOOP.format(spans=spans, out=out, copies=copies, pointers=pointers, formula=formula)


KERNELS = {
    "ops_tanh": loop("y", "std::tanh(x_[i])", "x"),
    "ops_cube": loop("y", "s * x_[i] * x_[i] * x_[i]", "x", copies="const T s = static_cast<T>(scale_);"),
    "ops_cube_grad": loop("dx", "3 * s * dy_[i] * x_[i] * x_[i]", "dy", "x",
                          copies="const T s = static_cast<T>(scale_);"),
    "ops_scale": loop("y", "x_[i] * lambda_[i % c]", "x", "lambda",
                      copies="const size_t c = static_cast<size_t>(lambda.NumElements());"),
}
LIST_KERNEL = """    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    for (int k = 0; k <= values.size(); ++k) {
      const Tensor& value = values[k == values.size() ? 0 : k];
      Tensor* y = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(k, value.shape(), &y));
      const T* in = value.template span<T>().data();
      T* out = y->template span<T>().data();
      const size_t size = value.template span<T>().size();
      const T factor = k == values.size() ? T(1) : T(2);
      ctx->stream().Enqueue(100, [=] {
        const T* from = OnDevice(in);
        T* to = OnDevice(out);
        for (size_t i = 0; i < size; ++i) to[i] = factor * from[i];
      });
    }
  }

 private:"""
GRADIENT = """    n = op.get_attr("N")
    gradients = [2 * d for d in incoming[:n]]
    gradients[0] += incoming[n]
    return gradients
"""


@functools.cache
def project():
    # What is to be built comes below.
    folder = support.build_project("test_npu", SPEC, "help", release="2.12", folder="new_ops", many_kernels=True)
    for name, body in KERNELS.items():
        file = folder / "src" / "kernels" / f"{name}.cc"
        text = re.sub(r"    ctx->CtxFailure\(errors::Unimplemented\([^;]*;\n", lambda _: body, file.read_text())
        file.write_text(text.replace("#include <vector>", "#include <cmath>\n#include <vector>"))
    file = folder / "src" / "kernels" / "ops_double.cc"
    head, rest = file.read_text().split("  void Compute(OpKernelContext* ctx) override {\n")
    file.write_text(head + "  void Compute(OpKernelContext* ctx) override {\n" + LIST_KERNEL +
                    rest.split(" private:", 1)[1])
    file = folder / "python" / "test_npu" / "gradients.py"
    file.write_text(re.sub(r"    raise NotImplementedError.*\n", lambda _: GRADIENT, file.read_text()))
    support.must(["cmake", "--build", folder / "build", "--target", "test_npu", "test_npu_ops"])
    return folder


PROGRAM = """
    import json, os, sys, tempfile
    sys.path.insert(0, {python!r})
    import numpy as np
    import tensorflow as tf
    import test_npu

    facts = {{"plugin": bool(tf.config.list_physical_devices("TEST_NPU"))}}
    device = "/TEST_NPU:0" if facts["plugin"] else "/CPU:0"
    x = np.array([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]])

    def near(a, b):
        return bool(np.allclose(np.asarray(a), b, rtol=1e-6))

    with tf.device(device):
        y = test_npu.ops_tanh(x)
        facts["device"] = y.device.split("/")[-1]
        facts["eager"] = near(y, np.tanh(x))
        facts["keywords"] = near(test_npu.ops_scale(x, lambda_=x[0]), x * x[0])
        facts["function"] = near(tf.function(lambda x: test_npu.ops_cube(x, scale=2.0))(x), 2 * x**3)
        outputs = test_npu.ops_double([x, 2 * x])
        facts["outputs"] = [type(outputs).__name__, len(outputs.twice), near(outputs.twice[1], 4 * x),
                            near(outputs.first, x)]

        def gradients(f, *inputs):
            inputs = [tf.constant(i) for i in inputs]
            with tf.GradientTape() as tape:
                tape.watch(inputs)
                result = f(*inputs)
            return [g.numpy() for g in tape.gradient(result, inputs)]

        for name, wrap in (("eager", lambda f: f), ("graph", tf.function)):
            facts[f"{{name}} formula"] = near(gradients(wrap(test_npu.ops_tanh), x)[0], 1 - np.tanh(x)**2)
            facts[f"{{name}} op"] = near(gradients(wrap(lambda x: test_npu.ops_cube(x, scale=2.0)), x)[0], 6 * x**2)
            of_x, of_scale = gradients(wrap(test_npu.ops_scale), x, x[0])
            facts[f"{{name}} broadcast"] = near(of_x, np.ones((2, 1)) * x[0]) and near(of_scale, x.sum(0))
            facts[f"{{name}} list"] = [
                near(g, e) for g, e in zip(
                    gradients(wrap(lambda a, b: (lambda o: o.twice[0] + 3.0 * o.twice[1] + o.first)(
                        test_npu.ops_double([a, b]))), x, x), (3, 6))]
            facts[f"{{name}} rows"] = near(gradients(wrap(lambda x: tf.gather(test_npu.ops_tanh(x), [1])), x)[0],
                                         (1 - np.tanh(x)**2) * [[0], [1]])

        def second(f):
            x_ = tf.constant(x)
            with tf.GradientTape() as outer:
                outer.watch(x_)
                with tf.GradientTape() as inner:
                    inner.watch(x_)
                    y = f(x_)
                dy = inner.gradient(y, x_)
            return outer.gradient(dy, x_)

        t = np.tanh(x)
        facts["second formula"] = near(second(test_npu.ops_tanh), -2 * t * (1 - t * t))
        facts["second op"] = near(second(test_npu.ops_cube), 6 * x)
        facts["second graph"] = near(tf.function(lambda: second(test_npu.ops_tanh))(), -2 * t * (1 - t * t))

        def message(call):
            try:
                call()
            except Exception as error:
                return f"{{type(error).__name__}}: {{error}}"

        facts["wrong type"] = message(lambda: test_npu.ops_tanh(tf.constant([1, 2])))
        facts["wrong shape"] = message(lambda: test_npu.ops_scale(x, x[0][:2]))
        facts["unknown argument"] = message(lambda: test_npu.ops_cube(x, scaling=1.0))
        facts["unwritten"] = message(lambda: test_npu.ops_stub([1.0]))

    print(json.dumps(facts))
"""

SAVER = """
    import json, sys
    sys.path.insert(0, {python!r})
    import tensorflow as tf
    import test_npu

    class Model(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
        def __call__(self, x):
            return test_npu.ops_cube(test_npu.ops_tanh(x), scale=2.0)

    tf.saved_model.save(Model(), {folder!r})
    print(json.dumps({{}}))
"""

LOADER = """
    import json
    import numpy as np
    import tensorflow as tf

    try:
        model = tf.saved_model.load({folder!r})
        x = np.ones((2, 3), np.float32)
        print(json.dumps(bool(np.allclose(model(x), 2 * np.tanh(x) ** 3))))
    except Exception as error:
        print(json.dumps(str(error)))
"""

KERAS = """
    import json, sys
    sys.path.insert(0, {python!r})
    import numpy as np
    import tensorflow as tf
    import keras
    import test_npu

    class Tanh(keras.layers.Layer):
        def call(self, x):
            return test_npu.ops_tanh(x)

    # TensorFlow 2.16 and later come with Keras 3, whose optimizers need kernels that this plugin lacks.
    with tf.device("/CPU:0"):
        model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(8), Tanh(), keras.layers.Dense(1)])
        model.compile(optimizer="sgd", loss="mse")
        x = np.random.default_rng(1).normal(size=(64, 3)).astype(np.float32)
        y = x[:, :1] - x[:, 1:2]
        losses = model.fit(x, y, epochs=5, verbose=0).history["loss"]
    print(json.dumps([losses[0], losses[-1]]))
"""


class NewOps(unittest.TestCase):
    def facts(self, release, plugin, python=None):
        code = PROGRAM.format(python=str(python or project() / "python"))
        done, facts = support.run_code(code, plugin, release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return facts

    def check(self, facts, device):
        self.assertEqual(facts.pop("device"), device)
        self.assertEqual(facts.pop("plugin"), "TEST_NPU" in device)
        self.assertEqual(facts.pop("outputs"), ["OpsDoubleOutput", 2, True, True])
        self.assertIn("OpsTanh", facts.pop("wrong type"))
        self.assertIn("OpsScale", facts["wrong shape"])
        self.assertIn("lambda", facts.pop("wrong shape"))
        self.assertIn("'scaling'", facts.pop("unknown argument"))
        self.assertRegex(facts.pop("unwritten"), "OpsStub is not implemented|Could not find device for node")
        for name, fact in facts.items():
            self.assertIn(fact, (True, [True, True]), name)

    def check_release(self, release):
        """How the ops are found and kept, which depends on the release."""
        build = project() / "build"
        with self.subTest("the plugin's file is named"):
            self.check(self.facts(release, build / "libtest_npu.so"), "device:TEST_NPU:0")
        self.check_saved_models(release, build)

    def check_uses(self, release):
        """How the ops are used, which depends on the generation of Keras."""
        build = project() / "build"
        with self.subTest("the folder of both is named"):
            both = support.SCRATCH / "new_ops_both"
            shutil.rmtree(both, ignore_errors=True)
            both.mkdir()
            for library in ("libtest_npu.so", "libtest_npu_ops.so"):
                shutil.copy(build / library, both)
            self.check(self.facts(release, both), "device:TEST_NPU:0")
        with self.subTest("without the plugin"):
            self.check(self.facts(release, None), "device:CPU:0")
        with self.subTest("Keras"):
            done, losses = support.run_code(KERAS.format(python=str(project() / "python")),
                                            build / "libtest_npu.so", release)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            self.assertLess(losses[1], losses[0])

    def check_saved_models(self, release, build):
        folder = str(support.SCRATCH / f"new_ops_saved_{release}")
        done, _ = support.run_code(SAVER.format(python=str(project() / "python"), folder=folder),
                                   build / "libtest_npu.so", release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        loader = LOADER.format(folder=folder)
        with self.subTest("installed: without an import"):
            installed = support.SCRATCH / "new_ops_installed" / "site-packages"
            shutil.rmtree(installed, ignore_errors=True)
            (installed / "tensorflow-plugins").mkdir(parents=True)
            for library in ("libtest_npu.so", "libtest_npu_ops.so"):
                shutil.copy(build / library, installed / "tensorflow-plugins")
            shutil.copytree(project() / "python" / "test_npu", installed / "test_npu")
            os.environ["PYTHONPATH"] = str(installed)
            try:
                self.assertIs(support.run_code(loader, None, release)[1], True)
                self.check(self.facts(release, None, installed), "device:TEST_NPU:0")
            finally:
                del os.environ["PYTHONPATH"]
        with self.subTest("otherwise: with an import"):
            self.assertIn("OpsTanh", support.run_code(loader, build / "libtest_npu.so", release)[1])
            imported = (f"    import sys\n    sys.path.insert(0, {str(project() / 'python')!r})\n"
                        "    import test_npu\n" + loader)
            self.assertIs(support.run_code(imported, build / "libtest_npu.so", release)[1], True)

    def test_2_12(self):
        self.check_release("2.12")

    def test_2_15(self):
        self.check_release("2.15")

    def test_2_19(self):
        self.check_release("2.19")

    def test_2_21(self):
        self.check_release("2.21")

    def test_newest(self):
        self.check_release("newest")

    def test_uses_2_12(self):
        self.check_uses("2.12")

    def test_uses_newest(self):
        self.check_uses("newest")


if __name__ == "__main__":
    support.main()
