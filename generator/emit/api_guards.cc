#include "emit/api_guards.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "base/text.h"
#include "emit/comment_text.h"
#include "spec/release_range.h"

namespace plugingen::emit {
namespace {

using catalog::ApiEntry;
using catalog::ApiField;
using catalog::ApiKind;
using catalog::ApiSection;

// The structs that TensorFlow allocates and the plugin sets.
constexpr std::string_view kFilled[] = {
    "SE_PlatformRegistrationParams",
    "SP_Device",
    "SP_DeviceFns",
    "SP_Platform",
    "SP_PlatformFns",
    "SP_StreamExecutor",
    "SP_TimerFns",
    "TP_Optimizer",
    "TP_OptimizerConfigs",
    "TP_OptimizerRegistrationParams",
    "TF_ProfilerRegistrationParams",
    "TP_Profiler",
    "TP_ProfilerFns",
};

// A field that templates set although some supported releases lack it. The catalogue tells which
// types it needs and whether a plugin's range makes the code emit it.
struct LaterField {
  std::string_view struct_name;
  std::string_view field;
};
constexpr LaterField kStreamOptions{"SP_StreamExecutor", "create_stream_with_options"};

// The functions for access to variables that not every release exports.
constexpr std::string_view kVariableFunctions[] = {
    "TF_GetInputTensorFromVariable",
    "TF_MaybeLockVariableInputMutexesInOrder",
    "TF_ReleaseVariableInputLockHolder",
};

const ApiField* FindField(const ApiEntry& entry, std::string_view name) {
  const auto found = std::find_if(entry.fields.begin(), entry.fields.end(),
                                  [name](const ApiField& field) { return field.name == name; });
  return found == entry.fields.end() ? nullptr : &*found;
}

bool IsWordPart(char c) { return base::IsAlnum(c) || c == '_'; }

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t i = 0; i < text.size(); ++i) {
    size_t end = i;
    while (end < text.size() && IsWordPart(text[end])) ++end;
    if (end > i) words.push_back(text.substr(i, end - i));
    i = std::max(i, end);
  }
  return words;
}

// Returns `lead` with its parameters in parentheses, wrapped at kColumns as clang-format does.
std::string WithParameters(const std::string& lead, std::string_view parameters,
                           std::string_view tail) {
  std::string text = lead;
  const size_t indent = lead.size();
  size_t column = indent;
  for (const std::string_view part : base::Split(parameters, ',')) {
    const std::string parameter(base::Trim(part));
    const bool is_last = part.data() + part.size() == parameters.data() + parameters.size();
    const size_t size = parameter.size() + (is_last ? tail.size() : 1);
    if (column > indent && column + 1 + size > kColumns) {
      text += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      text += ' ';
      ++column;
    }
    text += parameter + (is_last ? std::string(tail) : ",");
    column += size;
  }
  return text;
}

// Returns "using CreateStreamFn = void (*)(...);".
std::string AliasText(const std::string& alias, std::string_view type) {
  const std::string lead = "using " + alias + " = ";
  const size_t open = type.find("(*)(");
  if (open == std::string_view::npos) return lead + std::string(type) + ";";
  const size_t begin = open + 4;
  return WithParameters(lead + std::string(type.substr(0, begin)),
                        type.substr(begin, type.size() - begin - 1), ");");
}

std::string WeakDeclaration(std::string_view function) {
  const std::string lead = "__attribute__((weak)) decltype(" + std::string(function) + ")";
  const bool fits = lead.size() + 1 + function.size() + 1 <= kColumns;
  return lead + (fits ? " " : "\n    ") + std::string(function) + ";";
}

