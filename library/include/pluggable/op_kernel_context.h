// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The context of a kernel's Compute: inputs, outputs, temporaries and the stream.

#ifndef PLUGGABLE_OP_KERNEL_CONTEXT_H_
#define PLUGGABLE_OP_KERNEL_CONTEXT_H_

#include <tensorflow/c/kernels.h>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pluggable/device.h"
#include "pluggable/op_kernel_construction.h"
#include "pluggable/op_memory.h"
#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/tensor.h"
#include "pluggable/tensor_shape.h"
#include "pluggable/types.h"

namespace pluggable {

class EigenDevice;

namespace internal {

// Returns the stream of the op's device. It is null, without an error, if kernels run on the CPU.
SP_Stream StreamOf(TF_OpKernelContext* context, Status* status);

}  // namespace internal

// The memory in which a temporary is allocated: device memory, unless set_on_host(true) is called.
class AllocatorAttributes {
 public:
  // Selects host memory for the temporary, or device memory.
  void set_on_host(bool on_host) { on_host_ = on_host; }
  // The argument of set_on_host(); false if it was not called.
  bool on_host() const { return on_host_; }

 private:
  bool on_host_ = false;
};

class OpKernel;
class OpKernelContext;

// The memory in which an argument of the op lies.
enum MemoryType { DEVICE_MEMORY = 0, HOST_MEMORY = 1 };

// The tensors of one list argument of the op. It is valid as long as the context.
class OpInputList {
 public:
  OpInputList() = default;
  // Inputs [begin, end) of the op.
  OpInputList(OpKernelContext* context, int begin, int end)
      : context_(context), begin_(begin), end_(end) {}

  // The number of tensors.
  int size() const { return end_ - begin_; }
  // Tensor i, as OpKernelContext::input() returns it.
  Tensor operator[](int i) const;
  // The shape of tensor i. It can be read before the buffer of an input is forwarded to an output.
  TensorShape shape(int i) const;

 private:
  OpKernelContext* context_ = nullptr;
  int begin_ = 0;
  int end_ = 0;
};

// The context of one call of Compute. It is valid until Compute returns, on the thread that runs
// it. Work on the stream captures tensors, spans and values, never the context.
class OpKernelContext {
 public:
  // op_name names the kernel in errors of work on the stream. It and op_type must live as long as
  // the process.
  OpKernelContext(TF_OpKernelContext* context, const std::string& op_name,
                  const OpKernel* op_kernel = nullptr, const char* op_type = "")
      : context_(context), op_name_(op_name), op_kernel_(op_kernel) {
    Status status;
    const SP_Stream stream = internal::StreamOf(context_, &status);
    if (!status.ok()) {
      SetStatus(status);
      return;
    }
    stream_ =
        Stream(stream, op_name_.c_str(), std::make_shared<internal::OpMemory>(op_type, step_id()));
    SetStatus(Stream(stream, op_name_.c_str()).TakeError());  // an error not reported yet
  }
  OpKernelContext(const OpKernelContext&) = delete;
  OpKernelContext& operator=(const OpKernelContext&) = delete;

  // The name of the node.
  const std::string& op_name() const { return op_name_; }
  // The kernel whose Compute this is.
  const OpKernel& op_kernel() const { return *op_kernel_; }
  // The number of the step that TensorFlow runs. It is the same for all ops of a step.
  int64_t step_id() const { return TF_StepId(context_); }

  // The number of the op's inputs. Each tensor of a list counts as one, here and in every index of
  // an input or output.
  int num_inputs() const { return TF_NumInputs(context_); }
  // The number of the op's outputs.
  int num_outputs() const { return TF_NumOutputs(context_); }
  // The data type of an input.
  DataType input_dtype(int index) const { return TF_InputDatatype(context_, index); }
  // The data type that an output must have.
  DataType expected_output_dtype(int index) const {
    return TF_ExpectedOutputDataType(context_, index);
  }
  // Whether the input is in host memory. It is if its argument was registered as HostMemory, or if
  // its data type, such as string, always is.
  bool input_is_host(int index) { return IsHost(TF_IsHostMemoryInput, index); }
  // The same for an output.
  bool output_is_host(int index) { return IsHost(TF_IsHostMemoryOutput, index); }

