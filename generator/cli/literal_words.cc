#include "cli/literal_words.h"

#include <CLI/Validators.hpp>
#include <algorithm>

namespace plugingen::cli {
namespace {

constexpr char kMark = '\x01';  // nobody types this character

}  // namespace

std::string Marked(const std::string& word) {
  const bool is_list =
      word.ends_with(']') &&
      (word.starts_with('[') || (word.starts_with('-') && word.find("=[") != std::string::npos));
  return is_list ? word + kMark : word;
}

std::string WithoutMarks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), kMark), text.end());
  return text;
}

void TakeMarkedWords(CLI::App& app) {
  const CLI::Validator take_off(
      [](std::string& value) {
        if (value.ends_with(kMark)) value.pop_back();
        return std::string();
      },
      "");
  for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    // Runs before all other checks of the value.
    if (option->get_items_expected_max() > 0) option->transform(take_off);
  }
  for (CLI::App* inner : app.get_subcommands([](const CLI::App*) { return true; })) {
    TakeMarkedWords(*inner);
  }
}

}  // namespace plugingen::cli
