// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shape rules of new ops: which shapes an op takes, and which it gives.
//
//   void AcmeMatMulRule(ShapeRule& rule) {
//     DimList batch("batch");
//     Dim m("m"), k("k"), n("n");
//     rule.Match("a", {batch, m, k});
//     rule.Match("b", {batch, k, n});
//     rule.Set("y", {batch, m, n});
//   }
//
// A rule runs twice: while a graph is built (shape_inference.h), when shapes may be unknown and
// attributes are, and in the kernel (kernel_shapes.h), when everything is known. So the two cannot
// disagree. Where something is unknown the result is as much as is certain.

#ifndef PLUGGABLE_SHAPE_RULE_H_
#define PLUGGABLE_SHAPE_RULE_H_

#include <climits>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/dim_list.h"
#include "pluggable/status.h"
#include "pluggable/types.h"

namespace pluggable {

class ShapeRule;

// An input or an output of an op.
struct ShapeArg {
  const char* name;
  const char* count = "";     // the attribute that says how many tensors it is; "" of a single one
  bool is_type_list = false;  // `count` is a list of types
};

// An attribute that a rule reads.
enum class ShapeAttrKind { kInt, kIntList, kBool, kString, kShape, kType };
struct ShapeAttr {
  const char* name;
  ShapeAttrKind kind;
};

// An op as its rule sees it. Those of the spec are constants, see src/generated/ops.
struct OpShape {
  const char* op;
  std::initializer_list<ShapeArg> inputs;
  std::initializer_list<ShapeArg> outputs;
  std::initializer_list<ShapeAttr> attrs;
  void (*rule)(ShapeRule& rule);
};

// The value of an attribute, once it is known.
struct ShapeAttrValue {
  bool known = false;
  int64_t integer = 0;  // of kInt and kBool
  DimList integers;     // of kIntList and kShape
  std::string text;
  DataType type = TF_FLOAT;
};

// The tensors of an argument among all of the op: [begin, end). Where they are may be unknown while
// a graph is built, if there are lists before them.
struct ArgRange {
  int begin = -1;
  int end = -1;

  bool known() const { return begin >= 0; }
};

// What is the same each time that a node of a graph runs.
struct NodeShape {
  // Finds the arguments' ranges. counts[i] is the number of tensors of argument i, -1 if it is
  // unknown; `total` that of all together.
  static std::vector<ArgRange> Ranges(const std::vector<int>& counts, int total);

  std::vector<ArgRange> inputs;
  std::vector<ArgRange> outputs;
  std::vector<ShapeAttrValue> attrs;  // in the order of OpShape
};

// How a window moves over an image: what Conv and Pool are given. Lists have an integer for each
// dimension, for each spatial one, or one for all spatial ones.
struct Window {
  DimList ksize{1};  // of Pool
  DimList strides{1};
  DimList dilations{1};
  std::optional<std::string_view> padding = "VALID";  // "SAME", "VALID", "EXPLICIT"
  DimList explicit_paddings = DimList::Scalar();      // pairs: before and behind
  std::optional<std::string_view> data_format = "NHWC";
};

class ShapeRule {
 public:
  // Who knows shapes of inputs, and the values of those in host memory. Unknown ones are good.
  class Inputs {
   public:
    virtual ~Inputs() = default;
    virtual DimList Shape(int input) = 0;
    virtual DimList Values(int input) = 0;
  };

  ShapeRule(const OpShape& op, const NodeShape& node, Inputs& inputs);
  ShapeRule(const ShapeRule&) = delete;
  ShapeRule& operator=(const ShapeRule&) = delete;

  // Runs the rule. The error names op and argument.
  Status Run();
  // The shape of each output, by its number. Of an output of which the rule says nothing, nothing
  // is known.
  const std::vector<DimList>& outputs() const { return outputs_; }

  // What a pattern consists of: names, sizes, kAnyDim.
  class PatternTerm {
   public:
    PatternTerm(Dim& dim) : dim_(&dim) {}            // NOLINT(google-explicit-constructor)
    PatternTerm(DimList& group) : group_(&group) {}  // NOLINT(google-explicit-constructor)
    PatternTerm(int64_t size) : size_(size) {}       // NOLINT(google-explicit-constructor)
    PatternTerm(AnyDim) {}                           // NOLINT(google-explicit-constructor)

   private:
    friend class ShapeRule;
    Dim* dim_ = nullptr;
    DimList* group_ = nullptr;
    Dim size_;
  };

