// A libcudnn.so.9 for tests on machines without a GPU: cuDNN's graph API as far as convolutions
// need it, on the memory of the fake libcuda.so.1. The host computes, in double, when all is done
// that is ahead on the stream.
//
// What cuDNN refuses by its documentation fails: attributes of another description, type or number;
// what is set after an end or read before it; what is missing, or has not ended; tensors that do
// not make a convolution; pointers that are less aligned than described. So do paddings that differ
// between the two sides, which most engines refuse, and mixed layouts. The process ends over
// descriptions that are none, memory that overlaps, and two threads that use a handle at once.
//
// The heuristics announce more configurations than they fill. Among the engines are some that the
// plugin must not use, for what their notes say: they compute nonsense. Some cannot be planned, one
// wants a large workspace, and leaves garbage there, and one seems to take a minute.
//
// FAKE_CUDNN_VERSION is the library's version, FAKE_CUDNN_CUDA_VERSION that of its CUDA.
// FAKE_CUDNN_FEW_ENGINES leaves the engine out that computes everything. With FAKE_CUDNN_REPORT the
// process ends with a line of how many convolutions were computed, and how many plans are left.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <thread>

#include "cudnn_handle.h"
#include "gpu.h"

namespace fake_cuda {
namespace {

// Kinds of descriptions, and types of values.
constexpr int kConvolution = 1;
constexpr int kEngine = 2;
constexpr int kConfiguration = 3;
constexpr int kHeuristics = 4;
constexpr int kPlan = 5;
constexpr int kForward = 10;
constexpr int kBackwardFilter = 11;
constexpr int kBackwardData = 12;
constexpr int kGraph = 15;
constexpr int kPack = 16;
constexpr int kTensor = 17;

constexpr int kHandleValue = 0;
constexpr int kTypeValue = 1;
constexpr int kIntegers = 3;
constexpr int kFloatValue = 4;
constexpr int kDoubleValue = 5;
constexpr int kPointers = 6;
constexpr int kModeValue = 7;
constexpr int kHeuristicsModeValue = 8;
constexpr int kNotes = 11;
constexpr int kDescriptions = 15;

constexpr int kNoteTensorCore = 0;

constexpr int64_t kMaxDims = 8;
constexpr std::chrono::microseconds kPlanning{100};
constexpr int64_t kLargeWorkspace = 20 << 20;
constexpr size_t kScribbledBytes = 4096;  // at its beginning and at its end

size_t SizeOfValue(int type) {
  switch (type) {
    case kTypeValue:
    case kFloatValue:
    case kModeValue:
    case kHeuristicsModeValue:
    case kNotes:
      return 4;
    default:
      return 8;
  }
}

// An attribute that can be set.
struct Rule {
  int kind;
  int attribute;
  int type;
  int64_t least;
  int64_t most;
  int kind_of_values = -1;  // of descriptions
};

constexpr Rule kRules[] = {
    {kConvolution, 100, kTypeValue, 1, 1},
    {kConvolution, 101, kModeValue, 1, 1},
    {kConvolution, 102, kIntegers, 1, kMaxDims},
    {kConvolution, 103, kIntegers, 1, kMaxDims},
    {kConvolution, 104, kIntegers, 1, kMaxDims},
    {kConvolution, 105, kIntegers, 1, kMaxDims},
    {kConvolution, 106, kIntegers, 1, 1},
    {kEngine, 1300, kDescriptions, 1, 1, kGraph},
    {kEngine, 1301, kIntegers, 1, 1},
    {kConfiguration, 300, kDescriptions, 1, 1, kEngine},
    {kHeuristics, 200, kHeuristicsModeValue, 1, 1},
    {kHeuristics, 201, kDescriptions, 1, 1, kGraph},
    {kPlan, 400, kHandleValue, 1, 1},
    {kPlan, 401, kDescriptions, 1, 1, kConfiguration},
    {kForward, 700, kFloatValue, 1, 1},
    {kForward, 701, kFloatValue, 1, 1},
    {kForward, 702, kDescriptions, 1, 1, kConvolution},
    {kForward, 703, kDescriptions, 1, 1, kTensor},
    {kForward, 704, kDescriptions, 1, 1, kTensor},
    {kForward, 705, kDescriptions, 1, 1, kTensor},
    {kBackwardData, 706, kFloatValue, 1, 1},
    {kBackwardData, 707, kFloatValue, 1, 1},
    {kBackwardData, 708, kDescriptions, 1, 1, kConvolution},
    {kBackwardData, 709, kDescriptions, 1, 1, kTensor},
    {kBackwardData, 710, kDescriptions, 1, 1, kTensor},
    {kBackwardData, 711, kDescriptions, 1, 1, kTensor},
    {kBackwardFilter, 712, kFloatValue, 1, 1},
    {kBackwardFilter, 713, kFloatValue, 1, 1},
    {kBackwardFilter, 714, kDescriptions, 1, 1, kConvolution},
    {kBackwardFilter, 715, kDescriptions, 1, 1, kTensor},
    {kBackwardFilter, 716, kDescriptions, 1, 1, kTensor},
    {kBackwardFilter, 717, kDescriptions, 1, 1, kTensor},
    {kGraph, 800, kHandleValue, 1, 1},
    {kGraph, 801, kDescriptions, 1, 1},
    {kTensor, 900, kIntegers, 1, 1},
    {kTensor, 901, kTypeValue, 1, 1},
    {kTensor, 902, kIntegers, 1, kMaxDims},
    {kTensor, 903, kIntegers, 1, kMaxDims},
    {kTensor, 906, kIntegers, 1, 1},
    {kPack, 1000, kIntegers, 1, 64},
    {kPack, 1001, kPointers, 1, 64},
    {kPack, 1003, kPointers, 1, 1},
};

// Which attributes an operation's tensors have.
struct Operation {
  int kind;
  int alpha;
  int convolution;
  int x;
  int w;
  int y;
};
constexpr Operation kOperations[] = {{kForward, 700, 702, 704, 703, 705},
                                     {kBackwardData, 706, 708, 710, 709, 711},
                                     {kBackwardFilter, 712, 714, 716, 715, 717}};

const Operation* OperationOf(int kind) {
  for (const Operation& operation : kOperations) {
    if (operation.kind == kind) return &operation;
  }
  return nullptr;
}

// An engine, and what is peculiar to it.
struct Engine {
  std::vector<int> notes;
  bool can_be_planned = true;
  bool computes_nonsense = false;  // in floats, if its note is that of tensor cores
  bool wants_workspace = false;
  bool takes_groups = true;
  bool takes_two_paddings = false;
  bool is_slow = false;
};

const std::vector<Engine>& EnginesOf(int mode) {
  static const auto* const ranked = new std::vector<Engine>{
      {{kNoteTensorCore}, true, true, true, false, true},
      {{4}, true, true},
      {{2, kNoteTensorCore}, true, true},
      {{1}, true, true},
      {{3}, true, true},
      {{5, 8}, true, true},
      {{10}, true, true},
      {{}, false, false},
      {{5, 6}, true, false, true, false},
      {{9}, true, false, false, false, false, true},
  };
  static const auto* const fallback = new std::vector<Engine>{{{}, true, false, false, true}};
  static const auto* const none = new std::vector<Engine>;
  if (mode == 2) return std::getenv("FAKE_CUDNN_FEW_ENGINES") == nullptr ? *fallback : *none;
  return *ranked;
}

// All of them, in an order of the library's own.
std::vector<const Engine*> EveryEngine() {
  std::vector<const Engine*> engines;
  for (const int mode : {2, 3}) {
    for (const Engine& engine : EnginesOf(mode)) engines.push_back(&engine);
  }
  return engines;
}

struct Description {
  int kind;
  bool is_finalized = false;
  std::map<int, std::vector<unsigned char>> values;
  std::map<int, int> types;
  // Of configurations and engines, which the library fills, or the caller makes.
  const Engine* engine = nullptr;
  const Description* graph = nullptr;

