"""A plugin with `profiler: true` in tf.profiler: what a profile says is what ran, in four releases."""

import functools
import textwrap
import unittest

import support

# Two devices, and Softsign as a kernel that can be told to take long: its input's first value, in milliseconds.
SPEC = """
plugingen: 1
plugin: {name: test_npu}
tensorflow: ">=2.12"
device: {type: TEST_NPU, count: 2, memory: {host_visible: false}}
kernels:
  - {op: AddV2, types: float}
  - {op: Conv2D, types: float}
  - {op: Elu, types: float}
  - {op: MatMul, types: float}
  - {op: Relu, types: float}
  - {op: Softmax, types: float}
  - {op: Softsign, types: {T: float}, implementation: {file: sleep.cc}}
profiler: true
"""

SLEEP = """
#include <chrono>
#include <cstdint>
#include <thread>

#include "pluggable/on_device.h"
#include "pluggable/op_kernel.h"

namespace pluggable {

template <typename T>
class SoftsignOp : public OpKernel {
 public:
  explicit SoftsignOp(OpKernelConstruction* construction) : OpKernel(construction) {}

  void Compute(OpKernelContext* context) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, context->input_shape(0), &y));
    const Tensor x = context->input(0);
    context->stream().Enqueue(1000000000, [x = x.span<T>(), y = y->span<T>()] {
      const T milliseconds = *OnDevice(x.data());
      std::this_thread::sleep_for(std::chrono::milliseconds(static_cast<int64_t>(milliseconds)));
      for (size_t i = 0; i < x.size(); ++i) OnDevice(y.data())[i] = OnDevice(x.data())[i];
    });
  }
};

template KernelFunctions make_kernel<SoftsignOp<float>>();

}  // namespace pluggable
"""

# What every program begins with: sessions, and their profiles as planes of lines of events, in nanoseconds.
READER = """
import collections, contextlib, glob, json, tempfile, time
import numpy as np
import tensorflow as tf
from tensorflow.tsl.profiler.protobuf import xplane_pb2

Event = collections.namedtuple("Event", "name line begin end stats")
DEVICE = "/TEST_NPU:0"

def value_of(plane, stat):
    kind = stat.WhichOneof("value")
    value = getattr(stat, kind)
    return plane.stat_metadata[value].name if kind == "ref_value" else value

def read(path):
    space = xplane_pb2.XSpace()
    with open(path, "rb") as file:
        space.ParseFromString(file.read())
    planes = {}
    for plane in space.planes:
        events = planes.setdefault(plane.name, [])
        for line in plane.lines:
            for event in line.events:
                begin = line.timestamp_ns + event.offset_ps / 1000
                stats = {plane.stat_metadata[s.metadata_id].name: value_of(plane, s) for s in event.stats}
                events.append(Event(plane.event_metadata[event.metadata_id].name, line.name, begin,
                                    begin + event.duration_ps / 1000, stats))
        events.sort(key=lambda event: event.begin)
    return planes

@contextlib.contextmanager
def session(result):
    folder = tempfile.mkdtemp()
    tf.profiler.experimental.start(folder)
    yield
    tf.profiler.experimental.stop()
    result["path"], = glob.glob(folder + "/**/*.xplane.pb", recursive=True)
    result["planes"] = read(result["path"])

def device_plane(planes, ordinal=0):
    return next((events for name, events in planes.items() if name.startswith(f"/device:GPU:{ordinal} ")), [])

def sleeping(milliseconds):
    return tf.constant([float(milliseconds)] * 8)
"""

# What the profiler's tools make of a profile.
TOOLS = """
            from tensorflow.python.profiler.internal import _pywrap_profiler
            try:
                from tensorflow.python.profiler.internal import _pywrap_profiler_plugin as tools
            except ImportError:
                tools = _pywrap_profiler  # until 2.15, at least
            def convert(path, tool):
                try:
                    return tools.xspace_to_tools_data([path], tool)[0]
                except TypeError:
                    return tools.xspace_to_tools_data([path], tool, {})[0]
"""


@functools.cache
def plugin():
    project = support.build_project("test_npu", SPEC, "test_npu", "profiler_test", folder="profiler",
                                    files={"src/kernels/sleep.cc": SLEEP})
    return project / "build" / "libtest_npu.so"


