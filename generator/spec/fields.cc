#include <algorithm>
#include <map>

#include "spec/field_tables.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

const std::vector<Field>& Table() {
  static const std::vector<Field> table = [] {
    std::vector<Field> result;
    for (const std::span<const Field> part :
         {PluginFields(), DeviceFields(), OpFields(), GraphFields()}) {
      result.insert(result.end(), part.begin(), part.end());
    }
    return result;
  }();
  return table;
}

using FieldsByParent = std::map<std::string_view, std::vector<const Field*>>;

const FieldsByParent& ByParent() {
  static const FieldsByParent by_parent = [] {
    FieldsByParent result;
    for (const Field& field : Table()) result[field.parent].push_back(&field);
    return result;
  }();
  return by_parent;
}

}  // namespace

bool IsPlain(FieldType type) {
  switch (type) {
    case FieldType::kText:
    case FieldType::kVerbatim:
    case FieldType::kChoice:
    case FieldType::kInteger:
    case FieldType::kNumber:
    case FieldType::kBool:
    case FieldType::kSize:
    case FieldType::kBandwidth:
      return true;
    case FieldType::kMap:
    case FieldType::kList:
    case FieldType::kTypes:
    case FieldType::kNames:
    case FieldType::kImplementation:
    case FieldType::kDoc:
    case FieldType::kTexts:
    case FieldType::kShape:
    case FieldType::kGradient:
    case FieldType::kDocs:
      return false;
  }
  return false;
}

std::string PathOf(std::string_view parent, std::string_view name) {
  return parent.empty() ? std::string(name) : std::string(parent) + "." + std::string(name);
}

std::span<const Field> Fields() { return Table(); }

const std::vector<const Field*>& FieldsOf(std::string_view parent) {
  static const std::vector<const Field*> none;
  const auto found = ByParent().find(parent);
  return found == ByParent().end() ? none : found->second;
}

const Field* FindField(std::string_view parent, std::string_view name) {
  for (const Field* field : FieldsOf(parent)) {
    if (field->name == name) return field;
  }
  return nullptr;
}

const Field* FindField(std::string_view path) {
  const size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? FindField("", path)
                                       : FindField(path.substr(0, dot), path.substr(dot + 1));
}

}  // namespace plugingen::spec
