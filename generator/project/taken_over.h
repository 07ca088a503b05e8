// Kernels and primitives of the library that the user took over. A project with src/kernels/relu.cc
// compiles it instead of library/kernels/relu.cc. The same applies to src/compute/matrix_product.cc
// and to device programs such as src/compute/device/softmax.inc. The file is a scaffold file whose
// original text is the library's. In this file, "kernel" means any of these.

#ifndef PLUGINGEN_PROJECT_TAKEN_OVER_H_
#define PLUGINGEN_PROJECT_TAKEN_OVER_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/lock.h"
#include "project/plan.h"
#include "project/project_state.h"
#include "project/transaction.h"

namespace plugingen::project {

// Returns "library/kernels/relu.cc" for "src/kernels/relu.cc", and "" for other paths.
std::string LibraryKernelOf(std::string_view path);
// Returns "src/kernels/relu.cc" for "library/kernels/relu.cc", and "" for other paths.
std::string OwnKernelOf(std::string_view path);

// Returns the user's version of a library text, which lacks the notice in the first line and the
// blank line after it. An edited notice stays.
std::string OwnKernelText(std::string_view library_text);

// Returns the text of a file of the library ("library/kernels/relu.cc"), or nothing.
using TextOfLibrary = std::function<std::optional<std::string>(const std::string& path)>;

// Adds the kernels that the user took over to `outputs` for MakePlan(), whether or not the plugin
// uses them. `outputs` is sorted by path and stays so. If the file of such a kernel is gone, the
// library's is used again, unless `options.restore` names it.
void AddTakenOver(const ProjectState& state, const PlanOptions& options, const std::string& root,
                  const FileSystem& disk, const TextOfLibrary& library,
                  std::vector<base::OutputFile>& outputs);

// How to take over a kernel of the library.
struct TakeOver {
  std::string refusal;          // why it is not possible, or ""
  std::vector<Change> changes;  // for Apply(), without the lock
  LockEntry entry;              // the lock entry for the new path
};

// Plans to take over the kernel at `path` ("library/kernels/relu.cc"). If the user edited it there,
// the edits move to the new file, and the library's file gets back its text. If the project does
// not have it, the user's file begins with that of `library`.
TakeOver PlanTakeOver(const std::string& path, const Lock& lock, const TextOfLibrary& library,
                      const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_TAKEN_OVER_H_
