"""The op definitions and kernels that a TensorFlow's libraries register, from its C API.

TensorFlow's Python is not imported, so that a package of any Python version will do: a process of its own loads the
libraries that `import tensorflow` would load and asks them.
"""

import ctypes
import os
import pathlib
import subprocess
import sys
import tempfile

import wire_format

SHAPE = {2: ("dim", [{1: ("size", "int")}]), 3: ("unknown_rank", "bool")}
TENSOR = {1: ("dtype", "int")}
FUNCTION = {1: ("name", "bytes")}
LIST = {2: ("s", ["bytes"]), 3: ("i", ["int"]), 4: ("f", ["float"]), 5: ("b", ["bool"]), 6: ("type", ["int"]),
        7: ("shape", [SHAPE]), 8: ("tensor", [TENSOR]), 9: ("func", [FUNCTION])}
VALUE = {1: ("list", LIST), 2: ("s", "bytes"), 3: ("i", "int"), 4: ("f", "float"), 5: ("b", "bool"), 6: ("type", "int"),
         7: ("shape", SHAPE), 8: ("tensor", TENSOR), 10: ("func", FUNCTION)}
ARG = {1: ("name", "bytes"), 3: ("type", "int"), 4: ("type_attr", "bytes"), 5: ("number_attr", "bytes"),
       6: ("type_list_attr", "bytes"), 16: ("is_ref", "bool")}
ATTR = {1: ("name", "bytes"), 2: ("type", "bytes"), 3: ("default_value", VALUE), 5: ("has_minimum", "bool"),
        6: ("minimum", "int"), 7: ("allowed_values", VALUE)}
OP = {1: ("name", "bytes"), 2: ("input_arg", [ARG]), 3: ("output_arg", [ARG]), 4: ("attr", [ATTR]),
      8: ("deprecation", {1: ("version", "int")}), 16: ("is_aggregate", "bool"), 17: ("is_stateful", "bool"),
      18: ("is_commutative", "bool"), 19: ("allows_uninitialized_input", "bool")}
OP_LIST = {1: ("op", [OP])}
KERNEL = {1: ("op", "bytes"), 2: ("device_type", "bytes"),
          3: ("constraint", [{1: ("name", "bytes"), 2: ("allowed_values", VALUE)}]),
          4: ("host_memory_arg", ["bytes"]), 5: ("label", "bytes"), 6: ("priority", "int")}
KERNEL_LIST = {1: ("kernel", [KERNEL])}

# What `import tensorflow` loads of libraries with ops or kernels, in the order of loading. Python's own ops are in the
# third one, or in the fourth where that is not there.
LIBRARIES = ("tensorflow/libtensorflow_framework.so.[0-9]*", "tensorflow/libtensorflow_cc.so.[0-9]*",
             "tensorflow/python/lib_pywrap_tensorflow_common.so", "tensorflow/python/_pywrap_tensorflow_internal.so",
             "tensorflow/core/kernels/libtfkernel_*.so",
             "tensorflow/lite/experimental/microfrontend/python/ops/_audio_microfrontend_op.so")


class CannotLoad(Exception):
    """The libraries of the package do not run here."""


class Buffer(ctypes.Structure):
    """TF_Buffer"""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t), ("deallocator", ctypes.c_void_p)]

    def content(self):
        return ctypes.string_at(self.data, self.length)


def registered(package):
    """(ops, kernels) of a package, as messages."""
    # All libraries: those that are loaded find others that they need by where they lie.
    unpacked = package.files.unpacked(("*.so", "*.so.*"))
    with unpacked as root, tempfile.TemporaryDirectory(prefix="plugingen-") as answers:
        libraries = [root / name for pattern in LIBRARIES for name in package.files.names(pattern)]
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
        command = [sys.executable, __file__, answers, *map(str, libraries)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise CannotLoad(f"the libraries of TensorFlow {package.version} do not run here: "
                             f"{(done.stderr.strip() or str(done.returncode)).splitlines()[-1]}\n"
                             "a wheel for this Python or a newer one may")
        ops = wire_format.decode((pathlib.Path(answers) / "ops").read_bytes(), OP_LIST)
        kernels = wire_format.decode((pathlib.Path(answers) / "kernels").read_bytes(), KERNEL_LIST)
        return ops.op, kernels.kernel


def ask(answers, libraries):
    """Loads libraries and writes what they register into a folder; this is the process of its own."""
    for library in libraries:
        # Lazily, since an extension may be of another Python than this one, of which nothing is called.
        ctypes.CDLL(library, ctypes.RTLD_GLOBAL | os.RTLD_LAZY)
    api = ctypes.CDLL(None)
    api.TF_NewStatus.restype = ctypes.c_void_p
    for function in (api.TF_GetAllOpList, api.TF_GetAllRegisteredKernels):
        function.restype = ctypes.POINTER(Buffer)
    folder = pathlib.Path(answers)
    (folder / "ops").write_bytes(api.TF_GetAllOpList().contents.content())
    status = ctypes.c_void_p(api.TF_NewStatus())
    (folder / "kernels").write_bytes(api.TF_GetAllRegisteredKernels(status).contents.content())


if __name__ == "__main__":
    ask(sys.argv[1], sys.argv[2:])
    os._exit(0)  # what extensions would clean up they have not begun
