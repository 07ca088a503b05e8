// The parts of compare.h. Each appends to `changes` in any order.

#ifndef PLUGINGEN_API_COMPARE_PARTS_H_
#define PLUGINGEN_API_COMPARE_PARTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "api/change.h"
#include "catalog/c_api.h"
#include "catalog/history.h"

namespace plugingen::api {

// A section of the C API in two of its releases. The members are indices of CApi::releases().
struct Pair {
  const catalog::CApi& c_api;
  const catalog::ApiSection& section;
  size_t from = 0;
  size_t to = 0;
  bool in_from = false;
  bool in_to = false;
  catalog::ApiEntry was;
  catalog::ApiEntry now;

  // Returns a change of the section. It affects files that mention the section's name.
  Change Changed(Severity severity, std::string text) const;
};

void CompareStructs(const Pair& pair, std::vector<Change>& changes);
void CompareFunctions(const Pair& pair, std::vector<Change>& changes);
void CompareEnums(const Pair& pair, std::vector<Change>& changes);
void CompareMacros(const Pair& pair, std::vector<Change>& changes);
void CompareTypes(const Pair& pair, std::vector<Change>& changes);

// Compares the ops and the kernels that TensorFlow registers for every pluggable device. `from` and
// `to` are indices of the history.
void CompareOps(const catalog::History& history, size_t from, size_t to,
                std::vector<Change>& changes);
void CompareCoreKernels(const catalog::Op& was, const catalog::Op& now,
                        std::vector<Change>& changes);

// Returns the text of an addition for a name that only the release `to` has. If `to` is the older
// release, the name is not new; a later release removed it.
std::string TextOfNew(size_t from, size_t to);

// Returns a change of an op. It affects files that contain the op's name in quotes.
Change OpChange(Severity severity, std::string_view op, std::string text);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_COMPARE_PARTS_H_
