#include "op/parse_op_def.h"

#include <map>
#include <string>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "op/cursor.h"
#include "op/parse_attr.h"

namespace plugingen::op {
namespace {

using base::Quoted;

class OpDefParser {
 public:
  OpDefParser(const spec::OpEntry& entry, diag::Sink& sink) : entry_(entry), sink_(sink) {}

  OpDef Run() {
    op_.name = entry_.name.value;
    op_.is_stateful = entry_.stateful.value;
    op_.is_commutative = entry_.commutative.value;
    for (const diag::SourceText& text : entry_.attrs) {
      std::optional<Attr> attr = ParseAttr(text, sink_);
      if (attr && IsNew(attr->name, attr->name_span)) op_.attrs.push_back(std::move(*attr));
      complete_ = complete_ && attr.has_value();
    }
    for (const diag::SourceText& text : entry_.inputs) AddArg(text, op_.inputs);
    for (const diag::SourceText& text : entry_.outputs) AddArg(text, op_.outputs);
    MarkInferred();
    CheckFlags();
    CheckDocs();
    return std::move(op_);
  }

 private:
  void Report(std::string code, std::string message, diag::Span span, std::string help = "") {
    sink_.Report({.code = std::move(code),
                  .message = std::move(message),
                  .span = span,
                  .help = std::move(help)});
  }

  // Inputs, outputs and attrs share the names of the Python wrapper's parameters.
  bool IsNew(const std::string& name, diag::Span span) {
    if (name == "name") {
      Report("E0364", "'name' cannot be the name of an argument or attr", span,
             "Python wrappers already have a parameter 'name', for the node");
      return false;
    }
    const auto [known, is_new] = names_.emplace(name, span);
    if (is_new) return true;
    sink_.Report(
        {.code = "E0364",
         .message = "op " + Quoted(op_.name) + " has two arguments or attrs " + Quoted(name),
         .span = span,
         .notes = {{"the other one", known->second}},
         .help = "rename one of them"});
    return false;
  }

  void AddArg(const diag::SourceText& text, std::vector<Arg>& args) {
    std::optional<Arg> arg = ReadArg(text);
    if (arg && IsNew(arg->name, arg->name_span)) args.push_back(std::move(*arg));
  }

  std::nullopt_t Malformed(std::string message, diag::Span span) {
    Report("E0360", std::move(message), span,
           "arguments look like \"x: T\", \"x: float\", \"values: N * T\" or \"handle: resource\"");
    return std::nullopt;
  }

  std::optional<Arg> ReadArg(const diag::SourceText& source) {
    Cursor cursor(source);
    Arg arg;
    arg.source = source;
    const std::string_view name = cursor.TakeWord();
    arg.name = name;
    arg.name_span = cursor.Of(name);
    if (name.empty()) return Malformed("an argument begins with its name", cursor.Here());
    if (!base::IsLower(name[0]) || base::ToLower(name) != name) {
      const bool letter = base::IsLower(name[0]) || base::IsUpper(name[0]);
      Report("E0360",
             "argument name " + Quoted(name) +
                 (letter ? " is not in lower case" : " does not begin with a letter"),
             arg.name_span,
             "TensorFlow accepts lower-case letters, digits and '_', with a letter first");
      return std::nullopt;
    }
    if (name.size() > kLongestName) {
      Report("E0208", "an argument's name has " + std::to_string(name.size()) + " characters",
             arg.name_span, "at most " + std::to_string(kLongestName) + " are allowed");
      return std::nullopt;
    }
    if (!cursor.Take(":")) {
      return Malformed("a ':' is missing after " + Quoted(name), cursor.Here());
    }
    if (cursor.Take("Ref(")) {
      Report("E0367", "argument " + Quoted(name) + " is a reference",
             cursor.Of(cursor.at() - 4, source.text.size()),
             "references belong to TensorFlow 1; take a variable as 'resource'");
      return std::nullopt;
    }
    std::string_view type = cursor.TakeWord();
    if (cursor.Take("*")) {
      if (!type.empty() && base::IsDigit(type[0])) {
        Report("E0362", "the number of tensors is an int attr, not " + Quoted(type),
               cursor.Of(type),
               "write \"" + arg.name + ": N * " + std::string(cursor.TakeWord()) +
                   "\", and \"N: int >= 1\" under attrs");
        return std::nullopt;
      }
      arg.number_attr = type;
      if (!IsAttr(type, AttrKind::kInt, cursor)) return std::nullopt;
      if (!CheckLeastLength(*op_.FindAttr(type), cursor.Of(type), sink_)) return std::nullopt;
      type = cursor.TakeWord();
    }
    if (type.empty())
      return Malformed("the type of " + Quoted(name) + " is missing", cursor.Here());
    if (cursor.Peek() != '\0') {
      return Malformed("this is not expected after the argument",
                       cursor.Of(cursor.at(), source.text.size()));
    }
    return ReadType(type, cursor, arg) ? std::optional(std::move(arg)) : std::nullopt;
  }

