#include "spec/dtypes.h"

#include <string>

#include "base/dtypes.h"
#include "base/suggest.h"
#include "base/text.h"

namespace plugingen::spec {
namespace {

using base::Dtype;

struct Alias {
  std::string_view name;
  std::string_view canonical;
};

// Names from other languages and libraries. They differ too much from the right name to be found as
// typos.
constexpr Alias kHabits[] = {
    {"fp32", "float"},  {"f32", "float"},  {"fp16", "half"},     {"f16", "half"},
    {"fp64", "double"}, {"f64", "double"}, {"bf16", "bfloat16"}, {"int", "int32"},
    {"i32", "int32"},   {"long", "int64"}, {"i64", "int64"},     {"char", "int8"},
    {"byte", "uint8"},  {"u8", "uint8"},   {"boolean", "bool"},  {"str", "string"}};

}  // namespace

std::vector<std::string_view> CanonicalDtypeNames() {
  std::vector<std::string_view> names;
  for (const Dtype& dtype : base::Dtypes()) {
    if (dtype.is_writable()) names.push_back(dtype.name);
  }
  return names;
}

const std::vector<std::string_view>& DtypeNames() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all = CanonicalDtypeNames();
    for (const Dtype& dtype : base::Dtypes()) {
      if (dtype.is_writable() && dtype.python != dtype.name) all.push_back(dtype.python);
    }
    return all;
  }();
  return names;
}

std::string_view CanonicalDtype(std::string_view name) {
  for (const Dtype& dtype : base::Dtypes()) {
    if (dtype.is_writable() && (dtype.name == name || dtype.python == name)) return dtype.name;
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
