#include "cli/api_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "catalog/behaviour.h"
#include "catalog/catalog.h"
#include "catalog/never_released.h"

namespace plugingen::cli {
namespace {

using base::Json;
using catalog::ApiEntry;
using catalog::ApiKind;
using catalog::ApiSection;
using catalog::CApi;

Json EntryJson(const ApiEntry& entry, ApiKind kind) {
  Json json = {{"header", entry.header}};
  if (kind == ApiKind::kStruct) {
    json["size"] = entry.size;
    if (!entry.end_macro.empty()) {
      json["end_macro"] = entry.end_macro;
      json["end"] = entry.end;
    }
    Json& fields = json["fields"] = Json::array();
    for (const catalog::ApiField& field : entry.fields) {
      fields.push_back({{"name", field.name},
                        {"type", field.type},
                        {"offset", field.offset},
                        {"size", field.size}});
    }
  } else if (kind == ApiKind::kEnum) {
    Json& values = json["values"] = Json::object();
    for (const catalog::ApiValue& value : entry.values) {
      values[std::string(value.name)] = value.value;
    }
  } else if (kind == ApiKind::kMacro) {
    json["value"] = entry.value;
  } else {
    json["declared"] = entry.declared;
    if (kind == ApiKind::kFunction) {
      json["inline"] = entry.is_inline;
      json["exported"] = entry.exported;
    }
  }
  return json;
}

// Returns the versions of a section, each with its releases.
Json Versions(const CApi& api, const ApiSection& section, std::optional<size_t> release) {
  Json versions = Json::array();
  std::optional<ApiEntry> last;
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (!catalog::Holds(section.releases, i) || (release && *release != i)) continue;
    ApiEntry entry = api.Read(section, i);
    if (!last || *last != entry) {
      Json version = {{"releases", Json::array()}};
      version.update(EntryJson(entry, section.kind));
      versions.push_back(std::move(version));
    }
    versions.back()["releases"].push_back(api.releases()[i]);
    last = std::move(entry);
  }
  return versions;
}

Json Facts(std::string_view section, std::string_view member) {
  Json facts = Json::array();
  for (const catalog::BehaviourFact& fact : catalog::BuiltInBehaviour()) {
    const auto is_about = [&fact](std::string_view name) {
      return catalog::Contains(fact.explains, name) || catalog::Contains(fact.concerns, name);
    };
    if (!is_about(section) && !is_about(member)) continue;
    facts.push_back({{"release", fact.release}, {"text", fact.text}, {"write", fact.write}});
    if (!fact.until.empty()) facts.back()["until"] = fact.until;
  }
  return facts;
}

Json SectionJson(const CApi& api, const ApiSection& section, std::optional<size_t> release) {
  Json releases = Json::array();
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (catalog::Holds(section.releases, i) && (!release || *release == i)) {
      releases.push_back(api.releases()[i]);
    }
  }
  return {
      {"kind", catalog::ApiKindName(section.kind)}, {"name", section.name}, {"releases", releases}};
}

// True if a field or a value of the section has this name.
bool HasMember(const CApi& api, const ApiSection& section, const std::string& name,
               std::optional<size_t> release) {
  if (section.kind != ApiKind::kStruct && section.kind != ApiKind::kEnum) return false;
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (!catalog::Holds(section.releases, i) || (release && *release != i)) continue;
    const ApiEntry entry = api.Read(section, i);
    const auto is_named = [&name](const auto& member) { return member.name == name; };
    if (std::any_of(entry.fields.begin(), entry.fields.end(), is_named) ||
        std::any_of(entry.values.begin(), entry.values.end(), is_named)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Json ApiJson(const CApi& api, const std::vector<std::string>& names,
             std::optional<size_t> release) {
  Json json;
  Json& releases = json["releases"] = Json::array();
  for (size_t i = 0; i < api.releases().size(); ++i) {
    if (!release || *release == i) releases.push_back(api.releases()[i]);
  }
  Json entries = Json::array();
  Json drafts = Json::array();
  for (const ApiSection& section : api.sections()) {
    if (release && !catalog::Holds(section.releases, *release)) continue;
    if (names.empty()) {
      if (api.ConcernsPlugins(section)) entries.push_back(SectionJson(api, section, release));
      continue;
    }
    for (const std::string& name : names) {
      const bool is_member = section.name != name && HasMember(api, section, name, release);
      if (section.name != name && !is_member) continue;
      Json entry = SectionJson(api, section, release);
      if (is_member) entry["member"] = name;
      entry["versions"] = Versions(api, section, release);
      entry["facts"] = Facts(section.name, name);
      entries.push_back(std::move(entry));
    }
  }
  json["entries"] = std::move(entries);
  for (const catalog::NeverReleased& draft : catalog::BuiltInNeverReleased()) {
    for (const std::string& name : names) {
      if (draft.name != name && draft.LastName() != name) continue;
      drafts.push_back({{"kind", draft.kind},
                        {"name", draft.name},
                        {"drafted", draft.drafted},
                        {"declared", draft.declared},
                        {"replaced_by", draft.replaced_by}});
    }
  }
  if (!names.empty()) json["drafts"] = std::move(drafts);
  return json;
}

}  // namespace plugingen::cli
