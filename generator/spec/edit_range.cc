#include "spec/edit_range.h"

#include <algorithm>

#include "spec/text_edit.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {
std::optional<std::string> WithReleaseRange(const diag::SourceFile& source,
                                            std::string_view range) {
  diag::Sink sink;
  const std::optional<YamlTree> tree = ParseYaml(source, sink);
  if (!tree || tree->root().kind != NodeKind::kMap) return std::nullopt;
  const Node& root = tree->root();
  const std::string& text = source.text();
  if (const Member* member = FindMember(root, "tensorflow")) {
    const Node& value = *member->value;
    if (value.kind == NodeKind::kNull && value.span.begin == member->key_span.begin) {
      // Only the key is there: behind its colon.
      const size_t colon = text.find(':', member->key_span.end);
      return Spliced(text, {colon + 1, colon + 1}, " \"" + std::string(range) + "\"");
    }
    const char quote = text[value.span.begin] == '\'' ? '\'' : '"';
    return Spliced(text, value.span, quote + std::string(range) + quote);
  }
  const Member* format = FindMember(root, "plugingen");
  if (format == nullptr) return std::nullopt;
  const std::string entry = "tensorflow: \"" + std::string(range) + "\"";
  const size_t behind = format->value->span.end;
  if (text[root.span.begin] == '{') return Spliced(text, {behind, behind}, ", " + entry);
  const size_t line_end = std::min(text.find('\n', behind), text.size());
  const std::string line_break(LineBreakAt(text, behind));
  if (line_end == text.size()) return text + line_break + entry;
  return Spliced(text, {line_end + 1, line_end + 1}, entry + line_break);
}

}  // namespace plugingen::spec
