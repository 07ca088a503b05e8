// The table of all keys of a spec. It defines the validator, the defaults, the JSON Schema for
// editors and the starter spec, so that they always agree. For plain keys it also defines the
// struct member of the value and what templates see.

#ifndef PLUGINGEN_SPEC_SCHEMA_H_
#define PLUGINGEN_SPEC_SCHEMA_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/member.h"

namespace plugingen::spec {

inline constexpr int kFormatVersion = 1;

// The path of the schema in a project, relative to the spec.
inline constexpr std::string_view kSchemaPath = ".plugingen/spec.schema.json";
// The start of the schema's title in every version.
inline constexpr std::string_view kSchemaTitle = "plugingen spec, format version ";
// The first line of a spec. It tells YAML language servers where the schema is.
inline constexpr std::string_view kModeline =
    "# yaml-language-server: $schema=./.plugingen/spec.schema.json";

enum class FieldType {
  kMap,
  kList,  // of entries with the keys of the parent "kernels[]", "ops[]", ...
  kText,
  kVerbatim,  // text that may look like a number: 1.10 stays "1.10"
  kChoice,    // one of the words of the enumeration in `member`
  kInteger,
  kNumber,
  kBool,
  kSize,            // bytes: 4GiB or an integer
  kBandwidth,       // bytes per second: 25 GB/s or an integer
  kTypes,           // dtype, list of dtypes, or a map from type attr to either
  kNames,           // a name or a list of names
  kImplementation,  // reference, stub, or {file: path}
  kDoc,             // text of several lines
  kTexts,           // a text or a list of texts
  kShape,           // a shape rule, a map from arguments to shape rules, or {file: path}
  kGradient,        // a map from inputs to expressions, or {python: function}
  kDocs,            // a map from arguments to their descriptions
};

// True if `member` alone defines how to read the value: texts, numbers, booleans and words.
bool IsPlain(FieldType type);

// The other value that a value in the starter spec is derived from, besides `example`.
enum class Follows { kNothing, kPluginName, kDeviceType };

struct Field {
  std::string_view
      parent;  // path of the map that contains the key: "", "device.memory", "kernels[]"
  std::string_view name;
  FieldType type;
  bool required = false;
  std::string_view default_text{};  // as written in YAML; "" = none, or derived as `doc` says
  std::string_view doc{};           // one or more sentences, for editors and the starter spec
  std::string_view example{};       // a valid value for the starter spec; "" = the default
  int64_t min = 0;                  // of integers, numbers and sizes; max is the length of texts
  int64_t max = 0;
  std::string_view pattern{};    // a regular expression in JSON Schema's dialect; see rules.h
  MemberOfSpec member{};         // stores the value
  std::string_view item{};       // of lists: an item in messages, with its article
  std::string_view short_key{};  // of lists: an item may be just the value of this key
  bool is_alternative = false;   // a map has exactly one of its alternative keys
  bool by_hand = false;          // plain, but the parser has its own code for it
  bool is_shown = false;         // in the starter spec as a key instead of a comment
  Follows follows = Follows::kNothing;
  std::string_view otherwise{};  // of choices: the help if no word is similar
  bool is_cpp = false;           // only used in C++, where templates have to escape "??"

  std::vector<std::string_view> words() const {  // all allowed words; empty = no enumeration
    return member.words == nullptr ? std::vector<std::string_view>() : member.words();
  }
};

std::span<const Field> Fields();

// FieldsOf returns the fields of one map in the order of the table. FindField returns one of them,
// or null.
const std::vector<const Field*>& FieldsOf(std::string_view parent);
const Field* FindField(std::string_view parent, std::string_view name);
const Field* FindField(std::string_view path);

// Joins "device" and "memory" to "device.memory".
std::string PathOf(std::string_view parent, std::string_view name);

// Returns the JSON Schema, draft 2020-12.
std::string JsonSchema();

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SCHEMA_H_
