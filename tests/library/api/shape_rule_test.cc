// Shape rules without TensorFlow: every function with complete, partial and no knowledge of its
// inputs.

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/shape_rule.h"

namespace pluggable {
namespace {

constexpr int64_t kUnknown = INT64_MIN;  // since lists of axes contain negative numbers

// [2, ?] of {2, kUnknown}.
DimList Known(const std::vector<int64_t>& sizes) {
  DimList shape = DimList::Scalar();
  for (const int64_t size : sizes) shape.Append(size == kUnknown ? Dim() : Dim(size));
  return shape;
}

// A node whose op has the inputs x, y and a list `values`, and the outputs z and a list `more`.
class Node : public ShapeRule::Inputs {
 public:
  explicit Node(std::vector<DimList> shapes) : shapes_(std::move(shapes)) {
    for (size_t i = 0; i < shapes_.size(); ++i) {
      const auto input = static_cast<int>(i);
      DimList& shape = shapes_[i];
      for (int axis = 0; axis < shape.rank(); ++axis) {
        if (!shape[axis].known()) shape[axis] = Dim::OfInput(input, axis);
      }
      shape.set_input(input);
    }
    const auto values = static_cast<int>(shapes_.size()) - 2;
    facts_.inputs = NodeShape::Ranges({1, 1, values}, values + 2);
    facts_.outputs = NodeShape::Ranges({1, values}, values + 1);
    facts_.attrs.resize(kAttrs.size());
  }

  Node& SetInt(int64_t value) { return SetAttr(0, value, {}, ""); }
  Node& SetInts(const std::vector<int64_t>& values) { return SetAttr(1, 0, Known(values), ""); }
  Node& SetBool(bool value) { return SetAttr(2, value ? 1 : 0, {}, ""); }
  Node& SetString(const std::string& value) { return SetAttr(3, 0, {}, value); }
  Node& SetShape(const std::vector<int64_t>& sizes) { return SetAttr(4, 0, Known(sizes), ""); }
  Node& SetType(DataType type) {
    SetAttr(5, 0, {}, "");
    facts_.attrs[5].type = type;
    return *this;
  }
  Node& SetValues(const std::vector<int64_t>& values) {
    values_ = Known(values);
    return *this;
  }

  DimList Shape(int input) override { return shapes_[static_cast<size_t>(input)]; }
  DimList Values(int) override { return values_; }

  // Runs the rule: z, or the error.
  std::string Run(void (*rule)(ShapeRule&)) {
    std::string text;
    RunThen(rule, [&](const ShapeRule& done) { text = done.outputs()[0].DebugString(); });
    return failure_.empty() ? text : failure_;
  }
  // z itself.
  DimList Result(void (*rule)(ShapeRule&)) {
    DimList result;
    RunThen(rule, [&](const ShapeRule& done) { result = done.outputs()[0]; });
    EXPECT_EQ(failure_, "");
    return result;
  }
  // `more`, one text.
  std::string RunMore(void (*rule)(ShapeRule&)) {
    std::string text;
    RunThen(rule, [&](const ShapeRule& done) {
      for (size_t i = 1; i < done.outputs().size(); ++i) text += done.outputs()[i].DebugString();
    });
    return failure_.empty() ? text : failure_;
  }

 private:
  static constexpr std::initializer_list<ShapeAttr> kAttrs = {
      {"int", ShapeAttrKind::kInt},     {"ints", ShapeAttrKind::kIntList},
      {"bool", ShapeAttrKind::kBool},   {"string", ShapeAttrKind::kString},
      {"shape", ShapeAttrKind::kShape}, {"type", ShapeAttrKind::kType},
  };

  Node& SetAttr(size_t i, int64_t integer, DimList integers, const std::string& text) {
    facts_.attrs[i].known = true;
    facts_.attrs[i].integer = integer;
    facts_.attrs[i].integers = std::move(integers);
    facts_.attrs[i].text = text;
    return *this;
  }

  void RunThen(void (*rule)(ShapeRule&), const std::function<void(const ShapeRule&)>& look) {
    const OpShape op = {
        "Test", {{"x"}, {"y"}, {"values", "N"}}, {{"z"}, {"more", "N"}}, kAttrs, rule};
    ShapeRule run(op, facts_, *this);
    const Status status = run.Run();
    failure_ = status.message();
    look(run);
  }

