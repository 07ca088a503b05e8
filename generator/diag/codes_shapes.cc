// Shape rules of new ops. docs/shape_rules.md describes the language.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kShapesPages[] = {
    {"E0320", "a shape rule that cannot be read",
     R"(The carets mark the text that does not fit, or the end of the text if more was expected.

    y: concat(a, b axis=1)       # a comma is missing
    y: [n / 2]                   # '//' divides and rounds down

Inner brackets and question marks need quotes, since they have a meaning in YAML:

    x: ["?", n]
    y: "[n, x[1:]...]"

Texts need quotes of their own: padding='SAME'.
)"},
    {"E0321", "a shape rule for an unknown argument",
     R"(The keys under 'shape' are inputs, with patterns that their shapes must match, and outputs,
with rules. The rule of an output can use inputs only, since the shapes of other outputs are not
known yet.

    inputs: ["x: T"]
    outputs: ["y: T"]
    shape: {y: same_as(input)}   # the input is x
)"},
    {"E0322", "an unknown name in a shape rule",
     R"(The rule of an output can use the names that patterns of inputs give to dimensions, int
attrs, and dimensions such as x[0]. Its parameters are literals and attrs.

    shape:
      x: [batch, n]
      y: [batch, m]              # no input has 'm'
      z: [batch, k...]           # nor a group 'k'

Texts stand in quotes: padding='SAME'.
)"},
    {"E0323", "an unknown function in a shape rule",
     R"(The note lists the functions.

    y: like(x)                   # same_as(x)

rank(3), rank_at_least(2) and rank_at_most(4) are patterns, which only inputs can have. ['?', '?']
is an output of two unknown dimensions.
)"},
    {"E0324", "wrong arguments of a function in a shape rule",
     R"(Functions take inputs by name and then parameters.

    y: concat(a, b)              # without an axis

These calls are complete:

    y: concat(a, b, axis=1)
    y: reduce(a, axes=[1, 2], keep_dims=true)
    y: conv(a, b, strides=strides, padding='SAME')

A computed shape has no name. Name the dimensions in the patterns of the inputs instead.
)"},
    {"E0325", "an attr of the wrong kind in a shape rule",
     R"(A size or an axis is an int attr. Axes, strides and permutations are lists of integers,
list(int) attrs, or inputs of integers. keep_dims and transpose_a are bools. padding and data_format
are texts. A string attr may not have values that the function does not know: its definition lists
them.
)"},
    {"E0326", "an input's rule is no pattern",
     R"(The rule of an input says which shapes the op accepts. It is a list of names, sizes, '?' and
one group such as 'batch...', or a rank.

    x: same_as(y)                # says nothing about x

These are patterns:

    x: [batch..., n, 4]
    x: rank_at_least(2)
    x: []                        # a scalar

Computed dimensions belong in the rule of an output. A dimension cannot have the name of an
argument, and a name cannot be both a dimension and a group.
)"},
    {"E0327", "two groups of dimensions in one pattern",
     R"(A group stands for all dimensions that the others leave. With two groups, that would be
ambiguous.

    x: [batch..., n, rest...]

With one group it is clear which dimension is n:

    x: [batch..., n]             # the last
    x: [n, rest...]              # the first
)"},
    {"E0328", "a number or a text that is not allowed in a shape rule",
     R"(Sizes are 0 to 2**63 - 1, a tensor has at most 254 dimensions, and an index must exist in
the input's pattern: with 'x: [batch, n]' there are x[0], x[1], x[-1] and x[-2].

Patterns limit functions, too: concat, stack and conv need inputs of one rank, matmul needs
matrices, conv and pool need a batch, channels and spatial dimensions between them. Windows have one
integer for all spatial dimensions, one for each of them, or one for each dimension, which is 1 for
batch and channels.

    x: rank(4)
    z: rank(4)
    y: conv(x, z, strides=[1, 2, 3], padding='SAME')       # 1, 2 or 4 integers

A permutation has each index once, padding is SAME, VALID or EXPLICIT, and a data format says where
the channels are: NHWC, NCHW and the like.
)"},
    {"E0329", "a dimension in place of a shape, or the reverse",
     R"(A shape is a list of dimensions or a function of inputs; a dimension is a size, a name, '?', or
x[0].

    y: n                         # [n] is a vector of that size
    y: x                         # same_as(x)
    y: [n, same_as(x)]           # [n, same_as(x)...] puts all of x's dimensions behind n
)"},
    {"E0330", "a list of tensors where one tensor is needed",
     R"(An input such as 'values: N * T' has many shapes. concat, stack and broadcast accept all of
them. same_as gives each tensor of an output list the shape of the input's tensor at the same place.

    shape:
      sum: same_as(values)       # 'sum' is one tensor

A pattern for the list applies to each of its tensors, so a name in it is a size that all of them
have:

    shape:
      values: [dims...]
      sum: [dims...]
)"},
    {"E0331", "values of an input that are no integers",
     R"(A rule can read sizes or axes from an input. Such an input is a scalar or a vector of int32
or int64.

    inputs: ["x: T", "axes: float"]
    outputs: ["y: T"]
    attrs: ["T: type"]
    shape: {y: 'reduce(x, axes=axes)'}

Its type must be one of these, or an attr that allows no other:

    inputs: ["x: T", "axes: Tidx"]
    attrs: ["T: type", "Tidx: {int32, int64} = int32"]

The input is in host memory when the kernel runs.
)"},
    {"E0332", "a file of a shape rule is taken",
     R"(Each op with 'shape: {file: ...}' has a file of its own in src/ops. It cannot have the name
of a rule that plugingen writes for another op (src/generated/ops), nor that of a file that
evaluates rules (library/ops). To share code between rules, put it into a header of yours.
)"},
    {"W0320", "an output without a shape rule",
     R"(While a graph is built, the shape of the output is unknown, so later layers cannot create
their weights. The kernel has to compute the shape itself.

    inputs: ["x: float"]
    outputs: ["y: float"]        # and no 'shape'

Give it a rule under 'shape':

    shape: {y: same_as(x)}

or 'y: unknown', if no rule can describe the shape.
)"},
};

}  // namespace

std::span<const CodePage> ShapesCodes() { return kShapesPages; }

}  // namespace plugingen::diag
