#include "cli/usage_errors.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/literal_words.h"

namespace plugingen::cli {
namespace {

using base::Quoted;

// Names that other tools use for commands and options.
struct OtherWord {
  std::string_view word;
  std::string_view hint;
};
constexpr OtherWord kOtherWords[] = {
    {"update", "'plugingen regenerate' brings a project up to date"},
    {"upgrade", "'plugingen regenerate' brings a project up to date"},
    {"generate",
     "'plugingen new' makes a project, and 'plugingen regenerate' brings it up to date"},
    {"create", "'plugingen new' makes a project"},
    {"check", "'plugingen validate' checks a spec, 'plugingen regenerate --check' a project"},
    {"lint", "'plugingen validate' checks a spec"},
    {"diff", "'plugingen regenerate --diff' shows what would change"},
    {"list", "'plugingen ops' lists ops, and 'plugingen status' the files of a project"},
    {"search", "'plugingen ops' lists ops"},
    {"revert", "'plugingen undo' reverts the last run"},
    {"remove", "to remove an entry, edit the spec"},
    {"doctor", "'python -m NAME.doctor' checks an installed plugin"},
    {"run", "'plugingen build' says how to run a program with the plugin"},
    {"install", "'pip install .' in a project installs its plugin"},
    {"clean", "'rm -r build' in a project removes what was built"},
};

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (!command->get_name().empty()) names.push_back(command->get_name());
  }
  return names;
}

void AddOptionNames(const CLI::App& app, std::vector<std::string>& names) {
  for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    if (option->get_group().empty()) continue;  // a hidden option
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  for (const CLI::App* group : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (group->get_name().empty()) AddOptionNames(*group, names);  // an option group
  }
}

// Returns the option that an unknown letter probably means: the same letter in the other case, or
// the only long option that begins with it. Returns "" if there is none.
std::string_view MeantByLetter(char letter, const std::vector<std::string_view>& candidates) {
  std::string_view meant;
  for (const std::string_view name : candidates) {
    const std::string_view word = name.substr(name.find_first_not_of('-'));
    if (base::ToLower(word.substr(0, 1)) != base::ToLower(std::string_view(&letter, 1))) continue;
    if (word.size() == 1) return name;
    // An option of a command hides that of the program.
    if (!meant.empty() && meant != name) return "";
    meant = name;
  }
  return meant;
}

// Reports the first word that looks like an option and is none. Returns "" if all options are
// known.
std::string UnknownOptionText(const CLI::App& app, const CLI::App* command,
                              const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  AddOptionNames(app, names);
  for (; command != nullptr && command != &app; command = command->get_parent()) {
    AddOptionNames(*command, names);
  }
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  for (const std::string_view word : arguments) {
    if (word == "--") break;
    if (word.size() < 2 || word[0] != '-') continue;
    const bool is_long = word[1] == '-';
    // After a short option there may be other short options, or its value.
    const std::string_view name = is_long ? word.substr(0, word.find('=')) : word.substr(0, 2);
    if (std::find(candidates.begin(), candidates.end(), name) != candidates.end()) continue;
    const std::string hint = base::DidYouMean(is_long ? base::NearestName(name, candidates)
                                                      : MeantByLetter(name[1], candidates));
    return "there is no option " + Quoted(name) + (hint.empty() ? "" : "; " + hint);
  }
  return "";
}

// Returns the index of the command, or the number of words if there is none.
size_t PlaceOfCommand(const std::vector<std::string>& arguments) {
  size_t place = 0;
  while (place < arguments.size() && arguments[place].starts_with('-')) {
    place += arguments[place] == "--color" ? 2 : 1;  // the option's value is no command
  }
  return std::min(place, arguments.size());
}

// Reports an unknown command or subcommand. Returns "" if the word is one.
std::string MisspelledCommand(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> names = CommandNames(app);
  if (names.empty() || std::find(names.begin(), names.end(), word) != names.end()) return "";
  if (app.get_parent() == nullptr) return UnknownCommandText(app, word);
  const std::string hint = base::DidYouMean(base::NearestName(word, {names.begin(), names.end()}));
  return "there is no command " + Quoted(app.get_name() + " " + word) + "; " +
         (hint.empty() ? "use " + base::JoinWithOr(names) : hint);
}

// Removes the ending if the text has it. CLI11 puts some information only into its text.
bool EndsWith(std::string_view& text, std::string_view ending) {
  if (!text.ends_with(ending)) return false;
  text.remove_suffix(ending.size());
  return true;
}

// Turns a list into "a and b" or "a, b and c".
std::string JoinWithAnd(std::string_view list) {
  std::vector<std::string> parts;
  for (const std::string_view part : base::Split(list, ',')) parts.emplace_back(base::Trim(part));
  const std::string last = parts.back();
  parts.pop_back();
  return parts.empty() ? last : base::Join(parts, ", ") + " and " + last;
}

std::string RequiredText(std::string_view text, const CLI::App* command) {
  if (text == "A subcommand is required") {
    const std::vector<std::string> names =
        command == nullptr ? std::vector<std::string>() : CommandNames(*command);
    return names.empty()
               ? "a command is missing"
               : Quoted(command->get_name()) + " needs " + base::JoinWithOr(names) + " after it";
  }
  const size_t open = text.find('[');
  const size_t close = text.find(']');
  if (open != std::string_view::npos && close != std::string_view::npos) {
    return "only one of " + JoinWithAnd(text.substr(open + 1, close - open - 1)) + " can be given";
  }
  if (EndsWith(text, " is required")) return std::string(text) + " is missing";
  return std::string(text);
}

