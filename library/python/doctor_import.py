# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""What the doctor learns of TensorFlow with the plugin: whether it starts, which devices it lists, and what keeps ops from them."""

import json
import os
import re

from .doctor import DEVICE_TYPE, HAS_LIBRARIES_OF_NVIDIA, NAME
from .doctor_findings import SECONDS, note, ok, problem, run
from .doctor_install import LIBRARY, loaded_files, tensorflow_folder

HOOKS = f"{NAME.upper()}_PYTHON_HOOKS"
VERBOSE = f"{NAME.upper()}_VERBOSE"

IMPORT = """
import json
import tensorflow as tf
devices = [device.name for device in tf.config.list_physical_devices(DEVICE)]
answer = ""
if devices:
    tf.config.set_soft_device_placement(False)
    try:
        with tf.device("/" + DEVICE + ":0"):
            answer = tf.identity(tf.identity(tf.constant([1.0, 2.0, 3.0]))).numpy().tolist()
    except Exception as error:
        answer = str(error)
print("\\n" + json.dumps({"devices": devices, "answer": answer}))
"""

# TensorFlow's messages when it aborts the process, with explanations.
FATAL = (
    (r"[Pp]latform is already registered with name:? *\"?(\w*)", "another plugin, or this one a second time, registers the platform {0}",
     "keep only one of them"),
    (r"Duplicate registration of device factory for type (\w+)", "another plugin has devices of type {0} as well", "keep only one of them"),
    (r"already registered", "something is registered twice", "is the plugin loaded from two places?"),
    (r"'(\w+)' field in (\w+) must be set", "the plugin does not fill in {1}.{0}, which this TensorFlow needs",
     "regenerate the plugin for this release"),
    (r"libtensorflow\S+: (.*undefined symbol\S*)", "a library cannot be loaded: {0}", "reinstall TensorFlow"),
    (r"is OK \((.*?)\)", "the plugin refused to start: {0}", "see src/generated/plugin and src/driver"),
)


def why_it_died(text):
    for pattern, meaning, advice in FATAL:
        found = re.search(pattern, text)
        if found:
            return meaning.format(*found.groups()), advice
    lines = [line for line in text.splitlines() if re.match(r"\S+ \S+: F |F\d{4} |.*\] Check failed|.*Error\b", line)]
    return (lines or text.strip().splitlines() or ["it printed nothing"])[-1].strip(), "its output is above in the log"


def check_import():
    if tensorflow_folder() is None:
        return
    done = run(f"DEVICE = {DEVICE_TYPE!r}" + IMPORT, **{VERBOSE: "1"})  # a driver that finds no device says why
    if done.returncode is None:
        yield problem(f"importing TensorFlow takes more than {SECONDS} s", "is a driver waiting for its device?")
        return
    if done.returncode != 0:
        reason, advice = why_it_died(done.stderr)
        how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
        yield problem(f"`import tensorflow` ends the process ({how}): {reason}", advice)
        return
    report = json.loads(done.stdout.strip().splitlines()[-1])
    if not report["devices"]:
        said = re.findall(rf"^{NAME}: (.*)", done.stderr, re.MULTILINE)
        yield problem(f"TensorFlow lists no {DEVICE_TYPE}" + (f"; the plugin says: {'; '.join(said)}" if said else ""),
                      "without a device, driver::DeviceCount() is 0: is the driver installed, and may this user open the device?"
                      if any(path.name == LIBRARY for path, _ in loaded_files()) else "see above: the library is not found")
        return
    yield ok(f"TensorFlow lists {', '.join(report['devices'])}")
    if DEVICE_TYPE < "CPU":
        yield note(f"the type {DEVICE_TYPE} sorts before CPU, so TensorFlow's servers take it for the CPU: a process with tf.distribute.Server crashes",
                   "if you need servers, choose another device.type in the spec: plugingen explain W0204")
    if report["answer"] == [1.0, 2.0, 3.0]:
        yield ok("a tensor is copied to the device and back")
    else:
        yield problem(f"a tensor copied to the device and back is {report['answer']}", "check the copies in src/driver")
    if HAS_LIBRARIES_OF_NVIDIA:
        yield from check_libraries()


# Opens NVIDIA's libraries, if the plugin has kernels for them.
LIBRARIES = """
import numpy as np
import tensorflow as tf
with tf.device("/" + DEVICE + ":0"):
    for rank, compute in ((2, tf.linalg.matmul), (4, lambda image, filter: tf.nn.conv2d(image, filter, 1, "SAME"))):
        ones = tf.constant(np.ones([8] * rank, np.float32))
        compute(ones, ones).numpy()
"""


def check_libraries():
    """What the plugin says of NVIDIA's libraries and of memory pools when it wants them."""
    done = run(f"DEVICE = {DEVICE_TYPE!r}" + LIBRARIES, **{VERBOSE: "1"})
    if done.returncode != 0:
        reason, advice = why_it_died(done.stderr)
        yield problem(f"a product of matrices or a convolution fails: {reason}", advice)
    for said in re.findall(rf"^{NAME}: (.*\b(?:cuBLASLt|cuDNN|memory pool)\b.*)", done.stderr, re.MULTILINE):
        if said.startswith(("opened ", "the memory of ")):
            yield ok(said)
        else:
            yield note(said, "pip install nvidia-cublas nvidia-cudnn-cu13, or for a driver of CUDA 12 nvidia-cublas-cu12 nvidia-cudnn-cu12"
                       if said.startswith("no ") else "")


def check_settings():
    yield note("without tf.device, an op that the device has no kernel for runs on the CPU, silently",
               "tf.config.set_soft_device_placement(False) makes that an error under tf.device, tf.debugging.set_log_device_placement(True) says "
               "where each op runs")
    setting = os.environ.get(HOOKS, "")
    if setting == "0" or "-keras" in setting.split(","):
        yield note(f"{HOOKS} is {setting}", "Keras then compiles with XLA, which does not support such devices: pass jit_compile=False to model.compile")
    if "auto_jit" in os.environ.get("TF_XLA_FLAGS", ""):
        yield problem("TF_XLA_FLAGS requests compilation with XLA, which does not support plugged-in devices", "unset it")