  // The memory in which an input lies.
  MemoryType input_memory_type(int index) {
    return input_is_host(index) ? HOST_MEMORY : DEVICE_MEMORY;
  }
  // The memory in which an output must lie.
  MemoryType output_memory_type(int index) {
    return output_is_host(index) ? HOST_MEMORY : DEVICE_MEMORY;
  }
  // Whether all inputs have the same shape. If not, it fails the op with INVALID_ARGUMENT; the
  // message has the name of `op`, the kernel.
  bool ValidateInputsAreSameShape(const OpKernel* op);

  // Returns an input. The tensor holds a reference to the input's buffer. TensorFlow reuses a
  // buffer for an output only while there is a single reference, so forward inputs first and fetch
  // them afterwards; input_shape() returns the shape before. The op fails if the input has no
  // result because the work that was to write it failed. A missing input gives a tensor without a
  // buffer.
  Tensor input(int index) {
    Tensor input = unread_input(index);
    UseMemory(internal::OpMemory::Use::kRead, input);
    return input;
  }
  // The same for an input that the op does not read. The op's work runs even if the input has no
  // result.
  Tensor unread_input(int index) {
    TfStatus& status = TfStatus::ThisThread();
    TF_Tensor* tensor = nullptr;
    TF_GetInput(context_, index, &tensor, status.get());
    if (!status.ok()) SetStatus(status.Take());
    return Tensor(tensor);
  }
  // The shape of an input. This call leaves no reference to the input's buffer behind.
  TensorShape input_shape(int index) { return unread_input(index).shape(); }
  // The input that the op's definition calls `arg`. Fails if there is none, or if it is a list.
  Status input(const std::string& arg, Tensor* tensor);
  // The same for a pointer to a tensor, which this context owns until Compute ends.
  Status input(const std::string& arg, const Tensor** tensor);
  // The inputs of the argument that the op's definition calls `arg`. Fails if there is none.
  Status input_list(const std::string& arg, OpInputList* list);

  // Allocates output `index`, and points *out to a tensor that this context owns until Compute
  // returns. Work that outlives Compute captures the tensor's span, whose memory TensorFlow frees
  // in stream order. An output that was registered as HostMemory is in host memory. Fails with
  // INVALID_ARGUMENT for a shape that no tensor can have, and with RESOURCE_EXHAUSTED if memory is
  // short.
  Status allocate_output(int index, const TensorShape& shape, Tensor** out) {
    Status checked = CheckShape(shape);
    if (!checked.ok()) return checked;
    TfStatus& status = TfStatus::ThisThread();
    const DataType dtype = expected_output_dtype(index);
    const size_t bytes = static_cast<size_t>(shape.num_elements()) * DataTypeSize(dtype);
    TF_Tensor* tensor = TF_AllocateOutput(context_, index, dtype, shape.dim_sizes().data(),
                                          shape.dims(), bytes, status.get());
    return TakeOutput(index, tensor, out);
  }

  // Makes output `index` reuse the buffer of a candidate input: the first that nothing else uses
  // and that has the same size, type and memory. Allocates a buffer if there is none. *forwarded
  // becomes the index of that input, or -1. Call it before input() fetches the candidates. Fails
  // like allocate_output().
  Status forward_input_or_allocate_output(Span<const int> candidates, int index,
                                          const TensorShape& shape, Tensor** out,
                                          int* forwarded = nullptr) {
    Status checked = CheckShape(shape);
    if (!checked.ok()) return checked;
    TfStatus& status = TfStatus::ThisThread();
    int forwarded_input = -1;
    TF_Tensor* tensor = TF_ForwardInputOrAllocateOutput(
        context_, candidates.data(), static_cast<int>(candidates.size()), index,
        shape.dim_sizes().data(), shape.dims(), &forwarded_input, status.get());
    if (forwarded != nullptr) *forwarded = forwarded_input;
    Status allocated = TakeOutput(index, tensor, out);
    if (forwarded_input >= 0 && allocated.ok()) UseMemory(internal::OpMemory::Use::kRead, **out);
    return allocated;
  }
  Status forward_input_or_allocate_output(std::initializer_list<int> candidates, int index,
                                          const TensorShape& shape, Tensor** out,
                                          int* forwarded = nullptr) {
    return forward_input_or_allocate_output(Span<const int>(candidates.begin(), candidates.size()),
                                            index, shape, out, forwarded);
  }