  std::vector<DimList> shapes_;
  DimList values_;
  NodeShape facts_;
  std::string failure_;
};

Node X(const DimList& x) { return Node({x, DimList()}); }
Node XY(const DimList& x, const DimList& y) { return Node({x, y}); }
// A node with a list.
Node Values(std::vector<DimList> values) {
  values.insert(values.begin(), 2, DimList());
  return Node(std::move(values));
}

TEST(DimTest, ComputesWhatIsKnown) {
  EXPECT_EQ((Dim(7) / 2).value(), 3);
  EXPECT_EQ((Dim(-7) / 2).value(), -4);
  EXPECT_EQ((Dim(2) * 3 + 1 - 4).value(), 3);
  EXPECT_FALSE((Dim() + 1).known());
  EXPECT_TRUE((Dim(INT64_MAX) + 1).is_impossible());
  EXPECT_TRUE((Dim(INT64_MAX) * 2 - 3).is_impossible());
  EXPECT_TRUE((Dim(INT64_MIN) - 1).is_impossible());
  EXPECT_TRUE((Dim(INT64_MIN) / -1).is_impossible());
  EXPECT_TRUE((Dim(1) / 0).is_impossible());
  EXPECT_FALSE((Dim() / 0).is_impossible());
}

TEST(DimTest, StaysTheInputsDimensionWhereNothingChanges) {
  const Dim dim = Dim::OfInput(1, 2);
  for (const Dim& same : {dim + 0, 0 + dim, dim - 0, dim * 1, 1 * dim, dim / 1}) {
    EXPECT_EQ(same.input(), 1);
    EXPECT_EQ(same.axis(), 2);
  }
  EXPECT_EQ((dim + 1).input(), -1);
  EXPECT_TRUE(OneOf({dim, dim}).IsSameAs(dim));
  EXPECT_FALSE(OneOf({dim, Dim(3)}).known());
  EXPECT_EQ(OneOf({Dim(3), Dim(3)}).value(), 3);
}

TEST(DimListTest, StringsTogether) {
  const DimList part = Known({2, 3});
  const DimList list = {part, 4, kAnyDim, Dim(5), part};
  EXPECT_EQ(list.DebugString(), "[2,3,4,?,5,2,3]");
  EXPECT_EQ(DimList({4, DimList::Unknown()}).DebugString(), "<unknown>");
  EXPECT_EQ(DimList::Scalar().DebugString(), "[]");
  EXPECT_EQ(list.Part(1, 3).DebugString(), "[3,4]");
}

// Patterns

void MatMulRule(ShapeRule& rule) {
  DimList batch("batch");
  Dim m("m");
  Dim k("k");
  Dim n("n");
  rule.Match("x", {batch, m, k});
  rule.Match("y", {batch, k, n});
  rule.Set("z", {batch, m, n});
}

TEST(PatternTest, GivesWhatIsCertain) {
  const auto run = [](const DimList& x, const DimList& y) { return XY(x, y).Run(MatMulRule); };
  EXPECT_EQ(run(Known({5, 2, 3}), Known({5, 3, 4})), "[5,2,4]");
  EXPECT_EQ(run(Known({2, 3}), Known({3, 4})), "[2,4]");
  EXPECT_EQ(run(Known({kUnknown, 2, 3}), Known({5, kUnknown, kUnknown})), "[5,2,?]");
  EXPECT_EQ(run(DimList(), Known({5, 3, 4})), "[5,?,4]");
  EXPECT_EQ(run(Known({5, 2, 3}), DimList()), "[5,2,?]");
  EXPECT_EQ(run(DimList(), DimList()), "<unknown>");
}

TEST(PatternTest, NamesOpAndArgument) {
  const auto run = [](const DimList& x, const DimList& y) { return XY(x, y).Run(MatMulRule); };
  EXPECT_EQ(run(Known({2, 3}), Known({4, 5})),
            "Test: argument 'y' must be [batch..., k, n] with k = 3, got [4,5]");
  EXPECT_EQ(run(Known({2}), DimList()), "Test: argument 'x' must be [batch..., m, k], got [2]");
  EXPECT_EQ(run(Known({5, 2, 3}), Known({6, 3, 4})),
            "Test: argument 'y' must be [batch..., k, n] with batch... = [5], got [6,3,4]");
  EXPECT_EQ(run(Known({5, 2, 3}), Known({3, 4})),
            "Test: argument 'y' must be [batch..., k, n] with batch... = [5], got [3,4]");
}

TEST(PatternTest, NamesTheTensorOfAList) {
  const auto rule = [](ShapeRule& r) {
    Dim n("n");
    r.Match("values", {n, 4});
    r.Set("z", {n});
  };
  EXPECT_EQ(Values({Known({kUnknown, 4}), Known({3, 4})}).Run(rule), "[3]");
  EXPECT_EQ(Values({Known({2, 4}), Known({3, 4})}).Run(rule),
            "Test: argument 'values[1]' must be [n, 4] with n = 2, got [3,4]");
  EXPECT_EQ(Values({Known({2, 4}), Known({2, 5})}).Run(rule),
            "Test: argument 'values[1]' must be [n, 4], got [2,5]");
}

TEST(PatternTest, TellsOfTheInputsThemselves) {
  const auto rule = [](ShapeRule& r) {
    Dim n("n");
    r.Match("x", {n, 4});
    r.Match("y", {n});
    r.Set("z", r.SameAs("x"));
  };
  EXPECT_EQ(XY(DimList(), Known({3})).Run(rule), "[3,4]");
  EXPECT_EQ(XY(Known({kUnknown, kUnknown}), Known({3})).Run(rule), "[3,4]");
  EXPECT_EQ(XY(DimList(), DimList()).Run(rule), "[?,4]");
}

TEST(PatternTest, KeepsTheInputWhereItTellsNothingNew) {
  const auto rule = [](ShapeRule& r) {
    DimList dims("dims");
    r.Match("x", {dims});
    r.Set("z", r.SameAs("x"));
  };
  EXPECT_EQ(X(Known({2, kUnknown})).Result(rule).input(), 0);
  EXPECT_EQ(X(DimList()).Result(rule).input(), 0);
}

TEST(PatternTest, AttributesAreSizes) {
  const auto rule = [](ShapeRule& r) {
    Dim units = r.Int("int");
    r.Match("x", {units});
    r.Set("z", {units * 2});
  };
  EXPECT_EQ(X(Known({4})).SetInt(4).Run(rule), "[8]");
  EXPECT_EQ(X(Known({4})).Run(rule), "[8]");
  EXPECT_EQ(X(DimList()).Run(rule), "[?]");
  EXPECT_EQ(X(Known({5})).SetInt(4).Run(rule),
            "Test: argument 'x' must be [int] with int = 4, got [5]");
}

TEST(PatternTest, Ranks) {
  const auto three = [](ShapeRule& r) {
    r.RequireRank("x", 3);
    r.Set("z", r.SameAs("x"));
  };
  EXPECT_EQ(X(DimList()).Run(three), "[?,?,?]");
  EXPECT_EQ(X(Known({1, 2, 3})).Run(three), "[1,2,3]");
  EXPECT_EQ(X(Known({1})).Run(three), "Test: argument 'x' must have rank 3, got [1]");
  const auto some = [](ShapeRule& r) {
    r.RequireRankAtLeast("x", 1);
    r.RequireRankAtMost("x", 2);
    r.Set("z", r.SameAs("x"));
  };
  EXPECT_EQ(X(Known({1})).Run(some), "[1]");
  EXPECT_EQ(X(Known({})).Run(some), "Test: argument 'x' must have at least rank 1, got []");
  EXPECT_EQ(X(Known({1, 2, 3})).Run(some),
            "Test: argument 'x' must have at most rank 2, got [1,2,3]");
}

// Dimensions and parts

TEST(ShapeRuleTest, Dimensions) {
  const auto last = [](ShapeRule& r) { r.Set("z", {r.DimOf("x", -1), r.DimOf("x", 0) + 1}); };
  EXPECT_EQ(X(Known({2, 3})).Run(last), "[3,3]");
  EXPECT_EQ(X(Known({2, kUnknown})).Run(last), "[?,3]");
  EXPECT_EQ(X(Known({2, kUnknown})).Result(last)[0].input(), 0);
  EXPECT_EQ(X(DimList()).Run(last), "[?,?]");
  EXPECT_EQ(X(Known({})).Run(last), "Test: argument 'x' must have at least rank 1, got []");
  const auto third = [](ShapeRule& r) { r.Set("z", {r.DimOf("x", 2)}); };
  EXPECT_EQ(X(Known({1})).Run(third), "Test: argument 'x' must have at least rank 3, got [1]");
}

TEST(ShapeRuleTest, Parts) {
  const auto rest = [](ShapeRule& r) { r.Set("z", r.DimsOf("x", 1, ShapeRule::kEnd)); };
  EXPECT_EQ(X(Known({2, kUnknown, 4})).Run(rest), "[?,4]");
  EXPECT_EQ(X(Known({2})).Run(rest), "[]");
  EXPECT_EQ(X(DimList()).Run(rest), "<unknown>");
  EXPECT_EQ(X(Known({})).Run(rest), "Test: argument 'x' must have at least rank 1, got []");
  const auto inner = [](ShapeRule& r) { r.Set("z", r.DimsOf("x", 1, -1)); };
  EXPECT_EQ(X(Known({2, 3, 4})).Run(inner), "[3]");
  EXPECT_EQ(X(Known({2})).Run(inner), "Test: argument 'x' must have at least rank 2, got [2]");
  const auto last = [](ShapeRule& r) { r.Set("z", r.DimsOf("x", -2, ShapeRule::kEnd)); };
  EXPECT_EQ(X(Known({2, 3, 4})).Run(last), "[3,4]");
  EXPECT_EQ(X(Known({2})).Run(last), "Test: argument 'x' must have at least rank 2, got [2]");
}

TEST(ShapeRuleTest, SizesHaveToBePossible) {
  const auto less = [](ShapeRule& r) { r.Set("z", {r.DimOf("x", 0) - 3}); };
  EXPECT_EQ(X(Known({3})).Run(less), "[0]");
  EXPECT_EQ(X(Known({2})).Run(less), "Test: output 'z' cannot be [-1]: sizes are 0 to 2**63 - 1");
  const auto more = [](ShapeRule& r) { r.Set("z", {r.DimOf("x", 0) * 4}); };
  EXPECT_EQ(X(Known({int64_t{1} << 62})).Run(more),
            "Test: output 'z' cannot be [?]: sizes are 0 to 2**63 - 1");
  const auto divided = [](ShapeRule& r) { r.Set("z", {r.DimOf("x", 0) / r.Int("int")}); };
  EXPECT_EQ(X(Known({7})).SetInt(2).Run(divided), "[3]");
  EXPECT_EQ(X(Known({7})).Run(divided), "[?]");
  EXPECT_EQ(X(Known({7})).SetInt(0).Run(divided),
            "Test: output 'z' cannot be [?]: sizes are 0 to 2**63 - 1");
}

// Functions

TEST(ShapeRuleTest, Broadcast) {
  const auto rule = [](ShapeRule& r) { r.Set("z", r.Broadcast({"x", "y"})); };
  EXPECT_EQ(XY(Known({3, 1}), Known({4})).Run(rule), "[3,4]");
  EXPECT_EQ(XY(Known({}), Known({4, 5})).Run(rule), "[4,5]");
  EXPECT_EQ(XY(Known({kUnknown, 1}), Known({4})).Run(rule), "[?,4]");
  EXPECT_EQ(XY(Known({kUnknown}), Known({4})).Run(rule), "[4]");
  EXPECT_EQ(XY(Known({kUnknown}), Known({1})).Run(rule), "[?]");
  EXPECT_EQ(XY(Known({kUnknown}), Known({1})).Result(rule)[0].input(), 0);
  EXPECT_EQ(XY(Known({kUnknown}), Known({kUnknown})).Result(rule)[0].input(), -1);
  EXPECT_EQ(XY(Known({0}), Known({1})).Run(rule), "[0]");
  EXPECT_EQ(XY(DimList(), Known({4})).Run(rule), "<unknown>");
  EXPECT_EQ(XY(Known({3, 2}), Known({4})).Run(rule),
            "Test: argument 'y' of shape [4] cannot be broadcast with 'x' of shape [3,2]");
}

TEST(ShapeRuleTest, Concat) {
  const auto rule = [](ShapeRule& r) { r.Set("z", r.Concat({"values"}, r.Int("int"))); };
  EXPECT_EQ(Values({Known({2, 3}), Known({2, 4})}).SetInt(1).Run(rule), "[2,7]");
  EXPECT_EQ(Values({Known({2, 3}), Known({2, 4})}).SetInt(-1).Run(rule), "[2,7]");
  EXPECT_EQ(Values({Known({kUnknown, 3}), Known({2, kUnknown})}).SetInt(1).Run(rule), "[2,?]");
  EXPECT_EQ(Values({Known({kUnknown, 3}), Known({2, 3})}).SetInt(1).Run(rule), "[2,6]");
  EXPECT_EQ(Values({DimList(), Known({2, 3})}).SetInt(1).Run(rule), "[2,?]");
  EXPECT_EQ(Values({DimList(), DimList()}).SetInt(1).Run(rule), "<unknown>");
  // Tensors that differ tell the axis, and of one tensor nothing changes.
  EXPECT_EQ(Values({Known({2, 3}), Known({2, 4})}).Run(rule), "[2,7]");
  EXPECT_EQ(Values({Known({2, 3}), Known({2, 3})}).Run(rule), "[?,?]");
  EXPECT_EQ(Values({Known({2, 3})}).Run(rule), "[2,3]");
  EXPECT_EQ(Values({Known({2, 3}), Known({2})}).SetInt(1).Run(rule),
            "Test: argument 'values[1]' must have rank 2 as the others, got [2]");
  EXPECT_EQ(Values({Known({2, 3}), Known({3, 3})}).SetInt(1).Run(rule),
            "Test: argument 'values[1]' of shape [3,3] cannot be put together with 'values[0]' of "
            "shape [2,3] along axis 1");
  EXPECT_EQ(Values({Known({2, 3}), Known({3, 4})}).Run(rule),
            "Test: argument 'values[1]' of shape [3,4] cannot be put together with 'values[0]' of "
            "shape [2,3] along axis 0");
  EXPECT_EQ(Values({Known({2, 3})}).SetInt(2).Run(rule),
            "Test: axis 2 of argument 'values[0]' is out of range [-2, 2)");
  EXPECT_EQ(Values({Known({})}).SetInt(0).Run(rule),
            "Test: argument 'values[0]' must have at least rank 1, got []");
}

TEST(ShapeRuleTest, Stack) {
  const auto rule = [](ShapeRule& r) { r.Set("z", r.Stack({"values"}, r.Int("int"))); };
  EXPECT_EQ(Values({Known({4, 3}), Known({4, 3})}).SetInt(0).Run(rule), "[2,4,3]");
  EXPECT_EQ(Values({Known({4, 3}), Known({4, 3})}).SetInt(-1).Run(rule), "[4,3,2]");
  EXPECT_EQ(Values({Known({4, kUnknown}), Known({kUnknown, 3})}).SetInt(1).Run(rule), "[4,2,3]");
  EXPECT_EQ(Values({DimList(), Known({3})}).SetInt(0).Run(rule), "[2,3]");
  EXPECT_EQ(Values({DimList()}).SetInt(0).Run(rule), "<unknown>");
  EXPECT_EQ(Values({Known({4, 3}), Known({4, 3})}).Run(rule), "[?,?,?]");
  EXPECT_EQ(Values({Known({2, 2}), Known({2, 2})}).Run(rule), "[2,2,2]");
  EXPECT_EQ(Values({Known({4}), Known({3})}).SetInt(0).Run(rule),
            "Test: argument 'values[1]' must be [4] as the others, got [3]");
  EXPECT_EQ(Values({Known({4})}).SetInt(2).Run(rule),
            "Test: axis 2 of argument 'values[0]' is out of range [-2, 2)");
}

TEST(ShapeRuleTest, Reduce) {
  const auto rule = [](ShapeRule& r) { r.Set("z", r.Reduce("x", r.Ints("ints"), r.Bool("bool"))); };
  EXPECT_EQ(X(Known({2, 3, 4})).SetInts({1}).SetBool(false).Run(rule), "[2,4]");
  EXPECT_EQ(X(Known({2, 3, 4})).SetInts({-1, 0}).SetBool(true).Run(rule), "[1,3,1]");
  EXPECT_EQ(X(Known({2, kUnknown, 4})).SetInts({0}).SetBool(false).Run(rule), "[?,4]");
  EXPECT_EQ(X(DimList()).SetInts({0}).SetBool(false).Run(rule), "<unknown>");
  EXPECT_EQ(X(Known({2, 3})).SetInts({0}).Run(rule), "<unknown>");
  EXPECT_EQ(X(Known({2, 3})).SetInts({}).Run(rule), "[2,3]");
  EXPECT_EQ(X(Known({2, 1})).SetBool(true).Run(rule), "[?,1]");
  EXPECT_EQ(X(Known({2, 3})).SetBool(false).Run(rule), "<unknown>");
  EXPECT_EQ(X(Known({2, 3})).SetInts({2}).SetBool(false).Run(rule),
            "Test: axis 2 of argument 'x' is out of range [-2, 2)");
  EXPECT_EQ(X(Known({2, 3})).SetInts({1, -1}).SetBool(false).Run(rule),
            "Test: axis 1 of argument 'x' is reduced twice");
  // The axes are values of an input. While a graph is built, only their number is known.
  const auto by_input = [](ShapeRule& r) { r.Set("z", r.Reduce("x", r.Values("y"), false)); };
  EXPECT_EQ(XY(Known({2, 3, 4}), Known({1})).SetValues({1}).Run(by_input), "[2,4]");
  EXPECT_EQ(XY(Known({2, 3, 4}), Known({})).SetValues({1}).Run(by_input), "[2,4]");
  EXPECT_EQ(XY(Known({2, 3, 4}), Known({1})).Run(by_input), "[?,?]");
  EXPECT_EQ(XY(Known({2, 3, 4}), Known({kUnknown})).Run(by_input), "<unknown>");
  EXPECT_EQ(XY(Known({2}), Known({2})).Run(by_input),
            "Test: argument 'x' must have at least rank 2, got [2]");
}

TEST(ShapeRuleTest, MatMul) {
  const auto rule = [](ShapeRule& r) { r.Set("z", r.MatMul("x", "y")); };
  EXPECT_EQ(XY(Known({2, 3}), Known({3, 4})).Run(rule), "[2,4]");
  EXPECT_EQ(XY(Known({7, 1, 2, 3}), Known({5, 3, 4})).Run(rule), "[7,5,2,4]");
  EXPECT_EQ(XY(Known({2, kUnknown}), Known({3, kUnknown})).Run(rule), "[2,?]");
  EXPECT_EQ(XY(DimList(), Known({3, 4})).Run(rule), "<unknown>");
  EXPECT_EQ(XY(Known({2, 3}), Known({4, 5})).Run(rule),
            "Test: argument 'y' of shape [4,5] cannot be multiplied from the right to 'x' of shape "
            "[2,3]");
  EXPECT_EQ(XY(Known({2}), Known({4, 5})).Run(rule),
            "Test: argument 'x' must have at least rank 2, got [2]");
  EXPECT_EQ(XY(Known({2, 2, 3}), Known({3, 3, 4})).Run(rule),
            "Test: argument 'y' of shape [3] cannot be broadcast with 'x' of shape [2]");
  const auto transposed = [](ShapeRule& r) {
    r.Set("z", r.MatMul("x", "y", r.Bool("bool"), true));
  };
  EXPECT_EQ(XY(Known({3, 2}), Known({4, 3})).SetBool(true).Run(transposed), "[2,4]");
  EXPECT_EQ(XY(Known({3, 2}), Known({4, 3})).Run(transposed), "[?,4]");
  EXPECT_EQ(XY(Known({3, 3}), Known({4, 3})).Run(transposed), "[3,4]");
}

TEST(ShapeRuleTest, Transpose) {
  const auto rule = [](ShapeRule& r) { r.Set("z", r.Transpose("x", r.Ints("ints"))); };
  EXPECT_EQ(X(Known({2, 3, 4})).SetInts({2, 0, 1}).Run(rule), "[4,2,3]");
  EXPECT_EQ(X(Known({2, kUnknown})).SetInts({1, 0}).Run(rule), "[?,2]");
  EXPECT_EQ(X(Known({2, kUnknown})).SetInts({1, 0}).Result(rule)[0].axis(), 1);
  EXPECT_EQ(X(DimList()).SetInts({1, 0}).Run(rule), "[?,?]");
  EXPECT_EQ(X(DimList()).Run(rule), "<unknown>");
  EXPECT_EQ(X(Known({2, 3})).Run(rule), "[?,?]");
  EXPECT_EQ(X(Known({2, 2})).Run(rule), "[2,2]");
  EXPECT_EQ(X(Known({2})).SetInts({1, 0}).Run(rule),
            "Test: argument 'x' must have rank 2, got [2]");
  EXPECT_EQ(X(Known({2, 3})).SetInts({1, 1}).Run(rule),
            "Test: [1,1] is no permutation of the dimensions of 'x'");
}

TEST(ShapeRuleTest, ValuesAndAttributes) {
  const auto values = [](ShapeRule& r) { r.Set("z", r.Values("x")); };
  EXPECT_EQ(X(Known({2})).SetValues({5, 0}).Run(values), "[5,0]");
  EXPECT_EQ(X(Known({2})).Run(values), "[?,?]");
  EXPECT_EQ(X(Known({})).Run(values), "[?]");
  EXPECT_EQ(X(Known({kUnknown})).Run(values), "<unknown>");
  EXPECT_EQ(X(DimList()).Run(values), "<unknown>");
  EXPECT_EQ(X(Known({2, 2})).Run(values),
            "Test: argument 'x' must be a scalar or a list of integers, got [2,2]");
  EXPECT_EQ(X(Known({1})).SetValues({-2}).Run(values),
            "Test: output 'z' cannot be [-2]: sizes are 0 to 2**63 - 1");
  const auto attr = [](ShapeRule& r) { r.Set("z", r.Shape("shape")); };
  EXPECT_EQ(X(DimList()).SetShape({2, kUnknown}).Run(attr), "[2,?]");
  EXPECT_EQ(X(DimList()).Run(attr), "<unknown>");
  const auto type = [](ShapeRule& r) { r.Set("z", {r.Type("type") == TF_INT8 ? 1 : 2}); };
  EXPECT_EQ(X(DimList()).SetType(TF_INT8).Run(type), "[1]");
}

TEST(ShapeRuleTest, Lists) {
  const auto rule = [](ShapeRule& r) { r.SetEach("more", r.EachOf("values")); };
  EXPECT_EQ(Values({Known({2}), DimList(), Known({3, kUnknown})}).RunMore(rule),
            "[2]<unknown>[3,?]");
  const auto all = [](ShapeRule& r) { r.Set("more", {4}); };
  EXPECT_EQ(Values({Known({2}), DimList()}).RunMore(all), "[4][4]");
}

TEST(ShapeRuleTest, TheFirstErrorCounts) {
  const auto rule = [](ShapeRule& r) {
    r.Match("x", {1});
    r.Match("y", {2});
    r.Set("z", r.Concat({"x", "y"}, 5));
  };
  EXPECT_EQ(XY(Known({3}), Known({4})).Run(rule), "Test: argument 'x' must be [1], got [3]");
  const auto mistaken = [](ShapeRule& r) { r.Set("w", r.SameAs("x")); };
  EXPECT_EQ(X(DimList()).Run(mistaken), "Test: its shape rule sets an output 'w'");
}

// Windows

void ConvRule(ShapeRule& rule) {
  Window window;
  window.strides = rule.Ints("ints");
  window.padding = rule.String("string");
  rule.Set("z", rule.Conv("x", "y", window));
}

TEST(WindowTest, Conv) {
  const DimList image = Known({8, 10, 11, 3});
  const DimList filter = Known({3, 2, 3, 16});
  EXPECT_EQ(XY(image, filter).SetInts({1}).SetString("SAME").Run(ConvRule), "[8,10,11,16]");
  EXPECT_EQ(XY(image, filter).SetInts({1}).SetString("VALID").Run(ConvRule), "[8,8,10,16]");
  EXPECT_EQ(XY(image, filter).SetInts({2, 3}).SetString("SAME").Run(ConvRule), "[8,5,4,16]");
  EXPECT_EQ(XY(image, filter).SetInts({1, 2, 3, 1}).SetString("VALID").Run(ConvRule), "[8,4,4,16]");
  EXPECT_EQ(XY(image, filter).Run(ConvRule), "[8,?,?,16]");
  EXPECT_EQ(XY(image, filter).SetInts({1}).Run(ConvRule), "[8,?,?,16]");
  EXPECT_EQ(XY(DimList(), filter).SetInts({1}).SetString("SAME").Run(ConvRule), "[?,?,?,16]");
  EXPECT_EQ(XY(image, DimList()).SetInts({1}).SetString("SAME").Run(ConvRule), "[8,10,11,?]");
  EXPECT_EQ(XY(DimList(), DimList()).SetInts({1}).SetString("SAME").Run(ConvRule), "<unknown>");
  // A convolution of one dimension, and of three.
  EXPECT_EQ(XY(Known({8, 10, 3}), Known({3, 3, 4})).SetInts({2}).SetString("SAME").Run(ConvRule),
            "[8,5,4]");
  EXPECT_EQ(XY(Known({8, 4, 5, 6, 3}), Known({2, 2, 2, 3, 4}))
                .SetInts({1})
                .SetString("VALID")
                .Run(ConvRule),
            "[8,3,4,5,4]");
}

TEST(WindowTest, ConvsThatDoNotFit) {
  const auto run = [](const DimList& image, const DimList& filter) {
    return XY(image, filter).SetInts({1}).SetString("VALID").Run(ConvRule);
  };
  EXPECT_EQ(run(Known({8, 3}), Known({8, 3})),
            "Test: argument 'x' must have at least rank 3, got [8,3]");
  EXPECT_EQ(run(Known({8, 9, 9, 3}), Known({8, 3, 3})),
            "Test: argument 'y' must have rank 4 as 'x', got [8,3,3]");
  EXPECT_EQ(run(Known({8, 9, 9, 3}), Known({2, 2, 2, 4})),
            "Test: argument 'y' of shape [2,2,2,4] does not fit the 3 channels of 'x'");
  EXPECT_EQ(run(Known({8, 9, 1, 3}), Known({2, 3, 3, 4})),
            "Test: argument 'x' of shape [8,9,1,3] is smaller than the window of 3 in spatial "
            "dimension 1");
  EXPECT_EQ(run(Known({8, 9, 2, 3}), Known({2, 3, 3, 4})), "[8,8,0,4]");
  EXPECT_EQ(run(Known({8, 9, 9, 4}), Known({2, 2, 2, 6})), "[8,8,8,6]");  // two groups
  const DimList image = Known({8, 9, 9, 3});
  const DimList filter = Known({2, 2, 3, 4});
  EXPECT_EQ(XY(image, filter).SetInts({0}).SetString("SAME").Run(ConvRule),
            "Test: strides must be positive, got 0");
  EXPECT_EQ(XY(image, filter).SetInts({1, 1, 1}).SetString("SAME").Run(ConvRule),
            "Test: strides must be 1, 2 or 4 integers, got [1,1,1]");
  EXPECT_EQ(XY(image, filter).SetInts({2, 1, 1, 1}).SetString("SAME").Run(ConvRule),
            "Test: strides must be 1 for the batch and the channels, got [2,1,1,1]");
  EXPECT_EQ(XY(image, filter).SetInts({1, 1, 1, 2}).SetString("SAME").Run(ConvRule),
            "Test: strides must be 1 for the batch and the channels, got [1,1,1,2]");
  EXPECT_EQ(XY(image, filter).SetInts({1}).SetString("FULL").Run(ConvRule),
            "Test: padding must be SAME, VALID or EXPLICIT, got 'FULL'");
}

TEST(WindowTest, Layouts) {
  const auto rule = [](ShapeRule& r) {
    Window window;
    window.ksize = {1, 1, 2, 3};
    window.strides = {1, 1, 2, 3};
    window.data_format = r.String("string");
    r.Set("z", r.Pool("x", window));
  };
  const DimList image = Known({8, 5, 10, 12});
  EXPECT_EQ(X(image).SetString("NCHW").Run(rule), "[8,5,5,4]");
  EXPECT_EQ(X(image).Run(rule), "[8,?,?,?]");
  EXPECT_EQ(X(image).SetString("HWNX").Run(rule),
            "Test: data_format 'HWNX' has no place for channels");
  EXPECT_EQ(X(image).SetString("NCHW_VECT_C").Run(rule),
            "Test: data_format 'NCHW_VECT_C' has no place for channels");
  EXPECT_EQ(X(image).SetString("NHWC").Run(rule),
            "Test: ksize must be 1 for the batch and the channels, got [1,1,2,3]");
}

TEST(WindowTest, PoolsAndPaddings) {
  const auto pool = [](ShapeRule& r) {
    Window window;
    window.ksize = r.Ints("ints");
    window.strides = {2};
    r.Set("z", r.Pool("x", window));
  };
  EXPECT_EQ(X(Known({8, 7, 9, kUnknown})).SetInts({1, 3, 3, 1}).Run(pool), "[8,3,4,?]");
  EXPECT_EQ(X(Known({8, 7, 9, kUnknown})).SetInts({3}).Result(pool)[3].axis(), 3);
  EXPECT_EQ(X(Known({8, 7, 9, 5})).Run(pool), "[8,?,?,5]");
  EXPECT_EQ(X(DimList()).SetInts({3}).Run(pool), "<unknown>");
  const auto padded = [](ShapeRule& r) {
    Window window;
    window.ksize = {3};
    window.dilations = {2};
    window.padding = "EXPLICIT";
    window.explicit_paddings = r.Ints("ints");
    r.Set("z", r.Pool("x", window));
  };
  EXPECT_EQ(X(Known({1, 7, 9, 5})).SetInts({1, 2, 0, 0}).Run(padded), "[1,6,5,5]");
  EXPECT_EQ(X(Known({1, 7, 9, 5})).SetInts({0, 0, 1, 2, 0, 0, 0, 0}).Run(padded), "[1,6,5,5]");
  EXPECT_EQ(X(Known({1, 7, 9, 5})).Run(padded), "[1,?,?,5]");
  EXPECT_EQ(X(Known({1, 7, 9, 5})).SetInts({1}).Run(padded),
            "Test: explicit_paddings must be 4 or 8 integers, got [1]");
  EXPECT_EQ(X(Known({1, 7, 9, 5})).SetInts({0, 1, 1, 2, 0, 0, 0, 0}).Run(padded),
            "Test: explicit_paddings must be 0 for the batch and the channels, got "
            "[0,1,1,2,0,0,0,0]");
  const auto useless = [](ShapeRule& r) {
    Window window;
    window.explicit_paddings = r.Ints("ints");
    r.Set("z", r.Pool("x", window));
  };
  EXPECT_EQ(X(Known({1, 7, 9, 5})).SetInts({}).Run(useless), "[1,7,9,5]");
  EXPECT_EQ(X(Known({1, 7, 9, 5})).SetInts({1, 1, 1, 1}).Run(useless),
            "Test: explicit_paddings must be empty with padding VALID, got [1,1,1,1]");
}

// Where the tensors of arguments are

TEST(NodeShapeTest, FindsArgumentsAroundAList) {
  const auto ranges = NodeShape::Ranges({1, 2, -1, 1, -1, 3}, 12);
  EXPECT_EQ(ranges[0].begin, 0);
  EXPECT_EQ(ranges[1].begin, 1);
  EXPECT_EQ(ranges[1].end, 3);
  EXPECT_FALSE(ranges[2].known());
  EXPECT_FALSE(ranges[3].known());
  EXPECT_FALSE(ranges[4].known());
  EXPECT_EQ(ranges[5].begin, 9);
  EXPECT_EQ(ranges[5].end, 12);
}

}  // namespace
}  // namespace pluggable
