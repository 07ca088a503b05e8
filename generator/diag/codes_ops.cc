// Definitions of new ops: E036x.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kOpsPages[] = {
    {"E0360", "a malformed argument of a new op",
     R"(Inputs and outputs have the form of TensorFlow's REGISTER_OP: a name in lower case, a ':',
and a type.

    inputs: ["X: float"]         # names of arguments are in lower case

These are arguments:

    inputs: ["x: T", "axis: int32", "values: N * T", "rest: Types", "handle: resource"]

T is an attr that is a type, N one that is an int, Types one that is a list(type). Quotes are
needed, since without them YAML reads a map.
)"},
    {"E0361", "a malformed attr of a new op",
     R"(Attrs have the form of TensorFlow's REGISTER_OP: a name, a ':', a kind, and optionally a
minimum and a default.

    attrs: ["alpha: number = 0.5"]            # write float

These are attrs:

    attrs:
      - "T: {float, half} = float"            # one of some data types
      - "Index: realnumbertype"               # type, numbertype, realnumbertype, quantizedtype
      - "axis: int = 0"                       # int, float, bool, string, shape, tensor, func
      - "N: int >= 1"
      - "padding: {'SAME', 'VALID'}"          # one of some texts
      - "strides: list(int) >= 2 = [1, 1]"
)"},
    {"E0362", "an argument's type that is neither a data type nor an attr",
     R"(The type of an input or output is a data type (float, int32, resource), or the name of an
attr under 'attrs' that is a type.

    inputs: ["x: T"]
    attrs: ["Tx: {float, half}"]       # the line above says T
)"},
    {"E0363", "an attr of the wrong kind for an argument",
     R"("x: T" needs an attr T that is a type, "values: N * T" an attr N that is an int as well, and
"rest: Types" an attr that is a list(type).
)"},
    {"E0364", "a name that occurs twice in a new op",
     R"(Inputs and attrs of an op become the parameters of its Python wrapper, so all inputs, attrs
and outputs need different names. The wrapper already has a parameter 'name'.
)"},
    {"E0365", "a default that the attr cannot have",
     R"(The default of an attr has to be a value of its kind, among its choices, and not below its
minimum: 3, 0.5, true, 'SAME', float, [1, 2], { dim { size: 2 } }.

tensor and func attrs have no default.
)"},
    {"E0366", "an op of TensorFlow's own",
     R"(TensorFlow has an op of this name, at least in some release. A second definition ends the
process that loads it.

    ops:
      - {name: Conv2D, inputs: "x: float", outputs: "y: float", shape: {y: unknown}}

To write a kernel for TensorFlow's op, name it under 'kernels'. An op of your own needs another
name:

    kernels:
      - {op: Conv2D, implementation: stub}
    ops:
      - {name: AcmeConv2D, inputs: "x: float", outputs: "y: float", shape: {y: unknown}}
)"},
    {"E0367", "an argument that is a reference",
     R"(Ref(T) is how TensorFlow 1 passed variables. Kernels of plugins cannot take them.

    inputs: ['variable: Ref(float)']

Variables of today are resources:

    inputs: ["variable: resource"]
)"},
    {"E0368", "a flag that the op cannot have",
     R"('commutative' says that the two inputs may change places, so the op must have two inputs of
one type. 'aggregate' says that the op sums its inputs, so all of them must have one type.
)"},
    {"E0369", "documentation of an argument that the op does not have",
     R"('arguments' describes the inputs, outputs and attrs of the op. Each of its keys must be the
name of one of them.
)"},
};

}  // namespace

std::span<const CodePage> OpsCodes() { return kOpsPages; }

}  // namespace plugingen::diag
