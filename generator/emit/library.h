// The library that every emitted project contains: library/ of the repository, with identical
// texts. A plugin compiles only the parts that it needs.

#ifndef PLUGINGEN_EMIT_LIBRARY_H_
#define PLUGINGEN_EMIT_LIBRARY_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Returns every file of the library as it is in projects.
std::vector<base::OutputFile> LibraryFiles();

// Returns the library's C++ files that the plugin compiles, without kernels, sorted:
// "runtime/stream.cc". The includes in `files`, the texts of the project, decide which parts of
// library/compute/ and library/reference/ are needed.
std::vector<std::string> LibrarySources(const model::Plugin& plugin,
                                        const std::vector<base::OutputFile>& files);

// Returns the template value `library` for src/generated/library.cmake. `sources`, `ops_sources`
// (those of the library of new ops), `generated_sources`, `generated_ops_sources` (the same of
// `files`), `compute_tests`, `graph_tests`, `profiler_tests` and `runtime_tests` are lists of items
// with a `path`. `element_types` lists the data types that
// kernels compute, with a `name` ("float"). `kernels` lists items with a `stem` ("relu") and
// `instantiations`.
Value LibraryView(const model::Plugin& plugin, const std::vector<base::OutputFile>& files);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_LIBRARY_H_
