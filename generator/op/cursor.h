// Reads a text of the user's from left to right, and knows where it is.

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
  // The next character behind blanks; 0 at the end.
  char Peek() {
    SkipBlanks();
    return AtEnd() ? '\0' : text()[at_];
  }
  // Whether `token` comes next; goes behind it.
  bool Take(std::string_view token) {
    SkipBlanks();
    if (!text().substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  // Letters, digits and '_', perhaps none.
  std::string_view TakeWord() {
    SkipBlanks();
    const size_t begin = at_;
    while (!AtEnd() && (base::IsAlnum(text()[at_]) || text()[at_] == '_')) ++at_;
    return text().substr(begin, at_ - begin);
  }
  // All up to a character of `stops` or the end, without blanks around it.
  std::string_view TakeUntil(std::string_view stops) {
    SkipBlanks();
    const size_t begin = at_;
    while (!AtEnd() && stops.find(text()[at_]) == std::string_view::npos) ++at_;
    return base::Trim(text().substr(begin, at_ - begin));
  }
  // The same; what stands between quotes of either kind does not end it.
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

  // Where characters of the text stand in the file; a part of the text by its own characters.
  diag::Span Of(size_t from, size_t to) const { return source_.Of(from, to); }
  diag::Span Of(std::string_view part) const {
    const size_t from = static_cast<size_t>(part.data() - text().data());
    return Of(from, from + part.size());
  }
  // The next character, or the end of the text.
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
