// Shell completion, made from the commands and options themselves.

#include <memory>
#include <string>
#include <vector>

#include "base/text.h"
#include "catalog/c_api.h"
#include "catalog/history.h"
#include "catalog/sets.h"
#include "cli/command.h"
#include "cli/completion_functions.h"
#include "spec/choices.h"

namespace plugingen::cli {
namespace {

using base::InShellQuotes;

struct Flag {
  std::vector<std::string> names;  // "--output", "-o"
  std::string description;
  bool takes_value = false;
};

struct Words {
  std::string name;
  std::string description;
  std::vector<Flag> flags;  // its subcommands' too
  std::vector<std::string> subcommands;
};

void AddFlags(const CLI::App& app, std::vector<Flag>& flags) {
  for (const CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
    if (option->get_positional() && option->get_lnames().empty()) continue;
    if (option->get_group().empty()) continue;  // hidden
    Flag flag;
    for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
    flag.description = option->get_description();
    flag.takes_value = option->get_items_expected_max() > 0;
    flags.push_back(std::move(flag));
  }
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* inner) {
         return inner->get_name().empty();  // option groups
       })) {
    AddFlags(*group, flags);
  }
}

std::vector<Words> CommandsOf(const CLI::App& app) {
  std::vector<Words> commands;
  for (const CLI::App* command :
       app.get_subcommands([](const CLI::App* inner) { return !inner->get_name().empty(); })) {
    Words words{command->get_name(), command->get_description(), {}, {}};
    AddFlags(*command, words.flags);
    for (const CLI::App* inner : command->get_subcommands(
             [](const CLI::App* inner) { return !inner->get_name().empty(); })) {
      words.subcommands.push_back(inner->get_name());
      AddFlags(*inner, words.flags);
    }
    AddFlags(app, words.flags);
    commands.push_back(std::move(words));
  }
  return commands;
}

// What --tensorflow takes.
std::string Releases() {
  const auto& releases = catalog::History::BuiltIn().releases();
  return base::Join(std::vector<std::string>(releases.begin(), releases.end()), " ");
}

// What `regenerate` takes for it: ranges, of which these are the shortest.
std::string Ranges() {
  std::vector<std::string> ranges;
  for (const std::string_view release : catalog::History::BuiltIn().releases()) {
    ranges.push_back("==" + std::string(release));
  }
  return base::Join(ranges, " ");
}

// Each word in quotes: zsh looks for a program behind a '='.
std::string ShellQuotedWords(const std::string& words) {
  std::vector<std::string> quoted;
  for (const std::string_view word : base::Split(words, ' ')) {
    quoted.push_back(InShellQuotes(word));
  }
  return base::Join(quoted, " ");
}

// What `api` takes for a release.
std::string ApiReleases() {
  const auto& releases = catalog::CApi::BuiltIn().releases();
  return base::Join(std::vector<std::string>(releases.begin(), releases.end()), " ") + " nightly";
}

// What `formulas` takes first.
constexpr std::string_view kLanguages = "c++ cuda opencl";

// What --set takes.
std::string Sets() {
  std::vector<std::string> names;
  for (const auto& [name, set] : catalog::SetTable::BuiltIn().sets()) names.emplace_back(name);
  return base::Join(names, " ");
}

// What --ci takes.
std::string Services() {
  const std::vector<std::string_view> words = spec::WordsOf<spec::Ci>();
  return base::Join({words.begin(), words.end()}, " ");
}

std::string Backends() {
  const std::vector<std::string_view> words = spec::WordsOf<spec::Backend>();
  return base::Join({words.begin(), words.end()}, " ");
}

// The ops, as a word of bash.
constexpr std::string_view kBashOps = "\"$(\"$program\" ops 2>/dev/null | cut -d' ' -f1)\"";

std::string JoinNames(const std::vector<Flag>& flags) {
  std::vector<std::string> names;
  for (const Flag& flag : flags) names.insert(names.end(), flag.names.begin(), flag.names.end());
  return base::Join(names, " ");
}

// What completes the word, of those in 'words' (shell text).
std::string Reply(std::string_view words) {
  return "    mapfile -t COMPREPLY < <(compgen -W " + std::string(words) + " -- \"$word\")\n";
}

