// Protects words of the command line that CLI11 would split.

#ifndef PLUGINGEN_CLI_LITERAL_WORDS_H_
#define PLUGINGEN_CLI_LITERAL_WORDS_H_

#include <CLI/App.hpp>
#include <string>

namespace plugingen::cli {

// Marks a word so that CLI11 does not turn [a,b] into a list. Here such a word is a pattern or a
// file name. The options of `app` and of its commands remove the mark.
std::string Marked(const std::string& word);
std::string WithoutMarks(std::string text);
void TakeMarkedWords(CLI::App& app);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_LITERAL_WORDS_H_
