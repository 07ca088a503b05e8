// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/scatter_nd.h"

namespace pluggable {

namespace {

// Whether `count` dimensions of a and b, from these on, are the same.
bool SameDims(const TensorShape& a, int a_begin, const TensorShape& b, int b_begin, int count) {
  if (a.dims() < a_begin + count || b.dims() < b_begin + count) return false;
  for (int d = 0; d < count; ++d) {
    if (a.dim_size(a_begin + d) != b.dim_size(b_begin + d)) return false;
  }
  return true;
}

// What does not fit.
enum class Mismatch { kNone, kOuter, kInnerRank, kInner };

Mismatch FindMismatch(const TensorShape& indices, const TensorShape& updates,
                      const TensorShape& shape) {
  const int outer = indices.dims() - 1;
  if (!SameDims(indices, 0, updates, 0, outer)) return Mismatch::kOuter;
  const int64_t depth = indices.dim_size(outer);
  const int inner = updates.dims() - outer;
  if (depth > shape.dims() || inner != shape.dims() - depth) return Mismatch::kInnerRank;
  const bool fits = SameDims(shape, static_cast<int>(depth), updates, outer, inner);
  return fits ? Mismatch::kNone : Mismatch::kInner;
}

// `has_room` is what the ops differ in.
Status CheckElements(const TensorShape& indices, const TensorShape& updates, bool has_room) {
  if (indices.dims() < 1) {
    return errors::InvalidArgument("Indices shape must have rank at least one. Found:",
                                   indices.DebugString());
  }
  if (updates.dims() < 1) {
    return errors::InvalidArgument("Updates shape must have rank at least one. Found:",
                                   updates.DebugString());
  }
  const bool is_empty = indices.num_elements() == 0 || updates.num_elements() == 0;
  const bool both_empty = indices.num_elements() == 0 && updates.num_elements() == 0;
  if (both_empty || (!is_empty && has_room)) return Status();
  return errors::InvalidArgument("Indices and updates specified for empty output shape");
}

// TensorFlow takes a lone vector for as many vectors of one index each, which updates never fit.
Status CheckLoneVector(const TensorShape& indices, const TensorShape& updates) {
  if (indices.dims() != 1) return Status();
  if (indices.dim_size(0) == 0 && updates.dim_size(0) == 0) return Status();
  return errors::InvalidArgument(
      "Dimensions [0,1) of indices[shape=", indices.DebugString(), "] = ", indices.dim_size(0),
      " must match dimensions [0,1) of updates[shape=", updates.DebugString(),
      "] = ", updates.dim_size(0));
}

// In the words of ScatterNd.
Status CheckFit(const TensorShape& indices, const TensorShape& updates, const TensorShape& shape) {
  const int outer = indices.dims() - 1;
  const Mismatch mismatch = FindMismatch(indices, updates, shape);
  if (mismatch == Mismatch::kNone) return CheckLoneVector(indices, updates);
  if (mismatch == Mismatch::kOuter) {
    return errors::InvalidArgument(
        "Dimensions [0,", outer, ") of indices[shape=", indices.DebugString(),
        "] must match dimensions [0,", outer, ") of updates[shape=", updates.DebugString(), "]");
  }
  return errors::InvalidArgument("Dimensions [", indices.dim_size(outer), ",", shape.dims(),
                                 ") of input[shape=", shape.DebugString(),
                                 "] must match dimensions [", outer, ",", updates.dims(),
                                 ") of updates[shape=", updates.DebugString(), "]");
}

}  // namespace

Status CheckScatter(const TensorShape& indices, const TensorShape& updates,
                    const TensorShape& shape) {
  Status status = CheckElements(indices, updates, shape.num_elements() > 0);
  if (status.ok() && shape.dims() < 1) {
    status =
        errors::InvalidArgument("Output must be at least 1-D, got shape: ", shape.DebugString());
  }
  if (status.ok()) status = CheckFit(indices, updates, shape);
  // Whether or not there is a vector.
  if (!status.ok() || shape.num_elements() == 0) return status;
  return CheckDepth(indices.dim_size(indices.dims() - 1));
}

Status CheckDepth(int64_t depth) {
  if (depth >= 1 && depth <= 7) return Status();
  return errors::InvalidArgument(
      "Only indices.shape[-1] values between 1 and 5 are currently supported.  Requested rank: ",
      depth);
}

Status CheckTensorScatter(const TensorShape& indices, const TensorShape& updates,
                          const TensorShape& shape) {
  Status status = CheckElements(indices, updates, shape.num_elements() > 0);
  if (!status.ok()) return status;
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  switch (FindMismatch(indices, updates, shape)) {
    case Mismatch::kOuter:
      return errors::InvalidArgument(
          "Outer dimensions of indices and update must match. Indices shape: ",
          indices.DebugString(), ", updates shape:", updates.DebugString());
    case Mismatch::kInnerRank:
      return errors::InvalidArgument(
          "Inner dimensions of output shape must match inner dimensions of updates shape. Output: ",
          shape.DebugString(), " updates: ", updates.DebugString());
    case Mismatch::kInner:
      return errors::InvalidArgument("The inner ", shape.dims() - depth,
                                     " dimensions of output.shape=", shape.DebugString(),
                                     " must match the inner ", shape.dims() - depth,
                                     " dimensions of updates.shape=", updates.DebugString());
    case Mismatch::kNone:
      break;
  }
  return CheckLoneVector(indices, updates);
}

Status CheckScatterNd(const TensorShape& indices, const TensorShape& updates,
                      const TensorShape& shape) {
  Status status = CheckElements(indices, updates, shape.dims() > 0);
  if (status.ok()) status = CheckFit(indices, updates, shape);
  if (!status.ok() || shape.num_elements() > 0 || indices.num_elements() == 0) return status;
  return errors::InvalidArgument("Indices and updates specified for empty output.  indices shape: ",
                                 indices.DebugString());
}

}  // namespace pluggable