def run(test, code, release, **variables):
    done, result = support.run_code(textwrap.dedent(READER) + textwrap.dedent(code), plugin(), release, **variables)
    test.assertEqual(done.returncode, 0, done.stderr[-3000:])
    return result


def in_releases(*releases):
    def decorate(test):
        def wrapped(self):
            for release in support.of_this_run(*releases):
                with self.subTest(release=release):
                    test(self, release)
        return wrapped
    return decorate


# What a profile says depends on the release, and so does what TensorFlow's tools make of it; how sessions work does not.
in_all = in_releases("2.12", "2.15", "newest")
in_two = in_releases("2.15", "newest")


class Profiler(unittest.TestCase):
    def test_emitted_test(self):
        done = support.run([plugin().parent / "tests" / "generated" / "profiler_test"])
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])

    @in_all
    def test_kernels_are_those_that_ran(self, release):
        result = run(self, """
            with tf.device(DEVICE):
                image = tf.constant(np.ones((4, 28, 28, 1), np.float32))
                filters = tf.constant(np.ones((3, 3, 1, 8), np.float32))
                weights = tf.constant(np.ones((26 * 26 * 8, 10), np.float32))
            @tf.function
            def predict(x):
                with tf.device(DEVICE):
                    y = tf.nn.relu(tf.nn.conv2d(x, filters, 1, "VALID", name="layer/convolution"))
                    return tf.nn.softmax(tf.matmul(tf.reshape(y, [4, -1]), weights, name="dense"))
            predict(image).numpy()
            profile = {}
            with session(profile):
                for _ in range(3):
                    predict(image).numpy()
            events = [e for e in device_plane(profile["planes"]) if "kernel_details" in e.stats]
            print(json.dumps([[e.name, e.stats] for e in events]))
            """, release)
        self.assertEqual([name for name, _ in result], ["Conv2D", "Relu", "MatMul", "Softmax"] * 3)
        convolution, product = result[0][1], result[2][1]
        self.assertEqual(convolution["tf_op"], "layer/convolution:Conv2D")
        self.assertEqual(convolution["shape"], "(float[4,28,28,1];float[3,3,1,8])")
        self.assertEqual(convolution["output_shape"], "(float[4,26,26,8])")
        self.assertEqual(convolution["flops"], 2 * 4 * 26 * 26 * 8 * 9)
        self.assertEqual(convolution["bytes_accessed"], 4 * (4 * 28 * 28 + 9 * 8 + 4 * 26 * 26 * 8))
        self.assertEqual(product["tf_op"], "dense:MatMul")
        self.assertEqual(product["flops"], 2 * 4 * 26 * 26 * 8 * 10)
        self.assertNotIn("flops", result[3][1])
        self.assertEqual(len({stats["correlation_id"] for _, stats in result}), 12)

    @in_two
    def test_a_slow_kernel_and_what_waits_behind_it(self, release):
        result = run(self, """
            with tf.device(DEVICE):
                x, one = sleeping(500), tf.constant(1.0)
                (tf.nn.softsign(x) + one).numpy()
                profile = {}
                with session(profile):
                    before = time.time_ns()
                    y = tf.nn.relu(x)
                    z = tf.nn.softsign(x) + one
                    z.numpy()
                    seconds = (time.time_ns() - before) / 1e9
            events = [e for e in device_plane(profile["planes"]) if "kernel_details" in e.stats]
            host = [e for e in profile["planes"]["/host:CPU"] if e.name == "Enqueue"]
            print(json.dumps({"seconds": seconds, "host": [[e.begin, e.stats] for e in host],
                              "events": [[e.name, e.begin, e.end, e.stats] for e in events]}))
            """, release)
        names = [event[0] for event in result["events"]]
        self.assertEqual(names, ["Relu", "Softsign", "AddV2"])
        relu, slow, behind = result["events"]
        # A busy machine may hold each of them up, but not by half of the slow one.
        self.assertGreaterEqual(slow[2] - slow[1], 500e6)
        self.assertLess(relu[2] - relu[1], 250e6)
        self.assertLess(behind[2] - behind[1], 250e6)
        self.assertLessEqual(relu[2], slow[1])
        self.assertLessEqual(slow[2], behind[1])
        self.assertGreater(behind[3]["queueing_delay_ns"], 250e6)
        self.assertLess(slow[3]["queueing_delay_ns"], 250e6)
        # All of it lies within the time that the host saw, and behind the calls that asked for it.
        self.assertLess(behind[2] - relu[1], result["seconds"] * 1e9)
        calls = {stats["correlation_id"]: begin for begin, stats in result["host"]}
        for event in result["events"]:
            # They read their clocks one after the other; the host can be interrupted between.
            self.assertLess(abs(event[1] - calls[event[3]["correlation_id"]] - event[3]["queueing_delay_ns"]), 20e6)

    @in_two
    def test_devices_overlap_and_copies_wait(self, release):
        result = run(self, """
            values = np.ones(1 << 22, np.float32)
            inputs = []
            for ordinal in range(2):
                with tf.device(f"/TEST_NPU:{ordinal}"):
                    inputs.append(sleeping(600))
                    tf.nn.softsign(inputs[-1]).numpy()
            profile = {}
            with session(profile):
                kept = []
                for ordinal, x in enumerate(inputs):
                    with tf.device(f"/TEST_NPU:{ordinal}"):
                        kept.append(tf.nn.softsign(x))
                with tf.device(DEVICE):
                    copied = tf.constant(values)
                [y.numpy() for y in kept]
                copied.numpy()
            result = {}
            for ordinal in range(2):
                result[ordinal] = [[e.begin, e.end] for e in device_plane(profile["planes"], ordinal)
                                   if e.name == "Softsign"]
            copies = [e for e in device_plane(profile["planes"]) if e.stats.get("bytes_transferred", 0) == 4 << 22]
            result["copies"] = [[e.name, e.begin, e.end, e.line] for e in copies]
            result["waits"] = [[e.begin, e.end, e.line] for e in device_plane(profile["planes"]) if e.name == "Wait"]
            print(json.dumps(result))
            """, release)
        (first,), (second,) = result["0"], result["1"]
        self.assertLess(max(first[0], second[0]), min(first[1], second[1]))
        to_device, to_host = result["copies"]
        self.assertEqual((to_device[0], to_host[0]), ("MemcpyHtoD", "MemcpyDtoH"))
        self.assertNotEqual(to_device[3], to_host[3])
        # TensorFlow lets a copy to the device wait for what its compute stream is to do before.
        wait = max((wait for wait in result["waits"] if wait[2] == to_device[3]), key=lambda wait: wait[1] - wait[0])
        self.assertGreater(wait[1] - wait[0], 40e6)
        self.assertLess(max(first[0], wait[0]), min(first[1], wait[1]))
        self.assertLessEqual(wait[1], to_device[1])

    @in_all
    def test_tools_show_steps_and_ops_of_the_device(self, release):
        result = run(self, TOOLS + """
            with tf.device(DEVICE):
                x = sleeping(5)
            @tf.function
            def step(x):
                with tf.device(DEVICE):
                    return tf.nn.relu(tf.nn.softsign(x, name="in/a/scope"))
            step(x).numpy()
            profile = {}
            with session(profile):
                for i in range(3):
                    with tf.profiler.experimental.Trace("train", step_num=i, _r=1):
                        step(x).numpy()
            trace = convert(profile["path"], "trace_viewer")
            memory = convert(profile["path"], "memory_profile")
            print(json.dumps({
                "trace": {text: text.encode() in trace for text in (
                    "/device:GPU:0 TEST_NPU", "Stream", "Steps", "train 0", "train 1", "train 2",
                    "in/a/scope:Softsign", "Launch Stats for train 1", "queueing_delay_ns", "bytes_in_use")},
                "ops": any(text in trace for text in (b"TensorFlow Ops", b"Framework Ops")),
                "memory": b"in/a/scope" in (memory if isinstance(memory, bytes) else memory.encode()),
            }))
            """, release)
        self.assertEqual({text for text, there in result["trace"].items() if not there}, set())
        self.assertTrue(result["ops"])
        self.assertTrue(result["memory"])

    @in_two
    def test_what_falls_back_has_a_name_of_its_own(self, release):
        """On a device whose memory the host does not reach: the primitive that the host computed, and what it copied for it."""
        result = run(self, TOOLS + """
            with tf.device(DEVICE):
                a, x = tf.constant(np.ones((16, 8), np.float32)), sleeping(20)
            @tf.function
            def step(a):
                with tf.device(DEVICE):
                    return tf.nn.softmax(tf.matmul(a, a, transpose_b=True, name="dense")), tf.nn.softsign(x)
            step(a)[1].numpy()
            profile = {}
            with session(profile):
                with tf.profiler.experimental.Trace("train", step_num=1, _r=1):
                    step(a)[1].numpy()
            events = [e for e in device_plane(profile["planes"]) if "kernel_details" in e.stats]
            shown = {}
            for tool in ("trace_viewer", "kernel_stats"):
                text = convert(profile["path"], tool)
                text = text if isinstance(text, bytes) else text.encode()
                shown[tool] = [word for word in ("matrix_product on the host", "softmax on the host", "Softsign on the host", "bytes_to_host")
                               if word.encode() in text]
            print(json.dumps({"events": [[e.name, e.end - e.begin, e.stats] for e in events], "shown": shown}))
            """, release, TEST_NPU_COPY_ONLY="1")
        found = {name: (duration, stats) for name, duration, stats in result["events"]}
        self.assertEqual(set(found), {"matrix_product on the host", "softmax on the host", "Softsign on the host"})
        _, product = found["matrix_product on the host"]
        self.assertEqual((product["fallback"], product["tf_op"]), ("matrix_product", "dense:MatMul"))
        self.assertEqual((product["bytes_to_host"], product["bytes_to_device"]), (4 * 16 * 8, 4 * 16 * 16))
        duration, softsign = found["Softsign on the host"]
        self.assertGreaterEqual(duration, 20e6)
        self.assertEqual((softsign["bytes_to_host"], softsign["bytes_to_device"]), (32, 32))
        names = sorted(found)
        self.assertEqual(sorted(result["shown"]["kernel_stats"]), sorted(names))
        self.assertEqual(sorted(result["shown"]["trace_viewer"]), sorted([*names, "bytes_to_host"]))

    @in_two
    def test_calls_lie_within_the_threads_of_the_host(self, release):
        result = run(self, """
            with tf.device(DEVICE):
                x = tf.constant(np.ones(8, np.float32))
                tf.nn.relu(x).numpy()
                profile = {}
                with session(profile):
                    tf.nn.relu(x).numpy()
            events = profile["planes"]["/host:CPU"]
            call = next(e for e in events if e.name == "Enqueue" and e.stats["work"] == "Relu")
            around = [e.name for e in events if e.line == call.line and e.begin <= call.begin and call.end <= e.end]
            print(json.dumps({"around": around, "planes": list(profile["planes"])}))
            """, release)
        self.assertTrue(any(name.startswith("EagerKernelExecute") for name in result["around"]), result)
        self.assertNotIn("/host:CUPTI", result["planes"])

    @in_two
    def test_sessions(self, release):
        result = run(self, """
            result = {}
            empty, first, second = {}, {}, {}
            with session(empty):  # before there is a device
                pass
            result["empty"] = len(device_plane(empty["planes"]))
            with tf.device(DEVICE):
                x = tf.constant(np.ones(1000, np.float32))
                with session(first):
                    tf.nn.relu(x).numpy()
                    try:
                        tf.profiler.experimental.start(tempfile.mkdtemp())
                    except tf.errors.AlreadyExistsError:
                        result["twice"] = "refused"
                tf.nn.elu(x).numpy()
                with session(second):
                    tf.nn.softmax(tf.reshape(x, [10, 100])).numpy()
            for name, profile in (("first", first), ("second", second)):
                events = device_plane(profile["planes"])
                result[name] = [e.name for e in events if "kernel_details" in e.stats]
                result[name + " memory"] = [e.stats["bytes_in_use"] for e in events if e.name == "device memory"]
            print(json.dumps(result))
            """, release)
        self.assertEqual(result["empty"], 0)
        self.assertEqual(result["twice"], "refused")
        self.assertEqual(result["first"], ["Relu"])
        self.assertEqual(result["second"], ["Softmax"])
        self.assertGreaterEqual(len(result["second memory"]), 2)
        self.assertGreater(min(result["second memory"]), 0)


if __name__ == "__main__":
    support.main()
