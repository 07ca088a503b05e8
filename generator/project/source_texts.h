// The texts of a project in which plugingen searches for names, and their owners.

#ifndef PLUGINGEN_PROJECT_SOURCE_TEXTS_H_
#define PLUGINGEN_PROJECT_SOURCE_TEXTS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_system.h"
#include "base/output_file.h"
#include "project/lock.h"

namespace plugingen::project {

// In bytes: larger than any source. A data file may be larger.
inline constexpr size_t kLargestSource = size_t{4} << 20;

struct SourceText {
  std::string path;                          // relative to the project
  std::optional<base::Ownership> ownership;  // nothing if plugingen did not write the file
  bool edited = false;                       // or ejected: no longer plugingen's text
  std::string text;
};

// Returns the files in `lock` and the C++, Python and YAML files in src/, include/, tests/ and
// python/, sorted by path. Leaves out documents, because a name in them breaks nothing. Also leaves
// out folders whose names start with "build" or a point, and targets of links.
std::vector<SourceText> ReadSourceTexts(const FileSystem& disk, const std::string& root,
                                        const Lock& lock);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_SOURCE_TEXTS_H_
