// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Works around gaps of TensorFlow's C API. It cannot make a shape from several sizes, so shapes are
// concatenated from vectors and parts of inputs. It shows no attributes except types. It shows
// neither which tensors belong to a list nor the number of outputs.

#include "pluggable/shape_inference.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace pluggable {
namespace {

struct DeleteHandle {
  void operator()(TF_ShapeHandle* handle) const { TF_DeleteShapeHandle(handle); }
  void operator()(TF_DimensionHandle* handle) const { TF_DeleteDimensionHandle(handle); }
};
using ShapeHandle = std::unique_ptr<TF_ShapeHandle, DeleteHandle>;
using DimensionHandle = std::unique_ptr<TF_DimensionHandle, DeleteHandle>;

// The node for which a shape function is called.
class Node : public ShapeRule::Inputs {
 public:
  explicit Node(TF_ShapeInferenceContext* ctx)
      : ctx_(ctx), num_inputs_(static_cast<int>(TF_ShapeInferenceContextNumInputs(ctx))) {}

  int num_inputs() const { return num_inputs_; }
  const Status& status() const { return status_; }

  DimList Shape(int input) override {
    const ShapeHandle handle = Input(input);
    if (!status_.ok() || TF_ShapeInferenceContextRankKnown(ctx_, handle.get()) == 0) {
      DimList unknown;
      unknown.set_input(input);
      return unknown;
    }
    const auto rank = static_cast<int>(TF_ShapeInferenceContextRank(ctx_, handle.get()));
    DimList shape = DimList::Scalar();
    const DimensionHandle dim(TF_NewDimensionHandle());
    for (int i = 0; i < rank; ++i) {
      TF_ShapeInferenceContextDim(ctx_, handle.get(), i, dim.get());
      const bool is_known = TF_DimensionHandleValueKnown(dim.get()) != 0;
      shape.Append(is_known ? Dim(TF_DimensionHandleValue(dim.get())) : Dim::OfInput(input, i));
    }
    shape.set_input(input);
    return shape;
  }

  // The C API does not show values to shape functions.
  DimList Values(int) override { return {}; }

  std::optional<DataType> Type(const char* attr) const {
    TfStatus status;
    DataType type = TF_FLOAT;
    TF_ShapeInferenceContext_GetAttrType(ctx_, attr, &type, status.get());
    if (!status.ok()) return std::nullopt;
    return type;
  }

  // Sets every output to an unknown shape; some are set afterwards.
  void SetUnknown() {
    TfStatus status;
    TF_ShapeInferenceContextSetUnknownShape(ctx_, status.get());
    status_.Update(status.ToStatus());
  }

  // Changes the outputs' shapes, so it must run first.
  int CountOutputs() {
    const ShapeHandle scalar(TF_ShapeInferenceContextScalar(ctx_));
    int count = 0;
    for (TfStatus status; status.ok(); ++count) {
      TF_ShapeInferenceContextSetOutput(ctx_, count, scalar.get(), status.get());
    }
    return count - 1;
  }

  void SetOutput(int index, const DimList& shape) {
    // A completely unknown shape cannot be made, but outputs have it already.
    if (!shape.rank_known() && shape.input() < 0) return;
    const ShapeHandle handle = shape.input() >= 0 ? Input(shape.input()) : Make(shape);
    if (!status_.ok()) return;
    TfStatus status;
    TF_ShapeInferenceContextSetOutput(ctx_, index, handle.get(), status.get());
    status_.Update(status.ToStatus());
  }

 private:
  ShapeHandle Input(int input) {
    TfStatus status;
    ShapeHandle handle(TF_NewShapeHandle());
    TF_ShapeInferenceContextGetInput(ctx_, input, handle.get(), status.get());
    status_.Update(status.ToStatus());
    return handle;
  }

  ShapeHandle Make(const DimList& shape) {
    ShapeHandle result(TF_ShapeInferenceContextScalar(ctx_));
    for (int i = 0, end = 0; i < shape.rank() && status_.ok(); i = end) {
      end = i + 1;
      if (shape[i].input() >= 0) {
        while (end < shape.rank() && shape[end].input() == shape[i].input() &&
               shape[end].axis() == shape[end - 1].axis() + 1) {
          ++end;
        }
        const int begin = shape[i].axis();
        result = Concatenate(result, PartOfInput(shape[i].input(), begin, begin + end - i));
      } else {
        // TensorFlow uses -1 for an unknown size.
        const int64_t size = shape[i].known() ? shape[i].value() : -1;
        result = Concatenate(result, ShapeHandle(TF_ShapeInferenceContextVectorFromSize(
                                         ctx_, static_cast<size_t>(size))));
      }
    }
    return result;
  }

