// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Variables, for kernels that update one in place. TensorFlow owns their tensors.

#ifndef PLUGGABLE_VARIABLE_H_
#define PLUGGABLE_VARIABLE_H_

#include <tensorflow/c/kernels_experimental.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "pluggable/op_kernel_context.h"
#include "pluggable/span.h"
#include "pluggable/status.h"
#include "pluggable/types.h"

// The wheels of tensorflow-cpu 2.19 to 2.21 lack these functions; the pointers are null then.
extern "C" {
// NOLINTBEGIN(readability-redundant-declaration)
__attribute__((weak)) decltype(TF_GetInputTensorFromVariable) TF_GetInputTensorFromVariable;
__attribute__((weak)) decltype(TF_MaybeLockVariableInputMutexesInOrder)
    TF_MaybeLockVariableInputMutexesInOrder;
__attribute__((weak)) decltype(TF_ReleaseVariableInputLockHolder) TF_ReleaseVariableInputLockHolder;
// NOLINTEND(readability-redundant-declaration)
}

namespace pluggable {

// Whether this TensorFlow gives plugins access to variables. The wheels of tensorflow-cpu 2.19 to
// 2.21 do not.
inline bool CanUpdateVariables() {
  return TF_GetInputTensorFromVariable != nullptr &&
         TF_MaybeLockVariableInputMutexesInOrder != nullptr &&
         TF_ReleaseVariableInputLockHolder != nullptr;
}

// What an op does with a variable.
enum class VariableUse : uint8_t { kUpdate, kRead };

namespace internal {

// The context whose kernel is opening a variable. TensorFlow's callback has no argument of ours to
// pass it in.
inline thread_local OpKernelContext* opening_variable = nullptr;

// Sets opening_variable to the context as long as the object lives.
class OpeningVariable {
 public:
  explicit OpeningVariable(OpKernelContext* context) { opening_variable = context; }
  ~OpeningVariable() { opening_variable = nullptr; }
  OpeningVariable(const OpeningVariable&) = delete;
  OpeningVariable& operator=(const OpeningVariable&) = delete;
};

struct ReleaseVariableLocks {
  void operator()(TF_VariableInputLockHolder* holder) const {
    TF_ReleaseVariableInputLockHolder(holder);
  }
};

// Copies on the context's stream, as work separate from the op's, so the copy stays valid if the
// op's work fails. It takes the variable's place: whoever reads it gets the error of an update of
// `from` that was lost. If the copy cannot be enqueued, the op fails. Ops that read the copy fail
// too, since TensorFlow may already have made it the variable's value.
inline void CopyValue(OpKernelContext* context, const Tensor& from, Tensor& to) {
  const Stream& stream = context->stream();
  const auto memory = std::make_shared<OpMemory>(stream.memory()->op_type());
  memory->Add(OpMemory::Use::kRead, from.data(), from.TotalBytes());
  memory->Add(OpMemory::Use::kWritten, to.data(), to.TotalBytes());
  memory->SetReplacement(to.data(), from.data(), from.TotalBytes());
  const Stream copying(stream.handle(), stream.op_name(), memory);
  if (!stream.device_properties().host_reaches_memory &&
      copying.CopyOnDevice(to.data(), from.data(), from.TotalBytes()).ok()) {
    return;
  }
  const auto copy = [from = static_cast<const char*>(from.data()),
                     to = static_cast<char*>(to.data())](int64_t begin, int64_t end) {
    std::memcpy(OnDevice(to) + begin, OnDevice(from) + begin, static_cast<size_t>(end - begin));
  };
  copying.ParallelFor(static_cast<int64_t>(from.TotalBytes()), /*cost_per_unit=*/1, copy);
  const Status status = copying.status();
  if (status.ok()) return;
  MarkWithoutResult(stream.handle(), *memory);
  context->SetStatus(status);
}

// TensorFlow calls this if another op still reads the variable's buffer, to get a copy that can be
// updated. The callback must delete both tensors.
inline void CopyVariable(TF_OpKernelContext* /*context*/, TF_Tensor* source, TF_Tensor* dest) {
  const Tensor from(source);
  Tensor to(dest);
  CopyValue(opening_variable, from, to);
}

}  // namespace internal

// Whether the op is one of the plugin's own that take the value of a variable as a tensor
// (tensor_ops.h). `variable` is the index of the input.
inline bool IsOnTensors(const OpKernelContext& context, int variable) {
  return context.input_dtype(variable) != DT_RESOURCE;
}

// Checks that the op can access its variable, which is its first input. Fails with UNIMPLEMENTED if
// not. The message says why `op` cannot run, and ends with `instead`, which says how else to get
// the same result.
inline Status CheckVariableAccess(const OpKernelContext& context, std::string_view op,
                                  std::string_view instead) {
  if (CanUpdateVariables() || IsOnTensors(context, 0)) return Status();
  return errors::Unimplemented(
      op,
      " needs to lock a variable on the device, and this build of TensorFlow gives plugins no "
      "access to variables: the wheels of tensorflow-cpu 2.19 to 2.21 lack "
      "TF_MaybeLockVariableInputMutexesInOrder and its like. Instead, ",
      instead);
}

// The variables of an op's resource inputs. They are locked against other updates until this object
// is destroyed, and nobody else reads their buffers. Work on the stream may write the buffers even
// after that, since the work of later readers comes later in the stream. It needs
// CanUpdateVariables(), unless the op takes values of variables (IsOnTensors). In that case, it has
// copies of the values, which are the op's last outputs.
//
// An op that only reads a variable locks it in the same way. TensorFlow also has a lock for updates
// by index. That lock would switch the variable to a mode in which TensorFlow's AssignVariableOp
// copies on the host, from device memory.
class LockedVariables {
 public:
  // Locks the variables of the inputs `indices`, in an order that is the same for all ops. Fails
  // the op if there is no such variable, or if its type is not `dtype`; the tensor then has no
  // buffer.
  LockedVariables(OpKernelContext* context, Span<const int> indices, DataType dtype,
                  VariableUse use = VariableUse::kUpdate) {
    tensors_.reserve(indices.size());
    if (IsOnTensors(*context, indices[0])) {
      TakeValues(context, indices, use);
      return;
    }
    TfStatus& status = TfStatus::ThisThread();
    TF_OpKernelContext* const handle = context->handle();
    const internal::OpeningVariable opening(context);
    TF_VariableInputLockHolder* holder = nullptr;
    TF_MaybeLockVariableInputMutexesInOrder(handle, /*do_lock=*/true, /*sparse=*/false,
                                            indices.data(), indices.size(), &internal::CopyVariable,
                                            &holder, status.get());
    holder_.reset(holder);
    context->SetStatus(status.Take());
    for (const int index : indices) {
      TF_Tensor* tensor = nullptr;
      TF_GetInputTensorFromVariable(handle, index, /*lock_held=*/true, /*isVariantType=*/false,
                                    /*sparse=*/false, &internal::CopyVariable, &tensor,
                                    status.get());
      context->SetStatus(status.Take());
      Tensor& variable = tensors_.emplace_back(tensor);
      if (variable.IsInitialized() && variable.dtype() != dtype) {
        context->SetStatus(errors::InvalidArgument("Trying to use a variable of type ",
                                                   DataTypeString(variable.dtype()), " as ",
                                                   DataTypeString(dtype)));
        variable = Tensor();
      }
      context->UseMemory(use == VariableUse::kRead ? internal::OpMemory::Use::kRead
                                                   : internal::OpMemory::Use::kUpdated,
                         variable);
    }
  }
  LockedVariables(OpKernelContext* context, std::initializer_list<int> indices, DataType dtype,
                  VariableUse use = VariableUse::kUpdate)
      : LockedVariables(context, Span<const int>(indices.begin(), indices.size()), dtype, use) {}
  LockedVariables(const LockedVariables&) = delete;
  LockedVariables& operator=(const LockedVariables&) = delete;

