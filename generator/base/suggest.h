// Suggests the known name that a misspelled word probably means.

#ifndef PLUGINGEN_BASE_SUGGEST_H_
#define PLUGINGEN_BASE_SUGGEST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::base {

// Counts the insertions, deletions, substitutions and swaps of adjacent characters that turn `a`
// into `b`. Stops above `limit` and then returns limit + 1.
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// Returns the candidate most similar to `word`, ignoring case, or "" if none is similar enough. Of
// equally similar candidates the first one wins, so the result only depends on the arguments.
std::string_view NearestName(std::string_view word,
                             const std::vector<std::string_view>& candidates);

// Returns "did you mean 'Relu'?", or "" if `nearest` is empty.
std::string DidYouMean(std::string_view nearest);

// Returns the name that such a text suggests. Returns "" for other texts, and for names that the
// text shows escaped or truncated.
std::string MeantWord(std::string_view help);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_SUGGEST_H_
