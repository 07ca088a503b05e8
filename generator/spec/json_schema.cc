// Generates the JSON Schema for editors from the table of keys.

#include <cassert>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "spec/dtypes.h"
#include "spec/rules.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

using base::Json;

Json Reference(const char* definition) { return {{"$ref", std::string("#/$defs/") + definition}}; }

Json ArrayOf(Json item) { return {{"type", "array"}, {"items", std::move(item)}}; }

Json EitherOf(Json first, Json second) {
  return {{"anyOf", Json::array({std::move(first), std::move(second)})}};
}

Json OneOrMore(const Json& item) {
  return EitherOf(item, {{"type", "array"}, {"minItems", 1}, {"items", item}});
}

// A map with arbitrary keys whose values match `values`.
Json MapOf(Json values) {
  return {{"type", "object"}, {"additionalProperties", std::move(values)}};
}

Json MapOfOneOrMore(Json values) {
  return {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", std::move(values)}};
}

// For a text whose meaning does not depend on whether YAML reads it as a number.
Json Scalar() { return {"string", "number", "boolean"}; }

void AddPattern(const Field& field, Json& schema) {
  if (!field.pattern.empty()) schema["pattern"] = field.pattern;
}

void AddBounds(const Field& field, Json& schema) {
  schema["minimum"] = field.min;
  schema["maximum"] = field.max;
}

// Adds the default as JSON. Sizes with units and texts are strings.
void AddDefault(const Field& field, Json& schema) {
  if (field.default_text.empty()) return;
  const bool text = field.type == FieldType::kText || field.type == FieldType::kVerbatim ||
                    field.type == FieldType::kChoice || field.type == FieldType::kImplementation;
  const Json value = text ? Json() : Json::parse(field.default_text, nullptr, false);
  const bool literal = value.is_number() || value.is_boolean();
  schema["default"] = literal ? value : Json(field.default_text);
}

void AddObject(std::string_view path, Json& schema);

Json Object(std::string_view path) {
  Json schema = Json::object();
  AddObject(path, schema);
  return schema;
}

// An item of a list: a map, or the value of one of the map's keys.
Json Item(const Field& list) {
  const std::string path = PathOf(list.parent, list.name) + "[]";
  if (list.short_key.empty()) return Object(path);
  Json value = {{"type", "string"}};
  AddPattern(*FindField(path, list.short_key), value);
  return EitherOf(std::move(value), Object(path));
}

Json ImplementationSchema(const Field& field) {
  return EitherOf({{"enum", field.words()}},
                  {{"type", "object"},
                   {"required", {"file"}},
                   {"additionalProperties", false},
                   {"properties", {{"file", {{"type", "string"}, {"pattern", "\\.cc$"}}}}}});
}

void AddText(const Field& field, Json& schema) {
  schema["type"] = "string";
  schema["maxLength"] = field.max > 0 ? static_cast<size_t>(field.max) : kLongestText;
  AddPattern(field, schema);
}

// Describes the field's values.
void AddType(const Field& field, Json& schema) {
  switch (field.type) {
    case FieldType::kMap:
      AddObject(PathOf(field.parent, field.name), schema);
      return;
    case FieldType::kList:
      schema.update(ArrayOf(Item(field)));
      return;
    case FieldType::kText:
      AddText(field, schema);
      return;
    case FieldType::kChoice:
      schema["enum"] = field.words();
      return;
    case FieldType::kVerbatim:
      schema["type"] = {"string", "number"};
      AddPattern(field, schema);
      return;
    case FieldType::kInteger:
      schema["type"] = "integer";
      AddBounds(field, schema);
      return;
    case FieldType::kNumber:
      schema["type"] = "number";
      AddBounds(field, schema);
      return;
    case FieldType::kBool:
      schema["type"] = "boolean";
      return;
    case FieldType::kSize:
      schema["type"] = {"string", "integer"};
      AddBounds(field, schema);
      AddPattern(field, schema);
      return;
    case FieldType::kBandwidth:
      schema["type"] = {"string", "integer"};
      schema["minimum"] = 0;
      AddPattern(field, schema);
      return;
    case FieldType::kTypes:
      schema.update(EitherOf(Reference("dtypes"), MapOfOneOrMore(Reference("dtypes"))));
      return;
    case FieldType::kNames: {
      Json name = {{"type", "string"}};
      AddPattern(field, name);
      schema.update(EitherOf(name, ArrayOf(name)));
      return;
    }
    case FieldType::kImplementation:
      schema.update(ImplementationSchema(field));
      return;
    case FieldType::kDoc:
      schema["type"] = Scalar();
      return;
    case FieldType::kTexts:
      schema.update(EitherOf({{"type", "string"}}, ArrayOf({{"type", "string"}})));
      return;
    case FieldType::kShape:
      schema.update(EitherOf(Reference("shape"), MapOfOneOrMore(Reference("shape"))));
      return;
    case FieldType::kGradient:
      schema.update(MapOf({{"type", {"string", "number"}}}));
      return;
    case FieldType::kDocs:
      schema.update(MapOf({{"type", Scalar()}}));
      return;
  }
  assert(false);
}

Json Property(const Field& field) {
  Json schema = {{"description", field.doc}};
  AddType(field, schema);
  AddDefault(field, schema);
  return schema;
}

// Describes an object with the keys at `path` of the table.
void AddObject(std::string_view path, Json& schema) {
  Json alternatives = Json::array();
  for (const Field* field : FieldsOf(path)) {
    if (field->is_alternative) alternatives.push_back({{"required", {field->name}}});
  }
  if (!alternatives.empty()) schema["oneOf"] = std::move(alternatives);
  schema["type"] = "object";
  schema["additionalProperties"] = false;
  Json required = Json::array();
  Json properties = Json::object();
  for (const Field* field : FieldsOf(path)) {
    properties[field->name] = Property(*field);
    if (field->required) required.push_back(field->name);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["properties"] = std::move(properties);
}

}  // namespace

std::string JsonSchema() {
  // The name of the schema, which is at no address: tools tell by it which one they have.
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"$id", "urn:plugingen:spec:" + std::to_string(kFormatVersion)},
                 {"title", std::string(kSchemaTitle) + std::to_string(kFormatVersion)}};
  AddObject("", schema);
  schema["$defs"] = {
      {"dtype", {{"enum", DtypeNames()}}},
      {"dtypes", OneOrMore(Reference("dtype"))},
      {"shape", EitherOf({{"type", "string"}}, ArrayOf({{"type", {"string", "integer"}}}))}};
  constexpr size_t kAllLevels = std::numeric_limits<size_t>::max();
  return base::JsonText(schema, kAllLevels) + "\n";
}

}  // namespace plugingen::spec