  // Whether every variable exists and has a value.
  bool ok() const {
    return std::all_of(tensors_.begin(), tensors_.end(),
                       [](const Tensor& tensor) { return tensor.IsInitialized(); });
  }
  // The tensor of variable i, in the order of `indices`.
  Tensor& operator[](size_t i) { return tensors_[i]; }

 private:
  // The op's own outputs come before the variables' new values.
  void TakeValues(OpKernelContext* context, Span<const int> indices, VariableUse use) {
    int output = context->num_outputs() - static_cast<int>(indices.size());
    for (const int index : indices) {
      Tensor value = context->input(index);
      if (use == VariableUse::kUpdate) {
        Tensor* copy = nullptr;
        const Status status = context->allocate_output(output++, value.shape(), &copy);
        context->SetStatus(status);
        if (!status.ok()) {
          tensors_.emplace_back();
          continue;
        }
        internal::CopyValue(context, value, *copy);
        value.CopyFrom(*copy, copy->shape());
        context->UseMemory(internal::OpMemory::Use::kUpdated, value);
      }
      tensors_.push_back(std::move(value));
    }
  }

  // Declared so that the locks are released after the tensors: the next update checks for other
  // owners.
  std::unique_ptr<TF_VariableInputLockHolder, internal::ReleaseVariableLocks> holder_;
  std::vector<Tensor> tensors_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_VARIABLE_H_
