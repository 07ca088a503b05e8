// The only code that decides which template produces which file of a project, and who owns the
// file.

#ifndef PLUGINGEN_EMIT_FILE_LIST_H_
#define PLUGINGEN_EMIT_FILE_LIST_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "emit/reach.h"
#include "emit/template_set.h"
#include "model/plugin.h"

namespace plugingen::emit {

// Emits the whole project except the copy of the spec, sorted by path. `own` are sources in the
// project that its owner wrote, by path; the files of the library that they include are emitted,
// too. Throws TemplateError if a template is wrong.
std::vector<base::OutputFile> EmitProject(const model::Plugin& plugin, const TemplateSet& templates,
                                          const Texts& own = {});

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_FILE_LIST_H_