// Behind `api`: its subcommands, then names of the C API or releases.
std::string BashApi() {
  return "  elif [[ $command == api && \" ${COMP_WORDS[*]:0:COMP_CWORD} \" == *' scan '* ]]; "
         "then\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  elif [[ $command == api && \" ${COMP_WORDS[*]:0:COMP_CWORD} \" == *' list '* ]]; "
         "then\n" +
         Reply("\"$(\"$program\" api list 2>/dev/null | grep -o '^[^ ][^ ]*')\"") +
         "  elif [[ $command == api && \" ${COMP_WORDS[*]:0:COMP_CWORD} \" == *' diff '* ]]; "
         "then\n" +
         Reply(InShellQuotes(ApiReleases())) + "  elif [[ $command == api ]]; then\n" +
         Reply("'list diff scan'");
}

std::string Bash(const CLI::App& app) {
  std::vector<Flag> globals;
  AddFlags(app, globals);
  std::vector<std::string> names;
  std::string cases;
  for (const Words& command : CommandsOf(app)) {
    names.push_back(command.name);
    cases +=
        "    " + command.name + ") options=" + InShellQuotes(JoinNames(command.flags)) + " ;;\n";
  }
  return "# bash completion of plugingen. Load it with:  source <(plugingen completion bash)\n"
         "_plugingen() {\n"
         "  local program=${1:-plugingen} word=${COMP_WORDS[COMP_CWORD]} command= options= index\n"
         "  local before=${COMP_WORDS[COMP_CWORD - 1]} equal= project=\n"
         "  # bash takes --color=always for three words, and ==2.15 for two.\n"
         "  if [[ $word == '=' || $word == '==' ]]; then\n"
         "    equal=$word word=\n"
         "  elif [[ $before == '=' || $before == '==' ]]; then\n"
         "    equal=$before before=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "  fi\n"
         "  for ((index = 1; index < COMP_CWORD; ++index)); do\n"
         "    case ${COMP_WORDS[index]} in\n"
         "      --color) [[ ${COMP_WORDS[index + 1]} != '=' ]] || ((++index)); ((++index)) ;;\n"
         "      -*) ;;\n"
         "      *) command=${COMP_WORDS[index]} && break ;;\n"
         "    esac\n"
         "  done\n"
         "  case $command in\n"
         "    '') options=" +
         InShellQuotes(base::Join(names, " ") + " " + JoinNames(globals)) + " ;;\n" + cases +
         "  esac\n"
         "  COMPREPLY=()\n"
         "  if [[ $before == --color ]]; then\n" +
         Reply("'auto always never'") +
         "  elif [[ $before == --project || $before == --catalog ]]; then\n" +
         "    mapfile -t COMPREPLY < <(compgen -d -- \"$word\")\n" +
         "  elif [[ $command == api && $before == --tensorflow ]]; then\n" +
         Reply(InShellQuotes(ApiReleases())) +
         "  elif [[ $command == regenerate && $before == --tensorflow && $equal != '==' ]]; "
         "then\n" +
         Reply(InShellQuotes(Ranges())) + "  elif [[ $before == --tensorflow ]]; then\n" +
         Reply(InShellQuotes(Releases())) + "  elif [[ $before == --set ]]; then\n" +
         Reply(InShellQuotes(Sets())) + "  elif [[ $before == --backend ]]; then\n" +
         Reply(InShellQuotes(Backends())) + "  elif [[ $before == --ci ]]; then\n" +
         Reply(InShellQuotes(Services())) + "  elif [[ $before == --op ]]; then\n" +
         Reply(kBashOps) + "  elif [[ -z $command || $word == -* ]]; then\n" +
         Reply("\"$options\"") + "  elif [[ $command == completion ]]; then\n" +
         Reply("'bash zsh fish'") + "  elif [[ $command == help && $before == api ]]; then\n" +
         Reply("'list diff scan'") + "  elif [[ $command == help ]]; then\n" +
         Reply(InShellQuotes(base::Join(names, " "))) +
         "  elif [[ $command == add && $before != -* ]]; then\n" +
         Reply(std::string(kBashOps) + InShellQuotes(" " + Sets())) +
         "  elif [[ $command == explain || $command == ops ]]; then\n" +
         Reply("\"$(\"$program\" \"$command\" 2>/dev/null | cut -d' ' -f1)\"") + BashApi() +
         "  elif [[ $command == formulas && $before == formulas ]]; then\n" +
         Reply(InShellQuotes(kLanguages)) +
         "  elif [[ $command == schema && $before != -o && $before != --output ]]; then\n"
         "    return\n"
         "  elif [[ $command == eject ]]; then\n"
         "    # Files are named as they are in the project.\n"
         "    for ((index = 1; index + 1 < ${#COMP_WORDS[@]}; ++index)); do\n"
         "      [[ ${COMP_WORDS[index]} == --project ]] || continue\n"
         "      project=${COMP_WORDS[index + 1]}\n"
         "      [[ $project != '=' ]] || project=${COMP_WORDS[index + 2]}\n"
         "    done\n"
         "    mapfile -t COMPREPLY < <(cd -- \"${project:-.}\" 2>/dev/null && compgen -f -- "
         "\"$word\")\n"
         "  else\n"
         "    mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _plugingen plugingen\n";
}

