// Tensors of the C API.

#include <cstdlib>
#include <cstring>
#include <utility>

#include "host_objects.h"

namespace conformance {
namespace {

constexpr size_t kHostAlignment = 64;

std::vector<int64_t> Dims(const int64_t* dims, int count) {
  return std::vector<int64_t>(dims, dims + count);
}

}  // namespace

TF_Tensor* NewTensor(TensorValue value) {
  ++HostState::Get().tensors;
  return new TF_Tensor{std::move(value)};
}

#pragma GCC visibility push(default)
extern "C" {

size_t TF_DataTypeSize(TF_DataType type) { return SizeOf(type); }

TF_Tensor* TF_NewTensor(TF_DataType type, const int64_t* dims, int num_dims, void* data,
                        size_t size, void (*deallocator)(void* data, size_t size, void* arg),
                        void* deallocator_arg) {
  TensorValue value{type, Dims(dims, num_dims), nullptr};
  value.buffer = std::make_shared<TensorBuffer>(data, size, [=] {
    if (deallocator != nullptr) deallocator(data, size, deallocator_arg);
  });
  return NewTensor(std::move(value));
}

TF_Tensor* TF_AllocateTensor(TF_DataType type, const int64_t* dims, int num_dims, size_t size) {
  const size_t rounded = (size + kHostAlignment) / kHostAlignment * kHostAlignment;
  return TF_NewTensor(
      type, dims, num_dims, std::aligned_alloc(kHostAlignment, rounded), size,
      [](void* data, size_t, void*) { std::free(data); }, nullptr);
}

// Only a tensor that nobody else refers to can be moved; in a kernel there is always somebody.
TF_Tensor* TF_TensorMaybeMove(TF_Tensor* /*tensor*/) { return nullptr; }

void TF_DeleteTensor(TF_Tensor* tensor) {
  if (tensor == nullptr) return;
  delete tensor;
  --HostState::Get().tensors;  // from now on its allocator may go
}

TF_DataType TF_TensorType(const TF_Tensor* tensor) { return tensor->value.type; }
int TF_NumDims(const TF_Tensor* tensor) { return static_cast<int>(tensor->value.dims.size()); }
int64_t TF_Dim(const TF_Tensor* tensor, int index) {
  return tensor->value.dims.at(static_cast<size_t>(index));
}
void TF_SetShape(TF_Tensor* tensor, const int64_t* dims, int num_dims) {
  tensor->value.dims = Dims(dims, num_dims);
}
int64_t TF_TensorElementCount(const TF_Tensor* tensor) { return tensor->value.Elements(); }
// That of the buffer, as in TensorFlow, whatever the shape says.
size_t TF_TensorByteSize(const TF_Tensor* tensor) {
  return tensor->value.buffer == nullptr ? 0 : tensor->value.buffer->size;
}
// TensorFlow gives an address of the host's for a tensor without elements, and not null.
void* TF_TensorData(const TF_Tensor* tensor) {
  static char nothing = 0;
  return tensor->value.buffer == nullptr ? &nothing : tensor->value.buffer->data;
}
bool TF_TensorIsAligned(const TF_Tensor* tensor) {
  return reinterpret_cast<uintptr_t>(TF_TensorData(tensor)) % kHostAlignment == 0;
}
size_t TF_TensorDefaultAlignment() { return kHostAlignment; }

void TF_TensorBitcastFrom(const TF_Tensor* from, TF_DataType type, TF_Tensor* to,
                          const int64_t* dims, int num_dims, TF_Status* status) {
  TensorValue value{type, Dims(dims, num_dims), from->value.buffer};
  if (value.Bytes() != from->value.Bytes()) {
    status->Set(TF_INVALID_ARGUMENT, "bitcast between shapes of different size");
    return;
  }
  status->Set(TF_OK, "");
  to->value = std::move(value);
}

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