  template <typename T>
  std::vector<T> Get(int attribute) const {
    const auto found = values.find(attribute);
    if (found == values.end()) return {};
    std::vector<T> read(found->second.size() / sizeof(T));
    std::memcpy(read.data(), found->second.data(), found->second.size());
    return read;
  }
  template <typename T>
  T One(int attribute) const {
    return Get<T>(attribute).at(0);
  }
  const Description& At(int attribute) const { return *One<const Description*>(attribute); }
};

const Rule* FindRule(int kind, int attribute) {
  for (const Rule& rule : kRules) {
    if (rule.kind == kind && rule.attribute == attribute) return &rule;
  }
  return nullptr;
}

bool IsFactor(const Rule& rule) { return rule.type == kFloatValue; }

// The handle that a description belongs to; null if it has none.
Handle* HandleOf(const Description& description) {
  const int attribute = description.kind == kPlan ? 400 : 800;
  const auto handles = description.Get<Handle*>(attribute);
  return handles.empty() ? nullptr : handles.front();
}

Code Set(Description* description, int attribute, int type, int64_t count, const void* values) {
  const Rule* const rule = FindRule(description->kind, attribute);
  if (description->is_finalized || rule == nullptr || values == nullptr) return kBadParameter;
  const bool is_type = type == rule->type || (IsFactor(*rule) && type == kDoubleValue);
  if (!is_type || count < rule->least || count > rule->most) return kBadParameter;
  if (type == kDescriptions) {
    for (int64_t i = 0; i < count; ++i) {
      const auto* const value = static_cast<const Description* const*>(values)[i];
      TheHandles().Check("cudnnBackendSetAttribute", value);
      if (!value->is_finalized) return kNotFinalized;
      if (rule->kind_of_values >= 0 && value->kind != rule->kind_of_values) return kBadParameter;
    }
  }
  if (type == kHandleValue) {
    const Handle* const handle = *static_cast<const Handle* const*>(values);
    TheHandles().Check("cudnnBackendSetAttribute", handle);
    if (handle->context != CurrentContext()) return kBadParameter;
  }
  const auto* const bytes = static_cast<const unsigned char*>(values);
  description->values[attribute].assign(bytes,
                                        bytes + static_cast<size_t>(count) * SizeOfValue(type));
  description->types[attribute] = type;
  return kDone;
}

bool IsComplete(const Description& description) {
  return std::all_of(std::begin(kRules), std::end(kRules), [&](const Rule& rule) {
    return rule.kind != description.kind || description.values.count(rule.attribute) != 0;
  });
}

Code CheckTensor(const Description& tensor) {
  const auto dims = tensor.Get<int64_t>(902);
  const auto steps = tensor.Get<int64_t>(903);
  const auto alignment = tensor.One<int64_t>(900);
  Stored stored{};
  if (!Find(tensor.One<int>(901), &stored)) return kNotSupported;
  if (dims.size() != steps.size() || dims.size() < 4) return kBadParameter;
  const auto is_positive = [](int64_t value) { return value > 0; };
  if (!std::all_of(dims.begin(), dims.end(), is_positive) ||
      !std::all_of(steps.begin(), steps.end(), is_positive)) {
    return kBadParameter;
  }
  const bool is_power = alignment > 0 && (alignment & (alignment - 1)) == 0;
  return is_power && alignment % static_cast<int64_t>(SizeOf(stored)) == 0 ? kDone : kBadParameter;
}

Code CheckConvolution(const Description& convolution) {
  const auto count = static_cast<size_t>(convolution.One<int64_t>(106));
  for (const int attribute : {102, 103, 104, 105}) {
    const auto values = convolution.Get<int64_t>(attribute);
    const int64_t least = attribute <= 103 ? 1 : 0;
    if (values.size() != count || *std::min_element(values.begin(), values.end()) < least) {
      return kBadParameter;
    }
  }
  const int type = convolution.One<int>(100);
  if (convolution.One<int>(101) != 1) return kNotSupported;  // the filter is not to be reversed
  return type == kTypeFloat || type == kTypeDouble ? kDone : kNotSupported;
}

double FactorOf(const Description& operation, int attribute) {
  return operation.types.at(attribute) == kDoubleValue ? operation.One<double>(attribute)
                                                       : operation.One<float>(attribute);
}

Code CheckOperation(const Description& operation) {
  const Operation& names = *OperationOf(operation.kind);
  const Description& window = operation.At(names.convolution);
  const auto x = operation.At(names.x).Get<int64_t>(902);
  const auto w = operation.At(names.w).Get<int64_t>(902);
  const auto y = operation.At(names.y).Get<int64_t>(902);
  const auto count = static_cast<size_t>(window.One<int64_t>(106));
  if (x.size() != count + 2 || w.size() != count + 2 || y.size() != count + 2) return kBadParameter;
  const int type = operation.At(names.x).One<int>(901);
  if (operation.At(names.w).One<int>(901) != type || operation.At(names.y).One<int>(901) != type) {
    return kNotSupported;
  }
  const bool is_double = type == kTypeDouble;
  if ((window.One<int>(100) == kTypeDouble) != is_double) return kNotSupported;
  if ((operation.types.at(names.alpha) == kDoubleValue) != is_double) return kBadParameter;
  if (FactorOf(operation, names.alpha) != 1 || FactorOf(operation, names.alpha + 1) != 0) {
    return kNotSupported;  // by this library
  }
  if (x[0] != y[0] || w[0] != y[1] || x[1] % w[1] != 0 || w[0] % (x[1] / w[1]) != 0) {
    return kBadParameter;
  }
  for (size_t d = 0; d < count; ++d) {
    const int64_t covered = (w[d + 2] - 1) * window.Get<int64_t>(102)[d] + 1;
    const int64_t starts =
        x[d + 2] + window.Get<int64_t>(105)[d] + window.Get<int64_t>(104)[d] - covered;
    if (starts < 0 || starts / window.Get<int64_t>(103)[d] + 1 != y[d + 2]) return kBadParameter;
  }
  return kDone;
}

// Whether the tensor is dense, in one of the layouts.
bool IsDense(const Description& tensor, bool channels_first) {
  const auto dims = tensor.Get<int64_t>(902);
  const auto steps = tensor.Get<int64_t>(903);
  std::vector<size_t> order = {0};  // outermost first
  if (channels_first) order.push_back(1);
  for (size_t d = 2; d < dims.size(); ++d) order.push_back(d);
  if (!channels_first) order.push_back(1);
  int64_t step = 1;
  for (size_t i = order.size(); i-- > 0;) {
    if (steps[order[i]] != step) return false;
    step *= dims[order[i]];
  }
  return true;
}

const Description& OperationIn(const Description& graph) { return graph.At(801); }

Code CheckPlan(const Description& plan) {
  const Description& configuration = plan.At(401);
  const Description& operation = OperationIn(*configuration.graph);
  const Operation& names = *OperationOf(operation.kind);
  const Description& window = operation.At(names.convolution);
  if (configuration.graph->One<Handle*>(800)->context != plan.One<Handle*>(400)->context) {
    return kBadParameter;
  }
  if (!configuration.engine->can_be_planned) return kNotSupported;
  if (window.Get<int64_t>(104) != window.Get<int64_t>(105) &&
      !configuration.engine->takes_two_paddings) {
    return kNotSupported;
  }
  const auto are_dense = [&](bool channels_first) {
    return IsDense(operation.At(names.x), channels_first) &&
           IsDense(operation.At(names.w), channels_first) &&
           IsDense(operation.At(names.y), channels_first);
  };
  if (!are_dense(true) && !are_dense(false)) return kNotSupported;
  const bool has_groups =
      operation.At(names.x).Get<int64_t>(902)[1] != operation.At(names.w).Get<int64_t>(902)[1];
  return has_groups && !configuration.engine->takes_groups ? kNotSupported : kDone;
}

Code Finalize(Description* description) {
  if (description->is_finalized) return kBadParameter;
  if (!IsComplete(*description)) return kBadParameter;
  switch (description->kind) {
    case kTensor:
      return CheckTensor(*description);
    case kConvolution:
      return CheckConvolution(*description);
    case kForward:
    case kBackwardData:
    case kBackwardFilter:
      return CheckOperation(*description);
    case kGraph:
      return OperationOf(OperationIn(*description).kind) == nullptr ? kNotSupported : kDone;
    case kHeuristics: {
      const int mode = description->One<int>(200);
      return mode == 2 || mode == 3 ? kDone : kNotSupported;
    }
    case kPlan:
      return CheckPlan(*description);
    case kPack:
      return description->Get<int64_t>(1000).size() == description->Get<void*>(1001).size()
                 ? kDone
                 : kBadParameter;
    case kEngine: {
      const std::vector<const Engine*> engines = EveryEngine();
      const auto index = static_cast<size_t>(description->One<int64_t>(1301));
      if (index >= engines.size()) return kBadParameter;
      description->engine = engines[index];
      description->graph = &description->At(1300);
      return kDone;
    }
    case kConfiguration:
      description->engine = description->At(300).engine;
      description->graph = description->At(300).graph;
      return kDone;
    default:
      return kNotSupported;
  }
}

int64_t WorkspaceOf(const Description& plan) {
  return plan.At(401).engine->wants_workspace ? kLargeWorkspace : 0;
}

// Descriptions that the caller has made, for the library to fill.
Code Fill(Description* const* into, int64_t room, int64_t* count, int kind,
          const std::vector<const Engine*>& engines, const Description* graph) {
  *count = std::min(room, static_cast<int64_t>(engines.size()));
  for (int64_t i = 0; i < *count; ++i) {
    TheHandles().Check("cudnnBackendGetAttribute", into[i]);
    if (into[i]->kind != kind || into[i]->is_finalized) return kBadParameter;
    into[i]->engine = engines[static_cast<size_t>(i)];
    into[i]->graph = graph;
    into[i]->is_finalized = true;
  }
  return kDone;
}

Code Get(const Description& description, int attribute, int type, int64_t room, int64_t* count,
         void* values) {
  if (!description.is_finalized) return kNotFinalized;
  auto* const descriptions = static_cast<Description* const*>(values);
  if (description.kind == kHeuristics && attribute == 202 && type == kDescriptions) {
    std::vector<const Engine*> engines;
    for (const Engine& engine : EnginesOf(description.One<int>(200))) engines.push_back(&engine);
    if (values == nullptr) {
      *count = static_cast<int64_t>(engines.size()) + 1;
      return room == 0 ? kDone : kBadParameter;
    }
    return Fill(descriptions, room, count, kConfiguration, engines, &description.At(201));
  }
  if (description.kind == kConfiguration && attribute == 300 && type == kDescriptions) {
    if (values == nullptr || room != 1) return kBadParameter;
    return Fill(descriptions, room, count, kEngine, {description.engine}, description.graph);
  }
  if (description.kind == kEngine && attribute == 1303 && type == kNotes) {
    const std::vector<int>& notes = description.engine->notes;
    *count = static_cast<int64_t>(notes.size());
    if (values != nullptr) {
      std::copy_n(notes.begin(), std::min(*count, room), static_cast<int*>(values));
    }
    return kDone;
  }
  if (description.kind == kGraph && attribute == 802 && type == kIntegers && room == 1) {
    *static_cast<int64_t*>(values) = static_cast<int64_t>(EveryEngine().size());
    *count = 1;
    return kDone;
  }
  if (description.kind == kPlan && attribute == 402 && type == kIntegers && room == 1) {
    *static_cast<int64_t*>(values) = WorkspaceOf(description);
    *count = 1;
    return kDone;
  }
  return kBadParameter;
}

// One of the three tensors of a convolution, with its memory.
struct Tensor {
  std::vector<int64_t> dims;
  std::vector<int64_t> steps;
  int64_t alignment;
  void* memory;
  Stored stored{};
  std::vector<double> elements;

