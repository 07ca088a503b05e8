#include "cli/help_format.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "cli/columns.h"
#include "cli/exit_codes.h"
#include "cli/help_notes.h"

namespace plugingen::cli {
namespace {

constexpr size_t kTextColumn = 24;

bool IsPlural(const CLI::Option& option) { return option.get_items_expected_max() > 1; }

std::string PositionalText(const CLI::Option& option) {
  const std::string name = option.get_name(/*positional=*/true) + (IsPlural(option) ? "..." : "");
  return option.get_required() ? name : "[" + name + "]";
}

// Returns, for example, "-o,--output DIR".
std::string OptionText(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  std::string text = base::Join(names, ",");
  // CLI11 appends a validator's description after a colon.
  const std::string type = option.get_type_name();
  if (!type.empty()) text += " " + type.substr(0, type.find(':'));
  return text;
}

std::vector<const CLI::Option*> Positionals(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) {
    return option->get_positional() && !option->get_group().empty() &&
           !option->get_name(/*positional=*/true).empty();
  });
}

// Returns the visible options. Those of a group count as the command's own, because a group has no
// help page.
std::vector<const CLI::Option*> Options(const CLI::App& app) {
  return app.get_options([&app](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty() &&
           (!app.get_name().empty() || option != app.get_help_ptr());
  });
}

std::vector<const CLI::App*> Inner(const CLI::App& app, bool named) {
  return app.get_subcommands(
      [named](const CLI::App* inner) { return inner->get_name().empty() != named; });
}

std::string OptionsText(const std::string& heading,
                        const std::vector<const CLI::Option*>& options) {
  if (options.empty()) return "";
  std::vector<Described> rows;
  for (const CLI::Option* option : options) {
    std::string text = option->get_description();
    if (!option->get_default_str().empty()) {
      text += ", " + option->get_default_str() + " by default";
    }
    rows.push_back({OptionText(*option), std::move(text)});
  }
  return "\n" + heading + ":\n" + Listing(rows, kTextColumn);
}

std::string ArgumentsText(const CLI::App& app) {
  std::vector<Described> rows;
  for (const CLI::Option* option : Positionals(app)) {
    rows.push_back({option->get_name(/*positional=*/true), option->get_description()});
  }
  return rows.empty() ? "" : "\nArguments:\n" + Listing(rows, kTextColumn);
}

std::string GroupsText(const CLI::App& app) {
  std::string text = OptionsText("Options", Options(app));
  for (const CLI::App* group : Inner(app, /*named=*/false)) {
    std::string heading = group->get_description();
    if (group->get_require_option_max() == 1) heading += "; only one of them";
    text += OptionsText(heading, Options(*group));
  }
  return text;
}

std::string SubcommandsText(const CLI::App& app) {
  std::vector<Described> rows;
  for (const CLI::App* inner : Inner(app, /*named=*/true)) {
    rows.push_back({inner->get_name(), inner->get_description()});
  }
  return rows.empty() ? "" : "\nSubcommands:\n" + Listing(rows, kTextColumn);
}

// Lists the commands, with a heading for each group.
std::string CommandsText(const CLI::App& app) {
  constexpr size_t kColumn = 16;
  std::string text;
  std::string_view group;
  std::vector<const CLI::App*> left = Inner(app, /*named=*/true);
  for (const HelpNotes& notes : AllHelpNotes()) {
    const auto found = std::find_if(left.begin(), left.end(), [&](const CLI::App* command) {
      return command->get_name() == notes.command;
    });
    if (found == left.end()) continue;
    if (notes.group != group) text += "\n" + std::string(notes.group) + ":\n";
    group = notes.group;
    text += Listing({{(*found)->get_name(), (*found)->get_description()}}, kColumn);
    left.erase(found);
  }
  for (const CLI::App* command : left) {
    text += Listing({{command->get_name(), command->get_description()}}, kColumn);
  }
  return text;
}

bool MayEndWith(const HelpNotes* notes, ExitCode code) {
  return notes == nullptr || code == kInternal ||
         std::find(notes->statuses.begin(), notes->statuses.end(), code) != notes->statuses.end();
}

std::string ExitCodesText(const HelpNotes* notes) {
  std::vector<Described> rows;
  for (const ExitCodeText& row : kExitCodeTexts) {
    if (MayEndWith(notes, row.code))
      rows.push_back({std::to_string(row.code), std::string(row.text)});
  }
  return "\nExit codes:\n" + Listing(rows);
}

std::string ExamplesText(const std::vector<std::string_view>& examples) {
  std::string text = examples.empty() ? "" : "\nExamples:\n";
  for (const std::string_view example : examples) text += "  $ " + std::string(example) + "\n";
  return text;
}

}  // namespace

std::string UsageOf(const CLI::App& app, const std::string& chain) {
  std::string text = chain;
  if (app.get_parent() == nullptr) return text + " COMMAND [OPTIONS]";
  if (!Inner(app, /*named=*/true).empty()) return text + " SUBCOMMAND [OPTIONS]";
  text += " [OPTIONS]";
  for (const CLI::Option* option : Positionals(app)) text += " " + PositionalText(*option);
  return text;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string chain,
                                     CLI::AppFormatMode /*mode*/) const {
  const bool is_program = app->get_parent() == nullptr;
  const bool is_command = !is_program && app->get_parent()->get_parent() == nullptr;
  const HelpNotes* notes =
      is_program ? nullptr
                 : FindHelpNotes(is_command ? app->get_name() : app->get_parent()->get_name());
  std::string text =
      Wrapped(app->get_description(), 0) + "\n\nUsage: " + UsageOf(*app, chain) + "\n";
  text += is_program ? CommandsText(*app) : ArgumentsText(*app);
  text += GroupsText(*app);
  if (!is_program) text += SubcommandsText(*app);
  if (is_program) {
    text += ExamplesText({"plugingen new my_npu", "plugingen help new"});
  } else if (is_command && notes != nullptr) {
    text += ExamplesText(notes->examples);
  }
  return text + ExitCodesText(notes);
}

}  // namespace plugingen::cli
