// The part of the library that an emitted project contains: files of library/ in the repository,
// with identical texts.

#ifndef PLUGINGEN_EMIT_LIBRARY_H_
#define PLUGINGEN_EMIT_LIBRARY_H_

#include <string>
#include <vector>

#include "base/output_file.h"
#include "emit/reach.h"
#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Returns the files of the library that a project needs. `files` are its other files, and `own` are
// sources that its owner wrote, by path. What they name is needed (reach.h), as are the kernels.
std::vector<base::OutputFile> LibraryFiles(const model::Plugin& plugin,
                                           const std::vector<base::OutputFile>& files,
                                           const Texts& own);

// Returns the files of the library that the texts reach (reach.h), as they are in projects.
std::vector<base::OutputFile> ReachedFiles(const Texts& roots);

// Returns the template value `library` for src/generated/library.cmake. `sources`, `ops_sources`
// (those of the library of new ops), `generated_sources`, `generated_ops_sources` (the same of
// `files`), `device_texts` (the programs of library/compute/device/), `compute_tests`,
// `profiler_tests` and `runtime_tests` are lists of items with a `path`. The includes in `files`
// and `own` decide which parts of library/compute/ and library/reference/ are compiled.
// `element_types` lists the data types that kernels compute, with a `name` ("float"). `kernels`
// lists items with a `stem` ("relu") and `instantiations`.
Value LibraryView(const model::Plugin& plugin, const std::vector<base::OutputFile>& files,
                  const Texts& own);

// Returns the groups of ops that the plugin's kernel tests need, with a `name` ("kMathOps") and a
// `path`.
List OpGroupsView(const model::Plugin& plugin);

// Returns the paths of all groups, relative to the library; see OpGroupsView().
std::vector<std::string> OpGroupFiles();

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_LIBRARY_H_
