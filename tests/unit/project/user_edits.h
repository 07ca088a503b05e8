// What a user does to a text, with words in it that are found again: "mine7!".

#ifndef PLUGINGEN_TESTS_UNIT_PROJECT_USER_EDITS_H_
#define PLUGINGEN_TESTS_UNIT_PROJECT_USER_EDITS_H_

#include <set>
#include <string>
#include <vector>

#include "choices.h"

namespace plugingen::project {

// A word of the user's that nobody else would write.
std::string OwnWord(Choices& choices);

// The words of the user's that are in a text.
std::set<std::string> OwnWordsIn(const std::string& text);

// Inserts, deletes, moves and lays out lines, changes line ends.
void EditText(std::string& text, Choices& choices);

// A text as lines with their ends, and back.
std::vector<std::string> LinesOf(const std::string& text);
std::string Joined(const std::vector<std::string>& lines);

}  // namespace plugingen::project

#endif  // PLUGINGEN_TESTS_UNIT_PROJECT_USER_EDITS_H_
