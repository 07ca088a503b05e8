// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Shape rules of new ops. A rule checks the shapes of the inputs and computes those of the outputs.
//
//   void AcmeMatMulRule(ShapeRule& rule) {
//     DimList batch("batch");
//     Dim m("m"), k("k"), n("n");
//     rule.Match("a", {batch, m, k});
//     rule.Match("b", {batch, k, n});
//     rule.Set("y", {batch, m, n});
//   }
//
// A rule runs twice. It runs while a graph is built (shape_inference.h), when shapes may be unknown
// and attributes are unknown. It runs again in the kernel (kernel_shapes.h), when everything is
// known. So the two cannot disagree. If something is unknown, the result is what is certain.

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
  const char* count = "";     // the attribute with the number of tensors; "" for a single tensor
  bool is_type_list = false;  // `count` is a list of types
};

// The kinds of attributes that rules can read.
enum class ShapeAttrKind { kInt, kIntList, kBool, kString, kShape, kType };

// An attribute that a rule reads.
struct ShapeAttr {
  const char* name;
  ShapeAttrKind kind;
};

// An op as its rule sees it. src/generated/ops has constants for the ops of the spec.
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
  int64_t integer = 0;  // for kInt and kBool
  DimList integers;     // for kIntList and kShape
  std::string text;
  DataType type = TF_FLOAT;
};

// The range [begin, end) of the op's tensors that belong to an argument. It may be unknown while a
// graph is built, if there are lists before the argument.
struct ArgRange {
  int begin = -1;
  int end = -1;

  // Whether the range is known.
  bool known() const { return begin >= 0; }
};

// The properties of a node that are the same in every run.
struct NodeShape {
  // Computes the arguments' ranges. counts[i] is the number of tensors of argument i, -1 if it is
  // unknown; `total` is the number of all tensors.
  static std::vector<ArgRange> Ranges(const std::vector<int>& counts, int total);

  std::vector<ArgRange> inputs;
  std::vector<ArgRange> outputs;
  std::vector<ShapeAttrValue> attrs;  // in the order of OpShape
};

// How a window moves over an image, for Conv and Pool. Lists have one integer for each dimension,
// one for each spatial dimension, or one for all spatial dimensions.
struct Window {
  DimList ksize{1};  // for Pool
  DimList strides{1};
  DimList dilations{1};
  std::optional<std::string_view> padding = "VALID";  // "SAME", "VALID", "EXPLICIT"
  DimList explicit_paddings = DimList::Scalar();      // pairs: before and after
  std::optional<std::string_view> data_format = "NHWC";
};

// One run of a rule. The rule reads the inputs and sets the outputs by the members below. After a
// failure, members do nothing or return something unknown.
class ShapeRule {
 public:
  // Gives access to the shapes of inputs, and to the values of inputs in host memory. Both may be
  // unknown.
  class Inputs {
   public:
    virtual ~Inputs() = default;
    // The shape of input tensor `input`, counted over all arguments.
    virtual DimList Shape(int input) = 0;
    // The values of input tensor `input`, which is a scalar or a list of integers in host memory.
    virtual DimList Values(int input) = 0;
  };

  // Prepares one run of the rule of `op`. All three arguments must outlive this object.
  ShapeRule(const OpShape& op, const NodeShape& node, Inputs& inputs);
  ShapeRule(const ShapeRule&) = delete;
  ShapeRule& operator=(const ShapeRule&) = delete;

  // Runs the rule. Its error is INVALID_ARGUMENT and names the op and the argument.
  Status Run();
  // The shape of each output tensor, counted over all arguments. It is unknown for an output that
  // the rule does not set.
  const std::vector<DimList>& outputs() const { return outputs_; }

  // A part of a pattern.
  class PatternTerm {
   public:
    // A dimension to be named, a group of dimensions, a size, or kAnyDim. Names and groups must
    // outlive the rule.
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

  // Fails the rule unless the input's shape matches the pattern, and binds the names in the
  // pattern. A name that occurs in several patterns has one size. A pattern may have one DimList,
  // which matches any number of dimensions. For a list argument, each tensor must match. All
  // patterns must come before the shapes of outputs.
  void Match(std::string_view input, std::initializer_list<PatternTerm> pattern);
  // Fails the rule unless the input has `rank` dimensions.
  void RequireRank(std::string_view input, int rank);
  // Fails the rule unless the input has `rank` dimensions or more.
  void RequireRankAtLeast(std::string_view input, int rank);
  // Fails the rule unless the input has `rank` dimensions or fewer.
  void RequireRankAtMost(std::string_view input, int rank);

