// The library that every emitted project carries: library/ of the repository, the same text in each
// project. What a plugin needs of it is compiled.

#ifndef PLUGINGEN_EMIT_LIBRARY_H_
#define PLUGINGEN_EMIT_LIBRARY_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "emit/value.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Every file of the library, as the project has it.
std::vector<base::OutputFile> LibraryFiles();

// The library's C++ files that the plugin is compiled from, kernels aside: "runtime/stream.cc",
// sorted. `files` are the texts of the project, whose includes decide which parts of
// library/reference/ are needed.
std::vector<std::string> LibrarySources(const model::Plugin& plugin,
                                        const std::vector<base::OutputFile>& files);

// What src/generated/library.cmake knows under the name `library`: `sources`, `ops_sources` (those
// of the library of new ops), `compute_tests`, `graph_tests`, `profiler_tests` and `runtime_tests`,
// lists of items with a `path`; `element_types`, the data types of what kernels compute, a list of
// items with a `name` ("float"); `kernels`, a list of items with a `stem` ("relu") and
// `instantiations`.
Value LibraryView(const model::Plugin& plugin, const std::vector<base::OutputFile>& files);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_LIBRARY_H_
