#include "spec/edit_kernels.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "spec/text_edit.h"
#include "spec/yaml_text.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {
namespace {

// Returns an entry as an item of [...]. Some readers of YAML need braces around a single pair
// there.
std::string InBrackets(const KernelText& kernel) {
  const bool pair = !kernel.starts_with('{') && kernel.find(": ") != std::string::npos;
  return pair ? "{" + kernel + "}" : kernel;
}

std::string InBrackets(const std::vector<KernelText>& kernels, std::string_view separator) {
  std::vector<std::string> items;
  items.reserve(kernels.size());
  for (const KernelText& kernel : kernels) items.push_back(InBrackets(kernel));
  return base::Join(items, separator);
}

class Editor {
 public:
  Editor(const std::string& text, const std::vector<KernelText>& kernels)
      : text_(text), kernels_(kernels) {}

  std::string AddKey(const Node& root) const {
    if (text_[root.span.begin] == '{') {
      const std::string key = "kernels: [" + InBrackets(kernels_, ", ") + "]";
      return AddToBraces(root, key);
    }
    const std::string line_break(LineBreakAt(text_, root.span.begin));
    const std::string indent(ColumnOf(root.members.front().key_span.begin), ' ');
    std::string key = indent + "kernels:" + line_break;
    for (const KernelText& kernel : kernels_) key += indent + "  - " + kernel + line_break;
    const size_t end = EndOfDocument(root.span.end);
    if (end > 0 && text_[end - 1] != '\n' && EndsWithBlockScalar(root)) {
      // A block scalar would include a line break after its text.
      const size_t at = BeginWithComments(root.members.back().key_span.begin);
      return Spliced(text_, {at, at}, key);
    }
    const bool whole = end == 0 || text_[end - 1] == '\n';
    return Spliced(text_, {end, end}, (whole ? "" : line_break) + key);
  }

  // The key has no value.
  std::string AddValue(const Member& member) const {
    const size_t colon = text_.find(':', member.key_span.end);
    const size_t line_end = EndOfLine(colon);
    const size_t indent = ColumnOf(member.key_span.begin) + 2;
    return Spliced(text_, {line_end, line_end}, Lines(indent, line_end));
  }

  // The value is '~' or 'null'.
  std::string ReplaceValue(const Node& null) const {
    return Spliced(text_, null.span, "[" + InBrackets(kernels_, ", ") + "]");
  }

  // `begin` is the position of the first '-'.
  std::string AddToBlock(const Node& list, size_t begin) const {
    const size_t line_end = EndOfLine(list.item_spans.back().end);
    return Spliced(text_, {line_end, line_end}, Lines(ColumnOf(begin), line_end));
  }

  std::string AddToBrackets(const Node& list) const {
    if (list.items.empty()) {
      const size_t inside = list.span.begin + 1;
      return Spliced(text_, {inside, inside}, InBrackets(kernels_, ", "));
    }
    const diag::Span& last = list.item_spans.back();
    const size_t bracket = list.span.end - 1;
    const size_t comma = SkipSpaceAndComments(text_, last.end);
    const bool has_comma = comma < bracket && text_[comma] == ',';
    const size_t behind = has_comma ? comma + 1 : last.end;
    std::string separator = ", ";
    size_t at = behind;
    if (StartsItsLine(last.begin)) {
      // The list has one item a line. The new items follow the comment of the last one.
      const size_t line_end = EndOfLine(behind);
      if (line_end < bracket) at = line_end;
      separator =
          "," + std::string(LineBreakAt(text_, last.end)) + std::string(ColumnOf(last.begin), ' ');
    }
    std::string piece = separator.substr(1) + InBrackets(kernels_, separator);
    if (has_comma) piece += ",";
    std::string edited = Spliced(text_, {at, at}, piece);
    if (!has_comma) edited.insert(behind, ",");
    return edited;
  }

 private:
  size_t ColumnOf(size_t offset) const {
    const size_t begin = LineBegin(text_, offset);
    return offset - (begin == 0 ? ByteOrderMarkLength(text_) : begin);
  }

  // Returns the end of the text in the line of `offset`, before the line break.
  size_t EndOfLine(size_t offset) const {
    const size_t end = LineEnd(text_, offset);
    return end > offset && end < text_.size() && text_[end - 1] == '\r' ? end - 1 : end;
  }

