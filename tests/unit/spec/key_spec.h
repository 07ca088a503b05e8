// A spec in which one key of the table is given, for tests that walk the table. JSON is YAML.

#ifndef PLUGINGEN_TESTS_UNIT_SPEC_KEY_SPEC_H_
#define PLUGINGEN_TESTS_UNIT_SPEC_KEY_SPEC_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "spec/schema.h"

namespace plugingen::spec {

// The name is not that of the table's examples.
inline constexpr char kSpecWithoutKeys[] = R"({"plugingen": 1, "plugin": {"name": "some_npu"}})";

inline std::string PathOf(const Field& field) { return PathOf(field.parent, field.name); }

// An entry of a list that needs nothing else.
inline nlohmann::json EntryOf(std::string_view list) {
  static const std::map<std::string_view, nlohmann::json> entries = {
      {"kernels[]", {{"op", "Relu"}}},
      {"ops[]", {{"name", "AcmeOp"}}},
      {"graph.rewrites[]",
       {{"name", "twice"}, {"match", "Relu(Relu(x))"}, {"replace", "Relu(x)"}}}};
  return entries.at(list);
}

// The value as JSON has it: texts are texts, even where they look like numbers.
inline nlohmann::json ValueAsJson(const Field& field, std::string_view value) {
  const bool is_text = field.type == FieldType::kText || field.type == FieldType::kVerbatim;
  const nlohmann::json read = nlohmann::json::parse(value, nullptr, false);
  return is_text || read.is_discarded() ? nlohmann::json(value) : read;
}

// Puts the value at the rest of a path, "memory.capacity" or "[].label".
inline void Put(nlohmann::json& map, const std::string& before, std::string_view rest,
                const nlohmann::json& value) {
  const size_t end = rest.find('.');
  std::string name(rest.substr(0, end));
  const bool is_list = name.ends_with("[]");
  const std::string path = PathOf(before, name);
  if (is_list) name.resize(name.size() - 2);
  if (end == std::string_view::npos) {
    map[name] = value;
    return;
  }
  nlohmann::json inner = is_list ? EntryOf(path) : map.value(name, nlohmann::json::object());
  const std::string_view key = rest.substr(end + 1);
  const Field* field = FindField(path, key);
  if (field != nullptr && field->is_alternative) inner = nlohmann::json::object();
  Put(inner, path, key, value);
  for (const Field* other : FieldsOf(path)) {
    if (!other->required || inner.contains(std::string(other->name))) continue;
    inner[std::string(other->name)] = ValueAsJson(*other, other->example);
  }
  map[name] = is_list ? nlohmann::json::array({inner}) : inner;
}

inline std::string SpecWith(const Field& field, std::string_view value) {
  nlohmann::json spec = nlohmann::json::parse(kSpecWithoutKeys);
  Put(spec, "", PathOf(field), ValueAsJson(field, value));
  if (field.parent == "device.opencl") spec["device"]["backend"] = "opencl";
  if (PathOf(field) == "device.kernels") spec["device"]["backend"] = "custom";
  return spec.dump() + "\n";
}

// A value that the key takes and that is not its default, where there are two.
inline std::string AnyValue(const Field& field) {
  if (!field.example.empty()) return std::string(field.example);
  if (field.type == FieldType::kBool) return field.default_text == "true" ? "false" : "true";
  if (!field.words().empty()) return std::string(field.words().back());
  if (field.max > field.min && field.type != FieldType::kText) return std::to_string(field.max);
  return "ACME";
}

}  // namespace plugingen::spec

#endif  // PLUGINGEN_TESTS_UNIT_SPEC_KEY_SPEC_H_
