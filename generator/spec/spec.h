// The checked spec: typed values with all defaults of the format and all positions. It does not
// depend on TensorFlow's ops; model/ links it with the catalogue.

#ifndef PLUGINGEN_SPEC_SPEC_H_
#define PLUGINGEN_SPEC_SPEC_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "diag/source.h"
#include "diag/source_text.h"
#include "spec/choices.h"

namespace plugingen::spec {

// A value and its position. `given` is false for a default. Then the span is that of the nearest
// enclosing key, so that a diagnostic about a default has a position, too.
template <typename T>
struct Located {
  T value{};
  diag::Span span;
  bool given = false;
};

// A release of TensorFlow: "2.21" is {2, 21}.
struct Release {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const Release&, const Release&) = default;
};

struct PluginSection {
  Located<std::string> name;
  Located<std::string> version;
  Located<std::string> vendor;
  Located<std::string> license;
  Located<std::string> description;
};

// The supported releases: min <= release < end.
struct TensorFlowSection {
  Release min;
  Release end;
  Located<std::string> text;  // as written, ">=2.12, <2.22"
};

struct MemorySection {
  Located<AllocatorKind> allocator;
  Located<bool> growth;
  Located<uint64_t> capacity;   // bytes
  Located<uint64_t> alignment;  // bytes, a power of two, at least 256
  Located<bool> host_visible;
  Located<bool> unified;
};

// `device.opencl`.
struct OpenClSection {
  Located<std::string> devices;
  Located<std::string> build_options;
  Located<std::string> cache;
};

struct DeviceSection {
  Located<std::string> type;
  Located<std::string> platform;
  Located<int64_t> count;
  Located<std::string> hardware_name;
  Located<std::string> hardware_vendor;
  Located<std::string> pci_bus_id;
  Located<int64_t> numa_node;         // -1 = unknown
  Located<int64_t> memory_bandwidth;  // bytes per second, 0 = unknown
  Located<double> gflops;             // 0 = unknown
  MemorySection memory;
  Located<Streams> streams;
  Located<Backend> backend;
  Located<DeviceKernels> kernels;
  OpenClSection opencl;
};

// `types: {T: [float, half]}`: the dtypes of one type attr.
struct TypeBinding {
  Located<std::string> attr;
  std::vector<Located<std::string>>
      dtypes;  // in the spelling of op definitions: float, half, int32, ...
};

// An item of `kernels:`, either an op or a named set of ops.
struct KernelEntry {
  diag::Span span;
  Located<std::string> op;   // empty if `set` is given
  Located<std::string> set;  // empty if `op` is given
  std::vector<TypeBinding> types;
  bool types_given = false;
  std::vector<Located<std::string>> host_memory;
  bool host_memory_given = false;
  Located<int64_t> priority;
  Located<std::string> label;
  Located<Implementation> implementation;
  Located<std::string> file;  // kFile only: path relative to src/kernels
  bool is_doubtful = false;  // it has reported errors, so its values may not be what the user meant

  // The position of the name of the op or of the set.
  const diag::Span& name_span() const { return set.value.empty() ? op.span : set.span; }
};

// A line of `shape:` about one argument. `[batch, n]` is a list of texts; everything else is one
// text.
struct ShapeEntry {
  Located<std::string> arg;  // an input or output; "" if the value of `shape` is no map
  bool is_list = false;
  std::vector<diag::SourceText> texts;
  diag::Span span;  // of the value
};

// A line of `gradient:`, with the expression for one input.
struct GradientEntry {
  Located<std::string> input;
  diag::SourceText expression;
};

// An item of `ops:`, a new op.
struct OpEntry {
  diag::Span span;
  Located<std::string> name;
  std::vector<diag::SourceText> inputs;
  std::vector<diag::SourceText> outputs;
  std::vector<diag::SourceText> attrs;
  std::vector<ShapeEntry> shape;
  Located<std::string> shape_file;  // of `shape: {file: ...}`: the user's C++ rule in src/ops
  std::vector<GradientEntry> gradient;
  Located<std::string> gradient_function;  // of `gradient: {python: ...}`
  Located<std::string> doc;                // may have several lines
  std::vector<std::pair<Located<std::string>, std::string>> arg_docs;
  Located<bool> commutative;
  Located<bool> aggregate;
  Located<bool> stateful;
  Located<bool> allows_uninitialized_input;
  Located<int64_t> deprecated_version;  // of GraphDef; only given if the op is deprecated
  Located<std::string> deprecated_explanation;
  Located<bool> also_on_cpu;
  std::string reference;  // only for an op of a set of fusions: its kernel in fusion_kernels.txt
};

// A graph pass of TensorFlow's: "remapping".
struct PassSwitch {
  std::string name;
  Located<bool> on;
};

// An item of `graph.rewrites:`. The code in rewrite/ parses its texts.
struct RewriteEntry {
  diag::Span span;
  Located<std::string> set;  // a set of fusions; excludes all other keys
  Located<std::string> name;
  std::vector<diag::SourceText> match;
  diag::SourceText replace;
  std::vector<diag::SourceText> when;
  std::vector<diag::SourceText> chain;  // names of ops; replaces match and when
  std::vector<diag::SourceText> merge;  // names of ops; replaces all keys but the name
};

struct GraphSection {
  std::vector<PassSwitch> passes;  // all of them
  std::vector<RewriteEntry> rewrites;
};

struct Spec {
  PluginSection plugin;
  TensorFlowSection tensorflow;
  Located<Ci> ci;
  DeviceSection device;
  std::vector<KernelEntry> kernels;
  std::vector<OpEntry> ops;
  GraphSection graph;
  Located<bool> profiler;
};

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SPEC_H_