  // Sets the shape of an output; for a list argument, the shape of each tensor. Fails the rule if a
  // size is negative or exceeds an int64.
  void Set(std::string_view output, const DimList& shape);
  // Sets the shapes of a list argument's tensors, one by one. Tensors beyond the end of the list
  // keep their shapes.
  void SetEach(std::string_view output, const std::vector<DimList>& shapes);

  // The end of a shape, for DimsOf.
  static constexpr int kEnd = INT_MAX;
  // The input's whole shape, refined by the patterns that it matched. For a list argument, the
  // shape of its first tensor.
  DimList SameAs(std::string_view input);
  // The shapes of all tensors of a list argument.
  std::vector<DimList> EachOf(std::string_view input);
  // One dimension. A negative axis counts from the end. Fails the rule if the input has no such
  // dimension.
  Dim DimOf(std::string_view input, int axis);
  // Dimensions begin to end - 1. Negative numbers count from the end, and kEnd is behind the last
  // one. Fails the rule if the input lacks some of them.
  DimList DimsOf(std::string_view input, int begin, int end);

  // The values of an input, which must be a scalar or a list of integers in host memory. They are
  // unknown while a graph is built, unless the input is a constant. Fails the rule if the input has
  // more than one dimension.
  DimList Values(std::string_view input);

  // An integer attribute. Attributes are unknown while a graph is built, except for types and the
  // numbers of tensors in lists.
  Dim Int(std::string_view attr);
  // A list of integers.
  DimList Ints(std::string_view attr);
  // A bool; nothing if it is unknown.
  std::optional<bool> Bool(std::string_view attr);
  // A string; nothing if it is unknown.
  std::optional<std::string_view> String(std::string_view attr);
  // A shape.
  DimList Shape(std::string_view attr);
  // A data type; nothing if it is unknown.
  std::optional<DataType> Type(std::string_view attr);

  // The shape to which TensorFlow and NumPy broadcast the inputs. Fails the rule if the inputs
  // cannot be broadcast.
  DimList Broadcast(std::initializer_list<std::string_view> inputs);
  // The shape of the tensors concatenated along an existing axis; a negative axis counts from the
  // end. Fails the rule if ranks or other dimensions differ.
  DimList Concat(std::initializer_list<std::string_view> inputs, const Dim& axis);
  // The shape of the tensors stacked along a new axis. Fails the rule if their shapes differ.
  DimList Stack(std::initializer_list<std::string_view> inputs, const Dim& axis);
  // The shape of the input without the axes. If keep_dims is true, they remain as dimensions of
  // size 1. Fails the rule for an axis that the input does not have.
  DimList Reduce(std::string_view input, const DimList& axes, std::optional<bool> keep_dims);
  // The shape of the matrix products of the last two dimensions; the other dimensions are
  // broadcast. Fails the rule if the inner dimensions differ.
  DimList MatMul(std::string_view a, std::string_view b, std::optional<bool> transpose_a = false,
                 std::optional<bool> transpose_b = false);
  // The input's dimensions in the order of `perm`. Fails the rule unless `perm` contains each
  // dimension once.
  DimList Transpose(std::string_view input, const DimList& perm);
  // The output shape of a convolution with any number of spatial dimensions. The filter is
  // [spatial..., in, out]; for a grouped convolution, `in` is a part of the channels. Fails the
  // rule if the window does not fit.
  DimList Conv(std::string_view input, std::string_view filter, const Window& window);
  // The output shape of a pooling, which keeps batch and channels. Fails the rule if the window
  // does not fit.
  DimList Pool(std::string_view input, const Window& window);

  // Ends the rule with INVALID_ARGUMENT, "AcmeMatMul: " and the message. Only the first error
  // counts.
  void Fail(const std::string& message);
  // Whether nothing has failed so far.
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
  // The input's shape, refined by the patterns of this and other inputs.
  DimList Refined(std::string_view input, DimList shape) const;

  // All tensors of the arguments; nothing if the number of tensors is not known.
  std::optional<std::vector<Named>> All(std::initializer_list<std::string_view> inputs);
  // An axis of a shape of `rank` dimensions, counted from the front; nothing if it is unknown or
  // out of range.
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
  std::vector<std::optional<DimList>> shapes_;  // of the inputs that the rule has read
  std::vector<Pattern> patterns_;
  std::vector<DimList> outputs_;
  Status status_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_SHAPE_RULE_H_
