// What changed for plugins between two releases of TensorFlow.

#ifndef PLUGINGEN_API_CHANGE_H_
#define PLUGINGEN_API_CHANGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::api {

// How much a change asks of a plugin that was built or written for the release before it.
enum class Severity {
  kBreaking,   // it fails, misbehaves or does not load
  kAttention,  // behaviour or obligations changed
  kAddition,   // there is something new to use
  kCosmetic,   // names and places only
};

// The worst first.
inline constexpr Severity kSeverities[] = {Severity::kBreaking, Severity::kAttention,
                                           Severity::kAddition, Severity::kCosmetic};

// "breaking", "attention", "addition", "cosmetic".
std::string_view SeverityName(Severity severity);

// What a file that is concerned by a change mentions.
struct Token {
  enum class Where {
    kAnywhere,  // TF_AssignVariable
    kMember,    // behind a point or an arrow: common words such as "memset" are callbacks there
    kQuoted,    // an op's name: "Relu" in quotes, or in YAML
  };
  Where where = Where::kAnywhere;
  std::string text;
};

// The lines of one file of a project that mention a change.
struct Mention {
  std::string path;
  std::string owner;     // "generated", "scaffold", "once", "own"
  bool by_tool = false;  // `plugingen regenerate` keeps the file up to date
  std::vector<size_t> lines;
};

struct Change {
  Severity severity = Severity::kBreaking;
  std::string kind;  // "struct", "function", "enum", "macro", "type", "op", "kernel", "behaviour"
  std::string name;  // "" when the text says it all
  std::string text;  // what happened, without the name: equal texts are told once
  std::string was;   // declarations, where they say more than the text
  std::string now;
  std::string note;      // what follows from it
  std::string advice;    // what to write
  std::string evidence;  // where a fact that no header tells is from
  std::string release;   // the one that brought it
  std::vector<Token> tokens;

  // In a project:
  std::vector<Mention> mentions;
  bool registered = false;  // the plugin registers kernels for the op
  bool everywhere = false;  // concerns each plugin, whatever its files mention
};

struct Report {
  std::string from;
  std::string to;
  bool back = false;               // `to` is the older one
  std::vector<std::string> notes;  // what could not be compared, and why
  std::vector<Change> changes;     // the worst first, then by kind and name

  // Whether mentions in plugingen's own files are only those that a run of `regenerate` changes.
  bool of_a_run = false;

  // With a project only those changes are left that concern it; the others are counted here.
  bool has_project = false;
  size_t elsewhere[std::size(kSeverities)] = {};

  size_t Count(Severity severity) const;
};

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_CHANGE_H_
