// The names that templates may use are those of docs/templates.md, and the paths of plain keys.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../read_file.h"
#include "base/text.h"
#include "emission_fixture.h"
#include "emit/library.h"
#include "emit/new_op_view.h"
#include "emit/shape_text.h"
#include "emit/views.h"
#include "spec/schema.h"

namespace plugingen::emit {
namespace {

namespace fs = std::filesystem;

// What a template that gets one item of a list calls it.
const std::map<std::string, std::string>& NamesOfItems() {
  static const std::map<std::string, std::string> items = {{"ops", "op"},
                                                           {"primitives", "primitive"},
                                                           {"rows", "row"},
                                                           {"sources", "source"},
                                                           {"cpu_rows", "row"},
                                                           {"kernels", "kernel"},
                                                           {"cpu_kernels", "kernel"}};
  return items;
}

// Every name in a view: `device.count`, of lists `graph.rewrites` and `graph.rewrites[].name`.
void AddNames(const Value& value, const std::string& name, std::set<std::string>& names) {
  if (value.members() != nullptr) {
    for (const auto& [member, inner] : *value.members()) {
      AddNames(inner, name.empty() ? member : name + "." + member, names);
    }
    return;
  }
  names.insert(name);
  if (value.list() == nullptr) return;
  const auto item = NamesOfItems().find(name);
  for (const Value& inner : *value.list()) {
    AddNames(inner, item == NamesOfItems().end() ? name + "[]" : item->second, names);
  }
}

model::Plugin PluginOfSpec(const fs::path& path) {
  const diag::SourceFile source(path.filename().string(), ReadFile(path));
  diag::Sink sink;
  const std::optional<spec::Spec> spec = spec::ParseSpec(source, sink);
  return spec ? model::Link(*spec, sink) : model::Plugin();
}

// The names that some plugin of device_specs/, or one that reaches the nightly, has.
std::set<std::string> NamesInViews() {
  std::vector<model::Plugin> plugins;
  for (const auto& entry : fs::directory_iterator(SourceFolder() / "device_specs")) {
    if (entry.path().extension() == ".yaml") plugins.push_back(PluginOfSpec(entry.path()));
  }
  plugins.push_back(PluginOf("tensorflow: '>=2.12, <2.23'\nkernels:\n  - set: variables\n"));
  std::set<std::string> names;
  for (const model::Plugin& plugin : plugins) {
    AddNames(RootView(plugin), "", names);
    AddNames(LibraryView(plugin, {}, {}), "library", names);
    for (const auto& op : plugin.ops.all()) {
      AddNames(NewOpView(*op), "op", names);
      AddNames(ShapeView(op->def, op->shapes), "shape", names);
    }
  }
  return names;
}

// Whether the name is that of a plain key, which docs/spec.md describes.
bool IsPlainKey(std::string_view name) {
  std::string path(name);
  if (path.starts_with("op.")) path = "ops[]." + path.substr(3);
  const auto plain = [](std::string_view key) {
    const spec::Field* field = spec::FindField(key);
    return field != nullptr && field->member.is_named() ? field : nullptr;
  };
  if (const spec::Field* field = plain(path)) return field->words().empty();
  if (path.ends_with("_text")) return plain(path.substr(0, path.size() - 5)) != nullptr;
  const size_t dot = path.rfind('.');
  return dot != std::string::npos && plain(path.substr(0, dot)) != nullptr;
}

std::vector<std::string> InBackticks(const std::string& text) {
  static const std::regex quoted("`([^`]+)`");
  std::vector<std::string> words;
  for (std::sregex_iterator match(text.begin(), text.end(), quoted), end; match != end; ++match) {
    words.push_back((*match)[1]);
  }
  return words;
}

// By name what docs/templates.md says beside it, of its tables of names.
std::map<std::string, std::string> DocumentedNames() {
  std::map<std::string, std::string> documented;
  std::istringstream lines(ReadFile(SourceFolder() / "docs/templates.md"));
  bool in_table = false;
  for (std::string line; std::getline(lines, line);) {
    in_table = line == "| Name | Value |" || (in_table && line.starts_with('|'));
    if (!in_table) continue;
    const size_t second = line.find('|', 1);
    for (const std::string& name : InBackticks(line.substr(0, second))) {
      documented[name] = line.substr(second);
    }
  }
  return documented;
}

// `api.last` has a member for each struct of the C API; the page names the first.
std::string OnPage(const std::string& name) {
  return name.starts_with("api.last.") ? "api.last.sp_platform" : name;
}

TEST(TemplateNamesTest, ThePageHasEveryName) {
  const std::map<std::string, std::string> documented = DocumentedNames();
  ASSERT_GT(documented.size(), 50u);
  for (const std::string& name : NamesInViews()) {
    const size_t item = name.find("[]");
    const auto row = documented.find(OnPage(name.substr(0, item)));
    if (item == std::string::npos && IsPlainKey(name)) {
      EXPECT_TRUE(row == documented.end())
          << "docs/templates.md names `" << name << "`, a plain key: docs/spec.md is its page";
      continue;
    }
    if (row == documented.end()) {
      ADD_FAILURE() << "templates can use `" << name
                    << "`: the tables of docs/templates.md lack it";
      continue;
    }
    if (item == std::string::npos) continue;
    const std::string member = name.substr(name.find_last_of(".]") + 1);
    if (member.empty()) continue;  // an item without members
    EXPECT_TRUE(row->second.find("`" + member + "`") != std::string::npos)
        << "items of `" << row->first << "` have a `" << member
        << "`: the row of docs/templates.md lacks it";
  }
}

TEST(TemplateNamesTest, ThePageHasNoOtherName) {
  std::set<std::string> names;
  for (const std::string& name : NamesInViews()) names.insert(OnPage(name));
  for (const auto& [name, row] : DocumentedNames()) {
    EXPECT_TRUE(names.contains(name))
        << "docs/templates.md names `" << name << "`, which no template can use";
  }
}

}  // namespace
}  // namespace plugingen::emit
