// Reports keys of a map that are unknown, have no value, or are missing.

#include <algorithm>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "spec/section.h"
#include "spec/section_words.h"

namespace plugingen::spec {

using base::Quoted;

void Section::CheckKeys() {
  std::vector<std::string_view> meant;
  if (node_ != nullptr) {
    for (const Member& member : node_->members) {
      const Field* field = FindField(path_, member.key);
      if (field == nullptr) {
        meant.push_back(ReportUnknownKey(member));
      } else if (member.value->kind == NodeKind::kNull) {
        // A kernel entry has to name an op or a set; nothing can be the default.
        const bool needed = field->required || field->is_alternative;
        const std::string example = field->by_hand || field->example.empty()
                                        ? ""
                                        : "write for example '" + std::string(field->name) + ": " +
                                              std::string(field->example) + "'";
        sink_->Report(Mistake("E0108", "key " + Quoted(member.key) + " has no value",
                              member.key_span,
                              needed ? example : "remove the key to get its default"));
      }
    }
  }
  for (const Field* field : FieldsOf(path_)) {
    if (!field->required || field->by_hand) continue;
    const bool there =
        node_ != nullptr && std::any_of(node_->members.begin(), node_->members.end(),
                                        [&](const Member& m) { return m.key == field->name; });
    // A misspelled key is reported once, and so is a missing plugin section.
    if (std::find(meant.begin(), meant.end(), field->name) != meant.end()) continue;
    if (there || (node_ == nullptr && !path_.empty())) continue;
    std::string help = "add ";
    help += field->type == FieldType::kMap
                ? "'" + std::string(field->name) + ":' with the key " +
                      Quoted(FirstRequired(PathOf(path_, field->name))) + " below it"
                : Quoted(std::string(field->name) + ": " + std::string(field->example));
    sink_->Report(Mistake("E0103", "key " + Quoted(field->name) + " is missing" + InMap(path_),
                          where_, help));
  }
}

std::string_view Section::ReportUnknownKey(const Member& member) const {
  diag::Diagnostic mistake =
      Mistake("E0101", "unknown key " + Quoted(member.key) + InMap(path_), member.key_span);
  std::vector<std::string_view> names;
  std::vector<std::string> listed;
  for (const Field* field : FieldsOf(path_)) {
    names.push_back(field->name);
    listed.push_back(std::string(field->name));
  }
  std::string_view nearest = base::NearestName(member.key, names);
  // A key with one wrong letter is a typo, even if other maps have a key of that name.
  bool is_slip = !nearest.empty() && base::EditDistance(member.key, nearest, 1) <= 1;
  if (const std::string_view key = MeantAsName(member); !key.empty()) {
    nearest = key;
    is_slip = true;
  }
  std::vector<std::string> elsewhere;
  for (const Field& field : Fields()) {
    if (field.name == member.key && field.parent != path_ && !field.parent.empty()) {
      const size_t list = field.parent.find("[]");
      elsewhere.push_back(list == std::string_view::npos
                              ? std::string(field.parent)
                              : "an entry of " + std::string(field.parent.substr(0, list)));
    } else if (field.name == member.key && field.parent != path_) {
      elsewhere.push_back("the top level of the spec");
    }
  }
  if (!elsewhere.empty() && !is_slip) {
    mistake.help = Quoted(member.key) + " belongs to " + base::JoinWithOr(elsewhere);
  } else if (!nearest.empty()) {
    mistake.help = base::DidYouMean(nearest);
  } else {
    mistake.notes.push_back({"the keys" + InMap(path_) + " are " + base::Join(listed, ", "), {}});
  }
  sink_->Report(std::move(mistake));
  return nearest;
}

// In other maps `name` is the main key, so users write `{name: Relu}`. Returns the key that was
// meant, or "".
std::string_view Section::MeantAsName(const Member& member) const {
  const Field* list = ListOf(path_);
  if (member.key != "name" || list == nullptr || list->short_key.empty()) return "";
  const bool is_named =
      std::any_of(node_->members.begin(), node_->members.end(), [&](const Member& other) {
        const Field* field = FindField(path_, other.key);
        return field != nullptr && field->is_alternative;
      });
  return is_named ? "" : list->short_key;
}

}  // namespace plugingen::spec
