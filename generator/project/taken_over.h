// Kernels and primitives of the library that the user took over: where a project has
// src/kernels/relu.cc or src/compute/matrix_product.cc, that one is compiled in place of
// library/kernels/relu.cc or library/compute/matrix_product.cc, and so for what runs on devices:
// src/compute/device/softmax.inc. It is a scaffold file like any other, whose pristine text is the
// library's. Here a kernel is any of these.

#ifndef PLUGINGEN_PROJECT_TAKEN_OVER_H_
#define PLUGINGEN_PROJECT_TAKEN_OVER_H_

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

// "library/kernels/relu.cc" of "src/kernels/relu.cc"; "" of other paths.
std::string LibraryKernelOf(std::string_view path);
// "src/kernels/relu.cc" of "library/kernels/relu.cc"; "" of other paths.
std::string OwnKernelOf(std::string_view path);

// A text of the library's as the user gets it: without the line at its beginning that says whose it
// is, if that is as plugingen wrote it, and the blank one behind that.
std::string OwnKernelText(std::string_view library_text);

// Takes from both texts of a kernel of an older layout, the pristine one and the user's, the lines
// that say which types it is compiled for: the build makes those for the library's kernels, and for
// what takes their place. Lines of the user's alone stay.
void DropInstances(std::string& pristine, std::string& own);

// Adds to `outputs` (sorted by path, and so they stay) the kernels that the user took over, for
// MakePlan(). A kernel whose file is gone is the library's again, unless `options.restore` names
// it. In a project that has all its kernels in src/kernels, as older plugingens made it, those
// count that the user edited, and does not discard.
void AddTakenOver(const ProjectState& state, const PlanOptions& options, const std::string& root,
                  const FileSystem& disk, std::vector<base::OutputFile>& outputs);

// How a kernel of the library becomes the user's.
struct TakeOver {
  std::string objection;        // why it cannot; "" when it can
  std::vector<Change> changes;  // for Apply(), with the lock's behind them
  LockEntry entry;              // of OwnKernelOf() the kernel
};

// Plans to take over the kernel at `path` ("library/kernels/relu.cc"), which `lock` lists. Where
// the user edited it there, the edits go along, and the library gets its own text back: `emitted`,
// what is emitted for `path` now (null when that is not known).
TakeOver PlanTakeOver(const std::string& path, const Lock& lock, const base::OutputFile* emitted,
                      const std::string& root, const FileSystem& disk);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_TAKEN_OVER_H_
