// A text of the user's with the positions of its characters in the file, for parsers of languages
// inside YAML.

#ifndef PLUGINGEN_DIAG_SOURCE_TEXT_H_
#define PLUGINGEN_DIAG_SOURCE_TEXT_H_

#include <cstddef>
#include <string>

#include "diag/source.h"

namespace plugingen::diag {

struct SourceText {
  std::string text;
  Span span;              // the whole text in the file, including quotes
  size_t begin = 0;       // the position of the first character, after a quote
  bool verbatim = false;  // no escapes and no folded lines, so character i is at begin + i

  // Returns the span of the characters [from, to). If their positions are unknown, returns the span
  // of the whole text.
  Span Of(size_t from, size_t to) const { return verbatim ? Span{begin + from, begin + to} : span; }
};

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_SOURCE_TEXT_H_
