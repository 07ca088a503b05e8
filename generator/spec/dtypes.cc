#include "spec/dtypes.h"

#include <iterator>
#include <string>

#include "base/suggest.h"
#include "base/text.h"

namespace plugingen::spec {
namespace {

struct Alias {
  std::string_view name;
  std::string_view canonical;
};

constexpr std::string_view kCanonical[] = {
    "float", "half",   "bfloat16", "double", "int8", "int16",  "int32",     "int64",
    "uint8", "uint16", "uint32",   "uint64", "bool", "string", "complex64", "complex128"};

// NumPy's spellings.
constexpr Alias kAliases[] = {{"float32", "float"}, {"float16", "half"}, {"float64", "double"}};

// Habits from other languages and libraries: too far from the right word to be found as typos.
constexpr Alias kHabits[] = {
    {"fp32", "float"},  {"f32", "float"},  {"fp16", "half"},     {"f16", "half"},
    {"fp64", "double"}, {"f64", "double"}, {"bf16", "bfloat16"}, {"int", "int32"},
    {"i32", "int32"},   {"long", "int64"}, {"i64", "int64"},     {"char", "int8"},
    {"byte", "uint8"},  {"u8", "uint8"},   {"boolean", "bool"},  {"str", "string"}};

}  // namespace

const std::vector<std::string_view>& DtypeNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all(std::begin(kCanonical), std::end(kCanonical));
    for (const Alias& alias : kAliases) all.push_back(alias.name);
    return all;
  }();
  return names;
}

std::string_view CanonicalDtype(std::string_view name) {
  for (const std::string_view dtype : kCanonical) {
    if (dtype == name) return dtype;
  }
  for (const Alias& alias : kAliases) {
    if (alias.name == name) return alias.canonical;
  }
  return {};
}

std::string_view NearestDtype(std::string_view name) {
  const std::string lower = base::ToLower(name.substr(0, 16));
  for (const Alias& habit : kHabits) {
    if (habit.name == lower) return habit.canonical;
  }
  for (const std::string_view prefix : {"DT_", "TF_", "tf."}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  return base::NearestName(name, DtypeNames());
}

}  // namespace plugingen::spec