  // What inputs have to be, and names for their dimensions. A name that stands in several patterns
  // is one size. All of them come before what is said of outputs, and at most one DimList stands
  // in a pattern. Of a list argument it holds for each tensor.
  void Match(std::string_view input, std::initializer_list<PatternTerm> pattern);
  void RequireRank(std::string_view input, int rank);
  void RequireRankAtLeast(std::string_view input, int rank);
  void RequireRankAtMost(std::string_view input, int rank);

  // What an output is; of a list argument each tensor.
  void Set(std::string_view output, const DimList& shape);
  void SetEach(std::string_view output, const std::vector<DimList>& shapes);

  // Inputs: the shape, one dimension (x[0], x[-1]), a part of it (x[1:], x[:-1]).
  static constexpr int kEnd = INT_MAX;
  DimList SameAs(std::string_view input);
  std::vector<DimList> EachOf(std::string_view input);
  Dim DimOf(std::string_view input, int axis);
  DimList DimsOf(std::string_view input, int begin, int end);

  // The values of an input, which has to be in host memory.
  DimList Values(std::string_view input);

  // Attributes. Those of other kinds than types and numbers of tensors are unknown while a graph is
  // built.
  Dim Int(std::string_view attr);
  DimList Ints(std::string_view attr);
  std::optional<bool> Bool(std::string_view attr);
  std::optional<std::string_view> String(std::string_view attr);
  DimList Shape(std::string_view attr);
  std::optional<DataType> Type(std::string_view attr);

  // The inputs' shapes broadcast as TensorFlow and NumPy do.
  DimList Broadcast(std::initializer_list<std::string_view> inputs);
  // The tensors side by side along an axis that they have, or along a new one.
  DimList Concat(std::initializer_list<std::string_view> inputs, const Dim& axis);
  DimList Stack(std::initializer_list<std::string_view> inputs, const Dim& axis);
  // The input without the axes, which keep_dims leaves as ones.
  DimList Reduce(std::string_view input, const DimList& axes, std::optional<bool> keep_dims);
  // Products of matrices, whose other dimensions are broadcast.
  DimList MatMul(std::string_view a, std::string_view b, std::optional<bool> transpose_a = false,
                 std::optional<bool> transpose_b = false);
  DimList Transpose(std::string_view input, const DimList& perm);
  // The filter is [spatial..., in, out]; there may be groups of channels.
  DimList Conv(std::string_view input, std::string_view filter, const Window& window);
  DimList Pool(std::string_view input, const Window& window);

  // Ends the rule: "AcmeMatMul: " and the message. The first error counts.
  void Fail(const std::string& message);
  bool ok() const { return status_.ok(); }

 private:
  struct Pattern {
    std::string_view input;
    std::vector<PatternTerm> terms;
  };
  struct Named {
    std::string name;  // "'x'", "'values[1]'"
    DimList shape;
  };

  ArgRange InputRange(std::string_view input);
  ArgRange OutputRange(std::string_view output);
  const ShapeAttrValue* FindAttr(std::string_view attr);
  const DimList& InputShape(int index);
  std::string NameOf(std::string_view input, ArgRange range, int index) const;

  void MatchOne(const std::string& name, const DimList& shape,
                const std::vector<PatternTerm>& pattern);
  static std::string Text(const std::vector<PatternTerm>& pattern);
  template <typename Fits>
  void RequireRankThat(std::string_view input, const char* rule, int rank, Fits fits);
  // The input with what patterns of this and other inputs tell of it.
  DimList Refined(std::string_view input, DimList shape) const;

  // All tensors of the arguments; nothing if not all of them are known.
  std::optional<std::vector<Named>> All(std::initializer_list<std::string_view> inputs);
  // An axis of `rank`, counted from the front; nothing if it is unknown or out of range.
  std::optional<int> Axis(const Dim& axis, const std::string& name, int rank);
  DimList BroadcastAll(const std::vector<Named>& inputs);
  DimList WindowOutput(const Named& input, const DimList& ksize, const DimList& strides,
                       const Window& window, const Dim& channels);
  Dim WindowSize(const Dim& size, const Dim& ksize, const Dim& stride, const Window& window,
                 int spatial, int spatial_dims, std::optional<bool> channels_last);
  std::optional<bool> ChannelsLast(const Window& window);
  Dim OfSpatial(const char* what, const DimList& list, int spatial, int spatial_dims,
                std::optional<bool> channels_last);

  const OpShape& op_;
  const NodeShape& node_;
  Inputs& inputs_;
  std::vector<std::optional<DimList>> shapes_;  // of inputs that the rule has asked for
  std::vector<Pattern> patterns_;
  std::vector<DimList> outputs_;
  Status status_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_SHAPE_RULE_H_
