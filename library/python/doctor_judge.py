# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.
"""Ops on a device beside the CPU: what the doctor learns of a device's kernels.

    python doctor_judge.py DEVICE TYPE [--first N] [--large] [--without PROGRAM]...

runs the cases of a data type on DEVICE ("/NOVA_NPU:0"), and prints a line of JSON before each case and one behind it. The doctor
starts it.
"""

import argparse
import json
import time

import numpy as np
import tensorflow as tf
from doctor_cases import Values, all_cases  # beside this file
from doctor_ops import name_of, place_of
from tensorflow.python.framework import op_def_registry

REPEATED = 5  # runs of a case that is timed
# The allowed error of a sum of rounded terms, in units of the last place of the largest result.
ULPS = 32
EPSILONS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
SMALL_FLOATS = ("half", "bfloat16")
# Ops that jump where a quotient is rounded, so the reference must have the same type.
LEAP = ("FloorDiv", "FloorMod", "TruncateDiv", "Cast")
# Arguments that tf.raw_ops calls something else than their op does.
RENAMED = {("Where", "input"): "condition"}


class Judge:
    """Runs cases on a device and on the CPU."""

    def __init__(self, device, name):
        self.device, self.name = device, name
        self.dtype = tf.as_dtype(name)
        self.random = np.random.default_rng(7)

    def draw(self, values):
        size = values.shape
        if self.dtype.is_bool:
            return self.random.integers(0, 2, size).astype(bool)
        if self.dtype.is_integer:
            low = 1 if values.positive or self.dtype.is_unsigned else -9
            drawn = self.random.integers(low, 10, size)
            return np.where(drawn == 0, 3, drawn).astype(self.dtype.as_numpy_dtype)
        drawn = self.random.uniform(0.1, 2.0, size)
        drawn = drawn if values.positive else drawn * self.random.choice([-1, 1], size)
        return drawn.astype((tf.float32 if values.of_float and self.name in SMALL_FLOATS else self.dtype).as_numpy_dtype)

    def drawn(self, case):
        """The inputs, as NumPy's, and the names of those that are of the case's type."""
        inputs, own = {}, set()
        for name, value in case.inputs.items():
            if isinstance(value, Values):
                inputs[name] = self.draw(value)
                own |= set() if value.of_float and self.name in SMALL_FLOATS else {name}
            elif isinstance(value, list):
                inputs[name] = [self.draw(each) for each in value]
                own.add(name)
            else:
                inputs[name] = value
        return inputs, own

    def types_of(self, case, inputs, dtype):
        """The data types of the op's attributes."""
        definition = op_def_registry.get(case.op)
        types = {}
        for argument in definition.input_arg:
            value = inputs.get(argument.name)
            if argument.type_attr and value is not None:
                types[argument.type_attr] = np.asarray(value[0] if isinstance(value, list) else value).dtype
        for name, value in case.attrs.items():
            if isinstance(value, tf.DType):
                types[name] = value
        types.update(dict.fromkeys(case.typed, dtype))
        for attr in definition.attr:
            if attr.type == "type" and attr.name not in types and attr.default_value.type:
                types[attr.name] = attr.default_value.type
        for argument in definition.input_arg:
            if argument.name in case.variables:
                types["T"] = dtype
        return {name: name_of(tf.as_dtype(value).as_datatype_enum) for name, value in types.items()}

    def fits(self, case, inputs, device_type):
        """Whether the device has a kernel of the op for the case's type."""
        fixed = {argument.name: argument.type for argument in op_def_registry.get(case.op).input_arg if argument.type}
        if any(isinstance(case.inputs.get(name), Values) and fixed[name] != self.dtype.as_datatype_enum for name in fixed):
            return False
        return place_of(case.op, self.types_of(case, inputs, self.dtype), device_type)[0] == "device"

    def run(self, case, inputs, own, device, dtype):
        """The op's results, and for an op that changes variables what they become."""

        def made(value, is_own):
            return tf.cast(tf.constant(value), dtype) if is_own else tf.constant(value)

        with tf.device(device):
            arguments = {name: [made(each, name in own) for each in value] if isinstance(value, list) else made(value, name in own)
                         for name, value in inputs.items()}
            variables = {name: tf.Variable(arguments[name]) for name in case.variables}
            arguments.update({name: variable.handle for name, variable in variables.items()})
            if case.before:
                taken = {name: arguments[own_name] for name, own_name in case.before.inputs.items()}
                results = getattr(tf.raw_ops, case.before.op)(**taken, **case.before.constants, **case.before.attrs)
                results = results if isinstance(results, (list, tuple)) else [results]
                arguments.update({name: results[place] for place, name in case.before.results.items()})
            arguments = {RENAMED.get((case.op, name), name): value for name, value in arguments.items()}
            found = getattr(tf.raw_ops, case.op)(**arguments, **case.attrs, **dict.fromkeys(case.typed, dtype))
            results = list(variables.values()) if variables else found if isinstance(found, (list, tuple)) else [found]
            return [tf.identity(result) for result in results[: case.compared]]

    def judging_type(self, case, inputs):
        """What the CPU computes with: the next larger floats, where it has them."""
        if case.typed or not self.dtype.is_floating:
            return self.dtype
        if self.name in SMALL_FLOATS:
            return tf.float32
        if case.op in LEAP:
            return self.dtype
        types = {name: "double" if value == "float" else value for name, value in self.types_of(case, inputs, self.dtype).items()}
        has_double = not any(value.of_float for value in case.inputs.values() if isinstance(value, Values))
        return tf.float64 if has_double and place_of(case.op, types, "CPU")[0] == "device" else self.dtype

    def compare(self, case, found, expected):
        """What is wrong: a text, or "" if nothing is."""
        for number, (one, other) in enumerate(zip(found, expected)):
            which = f"output {number}, " if len(found) > 1 else ""
            if one.shape != other.shape:
                return f"{which}the shape is {list(one.shape)} where the CPU has {list(other.shape)}"
            is_float = one.dtype.is_floating
            epsilon = EPSILONS.get(one.dtype.name, 0)
            with tf.device("/CPU:0"):
                other = tf.cast(other, one.dtype)  # values beyond the type's range become infinite
            one, other = (np.asarray(each.numpy(), dtype=np.float64 if is_float else None) for each in (one, other))
            if not is_float:
                differs = one != other
            else:
                finite = np.abs(other[np.isfinite(other)])
                scale = finite.max() if finite.size else 0
                allowed = epsilon * (ULPS + 4 * np.sqrt(case.terms)) * scale
                with np.errstate(invalid="ignore"):
                    differs = ~((np.abs(one - other) <= allowed) | (one == other) | (np.isnan(one) & np.isnan(other)))
            if differs.any():
                place = tuple(int(index) for index in np.argwhere(differs)[0])
                return f"{which}{one[place]} at {list(place)} where the CPU has {other[place]}, {int(differs.sum())} of {differs.size} differ"
        return ""

    def wait_for(self, result):
        """By a copy to the host: of one element, if the device can pick one of this type."""
        types = {"T": name_of(result.dtype.as_datatype_enum), "Tshape": "int32", "Index": "int32"}
        device_type = self.device.strip("/").partition(":")[0]
        picks = all(place_of(op, types, device_type)[0] == "device" for op in ("Reshape", "StridedSlice"))
        (tf.reshape(result, [-1])[:1] if picks else result).numpy()

    def seconds(self, case, inputs):
        """The time of an op whose inputs are on the device, the median of some."""
        with tf.device(self.device):
            arguments = {name: [tf.constant(each) for each in value] if isinstance(value, list) else tf.constant(value)
                         for name, value in inputs.items()}
            op, taken = getattr(tf.raw_ops, case.op), []
            for _ in range(REPEATED + 1):
                begin = time.perf_counter()
                found = op(**arguments, **case.attrs)
                first = found[0] if isinstance(found, (list, tuple)) else found
                self.wait_for(first)
                taken.append(time.perf_counter() - begin)
        return float(np.median(taken[1:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("device")
    parser.add_argument("type")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case to run")
    parser.add_argument("--large", action="store_true", help="only time what is large enough for that")
    parser.add_argument("--without", metavar="PROGRAM", action="append", default=[], help="leave out the cases of a program")
    options = parser.parse_args()
    tf.config.set_soft_device_placement(False)
    device = options.device
    judge = Judge(device, options.type)
    device_type = device.strip("/").partition(":")[0]

    def say(**what):
        print(json.dumps(what), flush=True)

    for number, case in enumerate(all_cases()):
        if number < options.first or (options.large and not case.is_large) or case.program in options.without:
            continue
        inputs, own = judge.drawn(case)
        if not judge.fits(case, inputs, device_type):
            continue
        try:
            expected = [] if options.large else judge.run(case, inputs, own, "/CPU:0", judge.judging_type(case, inputs))
        except tf.errors.OpError:
            continue  # this release's CPU lacks a kernel
        say(number=number, program=case.program, op=case.op, text=case.text())
        result = {}
        try:
            found = judge.run(case, inputs, own, device, judge.dtype)
            if case.is_large:
                result["seconds"] = judge.seconds(case, inputs)
            result["wrong"] = judge.compare(case, found, expected)
        except Exception as error:  # any error is reported as a finding
            result["wrong"] = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        say(number=number, **result)
    say(done=True)


if __name__ == "__main__":
    main()
