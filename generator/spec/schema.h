// The table of every key that a spec may have. The validator, the defaults, the JSON Schema for
// editors and the starter spec are all made from it, so that they cannot disagree; so are the
// values in the spec's structs and what templates see of them, for keys whose values are plain.

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

// Where `plugingen new` puts the schema inside a project, relative to the spec.
inline constexpr std::string_view kSchemaPath = ".plugingen/spec.schema.json";
// How the schema's title begins, whatever its version.
inline constexpr std::string_view kSchemaTitle = "plugingen spec, format version ";
// The first line of a spec: tells editors with a YAML language server where the schema is.
inline constexpr std::string_view kModeline =
    "# yaml-language-server: $schema=./.plugingen/spec.schema.json";

enum class FieldType {
  kMap,
  kList,  // of entries, whose keys are those of the parent "kernels[]", "ops[]", ...
  kText,
  kVerbatim,  // text that may look like a number: 1.10 is read as it is written
  kChoice,    // one of the words of an enumeration, which that of `member` tells
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
  kDocs,            // a map from arguments to what they are
};

// Whether a key's value is one that `member` alone tells how to read: text, numbers, truths, words.
bool IsPlain(FieldType type);

// What a value in the starter spec is made from, besides `example`.
enum class Follows { kNothing, kPluginName, kDeviceType };

struct Field {
  std::string_view parent;  // path of the map that holds the key: "", "device.memory", "kernels[]"
  std::string_view name;
  FieldType type;
  bool required = false;
  std::string_view default_text{};  // as written in YAML; "" = none, or derived as `doc` says
  std::string_view doc{};           // one or more sentences, for editors and the starter spec
  std::string_view example{};       // a valid value for the starter spec; "" = the default
  int64_t min = 0;                  // of integers, numbers and sizes; max is the length of texts
  int64_t max = 0;
  std::string_view pattern{};    // a regular expression in JSON Schema's dialect; see rules.h
  MemberOfSpec member{};         // where the value goes
  std::string_view item{};       // of lists: what messages call an item, with its article
  std::string_view short_key{};  // of lists: an item may be the value of this key alone
  bool is_alternative = false;   // a map has exactly one of its alternative keys
  bool by_hand = false;          // plain, but the parser has code and messages for it
  bool is_shown = false;         // in the starter spec as a key, not as a comment
  Follows follows = Follows::kNothing;
  std::string_view otherwise{};  // of choices: what to write where no word is near
  bool is_cpp = false;           // templates put the text into C++ only, where "??" is escaped

  std::vector<std::string_view> words() const {  // all that are allowed; empty = no enumeration
    return member.words == nullptr ? std::vector<std::string_view>() : member.words();
  }
};

std::span<const Field> Fields();

// The fields of one map in the order of the table, and one of them by name (null if unknown).
const std::vector<const Field*>& FieldsOf(std::string_view parent);
const Field* FindField(std::string_view parent, std::string_view name);
const Field* FindField(std::string_view path);

// "device" + "memory" -> "device.memory".
std::string PathOf(std::string_view parent, std::string_view name);

// JSON Schema, draft 2020-12.
std::string JsonSchema();

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SCHEMA_H_
