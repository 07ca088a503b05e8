// The parts of completion scripts that are the same whatever the commands are.

#ifndef PLUGINGEN_CLI_COMPLETION_FUNCTIONS_H_
#define PLUGINGEN_CLI_COMPLETION_FUNCTIONS_H_

#include <string_view>

namespace plugingen::cli::completion {

// What comes before the rest of zsh's function, which looks for the command in the second word and
// for an option in the last but one: `--option=value` becomes two words, options before the command
// are dropped, and what has nothing to do with a command is answered.
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

// Whether no command stands on the line yet, where the value of --color is none; and the files of
// the project that `eject` is told of.
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
