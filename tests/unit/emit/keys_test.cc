// A project for each value of each enumeration of the table of keys, and for each plain key. A
// value that the generator forgets somewhere makes the project of another value, or one without a
// part.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "../spec/key_spec.h"
#include "diag/text_printer.h"
#include "emit/file_list.h"
#include "model/link.h"
#include "spec/parse.h"

namespace plugingen::emit {
namespace {

using Files = std::map<std::string, std::string>;

Files ProjectOf(const std::string& text) {
  const diag::SourceFile source("nova_npu.yaml", text);
  diag::Sink sink;
  const std::optional<spec::Spec> parsed = spec::ParseSpec(source, sink);
  EXPECT_FALSE(sink.has_errors()) << diag::RenderText(&source, sink.diagnostics());
  if (!parsed) return {};
  const model::Plugin plugin = model::Link(*parsed, sink);
  EXPECT_FALSE(sink.has_errors()) << diag::RenderText(&source, sink.diagnostics());
  Files files;
  for (base::OutputFile& file : EmitProject(plugin, TemplateSet::BuiltIn())) {
    files[file.path] = std::move(file.text);
  }
  return files;
}

std::set<std::string> Folders(const Files& files) {
  std::set<std::string> folders;
  for (const auto& [path, text] : files) {
    const bool depends_on_kernels =
        path.starts_with("src/kernels/") || path.starts_with(base::kLibraryFolder);
    if (!depends_on_kernels) folders.insert(path.substr(0, path.rfind('/') + 1));
  }
  return folders;
}

TEST(ChoicesTest, EveryValueMakesAProjectOfItsOwn) {
  int enumerations = 0;
  for (const spec::Field& field : spec::Fields()) {
    const std::vector<std::string_view> words = field.words();
    if (words.empty()) continue;
    ++enumerations;
    SCOPED_TRACE(spec::PathOf(field));
    std::map<Files, std::string_view> seen;
    std::set<std::string> folders;
    for (const std::string_view word : words) {
      Files files = ProjectOf(spec::SpecWith(field, word));
      ASSERT_FALSE(files.empty()) << word;
      if (folders.empty()) folders = Folders(files);
      const std::set<std::string> own = Folders(files);
      EXPECT_TRUE(std::includes(own.begin(), own.end(), folders.begin(), folders.end()))
          << "the project of '" << word << "' lacks a part";
      const auto [other, is_new] = seen.emplace(std::move(files), word);
      EXPECT_TRUE(is_new) << "'" << word << "' and '" << other->second
                          << "' make the same project: no template and no code under "
                             "generator/emit tells them apart";
    }
  }
  EXPECT_GE(enumerations, 4);
}

TEST(PlainKeysTest, EveryKeyChangesTheProject) {
  const Files without = ProjectOf(spec::kSpecWithoutKeys);
  for (const spec::Field& field : spec::Fields()) {
    const bool is_of_spec = field.member.Of<spec::Spec>() != nullptr;
    if (!is_of_spec || field.required) continue;
    EXPECT_TRUE(ProjectOf(spec::SpecWith(field, spec::AnyValue(field))) != without)
        << spec::PathOf(field) << ": no template and no code under generator/emit uses it";
  }
}

}  // namespace
}  // namespace plugingen::emit
