// Reads a text of the user's from left to right and keeps track of the position.

#ifndef PLUGINGEN_OP_CURSOR_H_
#define PLUGINGEN_OP_CURSOR_H_

#include <cstddef>
#include <string_view>

#include "base/text.h"
#include "diag/source_text.h"

namespace plugingen::op {

class Cursor {
 public:
  explicit Cursor(const diag::SourceText& source) : source_(source) {}

  void SkipBlanks() {
    while (!AtEnd() && (text()[at_] == ' ' || text()[at_] == '\n' || text()[at_] == '\t')) ++at_;
  }
  // Skips blanks and returns the next character, or 0 at the end.
  char Peek() {
    SkipBlanks();
    return AtEnd() ? '\0' : text()[at_];
  }
  // Skips `token` and returns true if it comes next.
  bool Take(std::string_view token) {
    SkipBlanks();
    if (!text().substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  // Reads letters, digits and '_'. The result may be empty.
  std::string_view TakeWord() {
    SkipBlanks();
    const size_t begin = at_;
    while (!AtEnd() && (base::IsAlnum(text()[at_]) || text()[at_] == '_')) ++at_;
    return text().substr(begin, at_ - begin);
  }
  // Reads up to a character of `stops` or the end. Trims blanks.
  std::string_view TakeUntil(std::string_view stops) {
    SkipBlanks();
    const size_t begin = at_;
    while (!AtEnd() && stops.find(text()[at_]) == std::string_view::npos) ++at_;
    return base::Trim(text().substr(begin, at_ - begin));
  }
  // The same, but a character in single or double quotes does not end it.
  std::string_view TakeItem(std::string_view stops) {
    SkipBlanks();
    const size_t begin = at_;
    while (!AtEnd() && stops.find(text()[at_]) == std::string_view::npos) {
      const char c = text()[at_++];
      if (c != '\'' && c != '"') continue;
      const size_t close = text().find(c, at_);
      if (close != std::string_view::npos) at_ = close + 1;
    }
    return base::Trim(text().substr(begin, at_ - begin));
  }
  void GoBackTo(size_t at) { at_ = at; }
  void Advance(size_t characters = 1) { at_ += characters; }

  bool AtEnd() const { return at_ >= text().size(); }
  size_t at() const { return at_; }
  std::string_view text() const { return source_.text; }

  // Returns the span in the file for a range of characters, or for a part of the text.
  diag::Span Of(size_t from, size_t to) const { return source_.Of(from, to); }
  diag::Span Of(std::string_view part) const {
    const size_t from = static_cast<size_t>(part.data() - text().data());
    return Of(from, from + part.size());
  }
  // Returns the span of the next character, or of the end.
  diag::Span Here() {
    SkipBlanks();
    return Of(at_, at_ + (AtEnd() ? 0 : 1));
  }

 private:
  const diag::SourceText& source_;
  size_t at_ = 0;
};

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CURSOR_H_