// Zsh's _describe takes "word:description".
std::string Described(std::string_view word, std::string_view description) {
  return InShellQuotes(std::string(word) + ":" + base::ReplaceAll(description, ":", "\\:"));
}

std::string Zsh(const CLI::App& app) {
  std::string commands;
  std::string cases;
  std::vector<Flag> globals;
  AddFlags(app, globals);
  std::string global_options;
  for (const Flag& flag : globals) {
    for (const std::string& name : flag.names) {
      global_options += "      " + Described(name, flag.description) + "\n";
    }
  }
  for (const Words& command : CommandsOf(app)) {
    commands += "    " + Described(command.name, command.description) + "\n";
    cases += "      " + command.name + ")\n        options=(\n";
    for (const Flag& flag : command.flags) {
      for (const std::string& name : flag.names) {
        cases += "          " + Described(name, flag.description) + "\n";
      }
    }
    cases += "        )\n        ;;\n";
  }
  return "#compdef plugingen\n"
         "# zsh completion of plugingen. Load it with:  source <(plugingen completion zsh)\n"
         "_plugingen() {\n" +
         std::string(kZshBegins) + "  commands=(\n" + commands +
         "  )\n"
         "  if (( CURRENT == 2 )) && [[ $words[2] == -* ]]; then\n"
         "    options=(\n" +
         global_options +
         "    )\n"
         "    _describe option options\n"
         "    return\n"
         "  fi\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe command commands\n"
         "    return\n"
         "  fi\n"
         "  case $words[2] in\n" +
         cases +
         "  esac\n"
         "  if [[ $words[CURRENT] == -* ]]; then\n"
         "    _describe option options\n"
         "  elif [[ $words[2] == api && CURRENT -eq 3 ]]; then\n"
         "    compadd list diff scan\n"
         "  elif [[ $words[2] == api && ( $words[3] == diff || $words[CURRENT-1] == --tensorflow ) "
         "]]; "
         "then\n"
         "    compadd " +
         ApiReleases() +
         "\n"
         "  elif [[ $words[2] == api && $words[3] == list ]]; then\n"
         "    compadd -- ${(f)\"$(plugingen api list | grep -o '^[^ ][^ ]*')\"}\n"
         "  elif [[ $words[2] == regenerate && $words[CURRENT-1] == --tensorflow ]]; then\n"
         "    compadd -- " +
         ShellQuotedWords(Ranges()) +
         "\n"
         "  elif [[ $words[CURRENT-1] == --tensorflow ]]; then\n"
         "    compadd " +
         Releases() +
         "\n"
         "  elif [[ $words[CURRENT-1] == --set ]]; then\n"
         "    compadd " +
         Sets() +
         "\n"
         "  elif [[ $words[CURRENT-1] == --backend ]]; then\n"
         "    compadd " +
         Backends() +
         "\n"
         "  elif [[ $words[CURRENT-1] == --ci ]]; then\n"
         "    compadd " +
         Services() +
         "\n"
         "  elif [[ $words[CURRENT-1] == --op ]]; then\n"
         "    compadd -- ${(f)\"$(plugingen ops | cut -d' ' -f1)\"}\n"
         "  elif [[ $words[2] == help && $words[CURRENT-1] == api ]]; then\n"
         "    compadd list diff scan\n"
         "  elif [[ $words[2] == help ]]; then\n"
         "    _describe command commands\n"
         "  elif [[ $words[2] == add && $words[CURRENT-1] != -* ]]; then\n"
         "    compadd -- ${(f)\"$(plugingen ops | cut -d' ' -f1)\"} " +
         Sets() +
         "\n"
         "  elif [[ $words[2] == completion ]]; then\n"
         "    compadd bash zsh fish\n"
         "  elif [[ $words[2] == (explain|ops) ]]; then\n"
         "    compadd -- ${(f)\"$(plugingen $words[2] | cut -d' ' -f1)\"}\n"
         "  elif [[ $words[2] == eject && $words[(I)--project] -gt 0 ]]; then\n"
         "    local -a project=(${words[$words[(I)--project]+1]})\n"
         "    _files -W project\n"
         "  elif [[ $words[2] == formulas && CURRENT -eq 3 ]]; then\n"
         "    compadd " +
         std::string(kLanguages) +
         "\n"
         "  elif [[ $words[2] == schema ]]; then\n"
         "    return 1\n"
         "  else\n"
         "    _files\n"
         "  fi\n"
         "}\n"
         "# In a folder of fpath the file is the function, and is called.\n"
         "if [[ $funcstack[1] == _plugingen ]]; then\n"
         "  _plugingen \"$@\"\n"
         "else\n"
         "  compdef _plugingen plugingen\n"
         "fi\n";
}

