// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/settings.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "plugin/names.h"
#include "runtime/log.h"

namespace pluggable::graph {
namespace {

std::string_view Variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

std::vector<std::string_view> Split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    if (comma != 0) parts.push_back(text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return parts;
}

bool LogUnknown(const std::vector<std::string_view>& off, const std::vector<Rewrite>& rewrites) {
  for (const std::string_view name : off) {
    if (std::none_of(rewrites.begin(), rewrites.end(),
                     [name](const Rewrite& rewrite) { return rewrite.name == name; })) {
      runtime::Log(names::kGraphOff, ": there is no rewrite '", name, "'");
    }
  }
  return true;
}

}  // namespace

Settings Settings::FromEnvironment() {
  Settings settings;
  settings.dump_folder = Variable(names::kGraphDump);
  const std::string_view summary = Variable(names::kGraphSummary);
  settings.summary = !summary.empty() && summary != "0";
  return settings;
}

std::vector<Rewrite> WithoutThoseSwitchedOff(std::vector<Rewrite> rewrites) {
  const std::vector<std::string_view> off = Split(Variable(names::kGraphOff));
  const auto is_named = [&](std::string_view name) {
    return std::find(off.begin(), off.end(), name) != off.end();
  };
  if (is_named("all")) return {};
  [[maybe_unused]] static const bool logged = LogUnknown(off, rewrites);
  rewrites.erase(std::remove_if(rewrites.begin(), rewrites.end(),
                                [&](const Rewrite& rewrite) { return is_named(rewrite.name); }),
                 rewrites.end());
  return rewrites;
}

}  // namespace pluggable::graph
