#include "spec/yaml_text.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "spec/yaml_tree.h"

namespace plugingen::spec {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string Hex(unsigned char byte) {
  char text[8];
  std::snprintf(text, sizeof(text), "0x%02X", byte);
  return text;
}

// UTF-32 has a byte order mark that starts with that of UTF-16. Without it, three zeros accompany
// each of the first characters.
bool LooksLikeUtf32(std::string_view text) {
  if (text.size() < 4) return false;
  const auto zeros = std::count(text.begin(), text.begin() + 4, '\0');
  const bool mark = text.substr(0, 2) == "\xFF\xFE" || text.substr(2, 2) == "\xFE\xFF";
  return zeros == 3 || (zeros == 2 && mark);
}

// UTF-16 has a byte order mark, or zeros between the characters.
bool LooksLikeUtf16(std::string_view text) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
  return text.size() >= 4 && (text[0] == '\0') != (text[1] == '\0') &&
         (text[2] == '\0') != (text[3] == '\0');
}

diag::Diagnostic NotUtf8(std::string message, size_t offset) {
  return {.code = "E0002",
          .message = std::move(message),
          .span = {offset, offset + 1},
          .help = "save the file in the encoding UTF-8"};
}

}  // namespace

size_t ByteOrderMarkLength(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

bool CheckText(const diag::SourceFile& source, diag::Sink& sink) {
  const std::string_view text = source.text();
  if (text.size() > kLargestSpec) {
    sink.Report({.code = "E0009",
                 .message = "the spec has " + std::to_string(text.size()) +
                            " bytes; the limit is " + base::SizeText(kLargestSpec),
                 .span = {0, 0}});
    return false;
  }
  for (const auto& [looks_like, name] :
       {std::pair(&LooksLikeUtf32, "UTF-32"), std::pair(&LooksLikeUtf16, "UTF-16")}) {
    if (!looks_like(text)) continue;
    sink.Report(NotUtf8(std::string("the spec is not UTF-8 text; it looks like ") + name, 0));
    return false;
  }
  if (const size_t bad = base::FindInvalidUtf8(text); bad != std::string_view::npos) {
    sink.Report(NotUtf8(
        "the byte " + Hex(static_cast<unsigned char>(text[bad])) + " is not UTF-8 text", bad));
    return false;
  }
  bool clean = true;
  for (size_t i = 0; i < text.size() && clean; ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const bool line_break = c == '\n' || (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if ((c >= 0x20 && c != 0x7F) || c == '\t' || line_break) continue;
    sink.Report({.code = "E0006",
                 .message = c == '\r'
                                ? "a carriage return without a line feed"
                                : "the control character " + Hex(c) + " is not allowed in YAML",
                 .span = {i, i + 1},
                 .help = c == '\r' ? "save the file with line breaks \\n or \\r\\n" : "remove it"});
    clean = false;  // one error is enough: this is no text
  }
  return clean;
}

size_t SkipSpaceAndComments(std::string_view text, size_t offset) {
  for (; offset < text.size(); ++offset) {
    if (text[offset] == '#') {
      offset = LineEnd(text, offset);
      if (offset == text.size()) break;
    } else if (!IsSpace(text[offset])) {
      break;
    }
  }
  return offset;
}

size_t SkipProperties(std::string_view text, size_t offset) {
  while (offset < text.size() && (text[offset] == '&' || text[offset] == '!')) {
    while (offset < text.size() && !IsSpace(text[offset])) ++offset;
    offset = SkipSpaceAndComments(text, offset);
  }
  return offset;
}

size_t QuotedEnd(std::string_view text, size_t begin) {
  const char quote = text[begin];
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 >= text.size() || text[i + 1] != quote) return i + 1;
      ++i;  // '' is an escaped quote
    }
  }
  return std::string_view::npos;
}

size_t BlockScalarEnd(std::string_view text, size_t begin) {
  size_t end = LineEnd(text, begin);
  size_t indentation = std::string_view::npos;
  for (size_t line = end + 1; line < text.size(); line = LineEnd(text, line) + 1) {
    const size_t line_end = LineEnd(text, line);
    const size_t first = std::min(text.find_first_not_of(" \r", line), line_end);
    if (first == line_end)
      continue;  // a blank line belongs to the scalar only if more text follows
    if (indentation == std::string_view::npos) indentation = first - line;
    if (indentation == 0 || first - line < indentation) break;
    end = line_end;
  }
  return end;
}

size_t PlainEnd(std::string_view text, size_t begin, std::string_view value) {
  if (text.substr(begin, value.size()) == value) return begin + value.size();
  // The value has several lines. YAML folded line breaks and indentation into single spaces.
  size_t end = begin;
  for (const char c : value) {
    if (IsSpace(c)) continue;
    size_t next = end;
    while (next < text.size() && IsSpace(text[next])) ++next;
    if (next >= text.size() || text[next] != c) break;
    end = next + 1;
  }
  return end;
}

size_t OpenBracket(std::string_view text, size_t begin, size_t end) {
  std::vector<size_t> open;
  bool value_may_start = true;
  for (size_t i = begin; i < end;) {
    const char c = text[i];
    if (value_may_start && (c == '"' || c == '\'')) {
      i = QuotedEnd(text, i);
      value_may_start = false;
      continue;
    }
    if (c == '#' && i > 0 && IsSpace(text[i - 1])) {
      i = LineEnd(text, i);
      continue;
    }
    if ((c == '[' || c == '{') && (value_may_start || !open.empty())) open.push_back(i);
    if ((c == ']' || c == '}') && !open.empty()) open.pop_back();
    if (!IsSpace(c)) value_may_start = std::string_view("[{,:-").find(c) != std::string_view::npos;
    if (c == '\n' && open.empty()) value_may_start = true;
    ++i;
  }
  return open.empty() ? std::string_view::npos : open.back();
}

size_t WordEnd(std::string_view text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && !IsSpace(text[end]) &&
         std::string_view(",[]{}:\"'").find(text[end]) == std::string_view::npos) {
    ++end;
  }
  return end == begin && begin < text.size() ? begin + base::DecodeUtf8(text, begin).length : end;
}

size_t LineBegin(std::string_view text, size_t offset) {
  if (offset == 0) return 0;
  const size_t line_break = text.rfind('\n', offset - 1);
  return line_break == std::string_view::npos ? 0 : line_break + 1;
}

size_t LineEnd(std::string_view text, size_t offset) {
  return std::min(text.find('\n', offset), text.size());
}

}  // namespace plugingen::spec