// Parses CLI11's "--set: 1 required NAME missing".
std::string MismatchText(std::string_view text) {
  if (EndsWith(text, " was given a disallowed flag override")) {
    return std::string(text) + " takes no value";
  }
  const size_t colon = text.find(": 1 required ");
  if (colon != std::string_view::npos && text.ends_with(" missing")) {
    std::string_view type = text.substr(colon + std::string_view(": 1 required ").size());
    EndsWith(type, " missing");
    return std::string(text.substr(0, colon)) +
           " needs a value: " + std::string(type.substr(0, type.find(':')));
  }
  return std::string(text);
}

std::string ReplacedOnce(std::string_view text, std::string_view from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string_view::npos) return std::string(text);
  return std::string(text.substr(0, at)) + to + std::string(text.substr(at + from.size()));
}

// Parses CLI11's "Could not convert: --jobs = x".
std::string ConversionText(std::string_view text) {
  constexpr std::string_view kBegin = "Could not convert: ";
  const size_t equals = text.find(" = ");
  if (!text.starts_with(kBegin) || equals == std::string_view::npos) return std::string(text);
  return std::string(text.substr(kBegin.size(), equals - kBegin.size())) +
         " must be a number, not " + Quoted(text.substr(equals + 3));
}

// Parses CLI11's "The following argument was not expected: x".
std::string ExtrasText(std::string_view text) {
  const std::string_view rest = text.substr(std::min(text.find(": ") + 2, text.size()));
  return Quoted(rest) + " is not expected here";
}

}  // namespace

std::string WholeNumber(const std::string& text) {
  constexpr size_t kMaxDigits = 4;  // enough for every count here
  const bool is_number = !text.empty() && text.size() <= kMaxDigits &&
                         std::all_of(text.begin(), text.end(), base::IsDigit) &&
                         text.find_first_not_of('0') != std::string::npos;
  return is_number ? "" : "must be a whole number from 1 to 9999, not " + Quoted(text);
}

CLI::Validator OneOf(std::vector<std::string> words) {
  const auto check = [words = std::move(words)](std::string& text) -> std::string {
    for (const std::string& word : words) {
      if (base::ToLower(text) != word) continue;
      text = word;
      return "";
    }
    const std::string hint =
        base::DidYouMean(base::NearestName(text, {words.begin(), words.end()}));
    return "must be " + base::JoinWithOr(words) + ", not " + Quoted(text) +
           (hint.empty() ? "" : "; " + hint);
  };
  return {check, ""};
}

std::string UnknownCommandText(const CLI::App& app, std::string_view word) {
  const std::vector<std::string> names = CommandNames(app);
  std::vector<std::string_view> candidates(names.begin(), names.end());
  for (const OtherWord& other : kOtherWords) candidates.push_back(other.word);
  const std::string_view nearest = base::NearestName(word, candidates);
  std::string hint = base::DidYouMean(nearest);
  for (const OtherWord& other : kOtherWords) {
    if (other.word == nearest) hint = other.hint;
  }
  return "there is no command " + Quoted(word) + (hint.empty() ? "" : "; " + hint);
}

std::string UsageErrorText(const CLI::App& app, const CLI::App* command,
                           const CLI::ParseError& error,
                           const std::vector<std::string>& arguments) {
  std::string text = WithoutMarks(error.what());
  const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  const bool is_required = dynamic_cast<const CLI::RequiredError*>(&error) != nullptr;
  // The first unknown word is probably the cause of the other errors.
  const size_t place = PlaceOfCommand(arguments);
  const auto command_word = arguments.begin() + static_cast<std::ptrdiff_t>(place);
  std::string unknown = UnknownOptionText(app, nullptr, {arguments.begin(), command_word});
  if (unknown.empty() && place < arguments.size()) unknown = MisspelledCommand(app, *command_word);
  if (unknown.empty() && is_extra) unknown = UnknownOptionText(app, command, arguments);
  if (unknown.empty() && is_extra && command != nullptr && place + 1 < arguments.size()) {
    unknown = MisspelledCommand(*command, arguments[place + 1]);
  }
  if (!unknown.empty()) return unknown;
  if (is_extra) return ExtrasText(text);
  if (is_required) return RequiredText(text, command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    // app.cc turns the arguments after `--` into values of a hidden option, so CLI11's text has no
    // name.
    const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
    const bool is_empty_word = std::find(dashes, arguments.end(), "") != arguments.end();
    return text.starts_with(": ") && is_empty_word ? "an argument after '--' is empty"
                                                   : MismatchText(text);
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    return ReplacedOnce(text, " excludes ", " and ") + " cannot be given together";
  }
  if (dynamic_cast<const CLI::RequiresError*>(&error) != nullptr) {
    return ReplacedOnce(text, " requires ", " needs ");
  }
  if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr) return ConversionText(text);
  // The texts of our own validators continue the option's name.
  if (dynamic_cast<const CLI::ValidationError*>(&error) != nullptr) {
    return ReplacedOnce(text, ": ", " ");
  }
  return text;
}

}  // namespace plugingen::cli
