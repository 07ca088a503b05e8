#include "model/names.h"

#include <iterator>

#include "base/text.h"

namespace plugingen::model {
namespace {

struct Dtype {
  std::string_view name;
  std::string_view cpp;
};

// In the order of TF_DataType.
constexpr Dtype kDtypes[] = {
    {"float", "float"},
    {"double", "double"},
    {"int32", "int32_t"},
    {"uint8", "uint8_t"},
    {"int16", "int16_t"},
    {"int8", "int8_t"},
    {"string", "tstring"},
    {"complex64", "std::complex<float>"},
    {"int64", "int64_t"},
    {"bool", "bool"},
    {"bfloat16", "Eigen::bfloat16"},
    {"uint16", "uint16_t"},
    {"complex128", "std::complex<double>"},
    {"half", "Eigen::half"},
    {"uint32", "uint32_t"},
    {"uint64", "uint64_t"},
};

}  // namespace

std::string FileStem(std::string_view op) {
  std::string stem;
  for (size_t i = 0; i < op.size(); ++i) {
    const char c = op[i];
    if (i > 0 && base::IsUpper(c)) {
      const bool after_lower = base::IsLower(op[i - 1]);
      const bool before_lower = i + 1 < op.size() && base::IsLower(op[i + 1]);
      if (after_lower || before_lower) stem += '_';
    }
    stem += base::IsUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return stem;
}

std::string_view CppType(std::string_view dtype) {
  for (const Dtype& known : kDtypes) {
    if (known.name == dtype) return known.cpp;
  }
  return {};
}

std::string TfEnum(std::string_view dtype) { return "TF_" + base::ToUpper(dtype); }

int DtypeOrder(std::string_view dtype) {
  int order = 0;
  for (const Dtype& known : kDtypes) {
    if (known.name == dtype) break;
    ++order;
  }
  return order;
}

}  // namespace plugingen::model
