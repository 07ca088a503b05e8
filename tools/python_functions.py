"""How Python calls the ops of a TensorFlow: which are in tf.raw_ops, and which parameters have other names there.

The wrappers are read as text. Each hands its arguments to the op by the names of the op's definition, as in
`_apply_op_helper("ExpandDims", input=input, dim=axis, name=name)`.
"""

import re

from tensorflow_package import NoPackage

RAW_OPS = "tensorflow/_api/v2/raw_ops/__init__.py"
WRAPPERS = "tensorflow/python/ops/gen_*_ops.py"


def renamed_parameters(package):
    """{op: {name in the definition: name in Python}} of all ops of tf.raw_ops, with the names that differ.

    None for a package without Python.
    """
    if not package.files.names(RAW_OPS):
        if package.files.names(WRAPPERS):
            raise NoPackage(f"TensorFlow {package.version} has wrappers of ops, but not {RAW_OPS}")
        return None
    imports = re.findall(r"^from ([\w.]+) import (\w+)", _text(package, RAW_OPS), re.M)
    calls = {}
    for module in {module for module, _ in imports}:
        text = _text(package, module.replace(".", "/") + ".py")
        calls.update(re.findall(r'_apply_op_helper\(\s*"(\w+)"([^)]*)\)', text))
    for module, op in imports:
        if op not in calls:
            raise NoPackage(f"{module} of TensorFlow {package.version} has tf.raw_ops.{op}, but not in a form that "
                            "this tool knows")
    return {op: {name: python for name, python in re.findall(r"(\w+)=(\w+)", calls[op]) if name != python}
            for _, op in imports}


def _text(package, name):
    return package.files.read(name).decode("utf-8", "replace")