Value NewerStructView(std::string_view name, const ApiEntry& entry, std::string_view since) {
  if (entry.end_macro.empty()) {
    throw std::logic_error("no macro tells which headers have " + std::string(name));
  }
  List fields;
  for (const ApiField& field : entry.fields) {
    fields.push_back(Members{{"name", std::string(field.name)},
                             {"declaration", Declaration(field.type, field.name)},
                             {"offset", std::to_string(field.offset)}});
  }
  return Members{{"name", std::string(name)},
                 {"macro", std::string(entry.end_macro)},
                 {"since", std::string(since)},
                 {"fields", std::move(fields)}};
}

Value NewerFieldView(const LaterField& field, const ApiEntry& entry, std::string_view since) {
  const ApiField& found = *FindField(entry, field.field);
  const std::string camel = base::CamelCase(field.field);
  return Members{{"struct", std::string(field.struct_name)},
                 {"name", std::string(field.field)},
                 {"camel", camel},
                 {"alias", AliasText(camel + "Field", found.type)},
                 {"offset", std::to_string(found.offset)},
                 {"since", std::string(since)}};
}

// Adds the parts of a field that the headers of some releases lack.
void AddNewer(const ApiGuards& guards, const LaterField& field, List& structs, List& fields) {
  if (guards.Field(field.struct_name, field.field) != Presence::kSomewhere) return;
  const std::string_view since = guards.Since(field.struct_name, field.field);
  const ApiEntry entry = guards.Newest(ApiKind::kStruct, field.struct_name);
  fields.push_back(NewerFieldView(field, entry, since));
  std::set<std::string_view> seen;
  for (const std::string_view word : WordsOf(FindField(entry, field.field)->type)) {
    if (guards.Declared(ApiKind::kStruct, word) != Presence::kSomewhere) continue;
    if (!seen.insert(word).second) continue;
    structs.push_back(NewerStructView(word, guards.Newest(ApiKind::kStruct, word), since));
  }
}

Value PresenceView(Presence presence) {
  return Members{{"some", presence != Presence::kNowhere},
                 {"all", presence == Presence::kEverywhere}};
}

Value VariablesView(const ApiGuards& guards) {
  List weak;
  std::string are_there;
  std::string lacking;
  for (const std::string_view function : kVariableFunctions) {
    if (guards.Exported(function) == Presence::kEverywhere) continue;
    weak.push_back(Members{{"declaration", WeakDeclaration(function)}});
    are_there +=
        (are_there.empty() ? "" : " &&\n         ") + std::string(function) + " != nullptr";
    lacking = guards.LackingText(function);
  }
  return Members{{"always", weak.empty()},
                 {"weak", std::move(weak)},
                 {"are_there", are_there},
                 {"lacking", lacking}};
}

}  // namespace

ApiGuards::ApiGuards(const catalog::CApi& api, const spec::TensorFlowSection& range) : api_(api) {
  const auto place = [&](const spec::Release& release) {
    const std::optional<size_t> index = api.IndexOf(spec::ReleaseText(release));
    if (!index) {
      throw std::logic_error("the C API of " + spec::ReleaseText(release) + " is not known");
    }
    return *index;
  };
  first_ = place(range.min);
  last_ = place(spec::NewestBefore(range.end));
}

template <typename HasIt>
Presence ApiGuards::Count(HasIt has_it) const {
  size_t count = 0;
  for (size_t i = first_; i <= last_; ++i) count += has_it(i) ? 1 : 0;
  if (count == 0) return Presence::kNowhere;
  return count == last_ - first_ + 1 ? Presence::kEverywhere : Presence::kSomewhere;
}

Presence ApiGuards::Declared(ApiKind kind, std::string_view name) const {
  const ApiSection* const section = api_.Find(kind, name);
  if (section == nullptr) return Presence::kNowhere;
  return Count([&](size_t i) {
    return catalog::Holds(section->releases, i) && !api_.Read(*section, i).header.empty();
  });
}