constexpr std::string_view kFishOps = "(plugingen ops | cut -d' ' -f1)";

// What completes the value of an option.
std::string FishValue(const Flag& flag, const std::string& command) {
  const std::string& name = flag.names.front();
  if (name == "--color") return " -x -a 'auto always never'";
  if (name == "--project" || name == "--catalog") return " -x -a '(__fish_complete_directories)'";
  if (name == "--set") return " -x -a " + InShellQuotes(Sets());
  if (name == "--backend") return " -x -a " + InShellQuotes(Backends());
  if (name == "--ci") return " -x -a " + InShellQuotes(Services());
  if (name == "--op") return " -x -a " + InShellQuotes(kFishOps);
  if (name == "--tensorflow") {
    return " -x -a " + InShellQuotes(command == "api"          ? ApiReleases()
                                     : command == "regenerate" ? Ranges()
                                                               : Releases());
  }
  return flag.takes_value ? " -r -F" : "";
}

std::string FishFlag(const Flag& flag, const std::string& condition, const std::string& command) {
  std::string line = "complete -c plugingen -n " + condition;
  for (const std::string& name : flag.names) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  return line + FishValue(flag, command) + " -d " + InShellQuotes(flag.description) + "\n";
}

std::string Fish(const CLI::App& app) {
  std::string out =
      "# fish completion of plugingen. Load it with:  plugingen completion fish | source\n";
  out += kFishFunctions;
  std::vector<Flag> globals;
  AddFlags(app, globals);
  for (const Flag& flag : globals) out += FishFlag(flag, "__plugingen_needs_command", "");
  std::vector<std::string> names;
  for (const Words& command : CommandsOf(app)) {
    names.push_back(command.name);
    out += "complete -c plugingen -n __plugingen_needs_command -f -a " + command.name + " -d " +
           InShellQuotes(command.description) + "\n";
    if (!command.subcommands.empty()) {
      out += "complete -c plugingen -n '__fish_seen_subcommand_from " + command.name +
             "; and not __fish_seen_subcommand_from " + base::Join(command.subcommands, " ") +
             "' -f -a '" + base::Join(command.subcommands, " ") + "'\n";
    }
    const std::string here = "'__fish_seen_subcommand_from " + command.name + "'";
    for (const Flag& flag : command.flags) out += FishFlag(flag, here, command.name);
  }
  return out +
         "complete -c plugingen -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from schema' -f\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from formulas' -f -a '" +
         std::string(kLanguages) +
         "'\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from eject; and __plugingen_project > "
         "/dev/null' -f -a '(__plugingen_files_of_project)'\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from api; and "
         "__fish_seen_subcommand_from "
         "list' -f -a \"(plugingen api list | grep -o '^[^ ][^ ]*')\"\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from api; and "
         "__fish_seen_subcommand_from "
         "diff' -f -a " +
         InShellQuotes(ApiReleases()) +
         "\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from explain' -f -a "
         "\"(plugingen explain | cut -d' ' -f1)\"\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from ops add' -f -a "
         "\"(plugingen ops | cut -d' ' -f1)\"\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from add' -f -a " +
         InShellQuotes(Sets()) +
         "\n"
         "complete -c plugingen -n '__fish_seen_subcommand_from help; and not "
         "__fish_seen_subcommand_from api' -f -a " +
         InShellQuotes(base::Join(names, " ")) + "\n";
}

}  // namespace

Run AddCompletion(CLI::App& app) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes commands in a shell");
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->transform(OneOf({"bash", "zsh", "fish"}));
  return [shell, &app](Console& console) {
    console.Print(*shell == "bash" ? Bash(app) : *shell == "zsh" ? Zsh(app) : Fish(app));
    return kDone;
  };
}

}  // namespace plugingen::cli
