#include "emit/template.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/suggest.h"

namespace plugingen::emit {

struct Template::Node {
  // A piece of a text line: a literal text or a name to substitute.
  struct Piece {
    std::string_view literal;
    std::string_view name;  // empty for a literal text
  };
  struct Condition {
    std::string_view name;
    std::optional<std::string_view> equals;  // nullopt tests the name itself
    bool negated = false;
    bool always = false;  // `else`
  };
  struct Arm {
    Condition condition;
    std::vector<Node> body;
  };
  enum class Kind { kLine, kFor, kIf };

  Kind kind = Kind::kLine;
  size_t line = 0;
  std::vector<Piece> pieces;  // kLine
  std::string_view indent;    // kLine: set if a name is alone on its line
  bool alone = false;         // kLine
  std::string_view variable;  // kFor
  std::string_view list;      // kFor
  std::vector<Node> body;     // kFor
  std::vector<Arm> arms;      // kIf
};

namespace {

using Node = Template::Node;

constexpr std::string_view kBlanks = " \t";

bool IsNameStart(char c) { return c >= 'a' && c <= 'z'; }
bool IsNamePart(char c) { return IsNameStart(c) || (c >= '0' && c <= '9') || c == '_' || c == '.'; }

[[noreturn]] void Fail(std::string_view path, size_t line, const std::string& what) {
  throw TemplateError(std::string(path) + ":" + std::to_string(line) + ": " + what);
}

std::string InQuotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string_view Strip(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Removes the first word from `text` and returns it. Blanks separate words.
std::string_view TakeWord(std::string_view& text) {
  text = Strip(text);
  const size_t end = std::min(text.find_first_of(kBlanks), text.size());
  const std::string_view word = text.substr(0, end);
  text = Strip(text.substr(end));
  return word;
}

// Returns the directive of a control line, or nullopt for a text line.
std::optional<std::string_view> DirectiveOf(std::string_view line) {
  const std::string_view stripped = Strip(line);
  if (stripped.starts_with("//%")) return Strip(stripped.substr(3));
  if (stripped.starts_with("#%")) return Strip(stripped.substr(2));
  return std::nullopt;
}

class Parser {
 public:
  Parser(std::string_view path, std::string_view text) : path_(path), rest_(text) {}

  std::vector<Node> ParseAll() {
    std::vector<Node> nodes;
    const std::string_view stop = ParseBlock(nodes);
    if (!stop.empty()) Fail(path_, line_, InQuotes(stop) + " closes nothing");
    return nodes;
  }

 private:
  // Parses up to the end of the text or a directive that closes the block. Returns that directive,
  // or "" at the end.
  std::string_view ParseBlock(std::vector<Node>& nodes) {
    while (!rest_.empty()) {
      const size_t end = std::min(rest_.find('\n'), rest_.size() - 1);
      const std::string_view text = rest_.substr(0, end + 1);
      rest_.remove_prefix(text.size());
      ++line_;
      const std::string_view bare = text.ends_with('\n') ? text.substr(0, end) : text;
      const std::optional<std::string_view> directive = DirectiveOf(bare);
      if (!directive) {
        nodes.push_back(ParseLine(text, bare));
        continue;
      }
      std::string_view rest = *directive;
      const std::string_view word = TakeWord(rest);
      if (word.starts_with("--")) continue;
      if (word == "end" || word == "else" || word == "elif") return *directive;
      if (word == "for") {
        nodes.push_back(ParseFor(rest));
      } else if (word == "if") {
        nodes.push_back(ParseIf(rest));
      } else {
        Fail(path_, line_, "unknown directive " + InQuotes(word));
      }
    }
    return {};
  }

  Node ParseLine(std::string_view text, std::string_view bare) const {
    Node node;
    node.line = line_;
    size_t literal = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '@' || i + 1 >= text.size() || !IsNameStart(text[i + 1])) continue;
      size_t end = i + 1;
      while (end < text.size() && IsNamePart(text[end])) ++end;
      if (end >= text.size() || text[end] != '@' || text[end - 1] == '.') continue;
      if (i > literal) node.pieces.push_back({text.substr(literal, i - literal), {}});
      node.pieces.push_back({{}, text.substr(i + 1, end - i - 1)});
      literal = end + 1;
      i = end;
    }
    if (literal < text.size()) node.pieces.push_back({text.substr(literal), {}});
    const std::string_view stripped = Strip(bare);
    for (const Node::Piece& piece : node.pieces) {
      if (!piece.name.empty() && stripped.size() == piece.name.size() + 2) node.alone = true;
    }
    if (node.alone) node.indent = bare.substr(0, bare.find('@'));
    return node;
  }