  // Allocates uninitialized memory for this Compute's own use. Work on the stream captures its
  // span, since device memory is freed in stream order. A tensor in host memory must be moved into
  // the work that uses it. Fails like allocate_output().
  Status allocate_temp(DataType dtype, const TensorShape& shape, Tensor* out,
                       AllocatorAttributes attributes = AllocatorAttributes()) {
    Status checked = CheckShape(shape);
    if (!checked.ok()) return checked;
    TfStatus& status = TfStatus::ThisThread();
    TF_AllocatorAttributes tf_attributes{};
    tf_attributes.struct_size = TF_ALLOCATOR_ATTRIBUTES_STRUCT_SIZE;
    tf_attributes.on_host = attributes.on_host() ? 1 : 0;
    TF_Tensor* tensor = TF_AllocateTemp(context_, dtype, shape.dim_sizes().data(), shape.dims(),
                                        &tf_attributes, status.get());
    if (tensor != nullptr) {
      *out = Tensor(tensor);
      UseMemory(internal::OpMemory::Use::kWritten, *out);
    }
    return CheckAllocated(tensor);
  }

  // The same as allocate_temp(). The C API forwards inputs to outputs only, so no candidate is
  // reused.
  Status forward_input_or_allocate_temp(Span<const int> /*candidates*/, DataType dtype,
                                        const TensorShape& shape, AllocatorAttributes attributes,
                                        Tensor* out) {
    return allocate_temp(dtype, shape, out, attributes);
  }
  Status forward_input_or_allocate_temp(Span<const int> candidates, DataType dtype,
                                        const TensorShape& shape, Tensor* out) {
    return forward_input_or_allocate_temp(candidates, dtype, shape, AllocatorAttributes(), out);
  }

  // Makes output `index` share the tensor's buffer. The caller keeps the tensor. The op fails if
  // the tensor is a slice, which the C API cannot pass on.
  void set_output(int index, const Tensor& tensor) {
    if (tensor.IsSlice()) {
      SetStatus(errors::Unimplemented("Output ", index, " cannot be a slice of a tensor"));
      return;
    }
    TfStatus& status = TfStatus::ThisThread();
    TF_SetOutput(context_, index, tensor.handle(), status.get());
    if (!status.ok()) SetStatus(status.Take());
  }
  // The output, once it is allocated or forwarded; null before that. The context owns the tensor.
  Tensor* mutable_output(int index) {
    std::optional<Tensor>& slot = OutputSlot(index);
    return slot.has_value() ? &*slot : nullptr;
  }

  // Declares that this op's work uses memory that is neither an input nor allocated by the context:
  // kRead for a tensor that the kernel keeps, kUpdated for a variable. The op fails if the memory
  // has no result because the work that was to write it failed.
  void UseMemory(internal::OpMemory::Use use, const Tensor& tensor) {
    if (!tensor.IsInitialized() || stream_.memory() == nullptr) return;
    const size_t bytes = tensor.TotalBytes();
    stream_.memory()->Add(use, tensor.data(), bytes);
    if (use != internal::OpMemory::Use::kWritten && internal::AnyFailure()) {
      SetStatus(internal::TakeFailureOf(stream_.handle(), tensor.data(), bytes));
    }
  }

  // Declares that the output replaces the value of a variable. If the op's work fails, the output
  // takes the old value from `old`, an input of the same size. Call it before that work is
  // enqueued.
  void ReplaceValue(const void* old, const Tensor& output) {
    stream_.memory()->SetReplacement(output.data(), old, output.TotalBytes());
  }

  // The stream that this op enqueues its work on.
  const Stream& stream() const { return stream_; }
  // The op's device: its ordinal, its properties, and the host's threads, which work may use.
  Device device() const { return Device(stream_); }
  // The device for Eigen: t.device(ctx->eigen_device()) = expression enqueues the assignment. Needs
  // "pluggable/eigen_device.h".
  EigenDevice eigen_device() const;
  // The same for code that has Eigen's device as a template parameter.
  template <typename D>
  D eigen_device() const {
    static_assert(std::is_same_v<D, EigenDevice>, "the device of this plugin is EigenDevice");
    return D(stream_);
  }

  // Fails the op. TensorFlow reports the first error.
  void SetStatus(const Status& status) {
    if (!status.ok() && status_.ok()) Fail(status);
  }
  // The same as SetStatus(), for OP_REQUIRES. `file` and `line` go to the log if the environment
  // asks for it.
  [[gnu::cold]] void CtxFailure(const Status& status) { SetStatus(status); }
  [[gnu::cold]] void CtxFailure(const char* file, int line, const Status& status) {
    internal::LogFailure(file, line, status);
    SetStatus(status);
  }
  // The first error of this Compute, or OK. stream().status() returns errors of work on the stream.
  const Status& status() const { return status_; }

