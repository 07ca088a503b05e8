// A plugin from the text of a spec, for tests of emission.

#ifndef PLUGINGEN_TESTS_UNIT_EMIT_EMISSION_FIXTURE_H_
#define PLUGINGEN_TESTS_UNIT_EMIT_EMISSION_FIXTURE_H_

#include <gtest/gtest.h>

#include <string>

#include "diag/text_printer.h"
#include "emit/file_list.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen::emit {

// `rest` follows the two lines that every spec has.
inline model::Plugin PluginOf(const std::string& rest) {
  const diag::SourceFile source("nova_npu.yaml",
                                "plugingen: 1\nplugin: {name: nova_npu, version: 1.2rc1}\n" + rest);
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  if (!spec || sink.has_errors()) {
    ADD_FAILURE() << diag::RenderText(&source, sink.diagnostics());
    return {};
  }
  model::Plugin plugin = model::Link(*spec, sink);
  EXPECT_FALSE(sink.has_errors()) << diag::RenderText(&source, sink.diagnostics());
  return plugin;
}

// The text of one emitted file of such a plugin.
inline std::string Emitted(const std::string& path, const std::string& rest) {
  for (const base::OutputFile& file : EmitProject(PluginOf(rest), TemplateSet::BuiltIn())) {
    if (file.path == path) return file.text;
  }
  ADD_FAILURE() << "no " << path;
  return "";
}

}  // namespace plugingen::emit

#endif  // PLUGINGEN_TESTS_UNIT_EMIT_EMISSION_FIXTURE_H_
