"""What TensorFlow says of an emitted project, without building it.

The definitions are registered through the C API, as the project's library would; TensorFlow makes its functions of them; the
project's Python is imported on top; and each gradient is built in a graph, where data types that do not fit are refused. All in
a process of its own: a definition stays registered for good, and some mistakes end the process.
"""

import ctypes
import importlib
import inspect
import os
import pathlib
import sys
import types

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import tensorflow as tf  # noqa: E402
from tensorflow.core.framework import op_def_pb2  # noqa: E402
from tensorflow.python.framework import _pywrap_python_op_gen, op_def_registry, ops as framework_ops  # noqa: E402

from emitted import Broken, definitions  # noqa: E402

_FRAMEWORK = ctypes.CDLL(str(next(pathlib.Path(tf.sysconfig.get_lib()).glob("libtensorflow_framework.so*"))))
_FRAMEWORK.TF_NewOpDefinitionBuilder.restype = ctypes.c_void_p
_FRAMEWORK.TF_NewStatus.restype = ctypes.c_void_p
_FRAMEWORK.TF_Message.restype = ctypes.c_char_p


def _register(name, parts):
    builder = ctypes.c_void_p(_FRAMEWORK.TF_NewOpDefinitionBuilder(name.encode()))
    for kind, text in parts:
        getattr(_FRAMEWORK, "TF_OpDefinitionBuilderAdd" + kind)(builder, text.encode())
    status = ctypes.c_void_p(_FRAMEWORK.TF_NewStatus())
    _FRAMEWORK.TF_RegisterOpDefinition(builder, status)
    if _FRAMEWORK.TF_GetCode(status) != 0:
        raise Broken(f"TensorFlow refuses op {name}: {_FRAMEWORK.TF_Message(status).decode()}")


def _import_package(project, library):
    """The project's ops and gradients, as `import <name>` would."""
    (package,) = (path for path in (project / "python").iterdir() if path.is_dir())
    sys.path.insert(0, str(package.parent))
    tf.load_op_library = lambda path: library
    module = types.ModuleType(package.name)
    module.__path__ = [str(package)]
    module.ops_library_path = lambda: "lib_ops.so"
    sys.modules[package.name] = module
    ops = importlib.import_module(package.name + ".ops")
    if (package / "register_gradients.py").exists():
        importlib.import_module(package.name + ".register_gradients")
    return ops


class _Operation:
    """What a gradient function is given."""

    def __init__(self, definition, attrs):
        self._attrs = attrs
        self.inputs = self._tensors(definition.input_arg)
        self.outputs = self._tensors(definition.output_arg)

    def _dtypes(self, arg):
        if arg.type_list_attr:
            return self._attrs[arg.type_list_attr]
        dtype = self._attrs[arg.type_attr] if arg.type_attr else tf.as_dtype(arg.type)
        return [dtype] * (self._attrs[arg.number_attr] if arg.number_attr else 1)

    def _tensors(self, args):
        return [tf.compat.v1.placeholder(dtype) for arg in args for dtype in self._dtypes(arg)]

    def get_attr(self, name):
        return self._attrs[name]


def _attrs_of(definition, choice):
    """A value for each attr; `choice` picks among data types."""
    attrs = {}
    for attr in definition.attr:
        kind = attr.type
        if kind == "type":
            allowed = [tf.as_dtype(number) for number in attr.allowed_values.list.type] or [tf.float32]
            # Nobody asks for gradients of integers.
            allowed = [dtype for dtype in allowed if dtype.is_floating or dtype.is_complex] or allowed
            attrs[attr.name] = allowed[choice % len(allowed)]
        elif kind == "int":
            attrs[attr.name] = max(attr.minimum, 2) if attr.has_minimum else 2
        elif kind == "float":
            attrs[attr.name] = 0.5
        elif kind == "bool":
            attrs[attr.name] = False
        elif kind == "string":
            attrs[attr.name] = attr.allowed_values.list.s[0] if attr.allowed_values.list.s else b"text"
        elif kind == "list(type)":
            allowed = attr.allowed_values.list.type or [tf.float32.as_datatype_enum]
            attrs[attr.name] = [tf.as_dtype(allowed[0])] * max(attr.minimum, 1)
        else:
            attrs[attr.name] = [1] * max(attr.minimum, 1)
    return attrs


def _has_gradient(tensor):
    return tensor.dtype.is_floating or tensor.dtype.is_complex


def _check_gradient(definition, choice):
    try:
        gradient = framework_ops.gradient_registry.lookup(definition.name)
    except LookupError:
        return 0
    with tf.Graph().as_default():
        op = _Operation(definition, _attrs_of(definition, choice))
        incoming = [tf.compat.v1.placeholder(tensor.dtype) for tensor in op.outputs]
        try:
            results = gradient(op, *incoming)
        except NotImplementedError:
            return 0  # the user's function
        except (TypeError, ValueError, tf.errors.InvalidArgumentError) as mistake:
            if "Shape must be rank" in str(mistake):
                return 0  # a gradient's data types are checked, its ranks are not
            raise Broken(f"the gradient of {definition.name} cannot be built: {str(mistake)[:300]}") from mistake
        results = results if isinstance(results, (list, tuple)) else [results]
        # How long a list is, a spec cannot know.
        has_lists = any(arg.number_attr or arg.type_list_attr for arg in definition.input_arg)
        if has_lists and len(op.inputs) != len(results):
            return 1
        for tensor, result in zip(op.inputs, results, strict=True):
            if result is not None and _has_gradient(tensor) and result.dtype != tensor.dtype:
                raise Broken(f"a gradient of {definition.name} is {result.dtype.name}, its input {tensor.dtype.name}")
    return 1


def check_with_tensorflow(project):
    """Returns how many gradients were built."""
    ops = definitions(project)
    if not ops:
        return 0
    for name, parts in ops:
        _register(name, parts)
    found = [op_def_registry.get(name) for name, _ in ops]
    text = _pywrap_python_op_gen.GetPythonWrappers(op_def_pb2.OpList(op=found).SerializeToString())
    library = types.ModuleType("library")
    try:
        exec(compile(text, "wrappers", "exec"), library.__dict__)
    except SyntaxError as mistake:
        raise Broken(f"TensorFlow's own functions of these ops: {mistake}") from mistake
    module = _import_package(project, library)
    wrappers = {name: getattr(module, name) for name in module.__all__ if inspect.isfunction(getattr(module, name))}
    if len(wrappers) != len(ops):
        raise Broken(f"{len(ops)} ops have {len(wrappers)} functions: {sorted(wrappers)}")
    for (name, _), wrapper in zip(ops, wrappers.values()):
        if not hasattr(library, name):
            raise Broken(f"TensorFlow makes no function of op {name}")
        own, theirs = (list(inspect.signature(f).parameters) for f in (wrapper, getattr(library, name)))
        if own != theirs:
            raise Broken(f"the function of {name} takes {own}, TensorFlow's {theirs}")
    built = 0
    for definition in found:
        for choice in range(3):
            built += _check_gradient(definition, choice)
    return built


def in_a_fork(project):
    """The same in a process of its own: (gradients, mistake)."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        said = "0 "
        try:
            said = f"{check_with_tensorflow(project)} "
        except Broken as mistake:
            said += str(mistake)
        except BaseException as mistake:  # noqa: BLE001: it is what the fuzzer looks for
            said += f"{type(mistake).__name__}: {mistake}"
        os.write(write, said.encode()[:4000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if status or not said:
        return 0, f"TensorFlow ends the process: status {status}"
    count, _, mistake = said.partition(" ")
    return int(count), mistake
