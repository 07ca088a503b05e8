// The parts of compare.h: each adds what it sees to `changes`, in any order.

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

// A section of the C API in two releases of it (indices of CApi::releases()).
struct Pair {
  const catalog::CApi& c_api;
  const catalog::ApiSection& section;
  size_t from = 0;
  size_t to = 0;
  bool in_from = false;
  bool in_to = false;
  catalog::ApiEntry was;
  catalog::ApiEntry now;

  // A change of the section that files mentioning its name are concerned by.
  Change Changed(Severity severity, std::string text) const;
};

void CompareStructs(const Pair& pair, std::vector<Change>& changes);
void CompareFunctions(const Pair& pair, std::vector<Change>& changes);
void CompareEnums(const Pair& pair, std::vector<Change>& changes);
void CompareMacros(const Pair& pair, std::vector<Change>& changes);
void CompareTypes(const Pair& pair, std::vector<Change>& changes);

// The ops, and the kernels that core registers for every pluggable device, in two releases of the
// history (indices of it).
void CompareOps(const catalog::History& history, size_t from, size_t to,
                std::vector<Change>& changes);
void CompareCoreKernels(const catalog::Op& was, const catalog::Op& now,
                        std::vector<Change>& changes);

// What an addition says of a name that only the release `to` has. On the way back to an older
// release (a smaller index) it is new to nobody: a later one dropped it.
std::string TextOfNew(size_t from, size_t to);

// A change of an op; files that have its name in quotes are concerned.
Change OpChange(Severity severity, std::string_view op, std::string text);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_COMPARE_PARTS_H_
