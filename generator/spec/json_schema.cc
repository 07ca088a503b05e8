// The field table as a JSON Schema, for editors.

#include <cassert>

#include "base/text.h"
#include "spec/dtypes.h"
#include "spec/rules.h"
#include "spec/schema.h"
#include "spec/section.h"

namespace plugingen::spec {
namespace {

using base::JsonQuoted;

constexpr std::string_view kDtype = "{\"$ref\": \"#/$defs/dtype\"}";
std::string Indent(size_t depth) { return std::string(depth * 2, ' '); }

std::string List(const std::vector<std::string_view>& values) {
  std::string text;
  for (const std::string_view value : values) {
    text += (text.empty() ? "" : ", ") + JsonQuoted(value);
  }
  return "[" + text + "]";
}

std::string OneOrMore(std::string_view item) {
  return "{\"anyOf\": [" + std::string(item) +
         ", {\"type\": \"array\", \"minItems\": 1, \"items\": " + std::string(item) + "}]}";
}

std::string Bounds(const Field& field) {
  return ", \"minimum\": " + std::to_string(field.min) +
         ", \"maximum\": " + std::to_string(field.max);
}

std::string Pattern(const Field& field) {
  return field.pattern.empty() ? "" : ", \"pattern\": " + JsonQuoted(field.pattern);
}

// The default as JSON; sizes with units and texts are strings.
std::string Default(const Field& field) {
  if (field.default_text.empty()) return "";
  const bool quoted =
      field.type == FieldType::kText || field.type == FieldType::kVersion ||
      field.type == FieldType::kImplementation ||
      field.default_text.find_first_not_of("-0123456789.") != std::string_view::npos;
  const bool literal = field.type == FieldType::kBool;
  return ", \"default\": " +
         (quoted && !literal ? JsonQuoted(field.default_text) : std::string(field.default_text));
}

std::string Object(std::string_view path, size_t depth);

std::string KernelItem(size_t depth) {
  const Field& op = *FindField("kernels[]", "op");
  std::string object = Object("kernels[]", depth);
  object.insert(1, "\n" + Indent(depth + 1) +
                       "\"oneOf\": [{\"required\": [\"op\"]}, {\"required\": [\"set\"]}],");
  return "{\"anyOf\": [{\"type\": \"string\"" + Pattern(op) + "}, " + object + "]}";
}

// The members of the field's schema but its description, each after a comma.
std::string TypeMembers(const Field& field, size_t depth) {
  switch (field.type) {
    case FieldType::kMap: {
      const std::string object =
          Object(field.name == "plugin" || field.parent.empty()
                     ? field.name
                     : std::string(field.parent) + "." + std::string(field.name),
                 depth);
      return "," + object.substr(1, object.size() - 2);  // its members, without the braces
    }
    case FieldType::kList:
      return ", \"type\": \"array\", \"items\": " +
             (field.name == "kernels"
                  ? KernelItem(depth)
                  : Object(PathOf(field.parent, std::string(field.name) + "[]"), depth));
    case FieldType::kText:
      if (!field.values.empty()) return ", \"enum\": " + List(field.values);
      return ", \"type\": \"string\", \"maxLength\": " +
             std::to_string(field.max > 0 ? static_cast<size_t>(field.max) : kLongestText) +
             Pattern(field);
    case FieldType::kVersion:
      return ", \"type\": [\"string\", \"number\"]" + Pattern(field);
    case FieldType::kInteger:
      return ", \"type\": \"integer\"" + Bounds(field);
    case FieldType::kNumber:
      return ", \"type\": \"number\"" + Bounds(field);
    case FieldType::kBool:
      return ", \"type\": \"boolean\"";
    case FieldType::kSize:
      return ", \"type\": [\"string\", \"integer\"]" + Bounds(field) + Pattern(field);
    case FieldType::kBandwidth:
      return ", \"type\": [\"string\", \"integer\"], \"minimum\": 0" + Pattern(field);
    case FieldType::kTypes:
      return ", \"anyOf\": [{\"$ref\": \"#/$defs/dtypes\"}, {\"type\": \"object\", "
             "\"minProperties\": 1, "
             "\"additionalProperties\": {\"$ref\": \"#/$defs/dtypes\"}}]";
    case FieldType::kNames: {
      const std::string name = "{\"type\": \"string\"" + Pattern(field) + "}";
      return ", \"anyOf\": [" + name + ", {\"type\": \"array\", \"items\": " + name + "}]";
    }
    case FieldType::kImplementation:
      return ", \"anyOf\": [{\"enum\": " + List(field.values) +
             "}, {\"type\": \"object\", \"required\": [\"file\"], \"additionalProperties\": false, "
             "\"properties\": {\"file\": {\"type\": \"string\", \"pattern\": \"\\\\.cc$\"}}}]";
    case FieldType::kDoc:
      return ", \"type\": \"string\"";
    case FieldType::kTexts:
      return ", \"anyOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": "
             "{\"type\": \"string\"}}]";
    case FieldType::kShape:
      return ", \"anyOf\": [{\"$ref\": \"#/$defs/shape\"}, {\"type\": \"object\", "
             "\"minProperties\": 1, "
             "\"additionalProperties\": {\"$ref\": \"#/$defs/shape\"}}]";
    case FieldType::kGradient:
    case FieldType::kDocs:
      return ", \"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}";
  }
  assert(false);
  return "";
}

std::string Property(const Field& field, size_t depth) {
  return Indent(depth) + JsonQuoted(field.name) + ": {\"description\": " + JsonQuoted(field.doc) +
         TypeMembers(field, depth) + Default(field) + "}";
}

std::string Object(std::string_view path, size_t depth) {
  std::string properties;
  std::vector<std::string_view> required;
  for (const Field* field : FieldsOf(path)) {
    if (!properties.empty()) properties += ",\n";
    properties += Property(*field, depth + 2);
    if (field->required) required.push_back(field->name);
  }
  const std::string line = "\n" + Indent(depth + 1);
  std::string text =
      "{" + line + "\"type\": \"object\"," + line + "\"additionalProperties\": false,";
  if (!required.empty()) text += line + "\"required\": " + List(required) + ",";
  return text + line + "\"properties\": {\n" + properties + line + "}\n" + Indent(depth) + "}";
}

}  // namespace

std::string JsonSchema() {
  std::string text = Object("", 0);
  text.insert(1,
              "\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
              "  \"title\": \"plugingen spec, format version " +
                  std::to_string(kFormatVersion) + "\",");
  const std::string definitions =
      ",\n  \"$defs\": {\n    \"dtype\": {\"enum\": " + List(DtypeNames()) +
      "},\n    \"dtypes\": " + OneOrMore(kDtype) +
      ",\n    \"shape\": {\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"array\", "
      "\"items\": {\"type\": [\"string\", \"integer\"]}}]}\n  }\n";
  text.insert(text.rfind('\n'), definitions.substr(0, definitions.size() - 1));
  return text + "\n";
}

}  // namespace plugingen::spec
