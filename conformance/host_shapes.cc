// Shape inference: what shape functions of ops are called with.

#include <algorithm>
#include <string>

#include "host_objects.h"

namespace conformance {
namespace {

bool CheckRank(bool fits, const char* what, int64_t rank, const InferredShape& shape,
               TF_Status* status) {
  if (fits) {
    status->Set(TF_OK, "");
    return true;
  }
  status->Set(TF_INVALID_ARGUMENT, "Shape must be " + std::string(what) + " " +
                                       std::to_string(rank) + " but is rank " +
                                       std::to_string(shape->size()));
  return false;
}

int64_t RankOf(const TF_ShapeHandle* handle) {
  return handle->shape ? static_cast<int64_t>(handle->shape->size()) : kUnknownDim;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

TF_ShapeHandle* TF_NewShapeHandle() {
  ++HostState::Get().shape_handles;
  return new TF_ShapeHandle;
}
void TF_DeleteShapeHandle(TF_ShapeHandle* handle) {
  if (handle == nullptr) return;
  --HostState::Get().shape_handles;
  delete handle;
}
TF_DimensionHandle* TF_NewDimensionHandle() {
  ++HostState::Get().dimension_handles;
  return new TF_DimensionHandle;
}
void TF_DeleteDimensionHandle(TF_DimensionHandle* handle) {
  if (handle == nullptr) return;
  --HostState::Get().dimension_handles;
  delete handle;
}
int TF_DimensionHandleValueKnown(TF_DimensionHandle* handle) {
  return handle->value != kUnknownDim ? 1 : 0;
}
int64_t TF_DimensionHandleValue(TF_DimensionHandle* handle) { return handle->value; }

int64_t TF_ShapeInferenceContextNumInputs(TF_ShapeInferenceContext* context) {
  return static_cast<int64_t>(context->inputs.size());
}

void TF_ShapeInferenceContextGetInput(TF_ShapeInferenceContext* context, int index,
                                      TF_ShapeHandle* handle, TF_Status* status) {
  if (index < 0 || static_cast<size_t>(index) >= context->inputs.size()) {
    status->Set(TF_INVALID_ARGUMENT, "input index out of range");
    return;
  }
  status->Set(TF_OK, "");
  handle->shape = context->inputs[static_cast<size_t>(index)];
}

void TF_ShapeInferenceContextSetOutput(TF_ShapeInferenceContext* context, int index,
                                       TF_ShapeHandle* handle, TF_Status* status) {
  if (index < 0 || static_cast<size_t>(index) >= context->outputs.size()) {
    status->Set(TF_INVALID_ARGUMENT, "output index out of range");
    return;
  }
  status->Set(TF_OK, "");
  context->outputs[static_cast<size_t>(index)] = handle->shape;
}

TF_ShapeHandle* TF_ShapeInferenceContextScalar(TF_ShapeInferenceContext* /*context*/) {
  TF_ShapeHandle* const handle = TF_NewShapeHandle();
  handle->shape.emplace();
  return handle;
}

TF_ShapeHandle* TF_ShapeInferenceContextVectorFromSize(TF_ShapeInferenceContext* /*context*/,
                                                       size_t size) {
  TF_ShapeHandle* const handle = TF_NewShapeHandle();
  handle->shape.emplace(1, static_cast<int64_t>(size));
  return handle;
}

void TF_ShapeInferenceContext_GetAttrType(TF_ShapeInferenceContext* context, const char* attr,
                                          TF_DataType* value, TF_Status* status) {
  const auto found = context->types.find(attr);
  if (found == context->types.end()) {
    status->Set(TF_INVALID_ARGUMENT, std::string("No attr named '") + attr + "'");
    return;
  }
  status->Set(TF_OK, "");
  *value = found->second;
}

int64_t TF_ShapeInferenceContextRank(TF_ShapeInferenceContext*, TF_ShapeHandle* handle) {
  return RankOf(handle);
}
int TF_ShapeInferenceContextRankKnown(TF_ShapeInferenceContext*, TF_ShapeHandle* handle) {
  return handle->shape ? 1 : 0;
}

void TF_ShapeInferenceContextWithRank(TF_ShapeInferenceContext*, TF_ShapeHandle* handle,
                                      int64_t rank, TF_ShapeHandle* result, TF_Status* status) {
  const bool fits = !handle->shape || RankOf(handle) == rank;
  if (!CheckRank(fits, "rank", rank, handle->shape, status)) return;
  result->shape = handle->shape
                      ? handle->shape
                      : InferredShape(std::vector<int64_t>(static_cast<size_t>(rank), kUnknownDim));
}
void TF_ShapeInferenceContextWithRankAtLeast(TF_ShapeInferenceContext*, TF_ShapeHandle* handle,
                                             int64_t rank, TF_ShapeHandle* result,
                                             TF_Status* status) {
  const bool fits = !handle->shape || RankOf(handle) >= rank;
  if (CheckRank(fits, "at least rank", rank, handle->shape, status)) result->shape = handle->shape;
}
void TF_ShapeInferenceContextWithRankAtMost(TF_ShapeInferenceContext*, TF_ShapeHandle* handle,
                                            int64_t rank, TF_ShapeHandle* result,
                                            TF_Status* status) {
  const bool fits = !handle->shape || RankOf(handle) <= rank;
  if (CheckRank(fits, "at most rank", rank, handle->shape, status)) result->shape = handle->shape;
}

// A negative index counts from the end.
void TF_ShapeInferenceContextDim(TF_ShapeInferenceContext*, TF_ShapeHandle* handle, int64_t index,
                                 TF_DimensionHandle* result) {
  result->value = kUnknownDim;
  if (!handle->shape) return;
  const int64_t at = index < 0 ? index + RankOf(handle) : index;
  if (at >= 0 && at < RankOf(handle)) result->value = (*handle->shape)[static_cast<size_t>(at)];
}

void TF_ShapeInferenceContextSubshape(TF_ShapeInferenceContext*, TF_ShapeHandle* handle,
                                      int64_t start, int64_t end, TF_ShapeHandle* result,
                                      TF_Status* status) {
  status->Set(TF_OK, "");
  if (!handle->shape) {
    result->shape.reset();
    return;
  }
  const int64_t rank = RankOf(handle);
  const int64_t first = std::min(start < 0 ? start + rank : start, rank);
  const int64_t last = std::min(end < 0 ? end + rank : end, rank);
  if (first < 0 || last < first) {
    status->Set(TF_INVALID_ARGUMENT, "Subshape must have computed start <= end");
    return;
  }
  const std::vector<int64_t> dims = *handle->shape;  // the result may be the same handle
  result->shape = std::vector<int64_t>(dims.begin() + first, dims.begin() + last);
}

void TF_ShapeInferenceContextSetUnknownShape(TF_ShapeInferenceContext* context, TF_Status* status) {
  status->Set(TF_OK, "");
  for (InferredShape& output : context->outputs) output.reset();
}

void TF_ShapeInferenceContextConcatenateShapes(TF_ShapeInferenceContext*, TF_ShapeHandle* first,
                                               TF_ShapeHandle* second, TF_ShapeHandle* result,
                                               TF_Status* status) {
  status->Set(TF_OK, "");
  if (!first->shape || !second->shape) {
    result->shape.reset();
    return;
  }
  std::vector<int64_t> dims = *first->shape;
  dims.insert(dims.end(), second->shape->begin(), second->shape->end());
  result->shape = std::move(dims);
}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
