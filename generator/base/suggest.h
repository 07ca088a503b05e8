// Guesses which known name a misspelled word was meant to be.

#ifndef PLUGINGEN_BASE_SUGGEST_H_
#define PLUGINGEN_BASE_SUGGEST_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::base {

// Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`; counting
// stops above `limit` (the result is then limit + 1).
size_t EditDistance(std::string_view a, std::string_view b, size_t limit);

// The candidate nearest to `word`, ignoring case, or "" when none is near enough to be meant. Ties
// go to the earlier candidate, so that the answer does not depend on anything but the arguments.
std::string_view NearestName(std::string_view word,
                             const std::vector<std::string_view>& candidates);

// "did you mean 'Relu'?", or "" where no name is near enough.
std::string DidYouMean(std::string_view nearest);

// The name that such a text suggests to write in place of another; "" of other texts, and of names
// that it does not show as they are.
std::string MeantWord(std::string_view help);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_SUGGEST_H_
