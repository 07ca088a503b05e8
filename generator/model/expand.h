// One entry under `kernels:` as the registrations it asks for.

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

// A registration that an entry asks for, before entries are compared with each other.
struct Request {
  const catalog::Op* op = nullptr;
  const NewOp* new_op = nullptr;         // of an op of the plugin's own
  std::vector<std::string_view> dtypes;  // one for each type attr, in definition order
  std::vector<std::string> host_memory;
  std::string label;
  int64_t priority = 0;
  spec::Implementation implementation = spec::Implementation::kReference;
  std::string file;  // of kFile
  bool from_set = false;
  bool is_doubtful = false;  // its entry has errors
  diag::Span span;           // of the op's or set's name
};

// More kernels of one op than a compiler ends with in reasonable time: each is an instance of a
// template. Only a product of types comes to so many.
inline constexpr size_t kManyRows = 1000;
// More registrations than any device has; a spec that asks for them is a mistake.
inline constexpr size_t kMostRows = 100'000;

// What registrations are for.
struct Target {
  const Served& served;
  const NewOps& new_ops;
  bool is_gpu = false;  // the device's type is GPU, so that core's own GPU kernels are outranked
};

// Appends the requests of an entry; those of an op stand together. Mistakes go to the sink and add
// nothing.
void ExpandEntry(const spec::KernelEntry& entry, const Target& target, diag::Sink& sink,
                 std::vector<Request>& requests);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_EXPAND_H_
