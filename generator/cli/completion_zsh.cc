#include "cli/completion_scripts.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "cli/completion_functions.h"
#include "cli/completion_words.h"

namespace plugingen::cli::completion {
namespace {

using base::InShellQuotes;

// Quotes each word, because zsh replaces an unquoted =NAME by the path of a program.
std::string ShellQuotedWords(const std::string& words) {
  std::vector<std::string> quoted;
  for (const std::string_view word : base::Split(words, ' ')) {
    quoted.push_back(InShellQuotes(word));
  }
  return base::Join(quoted, " ");
}

// Returns "word:description", the syntax of zsh's _describe.
std::string Described(std::string_view word, std::string_view description) {
  return InShellQuotes(std::string(word) + ":" + base::ReplaceAll(description, ":", "\\:"));
}

}  // namespace

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

}  // namespace plugingen::cli::completion