  ShapeHandle PartOfInput(int input, int begin, int end) {
    TfStatus status;
    const ShapeHandle shape = Input(input);
    ShapeHandle part(TF_NewShapeHandle());
    TF_ShapeInferenceContextSubshape(ctx_, shape.get(), begin, end, part.get(), status.get());
    status_.Update(status.ToStatus());
    return part;
  }

  ShapeHandle Concatenate(const ShapeHandle& first, const ShapeHandle& second) {
    TfStatus status;
    ShapeHandle result(TF_NewShapeHandle());
    TF_ShapeInferenceContextConcatenateShapes(ctx_, first.get(), second.get(), result.get(),
                                              status.get());
    status_.Update(status.ToStatus());
    return result;
  }

  TF_ShapeInferenceContext* const ctx_;
  const int num_inputs_;
  Status status_;
};

// The values of attributes with the number of an argument's tensors, as far as the total number of
// tensors determines them.
using Counts = std::map<std::string_view, int>;

std::vector<int> CountsOf(const std::initializer_list<ShapeArg>& args, const Counts& counts) {
  std::vector<int> result;
  for (const ShapeArg& arg : args) {
    const auto found = counts.find(arg.count);
    result.push_back(arg.count[0] == '\0' ? 1 : found == counts.end() ? -1 : found->second);
  }
  return result;
}

// If a single attribute is unknown, the remaining tensors belong to it.
void Solve(const std::initializer_list<ShapeArg>& args, int total, Counts* counts) {
  std::string_view missing;
  int times = 0;
  size_t i = 0;
  const std::vector<int> known = CountsOf(args, *counts);
  for (const ShapeArg& arg : args) {
    const int count = known[i++];
    if (count >= 0) {
      total -= count;
    } else if (times == 0 || missing == arg.count) {
      missing = arg.count;
      ++times;
    } else {
      return;
    }
  }
  if (times > 0 && total >= 0 && total % times == 0) (*counts)[missing] = total / times;
}

int SumOf(const std::vector<int>& counts) {
  int sum = 0;
  for (const int count : counts) {
    if (count < 0) return -1;
    sum += count;
  }
  return sum;
}

NodeShape FactsOf(const OpShape& op, Node* node) {
  Counts counts;
  Solve(op.inputs, node->num_inputs(), &counts);
  int num_outputs = SumOf(CountsOf(op.outputs, counts));
  if (num_outputs < 0) {
    num_outputs = node->CountOutputs();
    Solve(op.outputs, num_outputs, &counts);
    Solve(op.inputs, node->num_inputs(), &counts);
  }
  NodeShape facts;
  facts.inputs = NodeShape::Ranges(CountsOf(op.inputs, counts), node->num_inputs());
  facts.outputs = NodeShape::Ranges(CountsOf(op.outputs, counts), num_outputs);
  for (const ShapeAttr& attr : op.attrs) {
    ShapeAttrValue value;
    const auto count = counts.find(attr.name);
    if (attr.kind == ShapeAttrKind::kInt && count != counts.end()) {
      value.known = true;
      value.integer = count->second;
    } else if (attr.kind == ShapeAttrKind::kType) {
      const std::optional<DataType> type = node->Type(attr.name);
      value.known = type.has_value();
      value.type = type.value_or(TF_FLOAT);
    }
    facts.attrs.push_back(std::move(value));
  }
  return facts;
}

Status Infer(const OpShape& op, TF_ShapeInferenceContext* ctx) {
  Node node(ctx);
  const NodeShape facts = FactsOf(op, &node);
  node.SetUnknown();
  ShapeRule rule(op, facts, node);
  Status status = rule.Run();
  if (!status.ok()) return status;
  for (size_t i = 0; i < rule.outputs().size(); ++i) {
    node.SetOutput(static_cast<int>(i), rule.outputs()[i]);
  }
  return node.status();
}

}  // namespace

void InferShapes(const OpShape& op, TF_ShapeInferenceContext* ctx, TF_Status* status) {
  try {
    SetTfStatus(status, Infer(op, ctx));
  } catch (...) {
    SetTfStatus(status, WithOpName(op.op, StatusOfException()));
  }
}

}  // namespace pluggable
