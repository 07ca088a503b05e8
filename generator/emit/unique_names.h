// Names of variables in emitted code, derived from names that the user chose.

#ifndef PLUGINGEN_EMIT_UNIQUE_NAMES_H_
#define PLUGINGEN_EMIT_UNIQUE_NAMES_H_

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::emit {

// Hands out names for one scope, each once. None is a word of the language.
class UniqueNames {
 public:
  // `is_word` is true for names that no variable can have. `taken` are names that the scope already
  // contains.
  UniqueNames(bool (*is_word)(std::string_view), const std::vector<std::string_view>& taken)
      : is_word_(is_word), taken_(taken.begin(), taken.end()) {}

  // Returns `name`. If it is taken, appends `suffix` and as many '_' as necessary.
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
