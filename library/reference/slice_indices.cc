// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/slice_indices.h"

#include <algorithm>

namespace pluggable {

Status ReadBadIndicesPolicy(OpKernelConstruction* ctx, bool* skip) {
  if (!ctx->HasAttr("bad_indices_policy")) return Status();
  std::string policy;
  Status status = ctx->GetAttr("bad_indices_policy", &policy);
  if (!status.ok()) return status;
  *skip = policy == "IGNORE";
  if (*skip || policy.empty() || policy == "DEFAULT" || policy == "ERROR") return Status();
  return errors::InvalidArgument("Unknown bad indices handling attribute: ", policy);
}

std::string PositionText(const TensorShape& shape, int64_t i) {
  std::string text;
  for (int d = shape.dims() - 1; d >= 0; --d) {
    text = std::to_string(i % shape.dim_size(d)) + (text.empty() ? "" : ",") + text;
    i /= shape.dim_size(d);
  }
  return text.empty() ? "" : "[" + text + "]";
}

void SliceIndices::Init(const TensorShape& indices, int64_t depth, const TensorShape& shape) {
  indices_shape_ = indices;
  indices_shape_.RemoveLastDims(1);
  count_ = indices_shape_.num_elements();
  for (int d = 0; d < shape.dims(); ++d) {
    if (d < depth) {
      sizes_.push_back(shape.dim_size(d));
    } else {
      slice_size_ *= shape.dim_size(d);
    }
  }
}

template <typename Index>
std::vector<int64_t> SliceIndices::Resolve(Span<const Index> indices, ThreadPool* threads) const {
  std::vector<int64_t> slices(static_cast<size_t>(count_));
  const size_t depth = sizes_.size();
  threads->ParallelFor(
      count_, 2 * static_cast<int64_t>(depth) + 1, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const Index* const index = indices.data() + static_cast<size_t>(i) * depth;
          int64_t slice = 0;
          for (size_t d = 0; d < depth && slice >= 0; ++d) {
            const bool is_inside = index[d] >= 0 && index[d] < sizes_[d];
            slice = is_inside ? slice * sizes_[d] + index[d] : -1;
          }
          slices[i] = slice;
        }
      });
  return slices;
}

template <typename Index>
std::string SliceIndices::FindBad(Span<const Index> indices,
                                  const std::vector<int64_t>& slices) const {
  const auto bad = std::find(slices.begin(), slices.end(), -1);
  if (bad == slices.end()) return "";
  const size_t first = static_cast<size_t>(bad - slices.begin()) * sizes_.size();
  std::string values;
  for (size_t d = 0; d < sizes_.size(); ++d) {
    values += (d == 0 ? "" : ", ") + std::to_string(indices[first + d]);
  }
  const std::string position = PositionText(indices_shape_, bad - slices.begin());
  return "indices" + position + " = [" + values + "]";
}

template std::vector<int64_t> SliceIndices::Resolve(Span<const int32_t>, ThreadPool*) const;
template std::vector<int64_t> SliceIndices::Resolve(Span<const int64_t>, ThreadPool*) const;
template std::string SliceIndices::FindBad(Span<const int32_t>, const std::vector<int64_t>&) const;
template std::string SliceIndices::FindBad(Span<const int64_t>, const std::vector<int64_t>&) const;

}  // namespace pluggable
