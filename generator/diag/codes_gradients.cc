// Gradients of new ops and their Python code: E034x, E0352, E0353, W0340.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kGradientsPages[] = {
    {"E0340", "a malformed expression",
     R"(The gradient of an input is an expression in existing ops, in Python's grammar.

    gradient: {x: dy * (y > 0)}      # for y > 0 there is Greater(y, 0.0)

These are expressions:

    gradient: {x: dy * (1 - y * y)}
    gradient: {x: 'MatMul(dy, y, transpose_b=true)'}
    gradient: {x: 'TopKV2(dy, 3, sorted=false)[0]'}

There are + - * / ** and unary -, numbers, calls of ops by their own names, and [i] for one of
several outputs. Anything else is an op, too: Greater, SelectV2, Slice, Cast. A formula of numbers
alone must have a value: 1 / 0 and (-1) ** 0.5 have none.
)"},
    {"E0341", "an unknown name in a gradient",
     R"(The gradient of an op may use the op's inputs, outputs and attrs, and the incoming gradients
of its outputs: 'dy' is that of output 'y'. No input, output or attr that it uses may have such a
name.

    inputs: ["x: T"]
    outputs: ["y: T"]
    gradient: {x: "dx * y"}          # what comes in is dy
)"},
    {"E0342", "an op that a gradient calls does not exist",
     R"(Ops are called by their own names, as `plugingen ops` lists them, not by those of Python's
functions: MatMul, Cast, Sum, Reshape.

    gradient: {x: 'reduce_sum(dy, 0)'}       # the op is Sum

Ops under 'ops:' of the spec can be called as well.
)"},
    {"E0343", "an op that a gradient needs is not in every release",
     R"(One plugin serves every release of the spec's 'tensorflow' range, and the gradient is the
same for all of them. Its Python calls TensorFlow's ops as functions of tf.raw_ops, so these
functions must exist, too, with the same names of arguments.

    tensorflow: ">=2.12"
    ops:
      - name: AcmeSine
        inputs: ["x: float"]
        outputs: ["y: float"]
        shape: same_as(x)
        gradient: {x: dy * CheckPinned(x)}       # since 2.18

Use older ops, or narrow the range. `plugingen ops NAME` shows in which releases an op changed.
)"},
    {"E0344", "the called op has no such input or attr",
     R"(Pass inputs by position or by name, and attrs by name. Do not pass attrs that follow from
the inputs (their types and numbers).

    MatMul(dy, x, transpose=true)            # it is transpose_a or transpose_b

These calls are right:

    MatMul(dy, x, transpose_b=true)
    MatMul(a=dy, b=x, transpose_b=true)

If tf.raw_ops has another name than the op's definition, use either:

    ExpandDims(dy, dim=0)
    ExpandDims(dy, axis=0)

The note shows the op's signature.
)"},
    {"E0345", "the wrong arguments of a call",
     R"(A call must pass each input of the op once, and each attr that has no default.

    Cast(dy)                 # needs DstT

With it the call is complete:

    Cast(dy, DstT=float)
)"},
    {"E0346", "a value that the attr cannot have",
     R"(Literals of attrs are written as in op definitions: true, 3, 0.5, 'SAME', float, [1, 2]. You
can also name an attr of the op that has the gradient. It stands for its value, and must be of the
same kind.

    attrs: ["T: {float, half}", "transpose: int = 0"]
    gradient: {x: 'MatMul(dy, x, transpose_a=transpose)'}        # an int, where a bool belongs
)"},
    {"E0347", "a tensor where a list is needed, or the reverse",
     R"(For an op with several outputs, say which one is meant: [0] is the first. An input that is a
list needs [a, b], and the gradient of such an input is a list, too. Formulas consist of tensors and
numbers.

    dy + TopKV2(x, 3)
    AddN(dy)

These choose an output, and make a list:

    dy + TopKV2(x, 3)[0]
    AddN([dy, x])
)"},
    {"E0348", "a gradient of something that is no input",
     R"(Under 'gradient:' each key is an input of the op.

    inputs: ["x: T"]
    outputs: ["y: T"]
    gradient: {y: "dy * 2"}          # an output; the input is x
)"},
    {"E0349", "the gradient of an output that has none",
     R"(Only outputs of floating point and complex types have incoming gradients. For other outputs,
such as the indices of TopKV2, TensorFlow passes None.
)"},
    {"E0350", "data types in a gradient that do not fit",
     R"(Each op accepts tensors of certain types. The gradient of an input must have the type of the
input, for every type that the op can run with. Here, of an input 'x: float':

    Shape(x)                        # sizes, int32
    AddV2(dy, Greater(x, 0.0))      # a float and a bool
    0.5 * Shape(x)                  # an int32 is never 0.5

Cast makes a tensor of another type:

    dy * Cast(Greater(x, 0.0), DstT=float)

A number has the type of the tensors that it is computed with. Without such a tensor, TensorFlow
turns a whole number into an int32 and a fraction into a float, whatever the type of the input:

    Fill(Shape(x), 1)               # an int32

Cast gives a number a type, without an error of rounding, and OnesLike has the type of 'x':

    Fill(Shape(x), Cast(1, DstT=float))
    OnesLike(x) * 0.5

'/' of integers gives a fraction, as in Python. FloorDiv(Shape(x), 2) gives integers.

An attr has its own type: for 'x: T' and 'scale: float', write x * Cast(scale, DstT=T). plugingen
does not check types without gradients, such as integers, since TensorFlow requests no gradients of
them.
)"},
    {"E0352", "a name that Python cannot use",
     R"(When TensorFlow loads the library, it generates a Python function for each op. With such a
name the generated code does not compile, or calls a parameter in place of a built-in function. Then
no op of the library can be used.

    attrs: ["lambda: float = 0.5"]      # a keyword of Python: call it lambda_value
    inputs: ["list: N * T"]             # hides Python's list

An input may have the name of a Python keyword: the parameter is then 'lambda_'. An op may not:
TensorFlow generates no function for an op 'Lambda' or 'Print', and the function of an op 'List'
replaces Python's list, which the other functions use.
)"},
    {"E0353", "names of ops that clash",
     R"(An op is a function in Python, files in src/generated/ops and src/kernels, and classes in C++.
Names that differ in capitals only may become the same there:

    ops:
      - {name: AcmeTopk, inputs: "x: float", outputs: "y: float", shape: same_as(x)}
      - {name: AcmeTOPK, inputs: "x: float", outputs: "y: float", shape: same_as(x)}

Both are acme_topk, by TensorFlow's rule for the functions of ops. plugingen also rejects a name
that would give a class the name of one of the project's own, such as Tensor for TensorShape.
)"},
    {"W0340", "a gradient that TensorFlow never requests",
     R"(Integers, strings and bools have no gradients in TensorFlow, so TensorFlow never requests
this gradient.
)"},
};

}  // namespace

std::span<const CodePage> GradientsCodes() { return kGradientsPages; }

}  // namespace plugingen::diag
