// The objects behind the handles that plugins receive. The host library, whose functions plugins
// call, and the runner, which calls plugins, share these definitions and one HostState.

#ifndef CONFORMANCE_HOST_OBJECTS_H_
#define CONFORMANCE_HOST_OBJECTS_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abi.h"

namespace conformance {

struct TF_Status {
  TF_Code code = TF_OK;
  std::string message;
  std::map<std::string, std::string> payloads;

  bool ok() const { return code == TF_OK; }
  void Set(TF_Code new_code, std::string new_message) {
    code = new_code;
    message = std::move(new_message);
    payloads.clear();
  }
};

// --- Tensors

// Memory that tensors share. The last of them frees it.
struct TensorBuffer {
  TensorBuffer(void* data_at, size_t byte_size, std::function<void()> release_it)
      : data(data_at), size(byte_size), release(std::move(release_it)) {}
  ~TensorBuffer() {
    if (release) release();
  }
  TensorBuffer(const TensorBuffer&) = delete;
  TensorBuffer& operator=(const TensorBuffer&) = delete;

  void* const data;
  const size_t size;
  const std::function<void()> release;
};

// Bytes of an element; 0 for types whose elements are objects.
size_t SizeOf(TF_DataType type);

struct TensorValue {
  TF_DataType type = TF_FLOAT;
  std::vector<int64_t> dims;
  std::shared_ptr<TensorBuffer> buffer;  // none if there are no elements

  int64_t Elements() const {
    int64_t count = 1;
    for (const int64_t dim : dims) count *= dim;
    return count;
  }
  size_t Bytes() const { return static_cast<size_t>(Elements()) * SizeOf(type); }
};

struct TF_Tensor {
  TensorValue value;
};

// The source of a kernel's tensors.
class TensorAllocator {
 public:
  virtual ~TensorAllocator() = default;
  // Null if memory is short.
  virtual std::shared_ptr<TensorBuffer> Allocate(size_t bytes, bool on_host) = 0;
};

// A resource variable.
struct Variable {
  std::mutex mutex;
  TensorValue value;
};

// --- Kernels

struct KernelDef {
  std::string op;
  std::string device;
  std::string name;
  std::string label;
  std::vector<std::pair<std::string, TF_DataType>> types;
  std::vector<std::string> host_args;
  int32_t priority = 0;
  void* (*create)(TF_OpKernelConstruction*) = nullptr;
  void (*compute)(void*, TF_OpKernelContext*) = nullptr;
  void (*compute_async)(void*, TF_OpKernelContext*, void* done) = nullptr;
  void (*destroy)(void*) = nullptr;
};

struct TF_KernelBuilder {
  KernelDef def;
};

// The value of an attribute; `kind` says which field is used.
struct AttrValue {
  enum class Kind { kString, kInt, kFloat, kBool, kType, kShape, kTensor, kList };

  Kind kind = Kind::kInt;
  std::string text;
  int64_t integer = 0;
  float real = 0;
  bool truth = false;
  TF_DataType type = TF_FLOAT;
  std::vector<int64_t> shape;
  bool unknown_rank = false;
  TensorValue tensor;
  std::vector<AttrValue> list;

  static AttrValue Of(const char* value);
  static AttrValue Of(std::string value);
  static AttrValue Of(int64_t value);
  static AttrValue Of(float value);
  static AttrValue Of(bool value);
  static AttrValue Of(TF_DataType value);
  static AttrValue Shape(std::vector<int64_t> dims);
  static AttrValue List(std::vector<AttrValue> values);

  // As an AttrValue message.
  std::string Serialized() const;
};

struct TF_OpKernelConstruction {
  std::string name;
  std::string op;
  std::map<std::string, AttrValue> attrs;
  TF_Status status;  // what the kernel says of its creation

  std::string SerializedNode() const;
};

// The range [start, stop) of an argument's tensors.
struct ArgRange {
  std::string name;
  int start;
  int stop;
};

struct TF_OpKernelContext {
  std::string kernel_name;
  std::vector<TensorValue> inputs;
  std::vector<std::shared_ptr<Variable>> variables;  // by input; null where it is a tensor
  std::vector<ArgRange> input_args;
  std::vector<ArgRange> output_args;
  std::vector<bool> input_on_host;
  std::vector<bool> output_on_host;
  std::vector<TF_DataType> output_types;
  std::vector<std::optional<TensorValue>> outputs;
  SP_Stream stream = nullptr;
  TensorAllocator* allocator = nullptr;
  TF_Status status;  // what the kernel says of this computation
  int64_t step_id = 1;
  int device_id = 0;
  std::string device_name;
  // Faults: the number of allocations of outputs and temporaries that still succeed, and whether
  // there is a stream.
  int allocations_left = INT32_MAX;
  bool has_stream = true;
};

// --- Ops

struct OpDef {
  std::string name;
  std::vector<std::string> attrs;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  void (*shape_function)(TF_ShapeInferenceContext*, TF_Status*) = nullptr;
};

struct TF_OpDefinitionBuilder {
  OpDef def;
};

constexpr int64_t kUnknownDim = -1;

// A shape under construction; nullopt has unknown rank.
using InferredShape = std::optional<std::vector<int64_t>>;

struct TF_ShapeHandle {
  InferredShape shape;
};

struct TF_DimensionHandle {
  int64_t value = kUnknownDim;
};

struct TF_ShapeInferenceContext {
  std::vector<InferredShape> inputs;
  std::vector<InferredShape> outputs;
  std::map<std::string, TF_DataType> types;
};

// --- Graphs

struct TF_GrapplerItem {
  std::vector<std::string> nodes_to_preserve;
  std::vector<std::string> fetch_nodes;
};

// --- All of it

// The plugin's calls of the host, and the number of the host's objects that it owns.
struct HostState {
  std::mutex mutex;
  std::vector<KernelDef> kernels;
  std::vector<OpDef> ops;
  std::atomic<int64_t> statuses{0};
  std::atomic<int64_t> tensors{0};
  std::atomic<int64_t> buffers{0};
  std::atomic<int64_t> kernel_builders{0};
  std::atomic<int64_t> op_builders{0};
  std::atomic<int64_t> shape_handles{0};
  std::atomic<int64_t> dimension_handles{0};
  std::string version;  // "2.21.0"

  // The library's state. The runner has none of its own, and gets it from the library.
  static HostState& Get();
};

// A tensor of the value, counted; the library's.
TF_Tensor* NewTensor(TensorValue value);

// By this name the runner finds the library's state.
constexpr char kHostStateFunction[] = "conformance_host_state";
using HostStateFn = HostState* (*)();

}  // namespace conformance

#endif  // CONFORMANCE_HOST_OBJECTS_H_
