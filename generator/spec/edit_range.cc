#include "spec/edit_range.h"

#include <algorithm>

#include "spec/text_edit.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {
namespace {

constexpr std::string_view kKey = "tensorflow";

std::optional<YamlTree> TreeOf(const diag::SourceFile& source) {
  diag::Sink sink;
  std::optional<YamlTree> tree = ParseYaml(source, sink);
  if (tree && tree->root().kind != NodeKind::kMap) tree.reset();
  return tree;
}

bool IsSame(const Node& a, const Node& b) {
  return a.kind == b.kind && a.plain == b.plain && a.text == b.text &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                    [](const Node* x, const Node* y) { return IsSame(*x, *y); }) &&
         std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
                    [](const Member& x, const Member& y) {
                      return x.key == y.key && IsSame(*x.value, *y.value);
                    });
}

Node WithoutRange(Node root) {
  std::erase_if(root.members, [](const Member& member) { return member.key == kKey; });
  return root;
}

// Returns the spec's text with the range, or nothing if there is no place for it.
std::optional<std::string> Edited(const std::string& text, const Node& root,
                                  std::string_view range) {
  if (const Member* member = FindMember(root, kKey)) {
    const Node& value = *member->value;
    if (value.kind == NodeKind::kNull && value.span.begin == member->key_span.begin) {
      // The key has no value, so the range follows the colon.
      const size_t colon = text.find(':', member->key_span.end);
      return Spliced(text, {colon + 1, colon + 1}, " \"" + std::string(range) + "\"");
    }
    // (For an alias this is the alias itself, not the value that it refers to.)
    const diag::Span& place = member->value_span;
    const char quote = text[place.begin] == '\'' ? '\'' : '"';
    return Spliced(text, place, quote + std::string(range) + quote);
  }
  const Member* format = FindMember(root, "plugingen");
  if (format == nullptr) return std::nullopt;
  const std::string entry = std::string(kKey) + ": \"" + std::string(range) + "\"";
  const size_t behind = format->value_span.end;
  if (text[root.span.begin] == '{') return Spliced(text, {behind, behind}, ", " + entry);
  // Aligned with the other keys.
  const size_t line_begin = text.rfind('\n', format->key_span.begin) + 1;
  const std::string before = text.substr(line_begin, format->key_span.begin - line_begin);
  const bool is_blank = before.find_first_not_of(' ') == std::string::npos;
  const std::string indent = is_blank ? before : "";  // (after a byte order mark)
  const size_t line_end = std::min(text.find('\n', behind), text.size());
  const std::string line_break(LineBreakAt(text, behind));
  if (line_end == text.size()) return text + line_break + indent + entry;
  return Spliced(text, {line_end + 1, line_end + 1}, indent + entry + line_break);
}

}  // namespace

std::optional<std::string> WithReleaseRange(const diag::SourceFile& source,
                                            std::string_view range) {
  const std::optional<YamlTree> tree = TreeOf(source);
  if (!tree) return std::nullopt;
  std::optional<std::string> text = Edited(source.text(), tree->root(), range);
  if (!text) return std::nullopt;
  // Checks the result: it has the range, and all other values are the same. (A value that refers to
  // the range by an alias would change with it.)
  const diag::SourceFile result(source.path(), *text);
  const std::optional<YamlTree> edited = TreeOf(result);
  const Member* member = edited ? FindMember(edited->root(), kKey) : nullptr;
  if (member == nullptr || member->value->text != range ||
      !IsSame(WithoutRange(edited->root()), WithoutRange(tree->root()))) {
    return std::nullopt;
  }
  return text;
}

}  // namespace plugingen::spec