  bool ReadType(std::string_view type, const Cursor& cursor, Arg& arg) {
    const Attr* attr = op_.FindAttr(type);
    const std::string dtype = attr == nullptr ? DtypeNamed(type) : "";
    if (!dtype.empty()) {
      arg.type = dtype;
      return true;
    }
    if (!IsAttr(type, AttrKind::kType, cursor)) return false;
    if (attr->is_list && !arg.number_attr.empty()) {
      Report("E0363", "attr " + Quoted(type) + " is already a list of types", cursor.Of(type),
             "write \"" + arg.name + ": " + std::string(type) + "\"");
      return false;
    }
    arg.type = type;
    arg.type_is_attr = true;
    arg.is_type_list = attr->is_list;
    return true;
  }

  // True if the op has an attr with this name and kind. Reports an error otherwise.
  bool IsAttr(std::string_view name, AttrKind kind, const Cursor& cursor) {
    const Attr* attr = op_.FindAttr(name);
    const std::string wanted(NameOf(kind));
    if (attr == nullptr) {
      if (complete_) ReportUnknown(name, kind, cursor);
      return false;
    }
    const bool fits = attr->kind == kind && (kind == AttrKind::kType || !attr->is_list);
    if (!fits) {
      sink_.Report({.code = "E0363",
                    .message = "attr " + Quoted(name) + " is not " +
                               (wanted.starts_with('i') ? "an " : "a ") + wanted + " attr",
                    .span = cursor.Of(name),
                    .notes = {{"it is defined here", attr->name_span}}});
    }
    return fits;
  }

  void ReportUnknown(std::string_view name, AttrKind kind, const Cursor& cursor) {
    std::vector<std::string_view> known;
    for (const Attr& attr : op_.attrs) {
      if (attr.kind == kind) known.push_back(attr.name);
    }
    const bool type = kind == AttrKind::kType;
    std::string help = type ? DtypeHelp(name) : "";
    if (const std::string_view nearest = base::NearestName(name, known); !nearest.empty()) {
      help = base::DidYouMean(nearest);
    }
    if (help.empty()) {
      const std::string attr = std::string(name) + (type ? ": {float, half}" : ": int >= 1");
      help = name.empty() ? "" : "add it to attrs, for example \"" + attr + "\"";
    }
    Report("E0362",
           type ? Quoted(name) + " is neither a data type nor an attr of op " + Quoted(op_.name)
                : "op " + Quoted(op_.name) + " has no attr " + Quoted(name),
           name.empty() ? cursor.Of(cursor.at(), cursor.at()) : cursor.Of(name), help);
  }

  void MarkInferred() {
    for (const Arg& input : op_.inputs) {
      for (Attr& attr : op_.attrs) {
        const bool type = input.type_is_attr && input.type == attr.name;
        const bool number = input.number_attr == attr.name;
        attr.inferred = attr.inferred || type || number;
      }
    }
  }

  // Checks that the op can have the properties that its flags promise.
  void CheckFlags() {
    const auto same_type = [&] {
      for (const Arg& arg : op_.inputs) {
        if (arg.type != op_.inputs[0].type) return false;
      }
      return true;
    };
    if (entry_.commutative.value && !entry_.inputs.empty() &&
        op_.inputs.size() == entry_.inputs.size() && (op_.inputs.size() != 2 || !same_type())) {
      Report("E0368", "op " + Quoted(op_.name) + " cannot be commutative", entry_.commutative.span,
             "a commutative op has two inputs of one type");
    }
    if (entry_.aggregate.value && op_.inputs.size() == entry_.inputs.size() &&
        (op_.inputs.empty() || !same_type() ||
         (op_.inputs.size() == 1 && op_.inputs[0].number_attr.empty()))) {
      Report("E0368", "op " + Quoted(op_.name) + " cannot be an aggregate", entry_.aggregate.span,
             "an aggregate has inputs of one type, as \"inputs: N * T\"");
    }
  }

  void CheckDocs() {
    if (!IsWhole(op_, entry_)) return;
    for (const auto& [arg, text] : entry_.arg_docs) {
      if (names_.find(arg.value) != names_.end()) continue;
      std::vector<std::string_view> known;
      for (const auto& [name, span] : names_) known.push_back(name);
      const std::string_view nearest = base::NearestName(arg.value, known);
      Report("E0369", "op " + Quoted(op_.name) + " has no argument or attr " + Quoted(arg.value),
             arg.span, base::DidYouMean(nearest));
    }
  }

  const spec::OpEntry& entry_;
  diag::Sink& sink_;
  OpDef op_;
  bool complete_ = true;  // all attrs were parsed
  std::map<std::string, diag::Span, std::less<>> names_;
};

}  // namespace

OpDef ParseOpDef(const spec::OpEntry& entry, diag::Sink& sink) {
  return OpDefParser(entry, sink).Run();
}

bool IsWhole(const OpDef& def, const spec::OpEntry& entry) {
  return def.inputs.size() == entry.inputs.size() && def.outputs.size() == entry.outputs.size() &&
         def.attrs.size() == entry.attrs.size();
}

}  // namespace plugingen::op
