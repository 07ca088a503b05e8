// Names for the variables of emitted code, made of names that the user chose.

#ifndef PLUGINGEN_EMIT_UNIQUE_NAMES_H_
#define PLUGINGEN_EMIT_UNIQUE_NAMES_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::emit {

// In one scope: what is given out is no word of the language, and is given out once.
class UniqueNames {
 public:
  // `is_word` tells what no variable can be called; `taken` are names that the scope has already.
  UniqueNames(bool (*is_word)(std::string_view), const std::vector<std::string_view>& taken)
      : is_word_(is_word), taken_(taken.begin(), taken.end()) {}

  // `name`, with `suffix` and as many '_' behind it as it takes.
  std::string Take(std::string name, std::string_view suffix = "_") {
    if (IsTaken(name)) name += suffix;
    while (IsTaken(name)) name += '_';
    taken_.insert(name);
    return name;
  }

 private:
  bool IsTaken(const std::string& name) const { return is_word_(name) || taken_.contains(name); }

  bool (*is_word_)(std::string_view);
  std::set<std::string, std::less<>> taken_;
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_UNIQUE_NAMES_H_