  Tensor(const Description& tensor, void* where)
      : dims(tensor.Get<int64_t>(902)),
        steps(tensor.Get<int64_t>(903)),
        alignment(tensor.One<int64_t>(900)),
        memory(where) {
    Find(tensor.One<int>(901), &stored);
    elements.resize(static_cast<size_t>(
        steps[0] * dims[0] > steps[1] * dims[1] ? steps[0] * dims[0] : steps[1] * dims[1]));
  }

  uintptr_t begin() const { return reinterpret_cast<uintptr_t>(memory); }
  uintptr_t end() const { return begin() + elements.size() * SizeOf(stored); }
  bool Overlaps(const Tensor& other) const {
    return begin() < other.end() && other.begin() < end();
  }

  bool Read(void* stream) {
    Numbers numbers(stored, elements.size());
    if (!numbers.Read(memory, stream)) return false;
    for (size_t i = 0; i < elements.size(); ++i) elements[i] = numbers.Get(i);
    return true;
  }
  bool Write(void* stream) const {
    Numbers numbers(stored, elements.size());
    for (size_t i = 0; i < elements.size(); ++i) numbers.Set(i, elements[i]);
    return numbers.Write(memory, stream);
  }
};

// Calls visit(element of x, of w, of y) for each term.
template <typename Visit>
void ForEachTerm(const Description& window, const Tensor& x, const Tensor& w, const Tensor& y,
                 Visit visit) {
  const size_t count = x.dims.size() - 2;
  // Images have one plane.
  std::array<int64_t, 3> in{1, 1, 1}, in_step{}, size{1, 1, 1}, w_step{}, out{1, 1, 1}, out_step{};
  std::array<int64_t, 3> dilation{1, 1, 1}, stride{1, 1, 1}, padding{};
  for (size_t d = 0; d < count; ++d) {
    const size_t to = d + 3 - count;
    in[to] = x.dims[d + 2];
    in_step[to] = x.steps[d + 2];
    size[to] = w.dims[d + 2];
    w_step[to] = w.steps[d + 2];
    out[to] = y.dims[d + 2];
    out_step[to] = y.steps[d + 2];
    dilation[to] = window.Get<int64_t>(102)[d];
    stride[to] = window.Get<int64_t>(103)[d];
    padding[to] = window.Get<int64_t>(105)[d];
  }
  const int64_t channels = w.dims[1];
  const int64_t outputs = w.dims[0] / (x.dims[1] / channels);  // of a group
  const auto split = [](int64_t i, const std::array<int64_t, 3>& sizes) {
    return std::array<int64_t, 3>{i / sizes[2] / sizes[1], i / sizes[2] % sizes[1], i % sizes[2]};
  };
  for (int64_t n = 0; n < x.dims[0]; ++n) {
    for (int64_t pixel = 0; pixel < out[0] * out[1] * out[2]; ++pixel) {
      const auto p = split(pixel, out);
      for (int64_t element = 0; element < size[0] * size[1] * size[2]; ++element) {
        const auto e = split(element, size);
        int64_t at_x = n * x.steps[0];
        int64_t at_w = 0;
        int64_t at_y = n * y.steps[0];
        bool is_inside = true;
        for (size_t d = 0; d < 3; ++d) {
          const int64_t place = p[d] * stride[d] - padding[d] + e[d] * dilation[d];
          is_inside = is_inside && place >= 0 && place < in[d];
          at_x += place * in_step[d];
          at_w += e[d] * w_step[d];
          at_y += p[d] * out_step[d];
        }
        if (!is_inside) continue;
        for (int64_t k = 0; k < w.dims[0]; ++k) {
          const int64_t first = k / outputs * channels;
          for (int64_t c = 0; c < channels; ++c) {
            visit(static_cast<size_t>(at_x + (first + c) * x.steps[1]),
                  static_cast<size_t>(at_w + k * w.steps[0] + c * w.steps[1]),
                  static_cast<size_t>(at_y + k * y.steps[1]));
          }
        }
      }
    }
  }
}

// How many convolutions there were, and how many plans there are.
class Report {
 public:
  ~Report() {
    if (std::getenv("FAKE_CUDNN_REPORT") == nullptr) return;
    std::fprintf(stderr, "fake cuDNN: %d convolutions, %d plans\n", count_.load(), plans_.load());
  }
  void Add() { ++count_; }
  void CountPlans(int more) { plans_ += more; }

