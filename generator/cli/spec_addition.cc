#include "cli/spec_addition.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/nearest_op.h"
#include "catalog/reference.h"
#include "catalog/sets.h"
#include "cli/emission.h"
#include "cli/exit_codes.h"
#include "cli/spec_input.h"
#include "model/served.h"
#include "spec/dtypes.h"
#include "spec/edit_kernels.h"
#include "spec/starter_spec.h"

namespace plugingen::cli {
namespace {

using base::Quoted;
using catalog::Attr;
using catalog::Op;

// What a name means.
struct Wanted {
  std::string name;
  const catalog::OpSet* set = nullptr;
  const Op* op = nullptr;
  bool is_own = false;  // an op that the spec defines
};

// The dtypes of --types, for a named attr or for the only one.
struct TypeChoice {
  std::string attr;
  std::vector<std::string> dtypes;
};

std::string WithHint(const std::string& message, std::string_view nearest) {
  return nearest.empty() ? message : message + "; " + base::DidYouMean(nearest);
}

// Looks up names and types and explains what is wrong with them.
class Finder {
 public:
  explicit Finder(const model::Plugin& plugin) : plugin_(plugin), served_(plugin.spec.tensorflow) {}

  // Returns "" or what is wrong.
  std::string Find(const std::string& name, Wanted& wanted) const {
    wanted.name = name;
    wanted.set = catalog::SetTable::BuiltIn().Find(name);
    if (wanted.set != nullptr) return "";
    if (const model::NewOp* own = plugin_.ops.Find(name)) {
      wanted.op = &own->op;
      wanted.is_own = true;
      return "";
    }
    wanted.op = served_.FindOp(name);
    if (wanted.op != nullptr) return "";
    const catalog::History& history = served_.history();
    if (const catalog::ReleaseSet others = history.ReleasesWith(name); others != 0) {
      return "op " + Quoted(name) + " is there " + catalog::SinceUntil(others, history.releases()) +
             ", in releases that this plugin does not support";
    }
    return WithHint("there is neither an op nor a set of ops named " + Quoted(name),
                    catalog::NearestOp(name, served_.newest(), OtherNames()));
  }

  static std::string Check(const Wanted& wanted, TypeChoice& choice) {
    for (std::string& dtype : choice.dtypes) {
      const std::string_view canonical = spec::CanonicalDtype(dtype);
      if (canonical.empty()) {
        return WithHint("there is no data type " + Quoted(dtype), spec::NearestDtype(dtype));
      }
      dtype = canonical;
    }
    if (wanted.op == nullptr) return "";
    const std::vector<const Attr*> attrs = wanted.op->TypeAttrs();
    const std::string op = "op " + Quoted(wanted.name);
    std::vector<std::string_view> names;
    for (const Attr* attr : attrs) names.push_back(attr->name);
    if (names.empty()) return op + " has no type attr: leave --types out";
    if (choice.attr.empty() && names.size() > 1) {
      return op + " has several type attrs: write --types " + std::string(names[0]) + "=" +
             base::Join(choice.dtypes, ",") + ", and the same for " +
             base::Join({names.begin() + 1, names.end()}, ", ");
    }
    const std::string_view attr = choice.attr.empty() ? names[0] : std::string_view(choice.attr);
    const auto found = std::find(names.begin(), names.end(), attr);
    if (found == names.end()) {
      const std::string_view nearest = base::NearestName(choice.attr, names);
      return WithHint(op + " has no type attr " + Quoted(choice.attr),
                      nearest.empty() ? names[0] : nearest);
    }
    const std::vector<std::string_view>& allowed =
        attrs[static_cast<size_t>(found - names.begin())]->allowed_types;
    for (const std::string& dtype : choice.dtypes) {
      if (allowed.empty() || catalog::Contains(allowed, dtype)) continue;
      return "attr " + Quoted(attr) + " of " + op + " cannot be " + Quoted(dtype) + "; it takes " +
             base::Join({allowed.begin(), allowed.end()}, ", ");
    }
    return "";
  }

 private:
  // Returns the names of the ops that the spec defines, and of all sets.
  std::vector<std::string_view> OtherNames() const {
    std::vector<std::string_view> names;
    for (const auto& op : plugin_.ops.all()) names.push_back(op->def.name);
    for (const auto& [set, known] : catalog::SetTable::BuiltIn().sets()) names.push_back(set);
    return names;
  }

