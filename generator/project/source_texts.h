// The texts of a project that a search for names looks through, and whose they are.

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

struct SourceText {
  std::string path;                          // relative to the project
  std::optional<base::Ownership> ownership;  // nothing for a file that plugingen did not write
  bool edited = false;                       // or ejected: it is no longer what plugingen wrote
  std::string text;
};

// The files that `lock` lists, and the C++, Python and YAML files below src/, include/, tests/ and
// python/, sorted by path. Documents are left out, since a name in them breaks nothing; so are
// folders whose names start with "build" or a point, and what links lead to.
std::vector<SourceText> ReadSourceTexts(const FileSystem& disk, const std::string& root,
                                        const Lock& lock);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_SOURCE_TEXTS_H_
