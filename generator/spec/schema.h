// The table of every key that a spec may have. The validator, the defaults, the JSON Schema for
// editors and the starter spec are all made from it, so that they cannot disagree.

#ifndef PLUGINGEN_SPEC_SCHEMA_H_
#define PLUGINGEN_SPEC_SCHEMA_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace plugingen::spec {

inline constexpr int kFormatVersion = 1;

// Where `plugingen new` puts the schema inside a project, relative to the spec.
inline constexpr std::string_view kSchemaPath = ".plugingen/spec.schema.json";
// The first line of a spec: tells editors with a YAML language server where the schema is.
inline constexpr std::string_view kModeline =
    "# yaml-language-server: $schema=./.plugingen/spec.schema.json";

enum class FieldType {
  kMap,
  kList,  // of entries, whose keys are those of the parent "kernels[]", "ops[]", ...
  kText,
  kVersion,  // text; 0.1 and 1.10 are read as written, not as numbers
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

struct Field {
  std::string_view parent;  // path of the map that holds the key: "", "device.memory", "kernels[]"
  std::string_view name;
  FieldType type;
  bool required = false;
  std::string_view default_text{};  // as written in YAML; "" = none, or derived as `doc` says
  std::string_view doc{};           // one or more sentences, for editors and the starter spec
  std::string_view example{};       // a valid value for the starter spec; "" = the default
  std::vector<std::string_view> values{};  // all that are allowed; empty = no enumeration
  int64_t min = 0;  // of integers, numbers and sizes; max is the length of texts
  int64_t max = 0;
  std::string_view
      pattern{};  // a regular expression in JSON Schema's dialect; the checks are in rules.cc
};

std::span<const Field> Fields();

// The fields of one map in the order of the table, and one of them by name (null if unknown).
const std::vector<const Field*>& FieldsOf(std::string_view parent);
const Field* FindField(std::string_view parent, std::string_view name);

// JSON Schema, draft 2020-12.
std::string JsonSchema();

// A commented spec to start from, complete and valid. `name` is the plugin's.
std::string StarterSpec(std::string_view name);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_SCHEMA_H_