  // The C API's object.
  TF_OpKernelContext* handle() const { return context_; }

 private:
  static constexpr int kInlineOutputs = 8;

  [[gnu::cold]] void Fail(const Status& status) {
    status_ = status;
    TfStatus failure;
    failure.Set(status);
    TF_OpKernelContext_Failure(context_, failure.get());
  }

  bool IsHost(bool (*query)(TF_OpKernelContext*, int, TF_Status*), int index) {
    TfStatus& status = TfStatus::ThisThread();
    const bool is_host = query(context_, index, status.get());
    if (!status.ok()) SetStatus(status.Take());
    return is_host;
  }

  // Rejects sizes that TensorFlow cannot handle. TensorFlow aborts the process for a shape that it
  // cannot build, and sizes computed from inputs can be such a shape. It also writes outside its
  // memory if rounding up the number of bytes wraps around.
  Status CheckShape(const TensorShape& shape) const {
    Status status = TensorShape::CheckSizes(shape.dim_sizes());
    if (!status.ok()) return status;
    constexpr int64_t kMaxElements = int64_t{1} << 58;  // of 16 bytes each
    if (shape.num_elements() <= kMaxElements) return status;
    return errors::ResourceExhausted("No memory for a tensor of node ", op_name_, " with shape ",
                                     shape.DebugString());
  }

  // Checks the tensor that the C API returned. Its status is in this thread's TfStatus.
  Status CheckAllocated(const TF_Tensor* tensor) {
    Status status = TfStatus::ThisThread().Take();
    if (status.ok() && tensor == nullptr) {
      return errors::ResourceExhausted("No memory for a tensor of node ", op_name_);
    }
    return status;
  }

  Status TakeOutput(int index, TF_Tensor* tensor, Tensor** out) {
    Status status = CheckAllocated(tensor);
    if (tensor != nullptr) {
      *out = &OutputSlot(index).emplace(tensor);
      UseMemory(internal::OpMemory::Use::kWritten, **out);
    }
    return status;
  }

  std::optional<Tensor>& OutputSlot(int index) {
    assert(index >= 0 && index < num_outputs());
    return index < kInlineOutputs ? outputs_[index] : FurtherOutputSlot(index);
  }
  [[gnu::cold]] std::optional<Tensor>& FurtherOutputSlot(int index) {
    if (more_outputs_.empty()) {
      more_outputs_.resize(static_cast<size_t>(num_outputs() - kInlineOutputs));
    }
    return more_outputs_[static_cast<size_t>(index - kInlineOutputs)];
  }

  TF_OpKernelContext* context_;
  const std::string& op_name_;
  const OpKernel* op_kernel_;
  Status status_;
  Stream stream_;
  std::optional<Tensor> outputs_[kInlineOutputs];
  std::vector<std::optional<Tensor>> more_outputs_;
  std::forward_list<Tensor> inputs_by_name_;
};

inline Tensor OpInputList::operator[](int i) const { return context_->input(begin_ + i); }
inline TensorShape OpInputList::shape(int i) const { return context_->input_shape(begin_ + i); }

inline Status OpKernelContext::input_list(const std::string& arg, OpInputList* list) {
  TfStatus& status = TfStatus::ThisThread();
  TF_InputRange_Args range{};
  range.struct_size = TF_InputRange_Args_STRUCT_SIZE;
  range.status = status.get();
  TF_InputRange(context_, arg.c_str(), &range);
  if (status.ok()) *list = OpInputList(this, range.start, range.stop);
  return status.Take();
}

inline Status OpKernelContext::input(const std::string& arg, Tensor* tensor) {
  OpInputList list;
  Status status = input_list(arg, &list);
  if (!status.ok()) return status;
  if (list.size() != 1) {
    return errors::InvalidArgument("Argument '", arg, "' is a list of ", list.size(), " tensors");
  }
  *tensor = list[0];
  return Status();
}

inline Status OpKernelContext::input(const std::string& arg, const Tensor** tensor) {
  Tensor fetched;
  Status status = input(arg, &fetched);
  if (status.ok()) *tensor = &inputs_by_name_.emplace_front(std::move(fetched));
  return status;
}

}  // namespace pluggable

#endif  // PLUGGABLE_OP_KERNEL_CONTEXT_H_