 private:
  std::atomic<int> count_{0};
  std::atomic<int> plans_{0};
};
Report g_report;

Code Compute(const Description& operation, const Engine& engine, void* stream, Tensor& x, Tensor& w,
             Tensor& y) {
  Tensor& result = operation.kind == kForward ? y : operation.kind == kBackwardData ? x : w;
  for (Tensor* const tensor : {&x, &w, &y}) {
    if (tensor != &result && !tensor->Read(stream)) return kExecutionFailed;
  }
  const bool is_right =
      !engine.computes_nonsense ||
      (engine.notes == std::vector<int>{kNoteTensorCore} && result.stored != Stored::kFloat);
  std::fill(result.elements.begin(), result.elements.end(),
            is_right ? 0 : std::numeric_limits<double>::quiet_NaN());
  ForEachTerm(operation.At(OperationOf(operation.kind)->convolution), x, w, y,
              [&](size_t at_x, size_t at_w, size_t at_y) {
                if (&result == &y) y.elements[at_y] += x.elements[at_x] * w.elements[at_w];
                if (&result == &x) x.elements[at_x] += y.elements[at_y] * w.elements[at_w];
                if (&result == &w) w.elements[at_w] += x.elements[at_x] * y.elements[at_y];
              });
  g_report.Add();
  return result.Write(stream) ? kDone : kExecutionFailed;
}

Code Execute(const Handle& handle, const Description& plan, const Description& pack) {
  if (plan.kind != kPlan || pack.kind != kPack) return kBadParameter;
  if (!plan.is_finalized || !pack.is_finalized) return kNotFinalized;
  if (handle.context != CurrentContext() || plan.One<Handle*>(400)->context != handle.context) {
    return kBadParameter;
  }
  const Description& operation = OperationIn(*plan.At(401).graph);
  const Operation& names = *OperationOf(operation.kind);
  const auto ids = pack.Get<int64_t>(1000);
  const auto pointers = pack.Get<void*>(1001);
  const auto find = [&](int attribute) -> void* {
    const auto id = operation.At(attribute).One<int64_t>(906);
    const auto found = std::find(ids.begin(), ids.end(), id);
    return found == ids.end() ? nullptr : pointers[static_cast<size_t>(found - ids.begin())];
  };
  Tensor x(operation.At(names.x), find(names.x));
  Tensor w(operation.At(names.w), find(names.w));
  Tensor y(operation.At(names.y), find(names.y));
  if (ids.size() != 3) return kBadParameter;
  for (const Tensor* const tensor : {&x, &w, &y}) {
    if (tensor->memory == nullptr) return kBadParameter;
    if (tensor->begin() % static_cast<uintptr_t>(tensor->alignment) != 0) return kMisaligned;
  }
  if (x.Overlaps(w) || x.Overlaps(y) || w.Overlaps(y)) {
    Misuse("cudnnBackendExecute", "tensors that overlap");
  }
  if (const auto bytes = static_cast<size_t>(WorkspaceOf(plan)); bytes != 0) {
    void* const workspace = pack.One<void*>(1003);
    if (workspace == nullptr) return kBadParameter;
    const auto begin = reinterpret_cast<uintptr_t>(workspace);
    for (const Tensor* const tensor : {&x, &w, &y}) {
      if (begin < tensor->end() && tensor->begin() < begin + bytes) {
        Misuse("cudnnBackendExecute", "a workspace that overlaps a tensor");
      }
    }
    if (cuStreamSynchronize(handle.stream) != kSuccess) return kExecutionFailed;
    char* const last = static_cast<char*>(workspace) + bytes - kScribbledBytes;
    if (!Scribble(workspace, kScribbledBytes, handle.stream) ||
        !Scribble(last, kScribbledBytes, handle.stream)) {
      Misuse("cudnnBackendExecute", "a workspace that is too small");
    }
  }
  const Engine& engine = *plan.At(401).engine;
  if (engine.is_slow) {
    if (fake_cuda_enter_always("a slow engine") != kSuccess) return kExecutionFailed;
    fake_cuda_pretend_work(60'000);
  }
  return Compute(operation, engine, handle.stream, x, w, y);
}

size_t VersionOf(const char* variable, size_t otherwise) {
  const char* const chosen = std::getenv(variable);
  return chosen == nullptr ? otherwise : static_cast<size_t>(std::atoi(chosen));
}

bool Fails(const char* function) { return fake_cuda_enter_always(function) != kSuccess; }

Description& Checked(const char* function, void* description) {
  TheHandles().Check(function, description);
  return *static_cast<Description*>(description);
}

}  // namespace
}  // namespace fake_cuda

using namespace fake_cuda;

#pragma GCC visibility push(default)
extern "C" {

size_t cudnnGetVersion() { return VersionOf("FAKE_CUDNN_VERSION", 92801); }

size_t cudnnGetCudartVersion() { return VersionOf("FAKE_CUDNN_CUDA_VERSION", 13000); }

const char* cudnnGetErrorString(Code code) {
  return code == kDone ? "CUDNN_STATUS_SUCCESS" : "CUDNN_STATUS_OF_A_FAKE";
}

Code cudnnCreate(Handle** handle) {
  void* const context = CurrentContext();
  if (fake_cuda_enter("cudnnCreate") != kSuccess || context == nullptr) {
    return kHasNoContext;
  }
  *handle = new Handle;
  (*handle)->context = context;
  TheHandles().Add(*handle);
  return kDone;
}

Code cudnnSetStream(Handle* handle, void* stream) {
  TheHandles().Check("cudnnSetStream", handle);
  const Use use("cudnnSetStream", handle);
  if (fake_cuda_enter("cudnnSetStream") != kSuccess) return kBadParameter;
  handle->stream = stream;
  return kDone;
}

Code cudnnBackendCreateDescriptor(int kind, void** description) {
  if (Fails("cudnnBackendCreateDescriptor")) return kNoHostMemory;
  auto made = std::make_unique<Description>();
  made->kind = kind;
  TheHandles().Add(made.get());
  *description = made.release();
  return kDone;
}

Code cudnnBackendDestroyDescriptor(void* description) {
  constexpr char kName[] = "cudnnBackendDestroyDescriptor";
  const Description& checked = Checked(kName, description);
  const Use use(kName, HandleOf(checked));
  if (checked.kind == kPlan && checked.is_finalized) g_report.CountPlans(-1);
  TheHandles().Remove(kName, description);
  delete static_cast<Description*>(description);
  return Fails(kName) ? kInternal : kDone;
}

Code cudnnBackendSetAttribute(void* description, int attribute, int type, int64_t count,
                              const void* values) {
  constexpr char kName[] = "cudnnBackendSetAttribute";
  Description& checked = Checked(kName, description);
  return Fails(kName) ? kInternal : Set(&checked, attribute, type, count, values);
}

Code cudnnBackendGetAttribute(void* description, int attribute, int type, int64_t room,
                              int64_t* count, void* values) {
  constexpr char kName[] = "cudnnBackendGetAttribute";
  const Description& checked = Checked(kName, description);
  return Fails(kName) ? kInternal : Get(checked, attribute, type, room, count, values);
}

Code cudnnBackendFinalize(void* description) {
  constexpr char kName[] = "cudnnBackendFinalize";
  Description& checked = Checked(kName, description);
  const Use use(kName, HandleOf(checked));
  if (Fails(kName)) return kInternal;
  if (checked.kind == kPlan) std::this_thread::sleep_for(kPlanning);
  const Code code = Finalize(&checked);
  checked.is_finalized = code == kDone;
  if (checked.kind == kPlan && checked.is_finalized) g_report.CountPlans(1);
  return code;
}

Code cudnnBackendExecute(Handle* handle, void* plan, void* pack) {
  constexpr char kName[] = "cudnnBackendExecute";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  const Description& checked_plan = Checked(kName, plan);
  const Description& checked_pack = Checked(kName, pack);
  if (fake_cuda_enter(kName) != kSuccess) return kExecutionFailed;
  return Execute(*handle, checked_plan, checked_pack);
}

}  // extern "C"
#pragma GCC visibility pop
