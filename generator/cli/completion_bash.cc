#include "cli/completion_scripts.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/completion_words.h"

namespace plugingen::cli::completion {
namespace {

using base::InShellQuotes;

// A shell word that lists the ops.
constexpr std::string_view kBashOps = "\"$(\"$program\" ops 2>/dev/null | cut -d' ' -f1)\"";

std::string JoinNames(const std::vector<Flag>& flags) {
  std::vector<std::string> names;
  for (const Flag& flag : flags) names.insert(names.end(), flag.names.begin(), flag.names.end());
  return base::Join(names, " ");
}

// Completes the current word from `words`, which is shell text.
std::string Reply(std::string_view words) {
  return "    mapfile -t COMPREPLY < <(compgen -W " + std::string(words) + " -- \"$word\")\n";
}

// Completes the arguments of `api`: its subcommands, then names of the C API or releases.
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

}  // namespace

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

}  // namespace plugingen::cli::completion
