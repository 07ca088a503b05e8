// Expands an entry of `kernels:` into registrations.

#ifndef PLUGINGEN_MODEL_EXPAND_H_
#define PLUGINGEN_MODEL_EXPAND_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "diag/diagnostic.h"
#include "model/new_op.h"
#include "model/served.h"
#include "spec/spec.h"

namespace plugingen::model {

// A registration of an entry, before the entries are compared.
struct Request {
  const catalog::Op* op = nullptr;
  const NewOp* new_op = nullptr;         // if the op is the plugin's own
  std::vector<std::string_view> dtypes;  // one per type attr, in the order of the definition
  std::vector<std::string> host_memory;
  std::string label;
  int64_t priority = 0;
  spec::Implementation implementation = spec::Implementation::kReference;
  std::string file;  // of kFile
  bool from_set = false;
  bool is_doubtful = false;  // its entry has errors
  diag::Span span;           // of the op's or set's name
};

// More kernels of one op than a compiler handles in reasonable time, because each is an instance of
// a template. Only a product of types gives so many.
inline constexpr size_t kManyRows = 1000;
// No device has more registrations, so a larger number is an error.
inline constexpr size_t kMaxRows = 100'000;

// The plugin that the registrations are for.
struct Target {
  const Served& served;
  const NewOps& new_ops;
  bool is_gpu = false;  // the device type is GPU, so the priority must exceed that of TensorFlow's
                        // GPU kernels
};

// Appends the requests of an entry. Those of an op are adjacent. Reports mistakes to the sink and
// adds nothing for them.
void ExpandEntry(const spec::KernelEntry& entry, const Target& target, diag::Sink& sink,
                 std::vector<Request>& requests);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_EXPAND_H_
