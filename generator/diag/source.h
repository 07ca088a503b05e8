// The text that diagnostics point into.

#ifndef PLUGINGEN_DIAG_SOURCE_H_
#define PLUGINGEN_DIAG_SOURCE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::diag {

// A half-open range of bytes [begin, end) of one SourceFile. begin == end marks a point.
struct Span {
  size_t begin = 0;
  size_t end = 0;
};

// 1-based line and column; the column counts Unicode code points, as editors do.
struct Position {
  size_t line = 1;
  size_t column = 1;
};

// A named text whose byte offsets can be turned into positions.
class SourceFile {
 public:
  SourceFile(std::string path, std::string text);

  const std::string& path() const { return path_; }
  const std::string& text() const { return text_; }

  // The position of a byte offset; offsets past the end count as the end.
  Position PositionOf(size_t offset) const;
  // The text of a 1-based line without its line break.
  std::string_view Line(size_t line) const;
  // The byte offset at which a 1-based line starts.
  size_t LineStart(size_t line) const;
  size_t line_count() const { return line_starts_.size(); }

 private:
  std::string path_;
  std::string text_;
  // Characters before `offset`, from the start of the file.
  size_t CharactersBefore(size_t offset) const;

  std::vector<size_t> line_starts_;
  // CharactersBefore at every multiple of a fixed number of bytes: positions stay cheap to find in
  // files that are one enormous line.
  std::vector<size_t> checkpoints_;
};

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_SOURCE_H_
