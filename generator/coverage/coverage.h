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
  kDevice,   // a kernel of the plugin
  kCore,     // a kernel that TensorFlow registers for every device
  kHost,     // on the host by design: strings, datasets, nodes that the model pins to the CPU
  kMissing,  // on the host, because the plugin has no kernel
  kNowhere,  // TensorFlow has no kernel for the CPU either; an alternative for other devices
  kUnknown,  // TensorFlow has no such op
};

struct Item {
  OpUse use;
  uint64_t nodes = 0;
  Where where = Where::kMissing;
  std::string note;            // why, if it is not obvious
  bool has_reference = false;  // for kMissing: the library has a kernel for these dtypes
};

struct Coverage {
  std::vector<Item> items;  // sorted by op and types
  std::string release;      // of TensorFlow

  size_t Count(Where where) const;
  uint64_t Nodes(Where where) const;
  // True if every op that can run on the device does.
  bool IsComplete() const;
};

// Compares the model's ops with the plugin's rows and with TensorFlow's kernels in one release. If
// the model does not state a dtype, the op's default applies; without a default, any row matches.
Coverage Cover(const Model& model, const model::Plugin& plugin, const catalog::Catalog& catalog);

// Returns the entries for `kernels:` that add the missing ops, or "". A comment marks an op that
// differs in some release of the spec's range.
std::string MissingEntries(const Coverage& coverage, const catalog::Catalog& catalog,
                           const model::Served& served);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_COVERAGE_H_
