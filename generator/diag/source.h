// The text that diagnostics refer to.

#ifndef PLUGINGEN_DIAG_SOURCE_H_
#define PLUGINGEN_DIAG_SOURCE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::diag {

// A half-open range of bytes [begin, end) in a SourceFile. It is a point if begin == end.
struct Span {
  size_t begin = 0;
  size_t end = 0;
};

// Line and column, starting at 1. The column counts Unicode code points, as editors do.
struct Position {
  size_t line = 1;
  size_t column = 1;
};

// A text with a name. Converts byte offsets to positions.
class SourceFile {
 public:
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }

  // Returns the position of a byte offset. An offset after the end means the end.
  Position PositionOf(size_t offset) const;
  // Returns the text of a line without its line break. Lines start at 1.
  std::string_view Line(size_t line) const;
  // Returns the byte offset of the start of a line.
  size_t LineStart(size_t line) const;
  size_t line_count() const { return line_starts_.size(); }

 private:
  std::string path_;
  std::string text_;
  // Counts the characters before `offset` in the file.
  size_t CharactersBefore(size_t offset) const;

  std::vector<size_t> line_starts_;
  // CharactersBefore() at every multiple of a fixed number of bytes, so that positions are also
  // found quickly in a file with one enormous line.
  std::vector<size_t> checkpoints_;
};

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_SOURCE_H_