  // Returns the end of the document whose last value is before `offset`: a line "...", or the end
  // of the text.
  size_t EndOfDocument(size_t offset) const {
    for (size_t line = LineEnd(text_, offset) + 1; line < text_.size();
         line = LineEnd(text_, line) + 1) {
      if (text_.compare(line, 3, "...") == 0) return line;
    }
    return text_.size();
  }

  bool EndsWithBlockScalar(const Node& node) const {
    if (node.kind == NodeKind::kMap && !node.members.empty()) {
      return EndsWithBlockScalar(*node.members.back().value);
    }
    if (node.kind == NodeKind::kSequence && !node.items.empty()) {
      return EndsWithBlockScalar(*node.items.back());
    }
    const char first = node.span.begin < text_.size() ? text_[node.span.begin] : '\0';
    return node.kind == NodeKind::kScalar && (first == '|' || first == '>');
  }

  // Returns the start of a key's line, or of the comments directly above it.
  size_t BeginWithComments(size_t key) const {
    size_t begin = LineBegin(text_, key);
    while (begin > 0) {
      const size_t above = LineBegin(text_, begin - 1);
      const std::string_view line = std::string_view(text_).substr(above, begin - above);
      if (!base::Trim(line).starts_with('#')) break;
      begin = above;
    }
    return begin;
  }

  bool StartsItsLine(size_t offset) const {
    const std::string_view before =
        std::string_view(text_).substr(0, offset).substr(LineBegin(text_, offset));
    return base::Trim(before).empty();
  }

  // Returns the entries as lines that follow the line ending at `line_end`.
  std::string Lines(size_t indent, size_t line_end) const {
    std::string lines;
    const std::string_view line_break = LineBreakAt(text_, line_end);
    for (const KernelText& kernel : kernels_) {
      lines += line_break;
      lines += std::string(indent, ' ') + "- " + kernel;
    }
    return lines;
  }

  std::string AddToBraces(const Node& map, const std::string& entry) const {
    const size_t last = map.members.back().value_span.end;
    const size_t comma = SkipSpaceAndComments(text_, last);
    const bool has_comma = comma < map.span.end && text_[comma] == ',';
    const size_t at = has_comma ? comma + 1 : last;
    return Spliced(text_, {at, at}, (has_comma ? " " : ", ") + entry);
  }

  const std::string& text_;
  const std::vector<KernelText>& kernels_;
};

}  // namespace

std::optional<std::string> WithKernels(const diag::SourceFile& source,
                                       const std::vector<KernelText>& kernels) {
  diag::Sink sink;
  const std::optional<YamlTree> tree = ParseYaml(source, sink);
  if (!tree || tree->root().kind != NodeKind::kMap || tree->root().members.empty()) {
    return std::nullopt;
  }
  const std::string& text = source.text();
  const Editor editor(text, kernels);
  const Member* member = FindMember(tree->root(), "kernels");
  if (member == nullptr) return editor.AddKey(tree->root());
  const Node& list = *member->value;
  if (list.kind == NodeKind::kNull) {
    if (member->value_span.begin != list.span.begin) return std::nullopt;  // an alias
    if (list.span.begin != member->key_span.begin) return editor.ReplaceValue(list);
    if (text[tree->root().span.begin] == '{') return std::nullopt;
    return editor.AddValue(*member);
  }
  if (list.kind != NodeKind::kSequence) return std::nullopt;
  const size_t value = SkipSpaceAndComments(text, text.find(':', member->key_span.end) + 1);
  const size_t begin = SkipProperties(text, value);
  if (begin < text.size() && text[begin] == '[') return editor.AddToBrackets(list);
  if (begin < text.size() && text[begin] == '-') return editor.AddToBlock(list, begin);
  return std::nullopt;
}

std::string WithKernelAt(const std::string& text, const diag::Span& span,
                         const KernelText& kernel) {
  return Spliced(text, span, InBrackets(kernel));
}

std::string WithListOfKernels(const diag::SourceFile& source) {
  diag::Sink sink;
  const std::string& text = source.text();
  const std::optional<YamlTree> tree = ParseYaml(source, sink);
  if (!tree || tree->root().kind != NodeKind::kMap) return text;
  const Member* member = FindMember(tree->root(), "kernels");
  if (member == nullptr || member->value->kind != NodeKind::kNull) return text;
  const diag::Span& null = member->value->span;
  if (member->value_span.begin != null.begin) return text;  // an alias
  if (null.begin != member->key_span.begin) return Spliced(text, null, "[]");
  const size_t behind = text.find(':', member->key_span.end) + 1;
  return Spliced(text, {behind, behind}, " []");
}

}  // namespace plugingen::spec
