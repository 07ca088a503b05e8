// Words of the command line that CLI11 would take apart.

#ifndef PLUGINGEN_CLI_LITERAL_WORDS_H_
#define PLUGINGEN_CLI_LITERAL_WORDS_H_

#include <CLI/App.hpp>
#include <string>

namespace plugingen::cli {

// CLI11 makes a list of a value such as [a,b], which here is a pattern or the name of a file. This
// marks the word, and the options of `app` and its commands take the mark off.
std::string Marked(const std::string& word);
std::string WithoutMarks(std::string text);
void TakeMarkedWords(CLI::App& app);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_LITERAL_WORDS_H_