Presence ApiGuards::Field(std::string_view struct_name, std::string_view field) const {
  const ApiSection* const section = api_.Find(ApiKind::kStruct, struct_name);
  if (section == nullptr || !catalog::Holds(section->releases, last_)) return Presence::kNowhere;
  const ApiEntry newest = api_.Read(*section, last_);
  const ApiField* const wanted = FindField(newest, field);
  return Count([&](size_t i) {
    if (wanted == nullptr || !catalog::Holds(section->releases, i)) return false;
    const ApiEntry entry = api_.Read(*section, i);
    const ApiField* const found = FindField(entry, field);
    return found != nullptr && *found == *wanted;
  });
}

Presence ApiGuards::Exported(std::string_view function) const {
  const ApiSection* const section = api_.Find(ApiKind::kFunction, function);
  if (section == nullptr) return Presence::kNowhere;
  return Count([&](size_t i) {
    return catalog::Holds(section->releases, i) && api_.Read(*section, i).ExportedBy("framework");
  });
}

std::string ApiGuards::LastCommonField(std::string_view struct_name) const {
  const ApiEntry oldest = api_.Read(*api_.Find(ApiKind::kStruct, struct_name), first_);
  for (auto field = oldest.fields.rbegin(); field != oldest.fields.rend(); ++field) {
    if (Field(struct_name, field->name) == Presence::kEverywhere) return std::string(field->name);
  }
  throw std::logic_error("releases have no field of " + std::string(struct_name) + " in common");
}

std::string_view ApiGuards::Since(std::string_view struct_name, std::string_view field) const {
  const ApiSection& section = *api_.Find(ApiKind::kStruct, struct_name);
  for (size_t i = 0; i < api_.releases().size(); ++i) {
    if (!catalog::Holds(section.releases, i)) continue;
    const ApiEntry entry = api_.Read(section, i);
    if (FindField(entry, field) != nullptr) return api_.releases()[i];
  }
  throw std::logic_error("no release has " + std::string(field));
}

std::string ApiGuards::LackingText(std::string_view function) const {
  const ApiSection& section = *api_.Find(ApiKind::kFunction, function);
  catalog::ReleaseSet lacking = 0;
  bool had = false;
  for (size_t i = 0; i < api_.releases().size(); ++i) {
    const bool has =
        catalog::Holds(section.releases, i) && api_.Read(section, i).ExportedBy("framework");
    if (had && !has) lacking |= catalog::ReleaseSet{1} << i;
    had = had || has;
  }
  return catalog::SinceUntil(lacking, api_.releases());
}

ApiEntry ApiGuards::Newest(ApiKind kind, std::string_view name) const {
  return api_.Read(*api_.Find(kind, name), last_);
}

bool LacksInSomeHeaders(const ApiGuards& guards) {
  return guards.Field(kStreamOptions.struct_name, kStreamOptions.field) == Presence::kSomewhere;
}

bool LacksVariables(const ApiGuards& guards) {
  return std::any_of(std::begin(kVariableFunctions), std::end(kVariableFunctions),
                     [&guards](std::string_view function) {
                       return guards.Exported(function) != Presence::kEverywhere;
                     });
}

std::string Declaration(std::string_view type, std::string_view name) {
  const size_t star = type.find("(*)");
  if (star == std::string_view::npos) return std::string(type) + " " + std::string(name);
  return std::string(type.substr(0, star + 2)) + std::string(name) +
         std::string(type.substr(star + 2));
}

Value ApiView(const ApiGuards& guards) {
  Members last;
  for (const std::string_view name : kFilled) {
    last.emplace(base::ToLower(name), guards.LastCommonField(name));
  }
  List structs;
  List fields;
  AddNewer(guards, kStreamOptions, structs, fields);
  return Members{{"last", std::move(last)},
                 {"stream_options",
                  PresenceView(guards.Field(kStreamOptions.struct_name, kStreamOptions.field))},
                 {"has_newer", LacksInSomeHeaders(guards)},
                 {"newer_structs", std::move(structs)},
                 {"newer_fields", std::move(fields)},
                 {"variables", VariablesView(guards)}};
}

}  // namespace plugingen::emit
