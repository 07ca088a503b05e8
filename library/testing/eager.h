// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TensorFlow's eager runtime without Python: the parts that kernel tests need, with owners for
// objects of the C API.

#ifndef PLUGGABLE_TESTS_EAGER_H_
#define PLUGGABLE_TESTS_EAGER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tensorflow/c/c_api.h"
#include "tensorflow/c/c_api_experimental.h"
#include "tensorflow/c/eager/c_api.h"

namespace pluggable::tests {

// Makes a function of the C API the deleter of a std::unique_ptr.
template <auto kDelete>
struct Deleter {
  template <typename T>
  void operator()(T* pointer) const {
    kDelete(pointer);
  }
};

using StatusPtr = std::unique_ptr<TF_Status, Deleter<TF_DeleteStatus>>;
using TensorPtr = std::unique_ptr<TF_Tensor, Deleter<TF_DeleteTensor>>;
using BufferPtr = std::unique_ptr<TF_Buffer, Deleter<TF_DeleteBuffer>>;
using HandlePtr = std::unique_ptr<TFE_TensorHandle, Deleter<TFE_DeleteTensorHandle>>;
using OpPtr = std::unique_ptr<TFE_Op, Deleter<TFE_DeleteOp>>;
using ContextPtr = std::unique_ptr<TFE_Context, Deleter<TFE_DeleteContext>>;

using Dims = std::vector<int64_t>;

int64_t NumElements(const Dims& dims);

// A tensor in the test's own memory. Strings are stored separately, since TensorFlow's have owners.
struct HostTensor {
  TF_DataType dtype = TF_FLOAT;
  Dims dims;
  std::vector<char> bytes;
  std::vector<std::string> strings;
};

// The value of an attribute. Bools and types are stored as integers, a scalar as a list of one.
struct AttrValue {
  std::string type;  // as in the op's definition: "int", "list(int)", "type"...
  std::vector<int64_t> ints;
  std::vector<float> floats;
  std::vector<std::string> strings;
  Dims shape;
  bool unknown_rank = false;
  bool given = false;
};

struct NamedAttr {
  std::string name;
  AttrValue value;
};

struct InputArg {
  std::vector<HostTensor> tensors;
  bool is_list = false;
  bool is_variable = false;  // the op gets a variable that has the tensor's value
};

// One call of an op: everything except the device.
struct OpCall {
  std::string op;
  std::string label;  // of the kernel; empty selects the unlabelled one
  std::vector<NamedAttr> attrs;
  std::vector<InputArg> inputs;
};

// The result of a call.
struct Outcome {
  TF_Code code = TF_OK;
  std::string message;
  std::string device;  // that ran the op
  std::vector<HostTensor> outputs;
};

// Runs a call on a fixed device.
using RunCall = std::function<Outcome(const OpCall&)>;

// "Relu(float[2,3]) {T=float}": enough to identify a failing case.
std::string Describe(const OpCall& call);

// A TensorFlow with the plugin. Soft placement is off: an op runs on the requested device, or
// fails.
class Eager {
 public:
  // Loads the library. Call it at most once in a process, since TensorFlow cannot unload a plugin.
  explicit Eager(const std::string& plugin_library);

  // The reason why TensorFlow could not be started; empty if it was.
  const std::string& error() const { return error_; }

  // Full names of the plugin's devices, all of one type.
  const std::vector<std::string>& devices() const { return devices_; }
  const std::string& device_type() const { return device_type_; }

  Outcome Run(const OpCall& call, const std::string& device, int num_outputs_at_most);

 private:
  void ListDevices();
  // A new anonymous variable on the device; null if that fails. It is deleted with its handle.
  HandlePtr NewVariable(const HostTensor& host, TFE_TensorHandle* value, const char* device,
                        TF_Status* status);

  ContextPtr context_;
  std::vector<std::string> devices_;
  std::string device_type_;
  std::string error_;
};

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_EAGER_H_
