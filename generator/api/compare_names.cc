// Compares enums, macros and types.

#include <algorithm>

#include "api/compare_parts.h"
#include "api/declaration.h"
#include "base/text.h"

namespace plugingen::api {
namespace {

using catalog::ApiKind;
using catalog::ApiValue;

const ApiValue* FindValue(const std::vector<ApiValue>& values, std::string_view name) {
  for (const ApiValue& value : values) {
    if (value.name == name) return &value;
  }
  return nullptr;
}

// True if the release has a value or a macro of this name outside `except`. Sources that use it do
// not notice the change.
bool IsElsewhere(const catalog::CApi& c_api, std::string_view name, size_t release,
                 const catalog::ApiSection& except) {
  for (const catalog::ApiSection& section : c_api.sections()) {
    if (&section == &except || !catalog::Holds(section.releases, release)) continue;
    if (section.kind == ApiKind::kMacro && section.name == name) return true;
    if (section.kind != ApiKind::kEnum) continue;
    if (FindValue(c_api.Read(section, release).values, name) != nullptr) return true;
  }
  return false;
}

std::string Joined(const std::vector<std::string_view>& names) {
  return base::Join(std::vector<std::string>(names.begin(), names.end()), ", ");
}

std::vector<Token> Tokens(const std::vector<std::string_view>& names) {
  std::vector<Token> tokens;
  for (const std::string_view name : names) {
    tokens.push_back({Token::Where::kAnywhere, std::string(name)});
  }
  return tokens;
}

void CompareValues(const Pair& pair, std::vector<Change>& changes) {
  std::vector<std::string_view> added;
  std::vector<std::string_view> gone;
  for (const ApiValue& value : pair.now.values) {
    const ApiValue* old = FindValue(pair.was.values, value.name);
    if (old == nullptr) {
      added.push_back(value.name);
    } else if (old->value != value.value) {
      Change change = pair.Changed(Severity::kBreaking, std::string(value.name) + " is " +
                                                            std::string(value.value) +
                                                            " now, was " + std::string(old->value));
      change.tokens = Tokens({value.name});
      changes.push_back(std::move(change));
    }
  }
  for (const ApiValue& value : pair.was.values) {
    if (FindValue(pair.now.values, value.name) != nullptr) continue;
    if (!IsElsewhere(pair.c_api, value.name, pair.to, pair.section)) gone.push_back(value.name);
  }
  added.erase(std::remove_if(added.begin(), added.end(),
                             [&pair](std::string_view name) {
                               return IsElsewhere(pair.c_api, name, pair.from, pair.section);
                             }),
              added.end());
  if (!added.empty()) {
    Change change = pair.Changed(Severity::kAddition, "has " + Joined(added));
    change.tokens = Tokens(added);
    changes.push_back(std::move(change));
  }
  if (!gone.empty()) {
    Change change = pair.Changed(Severity::kBreaking, "no longer has " + Joined(gone));
    change.tokens = Tokens(gone);
    changes.push_back(std::move(change));
  }
}

// True if the name is something else in this release, so that sources still compile: a struct that
// became a type, for example.
bool HasOtherKind(const Pair& pair, size_t release) {
  const auto all = pair.c_api.FindAll(pair.section.name);
  return std::any_of(all.begin(), all.end(), [&](const catalog::ApiSection* other) {
    return other != &pair.section && catalog::Holds(other->releases, release);
  });
}

// True if the section is in both releases.
bool InBoth(const Pair& pair, std::vector<Change>& changes) {
  if (!pair.in_from && !HasOtherKind(pair, pair.from)) {
    if (!IsElsewhere(pair.c_api, pair.section.name, pair.from, pair.section)) {
      changes.push_back(pair.Changed(Severity::kAddition, TextOfNew(pair.from, pair.to)));
    }
  } else if (!pair.in_to && !HasOtherKind(pair, pair.to) &&
             !IsElsewhere(pair.c_api, pair.section.name, pair.to, pair.section)) {
    changes.push_back(pair.Changed(Severity::kBreaking, "is gone"));
  }
  return pair.in_from && pair.in_to;
}

}  // namespace

void CompareEnums(const Pair& pair, std::vector<Change>& changes) {
  if (InBoth(pair, changes)) CompareValues(pair, changes);
}

void CompareMacros(const Pair& pair, std::vector<Change>& changes) {
  if (!InBoth(pair, changes) || pair.was.value == pair.now.value) return;
  changes.push_back(pair.Changed(
      Severity::kAttention,
      "is " + std::string(pair.now.value) + " now, was " + std::string(pair.was.value)));
}

void CompareTypes(const Pair& pair, std::vector<Change>& changes) {
  if (!InBoth(pair, changes)) return;
  const DeclarationChange difference = CompareDeclarations(pair.was.declared, pair.now.declared);
  if (difference.kind == DeclarationChange::Kind::kNone) return;
  Severity severity = Severity::kBreaking;
  if (difference.kind == DeclarationChange::Kind::kNames) severity = Severity::kCosmetic;
  if (!ParseDeclaration(pair.now.declared).is_function) severity = Severity::kAttention;
  changes.push_back(pair.Changed(severity, difference.text));
}

}  // namespace plugingen::api