  Node ParseFor(std::string_view rest) {
    Node node;
    node.kind = Node::Kind::kFor;
    node.line = line_;
    node.variable = TakeWord(rest);
    const std::string_view in = TakeWord(rest);
    node.list = TakeWord(rest);
    if (in != "in" || node.list.empty() || !rest.empty()) {
      Fail(path_, line_, "expected 'for NAME in LIST'");
    }
    const std::string_view stop = ParseBlock(node.body);
    if (stop != "end") Fail(path_, node.line, "this 'for' has no 'end'");
    return node;
  }

  Node ParseIf(std::string_view rest) {
    Node node;
    node.kind = Node::Kind::kIf;
    node.line = line_;
    Node::Condition condition = ParseCondition(rest);
    Node::Condition otherwise;
    otherwise.always = true;
    while (true) {
      node.arms.push_back({condition, {}});
      std::string_view stop = ParseBlock(node.arms.back().body);
      const std::string_view word = TakeWord(stop);
      if (word == "end") return node;
      if (word.empty() || condition.always) Fail(path_, node.line, "this 'if' has no 'end'");
      condition = word == "elif" ? ParseCondition(stop) : otherwise;
    }
  }

  Node::Condition ParseCondition(std::string_view rest) const {
    Node::Condition condition;
    condition.name = TakeWord(rest);
    if (condition.name == "not") {
      condition.negated = true;
      condition.name = TakeWord(rest);
    }
    bool good = !condition.name.empty();
    if (!rest.empty()) {
      good = good && !condition.negated && TakeWord(rest) == "==" && !rest.empty();
      std::string_view word = TakeWord(rest);
      if (word.size() >= 2 && word.starts_with('"') && word.ends_with('"')) {
        word = word.substr(1, word.size() - 2);
      }
      condition.equals = word;
    }
    if (!good || !rest.empty()) Fail(path_, line_, "expected 'if [not] NAME' or 'if NAME == WORD'");
    return condition;
  }

  std::string_view path_;
  std::string_view rest_;
  size_t line_ = 0;
};

class Renderer {
 public:
  Renderer(std::string_view path, const Members& root, const Members& extra)
      : path_(path), root_(root), extra_(extra) {}

  std::string Run(const std::vector<Node>& nodes) {
    RenderAll(nodes);
    return std::move(out_);
  }

 private:
  // A running loop, in which `name` means `item`, the `index`th of `size`.
  struct Frame {
    std::string_view name;
    const Value* item;
    size_t index;
    size_t size;
  };

  void RenderAll(const std::vector<Node>& nodes) {
    for (const Node& node : nodes) {
      line_ = node.line;
      switch (node.kind) {
        case Node::Kind::kLine:
          RenderLine(node);
          break;
        case Node::Kind::kFor:
          RenderFor(node);
          break;
        case Node::Kind::kIf:
          for (const Node::Arm& arm : node.arms) {
            if (!Holds(arm.condition)) continue;
            RenderAll(arm.body);
            break;
          }
          break;
      }
    }
  }

  void RenderLine(const Node& node) {
    if (node.alone) {
      const std::string_view text =
          TextOf(node.pieces[node.pieces.front().name.empty() ? 1 : 0].name);
      if (text.find('\n') != std::string_view::npos) return AppendIndented(text, node.indent);
    }
    for (const Node::Piece& piece : node.pieces) {
      if (piece.name.empty()) {
        out_ += piece.literal;
      } else {
        out_ += TextOf(piece.name);
      }
    }
  }

  void AppendIndented(std::string_view text, std::string_view indent) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      if (end > 0) out_ += indent;
      out_ += text.substr(0, end);
      out_ += '\n';
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void RenderFor(const Node& node) {
    const List* list = Find(node.list).list();
    if (list == nullptr) Fail(path_, node.line, InQuotes(node.list) + " is not a list");
    frames_.push_back({node.variable, nullptr, 0, list->size()});
    for (size_t i = 0; i < list->size(); ++i) {
      frames_.back().item = &(*list)[i];
      frames_.back().index = i;
      RenderAll(node.body);
    }
    frames_.pop_back();
  }

