#include "emit/python_text.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "../op/op_def_builder.h"
#include "emit/cpp_text.h"
#include "emit/python_expression.h"
#include "emit/python_gradient.h"

namespace plugingen::emit {
namespace {

using op::DefOf;
using op::EntryOf;
using op::OpDef;
using op::TestOp;
using testing::HasSubstr;
using testing::Not;

const TestOp kGelu = {"AcmeGelu",
                      {"x: T", "lambda: T"},
                      {"y: T"},
                      {"T: {float, half}", "approximate: bool = true", "steps: int >= 1"}};
const TestOp kSplit = {
    "AcmeSplit",
    {"values: N * T", "axis: int32", "rest: Types"},
    {"parts: N * T", "sizes: Out"},
    {"N: int >= 1", "T: {float, half}", "Types: list(type)", "Out: {int32, int64} = int64",
     "ks: list(int) = [1, 2]", "one: list(string) = ['a']", "none: list(float) = []",
     "s: shape = {}", "big: float = 1e30"}};

std::string Wrapper(const TestOp& op) { return PythonWrapper(EntryOf(op), DefOf(op)); }

TEST(PythonTextTest, WritesAFunctionAsAPersonWould) {
  spec::OpEntry entry = EntryOf(kGelu);
  entry.doc = {"Gaussian error linear unit.\n\nOf Hendrycks and Gimpel.", {}, true};
  entry.arg_docs = {{{"x", {}, true}, "what is activated"},
                    {{"approximate", {}, true}, "With tanh in place of erf."}};
  EXPECT_EQ(PythonWrapper(entry, DefOf(kGelu)), R"(def acme_gelu(
    x: TensorLike,
    lambda_: TensorLike,
    steps: int,
    approximate: bool = True,
    name: str | None = None,
) -> tf.Tensor:
    """Gaussian error linear unit.

    Of Hendrycks and Gimpel.

    Args:
      x: What is activated. A tensor of type float32 or float16.
      lambda_: A tensor of the type of `x`.
      steps: A whole number, at least 1.
      approximate: With tanh in place of erf.
      name: A name for the operation.

    Returns:
      A tensor of the type of `x`.

    Raises:
      TypeError, ValueError or tf.errors.InvalidArgumentError: an argument has a type, a value or a
        shape that the op does not take.
    """
    return _library.AcmeGelu(x=x, lambda_=lambda_, steps=steps, approximate=approximate, name=name)
)");
}

TEST(PythonTextTest, EscapesWhatEndsALine) {
  EXPECT_EQ(PythonString(std::string("a\r\n\0\"\x7f", 6)), R"("a\x0d\n\x00\"\x7f")");
  EXPECT_EQ(CppText(std::string("a\r1\0", 4)), R"(a\0151\000)");
}

TEST(PythonTextTest, WritesShortSignaturesInALine) {
  const std::string text = Wrapper({"AcmeAbs", {"x: float"}, {"y: float"}});
  EXPECT_THAT(text, HasSubstr("def acme_abs(x: TensorLike, name: str | None = None) -> tf.Tensor:\n"
                              "    \"\"\"Runs the op AcmeAbs.\n"));
  EXPECT_THAT(text, HasSubstr("    return _library.AcmeAbs(x=x, name=name)\n"));
}

TEST(PythonTextTest, GivesSeveralOutputsNames) {
  const std::string text = Wrapper(kSplit);
  EXPECT_THAT(text, HasSubstr(R"(class AcmeSplitOutput(NamedTuple):
    """What `acme_split` returns."""

    parts: list[tf.Tensor]
    sizes: tf.Tensor


def acme_split(
    values: Sequence[TensorLike],
    axis: TensorLike,
    rest: Sequence[TensorLike],
    Out: tf.DType = tf.int64,
    ks: Sequence[int] = (1, 2),
    one: Sequence[str] = ("a",),
    none: Sequence[float] = (),
    s: tf.TensorShape | Sequence[int | None] | None = None,
    big: float = 1e30,
    name: str | None = None,
) -> AcmeSplitOutput:
)"));
  EXPECT_THAT(text, HasSubstr("      values: One or more tensors of type float32 or float16.\n"));
  EXPECT_THAT(text, HasSubstr("      rest: Tensors of any types.\n"));
  EXPECT_THAT(text,
              HasSubstr("        parts: As many tensors as `values` of the type of `values`."));
  EXPECT_THAT(text, HasSubstr("        sizes: A tensor of type `Out`.\n"));
  EXPECT_THAT(text, HasSubstr("    outputs = _library.AcmeSplit(\n"));
  EXPECT_THAT(text, HasSubstr("    return AcmeSplitOutput(*outputs)\n"));
}

TEST(PythonTextTest, KeepsTheUsersTextInsideItsQuotes) {
  spec::OpEntry entry = EntryOf({"AcmeNop"});
  entry.doc = {"Says \"\"\"no\"\"\" to \\n and \"yes\"", {}, true};
  const std::string text = PythonWrapper(entry, DefOf({"AcmeNop"}));
  EXPECT_THAT(text, HasSubstr(R"(    """Says \"\"\"no\"\"\" to \\n and "yes" )"));
  EXPECT_THAT(text, HasSubstr("def acme_nop(name: str | None = None) -> tf.Operation | None:\n"));
}

TEST(PythonTextTest, KeepsLinesShort) {
  TestOp op = {"AcmeMany", {}, {"y: float"}};
  spec::OpEntry entry = EntryOf(op);
  std::string doc;
  for (int i = 0; i < 80; ++i) doc += "word ";
  for (int i = 0; i < 20; ++i) {
    op.inputs.push_back("a_rather_long_name_" + std::to_string(i) + ": float");
    entry.arg_docs.push_back({{"a_rather_long_name_" + std::to_string(i), {}, true}, doc});
  }
  entry.doc = {doc, {}, true};
  const std::string text = PythonWrapper(entry, DefOf(op));
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = text.find('\n', begin);
    EXPECT_LE(end - begin, 100u) << text.substr(begin, end - begin);
    begin = end + 1;
  }
}

std::string GradientOf(const TestOp& op,
                       const std::vector<std::pair<std::string, std::string>>& expressions) {
  spec::OpEntry entry = EntryOf(op);
  for (const auto& [input, text] : expressions) {
    entry.gradient.push_back({{input, {}, true}, op::TextAt(text)});
  }
  diag::Sink sink;
  const catalog::History& history = catalog::History::BuiltIn();
  const op::Gradient gradient =
      op::ParseGradient(entry, DefOf(op), {DefOf(kGelu), DefOf(kSplit)}, history, 1, sink);
  for (const diag::Diagnostic& d : sink.diagnostics()) ADD_FAILURE() << d.message;
  return PythonGradient(DefOf(op), gradient);
}

TEST(PythonGradientTest, WritesConstantsOfAType) {
  const TestOp op = {"AcmeX", {"x: T"}, {"y: T"}, {"T: {half, double}"}};
  const std::string python =
      GradientOf(op, {{"x", "dy * Cast(0.1, DstT=T) + Cast(Cast([1, 2.5], DstT=double), DstT=T)"}});
  EXPECT_THAT(python, HasSubstr("    T = op.get_attr(\"T\")\n"));
  EXPECT_THAT(python, HasSubstr("tf.constant(0.1, T)"));
  EXPECT_THAT(python, HasSubstr("tf.constant([1, 2.5], tf.float64)"));
}

std::string Formula(const std::string& text) {
  const TestOp op = {"AcmeTanh", {"x: T"}, {"y: T"}, {"T: {float}", "k: int = 2"}};
  const std::string function = GradientOf(op, {{"x", text}});
  const size_t at = function.find("return ");
  return function.substr(at + 7, function.size() - at - 8);
}

TEST(PythonGradientTest, KeepsTheOrderOfOperations) {
  EXPECT_EQ(Formula("dy * (1 - y * y)"), "dy * (1 - y * y)");
  EXPECT_EQ(Formula("(dy - x) - y"), "dy - x - y");
  EXPECT_EQ(Formula("dy - (x - y)"), "dy - (x - y)");
  EXPECT_EQ(Formula("dy + (x + y)"), "dy + (x + y)");
  EXPECT_EQ(Formula("dy / (x * y)"), "dy / (x * y)");
  EXPECT_EQ(Formula("(-x) ** 2 * dy"), "(-x) ** 2 * dy");
  EXPECT_EQ(Formula("-x ** 2"), "-x ** 2");
  EXPECT_EQ(Formula("(x ** 2) ** y"), "(x ** 2) ** y");
  EXPECT_EQ(Formula("x ** (2 ** y)"), "x ** 2 ** y");
  EXPECT_EQ(Formula("x ** -2"), "x ** -2");
  EXPECT_EQ(Formula("x ** (y + 1)"), "x ** (y + 1)");
  EXPECT_EQ(Formula("-(x + y)"), "-(x + y)");
  EXPECT_EQ(Formula("-(x * y)"), "-(x * y)");
  EXPECT_EQ(Formula("x * -y"), "x * -y");
  EXPECT_EQ(Formula("((x))"), "x");
}

TEST(PythonGradientTest, CallsOps) {
  EXPECT_EQ(Formula("MatMul(dy, x, transpose_b=true)"),
            "tf.raw_ops.MatMul(a=dy, b=x, transpose_b=True)");
  EXPECT_EQ(Formula("Cast(Cast(dy, DstT=double), DstT=T)"),
            "tf.raw_ops.Cast(x=tf.raw_ops.Cast(x=dy, DstT=tf.float64), DstT=T)");
  EXPECT_EQ(Formula("AcmeGelu(dy, x, steps=k)"), "ops.acme_gelu(x=dy, lambda_=x, steps=k)");
  EXPECT_EQ(Formula("sum_to_shape(dy * y, x)"), "_sum_to_shape(dy * y, x)");
  EXPECT_EQ(Formula("AddN([dy, -x])"), "tf.raw_ops.AddN(inputs=[dy, -x])");
  EXPECT_EQ(Formula("TopKV2(x, 3)[0] * dy"), "tf.raw_ops.TopKV2(input=x, k=3)[0] * dy");
  EXPECT_EQ(Formula("ExpandDims(dy, dim=1)"), "tf.raw_ops.ExpandDims(input=dy, axis=1)");
  EXPECT_EQ(Formula("Split(0, dy, num_split=2)[0]"),
            "tf.raw_ops.Split(axis=0, value=dy, num_split=2)[0]");
}

TEST(PythonGradientTest, BreaksLongLines) {
  EXPECT_EQ(Formula("Conv2D(dy, x, strides=[1, 1, 1, 1], padding='SAME', data_format='NCHW', "
                    "dilations=[1, 1, 1, 1])"),
            R"(tf.raw_ops.Conv2D(
        input=dy,
        filter=x,
        strides=[1, 1, 1, 1],
        padding="SAME",
        data_format="NCHW",
        dilations=[1, 1, 1, 1],
    ))");
  EXPECT_EQ(Formula("dy * (1 + Erf(x * 0.7071067811865476)) * 0.5 + dy * x * Exp(-x * x * 0.5) * "
                    "0.3989422804014327"),
            R"((
        dy * (1 + tf.raw_ops.Erf(x=x * 0.7071067811865476)) * 0.5
        + dy * x * tf.raw_ops.Exp(x=-x * x * 0.5) * 0.3989422804014327
    ))");
}

