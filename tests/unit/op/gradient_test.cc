#include "op/gradient.h"

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "catalog/history.h"
#include "op/parse_expression.h"
#include "op/python_names.h"
#include "op_def_builder.h"

namespace plugingen::op {
namespace {

using testing::HasSubstr;

// An expression with every bracket written.
std::string Tree(const Expr& expr) {
  std::string text;
  const auto list = [&](const std::vector<Expr>& operands) {
    std::string items;
    for (size_t i = 0; i < operands.size(); ++i) {
      if (i > 0) items += ", ";
      if (i < expr.parameters.size() && !expr.parameters[i].empty())
        items += expr.parameters[i] + "=";
      items += Tree(operands[i]);
    }
    return items;
  };
  switch (expr.kind) {
    case Expr::Kind::kNegate:
      return "(-" + Tree(expr.operands[0]) + ")";
    case Expr::Kind::kBinary:
      return "(" + Tree(expr.operands[0]) + " " + expr.text + " " + Tree(expr.operands[1]) + ")";
    case Expr::Kind::kIndex:
      return Tree(expr.operands[0]) + "[" + std::to_string(expr.number) + "]";
    case Expr::Kind::kList:
      return "[" + list(expr.operands) + "]";
    case Expr::Kind::kCall:
      return expr.text + "(" + list(expr.operands) + ")";
    case Expr::Kind::kConstant:
      return "constant(" + list(expr.operands) + ")";
    case Expr::Kind::kSumToShape:
      return "sum_to_shape(" + list(expr.operands) + ")";
    case Expr::Kind::kOutputGradient:
      return "d:" + expr.text;
    case Expr::Kind::kAttr:
      return "attr:" + expr.text;
    case Expr::Kind::kDtype:
      return "type:" + expr.text;
    case Expr::Kind::kString:
      return "'" + expr.text + "'";
    default:
      return expr.text;
  }
}

std::string Parsed(const std::string& text) {
  diag::Sink sink;
  const diag::SourceText source = TextAt(text);
  const std::optional<Expr> expr = ParseExpression(source, sink);
  if (expr) return Tree(*expr);
  const diag::Diagnostic& first = sink.diagnostics().at(0);
  return std::to_string(first.span.begin) + "-" + std::to_string(first.span.end) + ": " +
         first.message;
}

TEST(ParseExpressionTest, BindsAsPythonDoes) {
  EXPECT_EQ(Parsed("a + b * c - d"), "((a + (b * c)) - d)");
  EXPECT_EQ(Parsed("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(Parsed("a / b / c"), "((a / b) / c)");
  EXPECT_EQ(Parsed("-a ** 2"), "(-(a ** 2))");
  EXPECT_EQ(Parsed("a ** -b ** c"), "(a ** (-(b ** c)))");
  EXPECT_EQ(Parsed("-a * b"), "((-a) * b)");
  EXPECT_EQ(Parsed("(a + b) * --c"), "((a + b) * (-(-c)))");
  EXPECT_EQ(Parsed("a*b**c"), "(a * (b ** c))");
  EXPECT_EQ(Parsed("x[0][-1] ** 2"), "(x[0][-1] ** 2)");
}

TEST(ParseExpressionTest, ReadsCallsListsAndLiterals) {
  EXPECT_EQ(Parsed("MatMul(dy, b=x, transpose_b = true,)"), "MatMul(dy, b=x, transpose_b=true)");
  EXPECT_EQ(Parsed("F()[1]"), "F()[1]");
  EXPECT_EQ(Parsed("[a, [1, 2.5], 'SAME', \"x\"]"), "[a, [1, 2.5], 'SAME', 'x']");
  EXPECT_EQ(Parsed("1e-3 + .5 + 1. + 2E5"), "(((1e-3 + .5) + 1.) + 2E5)");
  EXPECT_EQ(Parsed("dy *\n  y"), "(dy * y)");
}

TEST(ParseExpressionTest, PointsAtWhatIsWrong) {
  EXPECT_EQ(Parsed(""), "0-0: an expression is missing");
  EXPECT_EQ(Parsed("a +"), "3-3: the expression ends too early");
  EXPECT_EQ(Parsed("a b"), "2-3: 'b' is not expected here");
  EXPECT_EQ(Parsed("a @ b"), "2-3: '@' is not expected here");
  EXPECT_EQ(Parsed("a // b"), "2-3: '/' is not expected here");
  EXPECT_EQ(Parsed("f(a"), "3-3: a ')' is missing here");
  EXPECT_EQ(Parsed("a)"), "1-2: ')' closes nothing");
  EXPECT_EQ(Parsed("(a]"), "2-3: a ')' is missing here");
  EXPECT_EQ(Parsed("f(a=1, b)"), "7-8: arguments by position come before those with a name");
  EXPECT_EQ(Parsed("x[i]"), "2-3: an index is a whole number");
  EXPECT_EQ(Parsed("x[1:2]"), "3-4: a ']' is missing here");
  EXPECT_EQ(Parsed("tf.exp(x)"),
            "2-3: values have no members here; leave out prefixes such as 'tf.'");
  EXPECT_EQ(Parsed("1.5.2"), "3-4: '.' is not expected here");
  EXPECT_EQ(Parsed("007"), "0-3: '007' is not a number");
  EXPECT_EQ(Parsed("2x"), "0-2: '2x' is not a number");
  EXPECT_EQ(Parsed("'abc"), "0-4: this text has no closing quote");
  EXPECT_EQ(Parsed("f(a='b\rc')"), "5-8: a text cannot have control characters");
  EXPECT_EQ(Parsed(std::string("'b\0c'", 5)), "1-4: a text cannot have control characters");
  EXPECT_EQ(Parsed("dy · y"), "3-5: '·' is not expected here");
}

TEST(ParseExpressionTest, RefusesWhatWouldExhaustTheStack) {
  EXPECT_THAT(Parsed(std::string(100000, '(')), HasSubstr("nested too deeply"));
  EXPECT_THAT(Parsed(std::string(100000, '-') + "x"), HasSubstr("nested too deeply"));
  std::string sum = "x";
  for (int i = 0; i < 5000; ++i) sum += "+x";
  EXPECT_THAT(Parsed(sum), HasSubstr("too long"));
  std::string indices = "x";
  for (int i = 0; i < 5000; ++i) indices += "[0]";
  EXPECT_THAT(Parsed(indices), HasSubstr("too long"));
  std::string power = "x";
  for (int i = 0; i < 5000; ++i) power += "**x";
  EXPECT_THAT(Parsed(power), HasSubstr("nested too deeply"));
}

const TestOp kGelu = {"AcmeGelu",
                      {"x: T"},
                      {"y: T"},
                      {"T: {float, half}", "approximate: bool = true", "scale: float = 1.0",
                       "mode: {'a', 'b'} = 'a'", "axes: list(int) = [0]", "Out: type = float"}};
const TestOp kGeluGrad = {
    "AcmeGeluGrad", {"dy: T", "x: T"}, {"dx: T"}, {"T: {float, half}", "approximate: bool = true"}};
const TestOp kSplit = {"AcmeSplit",
                       {"values: N * T", "axis: int32"},
                       {"parts: N * T", "sizes: int32"},
                       {"N: int >= 1", "T: {float, half}"}};

struct Result {
  Gradient gradient;
  std::vector<diag::Diagnostic> diagnostics;
};

Result Check(const TestOp& op, std::vector<std::pair<std::string, std::string>> gradient,
             const char* first_release = "2.12") {
  spec::OpEntry entry = EntryOf(op);
  for (const auto& [input, expression] : gradient) {
    entry.gradient.push_back({{input, {900, 901}, true}, TextAt(expression, 1000)});
  }
  const catalog::History& history = catalog::History::BuiltIn();
  const std::vector<std::string_view>& known = history.releases();
  size_t first = 0;
  while (known[first] != first_release) ++first;
  diag::Sink sink;
  Result result;
  result.gradient = ParseGradient(entry, DefOf(op), {DefOf(kGelu), DefOf(kGeluGrad), DefOf(kSplit)},
                                  history, catalog::ReleasesBetween(first, known.size() - 1), sink);
  result.diagnostics = sink.diagnostics();
  return result;
}

// "E0341 3-5: message" for characters 3 to 5 of the expression; the tree if all is well.
std::string Checked(const TestOp& op, const std::string& input, const std::string& expression,
                    const char* first_release = "2.12") {
  const Result result = Check(op, {{input, expression}}, first_release);
  if (result.diagnostics.empty()) return Tree(result.gradient.inputs.at(0).expression);
  std::string text;
  for (const diag::Diagnostic& d : result.diagnostics) {
    if (!text.empty()) text += "; ";
    text += d.code + " " + std::to_string(static_cast<long>(d.span.begin) - 1000) + "-" +
            std::to_string(static_cast<long>(d.span.end) - 1000) + ": " + d.message;
    if (!d.help.empty()) text += " | " + d.help;
  }
  return text;
}

std::string Gelu(const std::string& expression) { return Checked(kGelu, "x", expression); }

TEST(GradientTest, ResolvesNames) {
  EXPECT_EQ(Gelu("dy * (1 - y * y) + x * scale"), "((d:y * (1 - (y * y))) + (x * attr:scale))");
  EXPECT_EQ(Gelu("AcmeGeluGrad(dy, x, approximate=approximate)"),
            "AcmeGeluGrad(dy=d:y, x=x, approximate=attr:approximate)");
  EXPECT_EQ(Gelu("Cast(Cast(dy, DstT=double), DstT=Out)"),
            "Cast(x=Cast(x=d:y, DstT=type:double), DstT=attr:Out)");
  EXPECT_EQ(Gelu("MatMul(dy, x, transpose_b=True)"), "MatMul(a=d:y, b=x, transpose_b=true)");
  EXPECT_EQ(Gelu("Sum(dy, axes, keep_dims=true)"),
            "Sum(input=d:y, reduction_indices=attr:axes, keep_dims=true)");
  EXPECT_EQ(Gelu("Sum(dy, [0, -1])"), "Sum(input=d:y, reduction_indices=[0, (-1)])");
  EXPECT_EQ(Gelu("sum_to_shape(dy * y, x)"), "sum_to_shape((d:y * y), x)");
  EXPECT_EQ(Gelu("TopKV2(x, 3)[0]"), "TopKV2(input=x, k=3)[0]");
  EXPECT_EQ(Gelu("Unpack(x, num=2)[-1]"), "Unpack(value=x, num=2)[-1]");
  EXPECT_EQ(Gelu("AddN([dy, y])"), "AddN(inputs=[d:y, y])");
  EXPECT_EQ(Gelu("Conv2D(dy, x, strides=[1, 1, 1, 1], padding='SAME')"),
            "Conv2D(input=d:y, filter=x, strides=[1, 1, 1, 1], padding='SAME')");
  EXPECT_EQ(Checked(kSplit, "values", "dparts"), "d:parts");
  EXPECT_EQ(Checked(kSplit, "values", "[dparts[0], parts[-1]]"), "[d:parts[0], parts[-1]]");
  EXPECT_EQ(Checked(kSplit, "values", "AcmeSplit(dparts, axis)[0]"),
            "AcmeSplit(values=d:parts, axis=axis)[0]");
}

TEST(GradientTest, SortsInputsAndKeepsTheUsersFunction) {
  const TestOp op = {"AcmeMul", {"a: T", "b: T"}, {"y: T"}, {"T: {float}"}};
  const Result result = Check(op, {{"b", "dy * a"}, {"a", "dy * b"}});
  ASSERT_TRUE(result.diagnostics.empty());
  EXPECT_EQ(result.gradient.inputs.at(0).input, 0u);
  EXPECT_EQ(result.gradient.inputs.at(1).input, 1u);

  spec::OpEntry entry = EntryOf(op);
  entry.gradient_function = {"my_gradient", {5, 9}, true};
  diag::Sink sink;
  const catalog::History& history = catalog::History::BuiltIn();
  EXPECT_EQ(ParseGradient(entry, DefOf(op), {}, history, 1, sink).python_function, "my_gradient");
  EXPECT_FALSE(sink.has_errors());
  entry.gradient_function.value = "lambda";
  ParseGradient(entry, DefOf(op), {}, history, 1, sink);
  EXPECT_EQ(sink.diagnostics().at(0).message, "'lambda' is a keyword of Python");
}

TEST(GradientTest, PointsAtUnknownNames) {
  EXPECT_EQ(Gelu("dy * approximat"),
            "E0341 5-15: unknown name 'approximat' | did you mean 'approximate'?");
  EXPECT_EQ(Gelu("dz * y"), "E0341 0-2: unknown name 'dz' | did you mean 'dy'?");
  EXPECT_EQ(Gelu("dy * Relu6Gradd(x)"),
            "E0342 5-15: there is no op 'Relu6Gradd' | did you mean 'Relu6Grad'?");
  EXPECT_EQ(Gelu("matmul(dy, x)"), "E0342 0-6: there is no op 'matmul' | did you mean 'MatMul'?");
  EXPECT_EQ(Gelu("AcmeGeluGrd(dy, x)"),
            "E0342 0-11: there is no op 'AcmeGeluGrd' | did you mean 'AcmeGeluGrad'?");
  EXPECT_EQ(Gelu("MatMul(dy, x, transpose=true)"),
            "E0344 14-23: op 'MatMul' has no input or attr 'transpose' | did you mean "
            "'transpose_a'?");
  EXPECT_EQ(Gelu("Neg(dy, T=float)"),
            "E0344 8-9: attr 'T' of op 'Neg' is determined by its inputs | leave it out");
  EXPECT_EQ(Gelu("RefIdentity(dy)"), "RefIdentity(input=d:y)");
}

// TensorFlow's Python has other names than the definitions for some arguments.
TEST(GradientTest, TakesNamesOfDefinitionsAndOfPython) {
  EXPECT_EQ(Gelu("ExpandDims(dy, 1)"), "ExpandDims(input=d:y, dim=1)");
  EXPECT_EQ(Gelu("ExpandDims(dy, dim=1)"), "ExpandDims(input=d:y, dim=1)");
  EXPECT_EQ(Gelu("ExpandDims(dy, axis=1)"), "ExpandDims(input=d:y, dim=1)");
  EXPECT_EQ(Gelu("Squeeze(dy, axis=[1])"), "Squeeze(input=d:y, squeeze_dims=[1])");
  EXPECT_EQ(Gelu("ExpandDims(dy, dim=1, axis=1)"), "E0345 22-26: 'dim' is given twice");
  EXPECT_EQ(Gelu("Squeeze(dy, squeeze_axis=[1])"),
            "E0344 12-24: op 'Squeeze' has no input or attr 'squeeze_axis' | did you mean "
            "'squeeze_dims'?");
}

TEST(GradientTest, RefusesWhatPythonCannotCall) {
  const std::string newest(catalog::History::BuiltIn().releases().back());
  EXPECT_THAT(Gelu("XlaReplicaId() * dy"), HasSubstr("E0343 0-12: TensorFlow 2.12 to " + newest +
                                                     " has no tf.raw_ops.XlaReplicaId"));
}

TEST(GradientTest, CountsArguments) {
  EXPECT_EQ(Gelu("MatMul(dy)"), "E0345 0-6: op 'MatMul' needs input 'b'");
  EXPECT_EQ(Gelu("Cast(dy)"), "E0345 0-4: op 'Cast' needs attr 'DstT'");
  EXPECT_EQ(Gelu("Neg(dy, y)"), "E0345 8-9: op 'Neg' has 1 input");
  EXPECT_THAT(Gelu("MatMul(dy, x, true)"),
              HasSubstr("E0345 14-18: op 'MatMul' has 2 inputs | attrs are given by name: "
                        "MatMul(..., transpose_a=...)"));
  EXPECT_EQ(Gelu("MatMul(dy, a=x, b=y)"), "E0345 11-12: 'a' is given twice");
  EXPECT_EQ(Gelu("sum_to_shape(dy)"),
            "E0345 0-16: 'sum_to_shape' takes two tensors | sum_to_shape(dy * b, a) sums the "
            "first over the dimensions in which 'a' was broadcast");
}

// TensorFlow makes a float of a fraction, an int32 of a whole number, where no tensor says the
// type.
TEST(GradientTest, KnowsTheTypesOfLiterals) {
  EXPECT_EQ(Gelu("Fill(Shape(x), 1.0)"),
            "E0350 0-19: the gradient of 'x' is of type float, and 'x' of type T | write Cast(1.0, "
            "DstT=T)");
  EXPECT_EQ(Gelu("Fill(Shape(x), 1)"),
            "E0350 0-17: the gradient of 'x' is of type int32, and 'x' of type T | write Cast(1, "
            "DstT=T)");
  EXPECT_THAT(Gelu("Fill(Shape(x), scale)"), HasSubstr("is of type float, and 'x' of type T"));
  EXPECT_THAT(Gelu("SelectV2(Less(x, 0), 0, 1)"), HasSubstr("is of type int32, and 'x'"));
  EXPECT_THAT(Gelu("Mul(3000000000, 1)"), HasSubstr("is of type int64, and 'x'"));
  EXPECT_THAT(Gelu("MatMul([[0.5]], [[2]])"), HasSubstr("is of type float, and 'x'"));
  EXPECT_EQ(Gelu("Identity(2) * dy"),
            "E0350 0-16: '*' needs two tensors of one type, not int32 and T | write Cast(2, "
            "DstT=T)");
  EXPECT_THAT(Gelu("Reshape(scale, []) * dy"), HasSubstr("not float and T"));
  EXPECT_EQ(Gelu("OnesLike(x) * scale"), "(OnesLike(x=x) * attr:scale)");
  EXPECT_EQ(Gelu("Sum(dy, [0])"), "Sum(input=d:y, reduction_indices=[0])");
  EXPECT_EQ(Gelu("ClipByValue(dy, 0, 6.5)"),
            "ClipByValue(t=d:y, clip_value_min=0, clip_value_max=6.5)");
  EXPECT_EQ(Gelu("AddN([2.0, dy])"), "AddN(inputs=[2.0, d:y])");
  EXPECT_EQ(Gelu("Reshape(dy, Range(0, Rank(x), 1))"),
            "Reshape(tensor=d:y, shape=Range(start=0, limit=Rank(input=x), delta=1))");

  const TestOp op = {"AcmeF", {"x: float"}, {"y: float"}, {"f: float", "n: int"}};
  EXPECT_EQ(Checked(op, "x", "Fill(Shape(x), 1.0)"), "Fill(dims=Shape(input=x), value=1.0)");
  EXPECT_EQ(Checked(op, "x", "Fill(Shape(x), f)"), "Fill(dims=Shape(input=x), value=attr:f)");
}

// In a function TensorFlow knows only those tensors that come before.
TEST(GradientTest, GivesLiteralsInFrontOfTensorsTheirType) {
  EXPECT_EQ(Gelu("Mul(2.0, dy)"), "Mul(x=constant(2.0, attr:T), y=d:y)");
  EXPECT_EQ(Gelu("Mul(dy, 2.0)"), "Mul(x=d:y, y=2.0)");
  EXPECT_EQ(Gelu("Mul(y=dy, x=scale)"), "Mul(y=d:y, x=constant(attr:scale, attr:T))");
  EXPECT_EQ(Gelu("SelectV2(Less(x, 0), 0, dy)"),
            "SelectV2(condition=Less(x=x, y=0), t=constant(0, attr:T), e=d:y)");
  EXPECT_EQ(Gelu("Reshape(dy, Range(0, Size(x, out_type=int64), 1))"),
            "Reshape(tensor=d:y, shape=Range(start=constant(0, type:int64), limit=Size(input=x, "
            "out_type=type:int64), delta=1))");
}

// A double constant would be a float on its way.
TEST(GradientTest, MakesConstantsOfTheTypeThatTheyAreCastTo) {
  EXPECT_EQ(Gelu("dy * Cast(0.1, DstT=T)"), "(d:y * constant(0.1, attr:T))");
  EXPECT_EQ(Gelu("Fill(Shape(x), Cast(-1 / 3, DstT=T))"),
            "Fill(dims=Shape(input=x), value=constant(((-1) / 3), attr:T))");
  EXPECT_EQ(Gelu("Cast(Cast([0.1, 2], DstT=double), DstT=T)"),
            "Cast(x=constant([0.1, 2], type:double), DstT=attr:T)");
  EXPECT_EQ(Gelu("Cast(Cast(0.5, DstT=int32), DstT=T)"),
            "Cast(x=Cast(x=0.5, DstT=type:int32), DstT=attr:T)");
  EXPECT_EQ(Gelu("Cast(Cast(2, DstT=bool), DstT=T)"),
            "Cast(x=Cast(x=2, DstT=type:bool), DstT=attr:T)");
  EXPECT_EQ(Gelu("Cast(scale, DstT=T)"), "Cast(x=attr:scale, DstT=attr:T)");
}

TEST(GradientTest, RefusesLiteralsThatNoTensorOfTheTypeCanBe) {
  EXPECT_EQ(Gelu("Exp(1) * dy"),
            "E0350 4-5: input 'x' of op 'Exp' cannot be of type int32 | it is one of bfloat16, "
            "half, float, double, complex64, complex128");
  EXPECT_EQ(Gelu("Mul(dy, 'a')"),
            "E0350 8-11: input 'y' of op 'Mul' is of type T here, not a text");
  EXPECT_THAT(Gelu("Reshape(dy, 0.5)"),
              HasSubstr("E0350 12-15: input 'shape' of op 'Reshape' cannot be of type float"));
  EXPECT_EQ(Gelu("Mul(1, 2.5) * dy"),
            "E0350 7-10: input 'y' of op 'Mul' is of type int32 here, not a fraction");
  EXPECT_EQ(Gelu("AddN([])"),
            "E0347 5-7: input 'inputs' of op 'AddN' takes at least 1 tensor, not 0");
  EXPECT_EQ(
      Gelu("Reshape(dy, Shape(x) * 3000000000)"),
      "E0350 23-33: '*' of type int32 cannot take '3000000000' | Cast(..., DstT=int64) allows "
      "larger numbers in the tensor");
  EXPECT_EQ(Gelu("Reshape(dy, Shape(x) * scale)"),
            "E0350 23-28: '*' of type int32 cannot take 'scale' | write an integer, or Cast(..., "
            "DstT=float) for the tensor");
  EXPECT_EQ(Gelu("Reshape(dy, Shape(x) * (4 / 2))"),
            "E0350 23-30: '*' of type int32 cannot take '(4 / 2)' | write an integer, or Cast(..., "
            "DstT=float) for the tensor");
}

TEST(GradientTest, KnowsThatQuotientsOfIntegersAreFractions) {
  EXPECT_EQ(Gelu("Reshape(dy, Shape(x) / 2)"),
            "E0350 12-24: input 'shape' of op 'Reshape' cannot be of type double | it is one of "
            "int32, int64");
  EXPECT_EQ(Gelu("dy * Cast(Shape(x) / 2, DstT=T)"),
            "(d:y * Cast(x=(Shape(input=x) / 2), DstT=attr:T))");
  const Result result = Check(kGelu, {{"x", "Shape(x) / 2 * dy"}});
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].message, "'*' needs two tensors of one type, not double and T");
  EXPECT_EQ(result.diagnostics[0].notes.at(0).message,
            "'/' of int32 gives double, as in Python; FloorDiv(x, y) gives int32");
}

TEST(GradientTest, RefusesFormulasOfNumbersThatHaveNoValue) {
  const std::string why = "the value of this is not in the range of double";
  EXPECT_EQ(Gelu("dy * (1 / 0)"), "E0340 5-12: " + why + " | write the number itself");
  EXPECT_THAT(Gelu("dy + (-1) ** 0.5 * x"), HasSubstr("E0340 5-16: " + why));
  EXPECT_THAT(Gelu("dy * 10 ** 10 ** 10"), HasSubstr("E0340 5-19: " + why));
  EXPECT_THAT(Gelu("dy * 0 ** -1"), HasSubstr("E0340 5-12: " + why));
  EXPECT_EQ(Gelu("dy * (1 / 3)"), "(d:y * (1 / 3))");
  EXPECT_EQ(Gelu("dy * 2 ** 0.5"), "(d:y * (2 ** 0.5))");
}

TEST(GradientTest, ChecksAttrs) {
  EXPECT_EQ(Gelu("MatMul(dy, x, transpose_a=1)"),
            "E0346 26-27: attr 'transpose_a' of op 'MatMul' takes true or false");
  EXPECT_EQ(Gelu("MatMul(dy, x, transpose_a=scale)"),
            "E0346 26-31: attr 'transpose_a' of op 'MatMul' takes true or false | 'scale' is a "
            "number");
  EXPECT_EQ(Gelu("Cast(dy, DstT=flaot)"),
            "E0346 14-19: attr 'DstT' of op 'Cast' takes a data type | did you mean 'float'?");
  EXPECT_EQ(Gelu("Conv2D(dy, x, strides=[1, 1, 1, 1], padding='SAM')"),
            "E0346 44-49: attr 'padding' of op 'Conv2D' is one of 'SAME', 'VALID', 'EXPLICIT' | "
            "did you mean 'SAME'?");
  EXPECT_EQ(Gelu("Conv2D(dy, x, strides=1, padding=mode)"),
            "E0346 22-23: attr 'strides' of op 'Conv2D' takes a list of whole numbers");
  EXPECT_EQ(Gelu("ArgMax(x, 0, output_type=half) * dy"),
            "E0346 25-29: attr 'output_type' of op 'ArgMax' cannot be 'half' | it is one of "
            "int16, uint16, int32, int64");
  EXPECT_EQ(Gelu("LeakyRelu(dy, alpha=0.5)"), "LeakyRelu(features=d:y, alpha=0.5)");
  EXPECT_EQ(Gelu("Unpack(dy, num=-1)[0]"), "E0346 15-17: attr 'num' of op 'Unpack' is at least 0");
}

TEST(GradientTest, TellsTensorsFromLists) {
  EXPECT_EQ(Gelu("TopKV2(x, 3) * dy"),
            "E0347 0-6: op 'TopKV2' has 2 outputs | say which: 0 (values), 1 (indices), as in "
            "TopKV2(...)[0]");
  EXPECT_EQ(Gelu("TopKV2(x, 3)[2]"), "E0347 12-15: op 'TopKV2' has no output 2");
  EXPECT_EQ(Gelu("x[0]"),
            "E0347 1-4: an index takes an output of an op, or one of a list of tensors | for "
            "parts of a tensor there are ops: Slice, StridedSlice, GatherV2");
  EXPECT_EQ(Gelu("AddN(dy)"),
            "E0347 5-7: input 'inputs' of op 'AddN' takes a list of tensors | put it in brackets: "
            "[...]");
  EXPECT_EQ(Gelu("Neg([dy, y])"), "E0347 4-11: input 'x' of op 'Neg' takes one tensor, not a list");
  EXPECT_EQ(Gelu("Unpack(x, num=2)"),
            "E0347 0-16: the gradient of 'x' is one tensor, not a list | take one of them: [0]");
  EXPECT_EQ(Checked(kSplit, "values", "dparts[0]"),
            "E0347 0-9: 'values' is a list of tensors, and so is its gradient");
  EXPECT_THAT(Gelu("0"), HasSubstr("E0347 0-1: the gradient of 'x' is a tensor like it"));
  EXPECT_EQ(Gelu("dy * mode"), "E0347 5-9: '*' needs tensors or numbers, not a list or text");
  EXPECT_EQ(Gelu("dy * Out"),
            "E0347 5-8: attr 'Out' is a data type, which only an attr of an op can have as its "
            "value | for "
            "example Cast(x, DstT=Out)");
  EXPECT_EQ(Checked(kSplit, "values", "AddN(dsizes)"),
            "E0349 5-11: output 'sizes' is of type int32, for which there are no gradients");
}

TEST(GradientTest, SeesEveryRelease) {
  EXPECT_THAT(Gelu("CheckPinned(dy)"),
              HasSubstr("E0343 0-11: TensorFlow 2.12 to 2.17 has no op 'CheckPinned'"));
  EXPECT_EQ(Checked(kGelu, "x", "CheckPinned(dy)", "2.18"), "CheckPinned(tensor=d:y)");
}

TEST(GradientTest, KnowsInputs) {
  const Result unknown = Check(kGelu, {{"y", "dy"}});
  ASSERT_EQ(unknown.diagnostics.size(), 1u);
  EXPECT_EQ(unknown.diagnostics[0].code, "E0348");
  EXPECT_EQ(unknown.diagnostics[0].message, "op 'AcmeGelu' has no input 'y'");
  EXPECT_EQ(unknown.diagnostics[0].span.begin, 900u);
  EXPECT_THAT(unknown.diagnostics[0].notes.at(0).message, HasSubstr("'y' is an output"));

  const Result integer = Check(kSplit, {{"axis", "Neg(axis)"}});
  ASSERT_EQ(integer.diagnostics.size(), 1u);
  EXPECT_EQ(integer.diagnostics[0].code, "W0340");

  const TestOp twice = {"AcmeX", {"x: float", "dy: float"}, {"y: float"}};
  EXPECT_THAT(Checked(twice, "x", "dy"),
              HasSubstr("E0341 0-2: 'dy' is an argument of op 'AcmeX', and the gradient"));
  const TestOp attr = {"AcmeX", {"x: float"}, {"y: float"}, {"dy: float = 1"}};
  EXPECT_THAT(Checked(attr, "x", "dy * x"),
              HasSubstr("E0341 0-2: 'dy' is an attr of op 'AcmeX', and the gradient"));
}

TEST(GradientTest, ReportsEveryMistakeOfAnExpression) {
  const Result result = Check(kGelu, {{"x", "foo * bar + Reluu(baz)"}});
  EXPECT_EQ(result.diagnostics.size(), 4u);
  EXPECT_TRUE(result.gradient.inputs.empty());
}

TEST(PythonNamesTest, FollowsTensorFlow) {
  EXPECT_EQ(PythonName("lambda"), "lambda_");
  EXPECT_EQ(PythonName("print"), "print_");
  EXPECT_EQ(PythonName("ValueError"), "ValueError_");
  EXPECT_EQ(PythonName("list"), "list");
  EXPECT_EQ(PythonFunctionName("AcmeGelu"), "acme_gelu");
  EXPECT_EQ(PythonFunctionName("AcmeConv2D"), "acme_conv2d");
  EXPECT_EQ(PythonFunctionName("Lambda"), "lambda_");
  EXPECT_EQ(PythonFunctionName("LibraryPath"), "library_path_");
}

TEST(PythonNamesTest, RefusesWhatBreaksTheWrappersOfAllOps) {
  const auto refused = [](const TestOp& op) {
    diag::Sink sink;
    CheckPythonNames(DefOf(op), {}, sink);
    std::string names;
    for (const diag::Diagnostic& d : sink.diagnostics()) names += d.code + " " + d.message + "\n";
    return names;
  };
  EXPECT_EQ(refused(kGelu), "");
  EXPECT_EQ(refused({"A", {"lambda: float"}, {"y: float"}}), "");
  EXPECT_EQ(refused({"A", {"ctx: float"}, {"y: float"}, {"class: int", "len: int = 1"}}),
            "E0352 an input of an op cannot be called 'ctx'\n"
            "E0352 an attr of an op cannot be called 'class'\n"
            "E0352 an attr of an op cannot be called 'len'\n");
  EXPECT_EQ(refused({"A", {"tuple: float"}, {"y: float"}, {"TypeError: int"}}),
            "E0352 an input of an op cannot be called 'tuple'\n"
            "E0352 an attr of an op cannot be called 'TypeError'\n");
  EXPECT_EQ(refused({"A", {"ValueError: float"}, {"y: float"}}), "");
  EXPECT_EQ(refused({"A", {}, {"if: float"}}), "");
  EXPECT_EQ(refused({"A", {}, {"if: float", "z: float"}}),
            "E0352 one of several outputs of an op cannot be called 'if'\n");
}

}  // namespace
}  // namespace plugingen::op
