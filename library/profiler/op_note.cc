// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/op_note.h"

#include <utility>

#include "pluggable/op_kernel.h"

namespace pluggable::profiler {

namespace {

std::shared_ptr<OpNote>& Current() {
  thread_local std::shared_ptr<OpNote> current;
  return current;
}

// Whether reading a tensor of this type is cheap and gives the shape that matters: the C API
// serializes handles of variables, and copies strings.
bool HasPlainTensors(DataType dtype) {
  return dtype != DT_RESOURCE && dtype != DT_VARIANT && dtype != DT_STRING;
}

TensorNote NoteOf(const Tensor& tensor) { return {tensor.dtype(), true, tensor.shape()}; }

// Does not use context->input(), since an error here must not fail the op.
TensorNote NoteOfInput(const OpKernelContext& context, int index) {
  TensorNote note;
  note.dtype = context.input_dtype(index);
  if (!HasPlainTensors(note.dtype)) return note;
  TfStatus& status = TfStatus::ThisThread();
  TF_Tensor* handle = nullptr;
  TF_GetInput(context.handle(), index, &handle, status.get());
  status.Take().IgnoreError();
  const Tensor tensor(handle);
  return handle != nullptr ? NoteOf(tensor) : note;
}

}  // namespace

int64_t TensorNote::num_elements() const { return has_shape ? shape.num_elements() : -1; }

int64_t TensorNote::bytes() const {
  return has_shape ? num_elements() * static_cast<int64_t>(DataTypeSize(dtype)) : 0;
}

std::string TensorNote::ToString() const {
  return DataTypeString(dtype) + (has_shape ? shape.DebugString() : "");
}

std::string OpNote::ShapesOf(const std::vector<TensorNote>& tensors) {
  std::string text = "(";
  for (const TensorNote& tensor : tensors) text += (text.size() > 1 ? ";" : "") + tensor.ToString();
  return text + ")";
}

const std::shared_ptr<OpNote>& CurrentOp() { return Current(); }

void OpScope::Begin(const OpKernel& kernel, OpKernelContext* context) {
  context_ = context;
  note_ = std::make_shared<OpNote>();
  note_->name = &kernel.name();
  note_->type = &kernel.type_string();
  const int num_inputs = context->num_inputs();
  note_->inputs.reserve(static_cast<size_t>(num_inputs));
  for (int i = 0; i < num_inputs; ++i) note_->inputs.push_back(NoteOfInput(*context, i));
  Current() = note_;
}

void OpScope::End() {
  Current().reset();
  const int num_outputs = context_->num_outputs();
  note_->outputs.reserve(static_cast<size_t>(num_outputs));
  for (int i = 0; i < num_outputs; ++i) {
    const Tensor* const output = context_->mutable_output(i);
    if (output != nullptr && output->handle() != nullptr) {
      note_->outputs.push_back(NoteOf(*output));
    } else {
      note_->outputs.emplace_back().dtype = context_->expected_output_dtype(i);
    }
  }
  note_->computed.store(true, std::memory_order_release);
}

}  // namespace pluggable::profiler
