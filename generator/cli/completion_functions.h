// The parts of the completion scripts that do not depend on the commands.

#ifndef PLUGINGEN_CLI_COMPLETION_FUNCTIONS_H_
#define PLUGINGEN_CLI_COMPLETION_FUNCTIONS_H_

#include <string_view>

namespace plugingen::cli::completion {

// The start of zsh's function. It splits `--option=value` into two words and drops options before
// the command, because the rest expects the command in the second word and an option in the last
// word but one. It also completes the words that do not depend on the command.
inline constexpr std::string_view kZshBegins = R"(  local -a commands options parts
  local word
  for word in "${(@)words[1,CURRENT]}"; do
    case $word in
      --*=*) parts+=(${word%%=*} "${word#*=}") ;;
      *) parts+=("$word") ;;
    esac
  done
  [[ $words[CURRENT] != --*=* ]] || compset -P 1 '*='
  words=("${parts[@]}" "${(@)words[CURRENT+1,-1]}")
  CURRENT=$#parts
  while (( CURRENT > 3 )) && [[ $words[2] == --color ]]; do
    words[2,3]=() CURRENT=$(( CURRENT - 2 ))
  done
  case $words[CURRENT-1] in
    --color) compadd auto always never && return ;;
    --project|--catalog) _files -/ && return ;;
    -o|--output) _files && return ;;
  esac
)";

// The first function is true if the line contains no command yet; the value of --color is not a
// command. The others find the project's files for `eject`.
inline constexpr std::string_view kFishFunctions = R"(function __plugingen_needs_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case --color
                set -e words[1]
            case '-*'
            case '*'
                return 1
        end
        set -e words[1]
    end
end
function __plugingen_project
    set -l words (commandline -opc)
    while set -q words[1]
        switch $words[1]
            case --project
                echo $words[2]
                return
            case '--project=*'
                string replace -- --project= '' $words[1]
                return
        end
        set -e words[1]
    end
    return 1
end
function __plugingen_files_of_project
    set -l project (__plugingen_project)
    for path in $project/(commandline -ct)*
        set -l name (string replace -- $project/ '' $path)
        test -d $path; and set name $name/
        echo $name
    end
end
)";

}  // namespace plugingen::cli::completion

#endif  // PLUGINGEN_CLI_COMPLETION_FUNCTIONS_H_