TEST(PythonGradientTest, NamesWhatItUses) {
  EXPECT_EQ(GradientOf(kGelu, {{"x", "dy * Cast(approximate, DstT=T)"}}),
            R"(@tf.RegisterGradient("AcmeGelu")
def _acme_gelu_gradient(op, dy):
    dy = _dense(dy)
    T = op.get_attr("T")
    approximate = op.get_attr("approximate")
    return [dy * tf.raw_ops.Cast(x=approximate, DstT=T), None]
)");
  const TestOp hostile = {"AcmeOp", {"op: float", "tf: float"}, {"el: float"}};
  EXPECT_EQ(GradientOf(hostile, {{"tf", "op * tf * del"}}),
            R"(@tf.RegisterGradient("AcmeOp")
def _acme_op_gradient(op, del_):
    del_ = _dense(del_)
    op_ = op.inputs[0]
    tf_ = op.inputs[1]
    return [None, op_ * tf_ * del_]
)");
}

TEST(PythonGradientTest, TakesListsApart) {
  EXPECT_EQ(GradientOf(kSplit, {{"values", "dparts"}}), R"(@tf.RegisterGradient("AcmeSplit")
def _acme_split_gradient(op, *incoming):
    dparts, _ = _grouped(incoming, op.get_attr("N"), None)
    dparts = _dense(dparts)
    return [*dparts, None, *[None] * len(op.get_attr("Types"))]
)");
  const std::string text = GradientOf(kSplit, {{"values", "AcmeSplit(parts, axis, rest)[0]"}});
  EXPECT_THAT(text, HasSubstr("    _, axis, rest = _grouped(op.inputs, op.get_attr(\"N\"), None, "
                              "len(op.get_attr(\"Types\")))\n"));
  EXPECT_THAT(text, HasSubstr("    parts, _ = _grouped(op.outputs, op.get_attr(\"N\"), None)\n"));
  EXPECT_THAT(text, Not(HasSubstr("dparts")));
}

}  // namespace
}  // namespace plugingen::emit
