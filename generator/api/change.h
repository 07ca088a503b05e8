// The differences between two TensorFlow releases that concern plugins.

#ifndef PLUGINGEN_API_CHANGE_H_
#define PLUGINGEN_API_CHANGE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::api {

// What a change means for a plugin that was built or written for the previous release.
enum class Severity {
  kBreaking,   // the plugin fails, misbehaves or does not load
  kAttention,  // behaviour or obligations changed
  kAddition,   // something new is available
  kCosmetic,   // only names and places
};

// All severities, the worst first.
inline constexpr Severity kSeverities[] = {Severity::kBreaking, Severity::kAttention,
                                           Severity::kAddition, Severity::kCosmetic};

// Returns "breaking", "attention", "addition" or "cosmetic".
std::string_view SeverityName(Severity severity);

// Returns "1 breaking" or "4 additions".
std::string CountText(size_t count, Severity severity);

// A token that a file affected by a change contains.
struct Token {
  enum class Where {
    kAnywhere,  // TF_AssignVariable
    kMember,    // after a point or an arrow; common words such as "memset" are callbacks there
    kQuoted,    // an op's name: "Relu" in quotes, or in YAML
  };
  Where where = Where::kAnywhere;
  std::string text;
};

// The lines of a project's file that mention a change.
struct Mention {
  std::string path;
  std::string owner;     // "generated", "scaffold", "once", "own"
  bool by_tool = false;  // `plugingen regenerate` updates the file
  std::vector<size_t> lines;
};

struct Change {
  Severity severity = Severity::kBreaking;
  std::string kind;  // "struct", "function", "enum", "macro", "type", "op", "kernel", "behaviour"
  std::string name;  // "" if the text is complete without it
  std::string text;  // the change without the name; equal texts are printed once
  std::string was;   // declarations, if they add to the text
  std::string now;
  std::string note;      // the consequence
  std::string advice;    // what to write
  std::string evidence;  // the source of a fact that no header shows
  std::string release;   // the first with the change
  std::vector<Token> tokens;

  // Only for a project:
  std::vector<Mention> mentions;
  bool registered = false;  // the plugin registers kernels for the op
  bool everywhere = false;  // affects every plugin, whatever its files mention
};

struct Report {
  std::string from;
  std::string to;
  bool back = false;               // `to` is the older release
  std::vector<std::string> notes;  // what could not be compared, and why
  std::vector<Change> changes;     // the worst first, then by kind and name

  // Mentions in plugingen's own files are limited to those that a run of `regenerate` changes.
  bool of_a_run = false;

  // With a project, `changes` has only those that affect it. The members below count the others.
  bool has_project = false;
  size_t elsewhere[std::size(kSeverities)] = {};

  size_t Count(Severity severity) const;
};

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_CHANGE_H_
