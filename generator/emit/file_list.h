// Which template makes which file of a project, and whose the file is. The only place that decides
// it.

#ifndef PLUGINGEN_EMIT_FILE_LIST_H_
#define PLUGINGEN_EMIT_FILE_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "emit/template_set.h"
#include "model/plugin.h"

namespace plugingen::emit {

// The whole project but the copy of the spec, sorted by path. Throws TemplateError for a defect in
// a template.
std::vector<base::OutputFile> EmitProject(const model::Plugin& plugin,
                                          const TemplateSet& templates);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_FILE_LIST_H_
