// Gradients of new ops, and their Python: E034x, E0352, E0353, W0340.

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
alone has a value: 1 / 0 and (-1) ** 0.5 have none.
)"},
    {"E0341", "an unknown name in a gradient",
     R"(The gradient of an op may use the op's inputs, outputs and attrs, and what comes in for its
outputs: 'dy' is the gradient of output 'y'. No input, output or attr that it uses may have such a
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
     R"(One plugin serves every release of the spec's 'tensorflow' range, and the gradient is the same
for all of them. Its Python calls TensorFlow's ops as functions of tf.raw_ops, so they have to be
there, too, with the same names of arguments.

    tensorflow: ">=2.12"
    ops:
      - name: AcmeSine
        inputs: ["x: float"]
        outputs: ["y: float"]
        shape: same_as(x)
        gradient: {x: dy * CheckPinned(x)}       # since 2.18

Say it in older ops, or narrow the range. `plugingen ops NAME` shows what changed when.
)"},
    {"E0344", "the called op has no such input or attr",
     R"(Inputs may be given by position or by name, attrs by name. Attrs that follow from the inputs
(their types and numbers) are not given at all.

    MatMul(dy, x, transpose=true)            # it is transpose_a or transpose_b

These name what is there:

    MatMul(dy, x, transpose_b=true)
    MatMul(a=dy, b=x, transpose_b=true)

Where tf.raw_ops has another name than the op's definition, either will do:

    ExpandDims(dy, dim=0)
    ExpandDims(dy, axis=0)

The note shows the op's signature.
)"},
    {"E0345", "the wrong arguments of a call",
     R"(A call gives each input of the op once, and each attr that has no default.

    Cast(dy)                 # needs DstT

With it the call is complete:

    Cast(dy, DstT=float)
)"},
    {"E0346", "a value that the attr cannot have",
     R"(Literals of attrs are written as in op definitions: true, 3, 0.5, 'SAME', float, [1, 2]. The
name of an attr of the op whose gradient it is stands for its value, if it is of the same kind.

    attrs: ["T: {float, half}", "transpose: int = 0"]
    gradient: {x: 'MatMul(dy, x, transpose_a=transpose)'}        # an int, where a bool belongs
)"},
    {"E0347", "a tensor where a list is needed, or the other way round",
     R"(A call of an op with several outputs gives none of them by itself: [0] is the first. Inputs
that are lists take [a, b]; the gradient of such an input is a list, too. Formulas are made of
tensors and numbers.

    dy + TopKV2(x, 3)
    AddN(dy)

These say which output, and make a list:

    dy + TopKV2(x, 3)[0]
    AddN([dy, x])
)"},
    {"E0348", "a gradient for what is no input",
     R"(Under 'gradient:' each key is an input of the op.

    inputs: ["x: T"]
    outputs: ["y: T"]
    gradient: {y: "dy * 2"}          # an output; the input is x
)"},
    {"E0349", "the gradient of an output that has none",
     R"(Only outputs of floating point and complex types have incoming gradients. For others, such as
the indices of TopKV2, TensorFlow passes None.
)"},
    {"E0350", "data types in a gradient that do not fit",
     R"(Each op takes tensors of certain types, and the gradient of an input has the type of the input,
whichever of its types the op is run with. Here, of an input 'x: float':

    Shape(x)                        # sizes, int32
    AddV2(dy, Greater(x, 0.0))      # a float and a bool
    0.5 * Shape(x)                  # an int32 is never 0.5

Cast makes a tensor of another type:

    dy * Cast(Greater(x, 0.0), DstT=float)

A number is of the type of the tensors that it is computed with. Where there are none, TensorFlow
makes an int32 of a whole number and a float of a fraction, whatever the type of the input:

    Fill(Shape(x), 1)               # an int32

Cast gives a number a type as well, exactly, and OnesLike has that of 'x':

    Fill(Shape(x), Cast(1, DstT=float))
    OnesLike(x) * 0.5

'/' of integers gives a fraction, as in Python. FloorDiv(Shape(x), 2) is of integers.

An attr stands for what it is: for 'x: T' and 'scale: float' it is x * Cast(scale, DstT=T). Types
without gradients, such as integers, are not looked at: TensorFlow asks for no gradients of them.
)"},
    {"E0352", "a name that Python cannot have",
     R"(TensorFlow makes Python of each op when it loads the library. With such a name that text does
not compile, or calls what it meant to be its own variable; then no op of the library can be used.

    attrs: ["lambda: float = 0.5"]      # a keyword of Python: call it lambda_value
    inputs: ["list: N * T"]             # hides Python's list

Inputs that are called as keywords of Python are fine: the parameter is then 'lambda_'. Ops are not:
TensorFlow makes no function of an op 'Lambda' or 'Print', and the function of an op 'List' takes
the place of Python's list, which the others use.
)"},
    {"E0353", "names of ops that become one",
     R"(An op is a function in Python, files in src/generated/ops and src/kernels, and classes in C++.
Names that differ in capitals only may become the same there:

    ops:
      - {name: AcmeTopk, inputs: "x: float", outputs: "y: float", shape: same_as(x)}
      - {name: AcmeTOPK, inputs: "x: float", outputs: "y: float", shape: same_as(x)}

Both are acme_topk, by TensorFlow's rule for the functions of ops. A name with which a class would
be called as one of the project's own, such as Tensor for TensorShape, is refused as well.
)"},
    {"W0340", "a gradient that nobody asks for",
     R"(Integers, texts and truth values have no gradients in TensorFlow. TensorFlow never
asks for this gradient.
)"},
};

}  // namespace

std::span<const CodePage> GradientsCodes() { return kGradientsPages; }

}  // namespace plugingen::diag
