// The folder of the plugin's Python package. It has the plugin's name.

#ifndef PLUGINGEN_PROJECT_PACKAGE_RENAME_H_
#define PLUGINGEN_PROJECT_PACKAGE_RENAME_H_

#include <string>
#include <vector>

#include "base/output_file.h"
#include "project/lock.h"

namespace plugingen::project {

// The change of the folder: "python/acme/" became "python/zeta/". Both are "" if it did not change.
struct PackageRename {
  std::string from;
  std::string to;
};

PackageRename FindPackageRename(const std::vector<base::OutputFile>& outputs, const Lock& lock);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_PACKAGE_RENAME_H_