  const model::Plugin& plugin_;
  const model::Served served_;
};

std::vector<TypeChoice> ReadTypes(const std::vector<std::string>& texts) {
  std::vector<TypeChoice> choices;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    TypeChoice choice;
    if (equals != std::string::npos) choice.attr = text.substr(0, equals);
    for (const std::string_view dtype :
         base::Split(std::string_view(text).substr(equals + 1), ',')) {
      if (!base::Trim(dtype).empty()) choice.dtypes.emplace_back(base::Trim(dtype));
    }
    choices.push_back(std::move(choice));
  }
  return choices;
}

std::string DtypesText(const std::vector<std::string>& dtypes) {
  return dtypes.size() == 1 ? dtypes.front() : "[" + base::Join(dtypes, ", ") + "]";
}

// Returns "{T: [float, half]}", or "[float, half]" if no attr is named.
std::string TypesText(const std::vector<TypeChoice>& choices) {
  if (choices.size() == 1 && choices.front().attr.empty()) {
    return DtypesText(choices.front().dtypes);
  }
  std::vector<std::string> parts;
  for (const TypeChoice& choice : choices) {
    parts.push_back(choice.attr + ": " + DtypesText(choice.dtypes));
  }
  return "{" + base::Join(parts, ", ") + "}";
}

bool HasKernel(const Wanted& wanted) {
  return wanted.set != nullptr || wanted.is_own ||
         catalog::ReferenceTable::BuiltIn().Find(wanted.name) != nullptr;
}

spec::KernelText EntryOf(const Wanted& wanted, const std::vector<TypeChoice>& types,
                         const std::string& asked) {
  std::string implementation = asked;
  if (asked.empty() && !HasKernel(wanted)) implementation = "stub";
  if (implementation.ends_with(".cc")) {
    implementation = "{file: " + spec::YamlWord(implementation) + "}";
  }
  const std::string key = wanted.set != nullptr ? "set: " : "op: ";
  if (types.empty() && implementation.empty()) {
    return wanted.set != nullptr ? key + wanted.name : wanted.name;
  }
  std::string text = "{" + key + wanted.name;
  if (!types.empty()) text += ", types: " + TypesText(types);
  if (!implementation.empty()) text += ", implementation: " + implementation;
  return text + "}";
}

// Lists each registration and each kernel file of a plugin, for a comparison of two plugins.
std::vector<std::string> KernelsOf(const model::Plugin& plugin) {
  std::vector<std::string> facts;
  for (const model::Row& row : plugin.rows) {
    std::string fact = std::string(row.op->name) + " " + row.label + " " + row.instance;
    for (const model::RowType& type : row.types) fact += " " + type.attr + "=" + type.dtype;
    facts.push_back(std::move(fact));
  }
  for (const model::Kernel& kernel : plugin.kernels) {
    facts.push_back(std::string(spec::WordOf(kernel.implementation)) + " " + kernel.file);
  }
  return facts;
}

// Returns the entries of the spec that name the op or the set and have no label.
std::vector<const spec::KernelEntry*> EntriesFor(const Wanted& wanted,
                                                 const model::Plugin& plugin) {
  std::vector<const spec::KernelEntry*> entries;
  for (const spec::KernelEntry& entry : plugin.spec.kernels) {
    const std::string& name = wanted.set != nullptr ? entry.set.value : entry.op.value;
    if (name == wanted.name && entry.label.value.empty()) entries.push_back(&entry);
  }
  return entries;
}

class Adder {
 public:
  Adder(const diag::SourceFile& source, const model::Plugin& plugin, Console& console)
      : source_(source), plugin_(plugin), console_(console) {
    result_.text = source.text();
  }

