// Where each op of a model would run with a plugin.

#ifndef PLUGINGEN_COVERAGE_COVERAGE_H_
#define PLUGINGEN_COVERAGE_COVERAGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "coverage/op_use.h"
#include "model/plugin.h"
#include "model/served.h"

namespace plugingen::coverage {

enum class Where {
  kDevice,   // by a kernel of the plugin
  kCore,     // by the kernel that TensorFlow brings for every device
  kHost,     // on the host, where it belongs: strings, datasets, what the model pins to the CPU
  kMissing,  // on the host for want of a kernel
  kNowhere,  // TensorFlow has no kernel for the CPU either: an alternative for other devices
  kUnknown,  // TensorFlow has no such op
};

struct Item {
  OpUse use;
  uint64_t nodes = 0;
  Where where = Where::kMissing;
  std::string note;            // why, where it is not plain
  bool has_reference = false;  // of kMissing: plugingen has a kernel for these dtypes
};

struct Coverage {
  std::vector<Item> items;  // sorted by op and types
  std::string release;      // of TensorFlow

  size_t Count(Where where) const;
  uint64_t Nodes(Where where) const;
  // Whether every op that can be on the device is there.
  bool IsComplete() const;
};

// Compares the model's ops with the plugin's rows and with core's kernels in one release. A dtype
// that the model does not say is the op's default; without one, any row will do.
Coverage Cover(const Model& model, const model::Plugin& plugin, const catalog::Catalog& catalog);

// The entries under `kernels:` that bring what is missing; "" when nothing is. An op that is
// another one in some release of the spec's range says so in a comment.
std::string MissingEntries(const Coverage& coverage, const catalog::Catalog& catalog,
                           const model::Served& served);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_COVERAGE_H_
