// Shape rules of new ops. docs/shape_rules.md has the language.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kShapesPages[] = {
    {"E0320", "a shape rule that cannot be read",
     R"(The carets are under what does not fit there, or behind the last character where more was
expected.

    y: concat(a, b axis=1)       # a comma is missing
    y: [n / 2]                   # '//' divides and rounds down

Inner brackets and question marks need quotes, since YAML would read them itself:

    x: ["?", n]
    y: "[n, x[1:]...]"

Texts of parameters stand in quotes of their own: padding='SAME'.
)"},
    {"E0321", "a shape rule names no argument",
     R"(Under 'shape' stand inputs, with patterns that they have to fit, and outputs, with rules. A rule of
an output speaks of inputs only: the shapes of other outputs are not known yet.

    inputs: ["x: T"]
    outputs: ["y: T"]
    shape: {y: same_as(input)}   # the input is x
)"},
    {"E0322", "a shape rule names what is not there",
     R"(The rule of an output uses names that a pattern of an input gives to dimensions, int attrs, and
dimensions such as x[0]. Its parameters are literals and attrs.

    shape:
      x: [batch, n]
      y: [batch, m]              # no input has 'm'
      z: [batch, k...]           # nor a group 'k'

Texts stand in quotes: padding='SAME'.
)"},
    {"E0323", "a shape rule calls no function of the language",
     R"(The note lists the functions.

    y: like(x)                   # same_as(x)

rank(3), rank_at_least(2) and rank_at_most(4) are patterns, for
inputs only; ['?', '?'] is an output of two dimensions that are not known.
)"},
    {"E0324", "a function of a shape rule is given the wrong things",
     R"(Functions take inputs by name and then parameters.

    y: concat(a, b)              # without an axis

These calls are complete:

    y: concat(a, b, axis=1)
    y: reduce(a, axes=[1, 2], keep_dims=true)
    y: conv(a, b, strides=strides, padding='SAME')

What is computed has no name; give its parts names in the inputs' patterns.
)"},
    {"E0325", "an attr of a kind that does not fit there",
     R"(A size is an int attr, an axis too; axes, strides and permutations are lists of integers, list(int)
attrs, or inputs of integers; keep_dims and transpose_a are truths; padding and data_format are
texts. A string attr may not have values that the function does not know: its definition lists them.
)"},
    {"E0326", "an input's rule is no pattern",
     R"(The rule of an input says which shapes the op takes. It is a list of names, sizes, '?' and one
group such as 'batch...', or a rank.

    x: same_as(y)                # says nothing about x

These are patterns:

    x: [batch..., n, 4]
    x: rank_at_least(2)
    x: []                        # a scalar

What is computed from dimensions belongs into the rule of an output. Names are the rule's own: a
name of an argument, or one that is both a dimension and a group, would only mislead.
)"},
    {"E0327", "two groups of dimensions in one pattern",
     R"(A group takes all dimensions that the others leave, which is only clear for one.

    x: [batch..., n, rest...]

With one group it is clear which dimension is n:

    x: [batch..., n]             # the last
    x: [n, rest...]              # the first
)"},
    {"E0328", "a number or a text that is out of range",
     R"(Sizes are 0 to 2**63 - 1, a tensor has at most 254 dimensions, and an index has to be one that the
input's pattern has: with 'x: [batch, n]' there are x[0], x[1], x[-1] and x[-2].

What patterns say holds for functions, too: concat, stack and conv take inputs of one rank, matmul
takes matrices, conv and pool take a batch, channels and what is between. Windows have an integer
for all spatial dimensions, for each of them, or for each dimension, 1 for batch and channels.

    x: rank(4)
    z: rank(4)
    y: conv(x, z, strides=[1, 2, 3], padding='SAME')       # 1, 2 or 4 integers

A permutation has each index once, padding is SAME, VALID or EXPLICIT, and a data format says where
the channels are: NHWC, NCHW and the like.
)"},
    {"E0329", "a dimension where a shape stands, or the other way round",
     R"(A shape is a list of dimensions or a function of inputs; a dimension is a size, a name, '?', or
x[0].

    y: n                         # [n] is a vector of that size
    y: x                         # same_as(x)
    y: [n, same_as(x)]           # [n, same_as(x)...] puts all of x's dimensions behind n
)"},
    {"E0330", "a list of tensors where one tensor is needed",
     R"(An input such as 'values: N * T' has many shapes. concat, stack and broadcast take all of them;
same_as gives each tensor of an output list the shape of its own.

    shape:
      sum: same_as(values)       # 'sum' is one tensor

A pattern for the list holds for each of its tensors, so that the names in it are sizes that all
have:

    shape:
      values: [dims...]
      sum: [dims...]
)"},
    {"E0331", "values of an input that are no integers",
     R"(A rule that reads an input takes sizes or axes from it: a scalar or a vector of int32 or int64.

    inputs: ["x: T", "axes: float"]
    outputs: ["y: T"]
    attrs: ["T: type"]
    shape: {y: 'reduce(x, axes=axes)'}

Its type is one of these, or an attr that allows no other:

    inputs: ["x: T", "axes: Tidx"]
    attrs: ["T: type", "Tidx: {int32, int64} = int32"]

The kernel has the input in host memory.
)"},
    {"E0332", "a file of a shape rule is taken",
     R"(Each op with 'shape: {file: ...}' has a file of its own in src/ops. It is not called as a rule
that plugingen writes for another op (src/generated/ops), nor as what evaluates rules (library/ops).
To share code between rules, put it into a header of yours.
)"},
    {"W0320", "an output without a shape rule",
     R"(Graphs will not know the output's shape, so that layers after it cannot build their weights, and
the kernel computes it by itself.

    inputs: ["x: float"]
    outputs: ["y: float"]        # and no 'shape'

Under 'shape', say what it is:

    shape: {y: same_as(x)}

or 'y: unknown', if that is really all that can be said.
)"},
};

}  // namespace

std::span<const CodePage> ShapesCodes() { return kShapesPages; }

}  // namespace plugingen::diag