  bool Holds(const Node::Condition& condition) {
    if (condition.always) return true;
    const bool holds =
        condition.equals ? TextOf(condition.name) == *condition.equals : TruthOf(condition.name);
    return holds != condition.negated;
  }

  bool TruthOf(std::string_view name) {
    if (const Frame* frame = LoopFrame(name)) {
      if (name.ends_with(".first")) return frame->index == 0;
      if (name.ends_with(".last")) return frame->index + 1 == frame->size;
    }
    const Value& value = Find(name);
    if (value.truth() != nullptr) return *value.truth();
    if (value.text() != nullptr) return !value.text()->empty();
    if (value.list() != nullptr) return !value.list()->empty();
    return true;
  }

  std::string_view TextOf(std::string_view name) {
    if (const Frame* frame = LoopFrame(name)) {
      if (name.ends_with(".comma")) return frame->index + 1 == frame->size ? "" : ",";
      if (name.ends_with(".first")) return frame->index == 0 ? "true" : "false";
      if (name.ends_with(".last")) return frame->index + 1 == frame->size ? "true" : "false";
    }
    const Value& value = Find(name);
    if (value.text() != nullptr) return *value.text();
    if (value.truth() != nullptr) return *value.truth() ? "true" : "false";
    Fail(path_, line_, InQuotes(name) + " is not text");
  }

  // Returns the frame if `name` is `variable.something` with exactly one dot.
  const Frame* LoopFrame(std::string_view name) const {
    const size_t dot = name.find('.');
    if (dot == std::string_view::npos || name.find('.', dot + 1) != std::string_view::npos) {
      return nullptr;
    }
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      if (frame->name == name.substr(0, dot)) return &*frame;
    }
    return nullptr;
  }

  const Value& Find(std::string_view name) {
    const std::string_view head = name.substr(0, name.find('.'));
    const Value* value = nullptr;
    for (auto frame = frames_.rbegin(); frame != frames_.rend() && value == nullptr; ++frame) {
      if (frame->name == head) value = frame->item;
    }
    if (value == nullptr) {
      value = ValueAt(extra_, head);
      if (value == nullptr) value = ValueAt(root_, head);
      if (value == nullptr) FailUnknown(name, {}, NamesInScope());
    }
    for (size_t at = head.size(); at < name.size();) {
      const size_t end = std::min(name.find('.', at + 1), name.size());
      const Members* members = value->members();
      if (members == nullptr) Fail(path_, line_, InQuotes(name.substr(0, at)) + " has no members");
      const auto member = members->find(name.substr(at + 1, end - at - 1));
      if (member == members->end()) {
        FailUnknown(name, std::string(name.substr(0, at + 1)), NamesOf(*members));
      }
      value = &member->second;
      at = end;
    }
    return *value;
  }

  static const Value* ValueAt(const Members& members, std::string_view name) {
    const auto member = members.find(name);
    return member == members.end() ? nullptr : &member->second;
  }

  static std::vector<std::string_view> NamesOf(const Members& members) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : members) names.push_back(name);
    return names;
  }

  std::vector<std::string_view> NamesInScope() const {
    std::vector<std::string_view> names = NamesOf(extra_);
    for (const Frame& frame : frames_) names.push_back(frame.name);
    for (const auto& [name, value] : root_) names.push_back(name);
    return names;
  }

  // `prefix` is the part of `name` that exists. `candidates` are the names that could follow it.
  [[noreturn]] void FailUnknown(std::string_view name, const std::string& prefix,
                                const std::vector<std::string_view>& candidates) const {
    std::string what = "unknown name " + InQuotes(name);
    const std::string_view rest = name.substr(prefix.size());
    const std::string_view nearest = base::NearestName(rest.substr(0, rest.find('.')), candidates);
    if (!nearest.empty()) what += ", did you mean " + InQuotes(prefix + std::string(nearest)) + "?";
    Fail(path_, line_, what);
  }

  std::string_view path_;
  const Members& root_;
  const Members& extra_;
  std::vector<Frame> frames_;
  std::string out_;
  size_t line_ = 0;
};

}  // namespace

Template::Template(std::string_view path, std::vector<Node> nodes)
    : path_(path), nodes_(std::move(nodes)) {}
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

Template Template::Parse(std::string_view path, std::string_view text) {
  return Template(path, Parser(path, text).ParseAll());
}

std::string Template::Render(const Members& root, const Members& extra) const {
  return Renderer(path_, root, extra).Run(nodes_);
}

}  // namespace plugingen::emit
