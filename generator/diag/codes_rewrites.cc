// Rewrites of graphs and TensorFlow's passes: E037x, W037x.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kRewritesPages[] = {
    {"E0371", "an unknown or ambiguous name in a rewrite",
     R"(The lines of a pattern name parts of it. All other words are its inputs. The replacement
uses the inputs. It refers to a matched op by the name of its line, or by the op's own name if the
pattern has that op once.

    match:
      - m = MatMul(a, b)
      - Relu(BiasAdd(m, bias))
    replace: AcmeDense(a, b, offset)          # the pattern has no 'offset'

This one is right:

    match:
      - m = MatMul(a, b, transpose_a=_, transpose_b=_)
      - Relu(BiasAdd(m, bias))
    replace: AcmeDense(a, b, bias, transpose_a=m.transpose_a, transpose_b=MatMul.transpose_b)

Every line but the last needs a name, and a later line must use it. The last line is the op that is
replaced, and the others compute its inputs.
)"},
    {"E0372", "an invalid part of a rewrite",
     R"(A pattern consists of ops, their inputs, and numbers for constants. An op must have all of
its inputs; '_' stands for any input. For x + y write AddV2(x, y).

    Relu(x + bias)
    BiasAdd(x)                   # without the bias

These are patterns:

    Mul(Mul(0.5, x), Erfc(Mul(Neg(x), 0.7071068)))
    Relu(FusedBatchNormV3(x, scale, offset, mean, variance, is_training=false)[0])
    Relu|Elu(BiasAdd(x, bias))

Ops with lists of tensors and stateful ops cannot be part of a pattern. Alternatives ('|') must have
the same inputs and outputs. A replacement can make ops, but no constants. A word is a tensor of any
value, so it cannot be 'true' or 'inf'. Numbers are compared as doubles, which cannot represent
every integer above 2**53.
)"},
    {"E0373", "an invalid use of an attr in a rewrite",
     R"(In a pattern an attr has one value, one of several, or any.

    Conv2D(x, w, stride=1, padding='SAME')            # the attr is 'strides'

This pattern has one of each kind:

    Conv2D(x, w, strides=[1, 1, 1, 1], padding=['SAME', 'VALID'], dilations=_)

In a replacement it has a value, or the value of a matched op's attr of the same kind:

    AcmeConv(x, w, strides=Conv2D.strides, activation=op(Relu))

op(...) is the name of the matched op, a string.
)"},
    {"E0374", "an attr that a rewrite does not mention",
     R"(A pattern only matches nodes whose attrs have their defaults, except for attrs that the
pattern or the replacement mentions: a rewrite for MatMul must not match a product of transposed
matrices. So the pattern must mention each attr without a default.

    match: Relu(Cast(x))                      # to which type?

With this value, or with any value:

    match: Relu(Cast(x, DstT=float))
    match: Relu(Cast(x, DstT=_))

Alternatives ('|') must have the same default, or the pattern must mention the attr. The ops of a
replacement also need a value for each attr without a default. plugingen fills in types that follow
from inputs.
)"},
    {"E0375", "data types in a rewrite that do not fit",
     R"(The output of one op and the input of the next must have the same type. If they cannot have
the same type, a pattern never matches. If they may differ in a replacement, the result could be a
graph that TensorFlow rejects.

    match: BiasAdd(Cast(x, SrcT=half, DstT=float), Cast(bias, SrcT=float, DstT=half))

Conditions on type attrs make types known:

    match: BiasAdd(Cast(x, SrcT=half, DstT=float), bias)
)"},
    {"E0376", "a replacement whose result does not fit",
     R"(The replacement takes the place of the pattern's last op. Every op that used the first
output of that op then uses the first output of the replacement, which must have the same type in
every match.
)"},
    {"E0377", "a malformed condition of a rewrite",
     R"('when' lists conditions on inputs of the pattern. There is one condition:

    when: inverse(p, q)      # constant permutations, one of which undoes the other

Other conditions do not exist:

    when: equal(p, q)

Conditions on attrs belong to the pattern: MatMul(a, b, transpose_a=true).
)"},
    {"E0378", "an unknown set of fusions",
     R"(A set consists of rewrites, the ops that they make, and reference kernels of these ops:

    attention       attention with and without a mask, as Keras 3 writes it
    elementwise     elementwise ops in a row, gradients and optimizers among them
    linear          matrix products and convolutions with bias, sum and activation; GELU
    normalization   batch and layer normalization as Keras 3 writes them
    shared          what an optimizer computes for every variable alike, done once
    keras           all of these

    graph:
      rewrites:
        - set: keras

There are no others:

    graph:
      rewrites:
        - set: convolutions

The names of these ops begin with the plugin's: NovaNpuFusedMatMul. To write a kernel of your own
for one of them, name it under 'kernels', as any op.
)"},
    {"E0379", "an invalid chain",
     R"(The ops of a chain are elementwise. Each takes tensors of one type, of one shape or
broadcast, and returns one tensor of that type. Their other attrs must have defaults, and only nodes
with these values are matched. Sum is no such op:

    ops:
      - name: AcmeElementwise
        inputs: "xs: N * T"
        outputs: "y: T"
        attrs: ['N: int >= 1', 'T: {float, half}', 'steps: list(string)']
        shape: {y: unknown}
    graph:
      rewrites:
        - name: elementwise
          chain: [AddV2, Sum, Tanh]
          replace: AcmeElementwise

A chain becomes an op with all inputs of the chain, and a list of steps:

    ops:
      - name: AcmeElementwise
        inputs: "xs: N * T"
        outputs: "y: T"
        attrs: ['N: int >= 1', 'T: {float, half}', 'steps: list(string)']
        shape: {y: unknown}
    graph:
      rewrites:
        - name: elementwise
          chain: [AddV2, Mul, Tanh]
          replace: AcmeElementwise

The ready set `elementwise` has such an op, whose reference kernel supports some forty ops. Other
ops need a kernel of your own. A fourth attr, 'old: int = -1', is for kernels that keep the value of
a variable when a step fails (OpKernelContext::ReplaceValue).
)"},
    {"E0380", "ops whose nodes cannot be merged",
     R"(Equal nodes of the ops under 'merge' are computed once. Nodes are equal if they have the
same op, device, attrs, inputs and control inputs.

    graph:
      rewrites:
        - name: shared
          merge: [AssignAddVariableOp]        # twice is not once

These can be computed once:

    graph:
      rewrites:
        - name: shared
          merge: [ReadVariableOp, Cast, Pow]

An op with an effect, or with another result each time, cannot be computed once for several nodes.
Of the stateful ops, only ReadVariableOp, ResourceGather, ResourceGatherNd, VarIsInitializedOp and
VariableShape are allowed. An op without inputs may belong to a loop or a branch, which its inputs
do not show.
)"},
    {"E0381", "a rewrite whose replacement contains its pattern",
     R"(A rewrite is applied to its own results, too, until it matches nothing. If its replacement
contains its own pattern, it never ends: the graph grows, or changes back and forth.

    rewrites:
      - {name: twice, match: Relu(x), replace: Relu(Relu(x))}
      - {name: swapped, match: 'AddV2(x, y)', replace: 'AddV2(y, x)'}

A rewrite whose replacement does not contain its pattern ends:

    match: Relu(Relu(x))
    replace: Relu(x)

A pattern matches the inputs of commutative ops in either order anyway.
)"},
    {"W0370", "a rewrite that is never applied",
     R"(A rewrite only creates nodes for which the plugin has a kernel with the data types of the
match. Otherwise a graph that ran before would fail. The plugin has no kernel for this op.
)"},
    {"W0371", "TensorFlow's memory optimizer is switched on",
     R"(TensorFlow's memory optimizer estimates the peak memory of a function, and compares it with
0.8 times the memory of the device. For a device of any type but GPU it assumes 256 MiB, however
much there is.

    graph:
      passes: {memory_optimization: true}

If memory seems short, AddN of three or more tensors of a known shape becomes TemporaryVariable,
ZerosLike, Assign, AssignAdd and DestroyTemporaryVariable: a ResNet101 with two images of 64 x 64
fails with "No registered 'Assign' OpKernel". Tensors of a device of type GPU are copied to the host
and back by _CopyFromGpuToHost and _CopyFromHostToGpu. No plugin can have kernels of these ops: the
C API has no functions for the references to variables that the first ones use.

Without the key the optimizer is off for graphs with the device, whatever the program says, and on
for all others:

    graph:
      passes: {memory_optimization: false}
)"},
    {"W0372", "rewrites that form a cycle",
     R"(The replacement of each of these rewrites matches the next one, and that of the last matches
the first. The optimizer stops after ten rounds, so it is arbitrary which of them was applied last.

    rewrites:
      - {name: there, match: Relu(Neg(x)), replace: Neg(Relu(x))}
      - {name: back, match: Neg(Relu(x)), replace: Relu(Neg(x))}

Remove one of them, or give it a pattern that the other's replacement does not match.
)"},
    {"W0373", "a replacement that may have another shape",
     R"(plugingen checks data types, but it does not know the shapes of the results of all of
TensorFlow's ops. For these ops it knows that the result may have another shape than the input.

    match: TopKV2(x, k)
    replace: x

The same is true of ops with a constant of any shape, if it is larger than the other input.

    match: Mul(x, [1.0])
    replace: x

A condition on attrs can make such a rewrite correct. A condition under 'when' removes the warning.
)"},
};

}  // namespace

std::span<const CodePage> RewritesCodes() { return kRewritesPages; }

}  // namespace plugingen::diag
