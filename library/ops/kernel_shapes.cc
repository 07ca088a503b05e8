// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/kernel_shapes.h"

#include <string>
#include <utility>

namespace pluggable {
namespace {

DimList Sizes(Span<const int64_t> sizes) {
  std::vector<Dim> dims;
  dims.reserve(sizes.size());
  for (const int64_t size : sizes) dims.push_back(size);
  return DimList(std::move(dims));
}

// -1 is an unknown size.
DimList Sizes(const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return {};
  DimList sizes = Sizes(shape.dim_sizes());
  for (int i = 0; i < sizes.rank(); ++i) {
    if (sizes[i].value() < 0) sizes[i] = Dim();
  }
  return sizes;
}

Status Count(OpKernelConstruction* ctx, const ShapeArg& arg, int* count) {
  *count = 1;
  if (arg.count[0] == '\0') return Status();
  if (!arg.is_type_list) return ctx->GetAttr(arg.count, count);
  DataTypeVector types;
  Status status = ctx->GetAttr(arg.count, &types);
  *count = static_cast<int>(types.size());
  return status;
}

Status Ranges(OpKernelConstruction* ctx, const std::initializer_list<ShapeArg>& args,
              std::vector<ArgRange>* ranges) {
  std::vector<int> counts;
  int total = 0;
  for (const ShapeArg& arg : args) {
    int count = 0;
    Status status = Count(ctx, arg, &count);
    if (!status.ok()) return status;
    counts.push_back(count);
    total += count;
  }
  *ranges = NodeShape::Ranges(counts, total);
  return Status();
}

Status Read(OpKernelConstruction* ctx, const ShapeAttr& attr, ShapeAttrValue* value) {
  Status status;
  switch (attr.kind) {
    case ShapeAttrKind::kInt:
      status = ctx->GetAttr(attr.name, &value->integer);
      break;
    case ShapeAttrKind::kIntList: {
      std::vector<int64_t> integers;
      status = ctx->GetAttr(attr.name, &integers);
      value->integers = Sizes(integers);
      break;
    }
    case ShapeAttrKind::kBool: {
      bool truth = false;
      status = ctx->GetAttr(attr.name, &truth);
      value->integer = truth ? 1 : 0;
      break;
    }
    case ShapeAttrKind::kString:
      status = ctx->GetAttr(attr.name, &value->text);
      break;
    case ShapeAttrKind::kShape: {
      PartialTensorShape shape;
      status = ctx->GetAttr(attr.name, &shape);
      value->integers = Sizes(shape);
      break;
    }
    case ShapeAttrKind::kType:
      status = ctx->GetAttr(attr.name, &value->type);
      break;
  }
  value->known = status.ok();
  return status;
}

Status ReadNode(OpKernelConstruction* ctx, const OpShape& op, NodeShape* node) {
  Status status = Ranges(ctx, op.inputs, &node->inputs);
  status.Update(Ranges(ctx, op.outputs, &node->outputs));
  for (const ShapeAttr& attr : op.attrs) {
    node->attrs.emplace_back();
    status.Update(Read(ctx, attr, &node->attrs.back()));
  }
  return status;
}

// The inputs of a kernel's Compute, whose shapes and values are all known.
class RunInputs : public ShapeRule::Inputs {
 public:
  explicit RunInputs(OpKernelContext* ctx) : ctx_(ctx) {}

  DimList Shape(int input) override { return Sizes(ctx_->input_shape(input).dim_sizes()); }

  DimList Values(int input) override {
    if (!ctx_->input_is_host(input)) {
      ctx_->SetStatus(errors::Internal("The shape rule reads input ", input,
                                       ", which is not registered as HostMemory"));
      return {};
    }
    const Tensor tensor = ctx_->input(input);
    if (tensor.dtype() == DT_INT64) return Sizes(Span<const int64_t>(tensor.span<int64_t>()));
    const Span<const int32_t> values = tensor.span<int32_t>();
    return Sizes(std::vector<int64_t>(values.begin(), values.end()));
  }

 private:
  OpKernelContext* ctx_;
};

}  // namespace

KernelShapes::KernelShapes(OpKernelConstruction* ctx, const OpShape& op) : op_(op) {
  const Status status = ReadNode(ctx, op, &node_);
  if (!status.ok()) ctx->CtxFailure(status);
}

Status KernelShapes::InferPartial(OpKernelContext* ctx,
                                  std::vector<PartialTensorShape>* outputs) const {
  RunInputs inputs(ctx);
  ShapeRule rule(op_, node_, inputs);
  Status status = rule.Run();
  status.Update(ctx->status());
  if (!status.ok()) return status;
  outputs->clear();
  for (const DimList& output : rule.outputs()) {
    if (!output.rank_known()) {
      outputs->emplace_back();
      continue;
    }
    std::vector<int64_t> sizes;
    for (const Dim& dim : output.dims()) sizes.push_back(dim.known() ? dim.value() : -1);
    outputs->emplace_back(Span<const int64_t>(sizes));
  }
  return status;
}

Status KernelShapes::Infer(OpKernelContext* ctx, std::vector<TensorShape>* outputs) const {
  std::vector<PartialTensorShape> partial;
  Status status = InferPartial(ctx, &partial);
  if (!status.ok()) return status;
  outputs->resize(partial.size());
  for (size_t i = 0; i < partial.size(); ++i) {
    if (partial[i].AsTensorShape(&(*outputs)[i])) continue;
    return WithOpName(op_.op, errors::Internal("its rule tells no more of output ", i, " than ",
                                               partial[i].DebugString()));
  }
  return status;
}

}  // namespace pluggable