  // Returns false after an error; status() has the exit status.
  bool Add(const Wanted& wanted, const std::vector<TypeChoice>& types,
           const std::string& implementation) {
    const spec::KernelText entry = EntryOf(wanted, types, implementation);
    const diag::SourceFile before(source_.path(), result_.text);
    size_t line_to_edit = 0;
    for (const spec::KernelEntry* there : EntriesFor(wanted, plugin_)) {
      const size_t line = before.PositionOf(there->span.begin).line;
      const std::optional<model::Plugin> replaced = WithEntryInPlaceOf(there->span, entry);
      if (replaced && KernelsOf(*replaced) == KernelsOf(plugin_)) {
        Remark(Quoted(wanted.name) + " is already in the spec, in line " + std::to_string(line));
        return true;
      }
      if (replaced && line_to_edit == 0) line_to_edit = line;
    }
    const auto text = spec::WithKernels(before, {entry});
    if (!text) {
      console_.Error("'kernels' of " + Quoted(source_.path()) +
                     " is not a list to which an entry can be added");
      console_.Complain("Add it with an editor:\n  - " + entry + "\n");
      return false;
    }
    const diag::SourceFile edited(source_.path(), *text);
    diag::Sink sink;
    std::optional<model::Plugin> plugin = LinkSpec(edited, sink);
    if (!plugin || sink.has_errors()) {
      if (line_to_edit != 0) return RefuseBeside(line_to_edit, wanted, entry);
      PrintDiagnostics(edited, sink, console_);
      console_.Note("the spec is shown with the new entry in it; the file is unchanged");
      return false;
    }
    if (KernelsOf(*plugin) == KernelsOf(plugin_)) {
      Remark(Quoted(wanted.name) + " adds nothing: the spec already has all of its kernels");
      return true;
    }
    result_.text = *text;
    result_.entries.push_back(entry);
    if (entry.ends_with("implementation: stub}")) {
      Remark("src/kernels/" + base::SnakeCase(wanted.name) + ".cc will be yours to fill in");
    }
    plugin_ = std::move(*plugin);
    return true;
  }

  ExitCode status() const { return status_; }
  Addition Take() { return std::move(result_); }

 private:
  // Returns the plugin if the given entry replaced the one at `span`, or nothing if the spec then
  // has errors.
  std::optional<model::Plugin> WithEntryInPlaceOf(const diag::Span& span,
                                                  const spec::KernelText& entry) const {
    diag::Sink sink;
    std::optional<model::Plugin> plugin =
        LinkSpec(diag::SourceFile("", spec::WithKernelAt(result_.text, span, entry)), sink);
    if (sink.has_errors()) plugin.reset();
    return plugin;
  }

  bool RefuseBeside(size_t line, const Wanted& wanted, const spec::KernelText& entry) {
    console_.Error(Quoted(wanted.name) + " is in line " + std::to_string(line) + " of " +
                   Quoted(source_.path()) + " already, as a different entry; nothing was added");
    console_.Complain("Edit that line with an editor. The entry to add:\n  - " + entry + "\n");
    status_ = kRefused;
    return false;
  }

  void Remark(std::string text) { result_.remarks.push_back(std::move(text)); }

  const diag::SourceFile& source_;
  model::Plugin plugin_;
  Console& console_;
  Addition result_;
  ExitCode status_ = kSpecErrors;
};

}  // namespace

std::optional<Addition> AddToSpec(const diag::SourceFile& source, const AdditionRequest& request,
                                  Console& console, int& status) {
  status = kSpecErrors;
  diag::Sink sink;
  // `kernels:` without a value is an error elsewhere. Here it gets a value.
  const diag::SourceFile readable(source.path(), spec::WithListOfKernels(source));
  std::optional<model::Plugin> plugin = LinkSpec(readable, sink);
  if (!plugin || sink.has_errors()) {
    PrintDiagnostics(readable, sink, console);
    console.Note("nothing was added, because the spec has errors");
    return std::nullopt;
  }
  const Finder finder(*plugin);
  std::vector<std::pair<Wanted, std::vector<TypeChoice>>> all;
  bool good = true;
  const auto require = [&](const std::string& mistake) {
    if (mistake.empty()) return true;
    console.Error(mistake);
    return good = false;
  };
  for (const std::string& name : request.names) {
    auto& [wanted, types] = all.emplace_back();
    if (!require(finder.Find(name, wanted))) continue;
    types = ReadTypes(request.types);
    for (TypeChoice& choice : types) require(Finder::Check(wanted, choice));
  }
  if (!good) {
    console.Complain("'plugingen ops' lists the ops, 'plugingen ops --sets' the sets.\n");
    status = kUsage;
    return std::nullopt;
  }
  Adder adder(source, *plugin, console);
  for (const auto& [wanted, types] : all) {
    if (!adder.Add(wanted, types, request.implementation)) {
      status = adder.status();
      return std::nullopt;
    }
  }
  status = kDone;
  return adder.Take();
}

}  // namespace plugingen::cli
