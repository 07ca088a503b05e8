// Ops and sets that a spec is to have besides, as entries of its `kernels:`.

#ifndef PLUGINGEN_CLI_SPEC_ADDITION_H_
#define PLUGINGEN_CLI_SPEC_ADDITION_H_

#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "diag/source.h"

namespace plugingen::cli {

struct AdditionRequest {
  std::vector<std::string> names;  // of ops and sets
  std::vector<std::string> types;  // "float,half", or "T=float,half" for an attr of several
  std::string implementation;      // "reference", "stub" or a file of src/kernels; "" chooses
};

struct Addition {
  std::string text;                  // the spec's, with the entries
  std::vector<std::string> entries;  // that were added; none where all were there
  std::vector<std::string> remarks;  // what is left to do, or why an entry was left out
};

// Adds what the spec does not have yet. Complains, sets `status` and returns nothing where a name,
// a type or the spec with the entries is wrong.
std::optional<Addition> AddToSpec(const diag::SourceFile& source, const AdditionRequest& request,
                                  Console& console, int& status);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_SPEC_ADDITION_H_
