#include "base/wrap.h"

#include <algorithm>

#include "base/text.h"

namespace plugingen::base {

size_t ColumnsOf(std::string_view line) {
  size_t columns = 0;
  for (size_t i = 0; i < line.size();) {
    const CodePoint c = DecodeUtf8(line, i);
    columns += c.valid ? static_cast<size_t>(DisplayWidth(c.value)) : 1;
    i += c.length;
  }
  return columns;
}

std::string Padded(std::string_view text, size_t columns) {
  std::string padded(text);
  const size_t taken = ColumnsOf(text);
  if (taken < columns) padded.append(columns - taken, ' ');
  return padded;
}

std::string Wrapped(std::string_view first, size_t indent, std::string_view text, size_t columns) {
  std::string out(first);
  size_t column = ColumnsOf(first);
  bool starts = true;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t width = ColumnsOf(word);
    if (column + (starts ? 0 : 1) + width > columns && column > indent) {
      while (out.ends_with(' ')) out.pop_back();
      out += "\n" + std::string(indent, ' ');
      column = indent;
      starts = true;
    }
    if (!starts) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
    starts = false;
  }
  return out + "\n";
}

std::string WrappedLines(std::string_view text, size_t deeper) {
  std::string out;
  for (const std::string_view line :
       Split(text.ends_with('\n') ? text.substr(0, text.size() - 1) : text, '\n')) {
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    out += Wrapped(line.substr(0, indent), indent + deeper, line.substr(indent));
  }
  return out;
}

std::string Reflowed(std::string_view text) {
  std::string out;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += Wrapped("", 0, paragraph);
    paragraph.clear();
  };
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (const std::string_view line : Split(text, '\n')) {
    if (line.empty() || line.starts_with(' ')) {
      end_paragraph();
      out += std::string(line) + "\n";
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  end_paragraph();
  return out;
}

}  // namespace plugingen::base
