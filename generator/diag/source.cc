#include "diag/source.h"

#include <algorithm>
#include <utility>

namespace plugingen::diag {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kCheckpointDistance = 4096;

bool StartsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

}  // namespace

SourceFile::SourceFile(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  // Editors do not count a byte order mark as a column, so it is not part of the first line.
  line_starts_.push_back(text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  size_t characters = 0;
  for (size_t i = 0; i < text_.size(); ++i) {
    if (i % kCheckpointDistance == 0) checkpoints_.push_back(characters);
    if (StartsCharacter(text_[i])) ++characters;
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

size_t SourceFile::CharactersBefore(size_t offset) const {
  if (checkpoints_.empty()) return 0;
  const size_t checkpoint = std::min(offset / kCheckpointDistance, checkpoints_.size() - 1);
  size_t characters = checkpoints_[checkpoint];
  for (size_t i = checkpoint * kCheckpointDistance; i < offset; ++i) {
    if (StartsCharacter(text_[i])) ++characters;
  }
  return characters;
}

Position SourceFile::PositionOf(size_t offset) const {
  offset = std::max(std::min(offset, text_.size()), line_starts_.front());
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const size_t line = static_cast<size_t>(after - line_starts_.begin());
  return {line, CharactersBefore(offset) - CharactersBefore(LineStart(line)) + 1};
}

std::string_view SourceFile::Line(size_t line) const {
  const size_t begin = LineStart(line);
  const size_t end = line < line_starts_.size() ? line_starts_[line] - 1 : text_.size();
  std::string_view text = std::string_view(text_).substr(begin, end - begin);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

size_t SourceFile::LineStart(size_t line) const { return line_starts_[line - 1]; }

}  // namespace plugingen::diag
