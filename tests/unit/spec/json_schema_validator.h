// The part of JSON Schema that our own schema uses, for tests: enough to prove that the schema
// which editors read and the checks of the generator agree.

#ifndef PLUGINGEN_TESTS_UNIT_SPEC_JSON_SCHEMA_VALIDATOR_H_
#define PLUGINGEN_TESTS_UNIT_SPEC_JSON_SCHEMA_VALIDATOR_H_

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace plugingen::spec {

class JsonSchemaValidator {
 public:
  using Json = nlohmann::json;

  explicit JsonSchemaValidator(const std::string& schema) : schema_(Json::parse(schema)) {}

  bool Accepts(const Json& value) const { return Accepts(schema_, value); }

 private:
  bool Accepts(const Json& schema, const Json& value) const {
    for (const auto& [keyword, argument] : schema.items()) {
      if (!Holds(schema, keyword, argument, value)) return false;
    }
    return true;
  }

  bool Holds(const Json& schema, const std::string& keyword, const Json& argument,
             const Json& value) const {
    if (keyword == "$ref")
      return Accepts(schema_.at(Json::json_pointer(argument.get<std::string>().substr(1))), value);
    if (keyword == "type") return HasType(argument, value);
    if (keyword == "enum")
      return std::find(argument.begin(), argument.end(), value) != argument.end();
    if (keyword == "anyOf") return Matches(argument, value) >= 1;
    if (keyword == "oneOf") return Matches(argument, value) == 1;
    if (keyword == "not") return !Accepts(argument, value);
    if (keyword == "minimum") return !value.is_number() || value >= argument;
    if (keyword == "maximum") return !value.is_number() || value <= argument;
    if (keyword == "maxLength")
      return !value.is_string() || value.get<std::string>().size() <= argument;
    if (keyword == "pattern") {
      return !value.is_string() ||
             std::regex_search(value.get<std::string>(), std::regex(argument.get<std::string>()));
    }
    if (keyword == "minItems") return !value.is_array() || value.size() >= argument;
    if (keyword == "minProperties") return !value.is_object() || value.size() >= argument;
    if (keyword == "items") return AllItems(argument, value);
    if (keyword == "required") {
      return !value.is_object() ||
             std::all_of(argument.begin(), argument.end(),
                         [&](const Json& name) { return value.contains(name.get<std::string>()); });
    }
    if (keyword == "properties") return AllProperties(argument, value);
    if (keyword == "additionalProperties") return AdditionalProperties(schema, argument, value);
    const bool annotation = keyword == "description" || keyword == "default" ||
                            keyword == "title" || keyword == "$schema" || keyword == "$id" ||
                            keyword == "$defs";
    if (!annotation) throw std::runtime_error("the tests do not know the keyword " + keyword);
    return true;
  }

  static bool HasType(const Json& types, const Json& value) {
    if (types.is_array()) {
      return std::any_of(types.begin(), types.end(),
                         [&](const Json& type) { return HasType(type, value); });
    }
    const std::string type = types;
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number());
  }

  long Matches(const Json& schemas, const Json& value) const {
    return std::count_if(schemas.begin(), schemas.end(),
                         [&](const Json& schema) { return Accepts(schema, value); });
  }

  bool AllItems(const Json& schema, const Json& value) const {
    return !value.is_array() || std::all_of(value.begin(), value.end(), [&](const Json& item) {
      return Accepts(schema, item);
    });
  }

  bool AllProperties(const Json& properties, const Json& value) const {
    if (!value.is_object()) return true;
    for (const auto& [name, schema] : properties.items()) {
      if (value.contains(name) && !Accepts(schema, value[name])) return false;
    }
    return true;
  }

  bool AdditionalProperties(const Json& schema, const Json& additional, const Json& value) const {
    if (!value.is_object()) return true;
    for (const auto& [name, member] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(name)) continue;
      if (additional.is_boolean() ? !additional.get<bool>() : !Accepts(additional, member))
        return false;
    }
    return true;
  }

  Json schema_;
};

}  // namespace plugingen::spec

#endif  // PLUGINGEN_TESTS_UNIT_SPEC_JSON_SCHEMA_VALIDATOR_H_
