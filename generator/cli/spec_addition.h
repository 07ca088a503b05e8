// Adds ops and sets to a spec as entries of `kernels:`.

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
  std::vector<std::string>
      types;                   // "float,half", or "T=float,half" for an op with several type attrs
  std::string implementation;  // "reference", "stub" or a file of src/kernels; "" decides by the op
};

struct Addition {
  std::string text;                  // of the spec with the new entries
  std::vector<std::string> entries;  // those that were added; empty if the spec had all of them
  std::vector<std::string> remarks;  // what remains to be done, or why an entry was left out
};

// Adds the entries that the spec does not have. Prints an error, sets `status` and returns nothing
// if a name or a type is wrong, or if the spec with the entries has errors.
std::optional<Addition> AddToSpec(const diag::SourceFile& source, const AdditionRequest& request,
                                  Console& console, int& status);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_SPEC_ADDITION_H_
