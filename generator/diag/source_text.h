// A text of the user's, with the place of each of its characters in the file: what a parser of a
// language inside YAML points into.

#ifndef PLUGINGEN_DIAG_SOURCE_TEXT_H_
#define PLUGINGEN_DIAG_SOURCE_TEXT_H_

#include <cstddef>
#include <string>

#include "diag/source.h"

namespace plugingen::diag {

struct SourceText {
  std::string text;
  Span span;              // all of it in the file, quotes included
  size_t begin = 0;       // where its first character stands, behind a quote
  bool verbatim = false;  // without escapes or folded lines: character i stands at begin + i

  // Characters [from, to); all of it where they cannot be told.
  Span Of(size_t from, size_t to) const { return verbatim ? Span{begin + from, begin + to} : span; }
};

}  // namespace plugingen::diag

#endif  // PLUGINGEN_DIAG_SOURCE_TEXT_H_
