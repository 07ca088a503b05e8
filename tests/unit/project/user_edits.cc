#include "user_edits.h"

#include <algorithm>
#include <cstddef>

#include "base/lines.h"

namespace plugingen::project {
namespace {

constexpr char kBegin[] = "mine";
constexpr char kEnd = '!';
constexpr size_t kLongestWord = 16;

// A line of the user's as files of several languages have them; it has to stay.
std::string OwnLine(Choices& choices) {
  const std::string word = OwnWord(choices);
  switch (choices.Below(4)) {
    case 0:
      return "#include \"" + word + "\"\n";
    case 1:
      return "  int x = " + word + ";\n";
    case 2:
      return "  " + word + ",\n";
    default:
      return "# " + word + "\n";
  }
}

// Deletes some lines of anyone's.
void DeleteLines(std::vector<std::string>& lines, Choices& choices) {
  if (lines.empty()) return;
  const size_t begin = choices.Below(lines.size());
  const size_t end = std::min(begin + 1 + choices.Below(5), lines.size());
  lines.erase(lines.begin() + std::ptrdiff_t(begin), lines.begin() + std::ptrdiff_t(end));
}

void MoveLines(std::vector<std::string>& lines, Choices& choices) {
  if (lines.size() <= 3) return;
  const size_t middle = 1 + choices.Below(lines.size() - 1);
  std::rotate(lines.begin(), lines.begin() + std::ptrdiff_t(middle), lines.end());
}

void LayOutAnew(std::vector<std::string>& lines, Choices& choices) {
  for (std::string& line : lines) {
    if (choices.Chance(30) && line.size() > 1) line.insert(0, choices.Chance(50) ? "  " : "\t");
  }
}

// As an editor with other line ends does.
void ChangeLineEnds(std::vector<std::string>& lines) {
  const std::string text = Joined(lines);
  lines =
      LinesOf(base::LineEndsOf(text) == base::LineEnds::kUnix ? base::WithCarriageReturns(text)
                                                              : base::WithoutCarriageReturns(text));
}

}  // namespace

std::string OwnWord(Choices& choices) { return kBegin + choices.Unique() + kEnd; }

std::set<std::string> OwnWordsIn(const std::string& text) {
  std::set<std::string> words;
  for (size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at + 1)) {
    const size_t end = text.find(kEnd, at);
    if (end != std::string::npos && end - at < kLongestWord)
      words.insert(text.substr(at, end + 1 - at));
  }
  return words;
}

void EditText(std::string& text, Choices& choices) {
  auto lines = LinesOf(text);
  for (size_t edits = 1 + choices.Below(4); edits > 0; --edits) {
    switch (choices.Below(7)) {
      case 0:
      case 1:
      case 2: {
        const std::string line = OwnLine(choices);
        lines.insert(lines.begin() + std::ptrdiff_t(choices.Below(lines.size() + 1)), line);
        break;
      }
      case 3:
        DeleteLines(lines, choices);
        break;
      case 4:
        MoveLines(lines, choices);
        break;
      case 5:
        LayOutAnew(lines, choices);
        break;
      case 6:
        ChangeLineEnds(lines);
        break;
    }
  }
  text = Joined(lines);
  if (choices.Chance(5)) text.clear();
  if (choices.Chance(5) && text.ends_with('\n')) text.pop_back();
}

std::vector<std::string> LinesOf(const std::string& text) {
  const auto views = base::SplitLines(text);
  return {views.begin(), views.end()};
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

}  // namespace plugingen::project
