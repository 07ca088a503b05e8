#include "spec/parse_ops.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "spec/plain_keys.h"

namespace plugingen::spec {
namespace {

using base::Quoted;

constexpr std::string_view kOpPath = "ops[]";
constexpr std::string_view kDeprecatedPath = "ops[].deprecated";

// Parses the section of one op.
class OpParser {
 public:
  OpParser(const Section& section, const Node& item) : section_(section) { op_.span = item.span; }

  OpEntry Run() {
    ReadPlainKeys(section_, op_);
    ReadPlainKeys(section_.Child("deprecated", kDeprecatedPath), op_);
    op_.inputs = section_.Texts("inputs");
    op_.outputs = section_.Texts("outputs");
    op_.attrs = section_.Texts("attrs");
    ReadDoc();
    ReadArguments();
    ReadShape();
    ReadGradient();
    return std::move(op_);
  }

 private:
  void ReadDoc() {
    op_.doc = {"", section_.KeySpan("doc"), false};
    const Node* node = section_.Find("doc");
    if (node == nullptr) return;
    if (node->kind != NodeKind::kScalar) return section_.WrongType("doc", *node, "text");
    if (!CheckDoc(*node)) return;
    op_.doc = {std::string(base::Trim(node->text)), node->span, true};
  }

  // Emission escapes quotes and backslashes in the docstring, so they are allowed.
  bool CheckDoc(const Node& node) {
    for (const char c : node.text) {
      if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') continue;
      section_.Report(
          {diag::Severity::kError, "E0217", "a control character inside this text",
           "the text becomes part of Python sources", "use blanks and line breaks only"},
          node.span);
      return false;
    }
    return true;
  }

  void ReadArguments() {
    const Node* node = section_.Find("arguments");
    if (node == nullptr) return;
    if (node->kind != NodeKind::kMap) {
      return section_.WrongType("arguments", *node, "a map from arguments to texts");
    }
    for (const Member& member : node->members) {
      if (member.value->kind != NodeKind::kScalar) {
        section_.WrongType("arguments", *member.value, "a map from arguments to texts");
      } else if (CheckDoc(*member.value)) {
        op_.arg_docs.push_back(
            {{member.key, member.key_span, true}, std::string(base::Trim(member.value->text))});
      }
    }
  }

  bool IsInput(std::string_view name) const {
    return std::any_of(op_.inputs.begin(), op_.inputs.end(), [name](const diag::SourceText& text) {
      return base::Trim(std::string_view(text.text).substr(0, text.text.find(':'))) == name;
    });
  }

  void AddShape(Located<std::string> arg, const Node& value) {
    ShapeEntry entry{std::move(arg), value.kind == NodeKind::kSequence, {}, value.span};
    if (value.kind == NodeKind::kMap) {
      return section_.WrongType("shape", value, "a shape rule for each argument");
    }
    if (value.kind == NodeKind::kNull) {
      return section_.Report(
          {diag::Severity::kError, "E0108", "key " + Quoted(entry.arg.value) + " has no value", "",
           "write a shape rule, for example [batch, n] or same_as(x)"},
          entry.arg.span);
    }
    entry.texts = section_.TextsOf("shape", value);
    op_.shape.push_back(std::move(entry));
  }

  void ReadShape() {
    op_.shape_file = {"", section_.KeySpan("shape"), false};
    const Node* node = section_.Find("shape");
    if (node == nullptr) return;
    if (node->kind != NodeKind::kMap)
      return AddShape({"", section_.KeySpan("shape"), false}, *node);
    for (const Member& member : node->members) {
      const Node& value = *member.value;
      if (member.key == "file" && !IsInput("file")) {
        ReadFile(value);
      } else {
        AddShape({member.key, member.key_span, true}, value);
      }
    }
    if (op_.shape_file.given && node->members.size() > 1) {
      section_.Report({diag::Severity::kError, "E0107", "a shape is a file or rules, not both", "",
                       "remove 'file' or the rules"},
                      op_.shape_file.span);
    }
  }

  void ReadFile(const Node& value) {
    const std::string* path = section_.CheckedText("shape", value);
    if (path == nullptr) return;
    if (const std::optional<Problem> problem = CheckValue("ops[].shape.file", *path)) {
      return section_.Report(*problem, value.span);
    }
    op_.shape_file = {*path, value.span, true};
  }

  void ReadGradient() {
    op_.gradient_function = {"", section_.KeySpan("gradient"), false};
    const Node* node = section_.Find("gradient");
    if (node == nullptr) return;
    if (node->kind != NodeKind::kMap) {
      return section_.WrongType("gradient", *node, "a map from inputs to expressions",
                                "for example {x: dy * y}");
    }
    for (const Member& member : node->members) {
      const Node& value = *member.value;
      if (value.kind != NodeKind::kScalar) {
        section_.WrongType("gradient", value, "an expression for each input");
      } else if (member.key == "python" && !IsInput("python")) {
        ReadFunction(value);
      } else {
        GradientEntry& entry = op_.gradient.emplace_back();
        entry.input = {member.key, member.key_span, true};
        entry.expression = TextOf(value);
      }
    }
    if (op_.gradient_function.given && node->members.size() > 1) {
      section_.Report(
          {diag::Severity::kError, "E0107", "a gradient is a function or expressions, not both", "",
           "remove 'python' or the expressions"},
          op_.gradient_function.span);
    }
  }

  void ReadFunction(const Node& value) {
    if (const std::optional<Problem> problem = CheckValue("ops[].gradient.python", value.text)) {
      return section_.Report(*problem, value.span);
    }
    op_.gradient_function = {value.text, value.span, true};
  }

  const Section& section_;
  OpEntry op_;
};

// Keeps only the first op of each name, because registering an op twice would abort the process.
void DropSecond(std::vector<OpEntry>& ops, const Section& root) {
  std::map<std::string, diag::Span> first;
  std::vector<OpEntry> kept;
  for (OpEntry& op : ops) {
    if (!op.name.given) continue;
    const auto [known, is_new] = first.emplace(op.name.value, op.name.span);
    if (is_new) {
      kept.push_back(std::move(op));
      continue;
    }
    root.sink().Report({.code = "E0222",
                        .message = "op " + Quoted(op.name.value) + " is defined twice",
                        .span = op.name.span,
                        .notes = {{"first defined here", known->second}}});
  }
  ops = std::move(kept);
}

}  // namespace

std::vector<OpEntry> ParseOps(const Section& root) {
  std::vector<OpEntry> ops;
  const Node* node = root.Find("ops");
  if (node == nullptr) return ops;
  if (node->kind != NodeKind::kSequence) {
    root.WrongType("ops", *node, "a list", "start each op with '- name: ...'");
    return ops;
  }
  for (const Node* item : node->items) {
    if (item->kind != NodeKind::kMap) {
      root.Report({diag::Severity::kError, "E0102",
                   "an item of ops must be a map of keys, not " + Describe(*item), "",
                   "write for example '- name: AcmeGelu'"},
                  item->span);
      continue;
    }
    const diag::Span where = item->members.empty() ? item->span : item->members.front().key_span;
    const Section section(item, where, kOpPath, root.sink());
    ops.push_back(OpParser(section, *item).Run());
  }
  DropSecond(ops, root);
  return ops;
}

}  // namespace plugingen::spec
