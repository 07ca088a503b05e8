#include "base/dtypes.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace plugingen::base {
namespace {

using enum DtypeKind;

constexpr Dtype kDtypes[] = {
    {"float", 1, "float32", "float", kFloating},
    {"half", 19, "float16", "Eigen::half", kFloating},
    {"bfloat16", 14, "bfloat16", "Eigen::bfloat16", kFloating},
    {"double", 2, "float64", "double", kFloating},
    {"int8", 6, "int8", "int8_t", kInteger},
    {"int16", 5, "int16", "int16_t", kInteger},
    {"int32", 3, "int32", "int32_t", kInteger},
    {"int64", 9, "int64", "int64_t", kInteger},
    {"uint8", 4, "uint8", "uint8_t", kInteger},
    {"uint16", 17, "uint16", "uint16_t", kInteger},
    {"uint32", 22, "uint32", "uint32_t", kInteger},
    {"uint64", 23, "uint64", "uint64_t", kInteger},
    {"bool", 10, "bool", "bool", kOther},
    {"string", 7, "string", "tstring", kOther},
    {"complex64", 8, "complex64", "std::complex<float>", kComplex},
    {"complex128", 18, "complex128", "std::complex<double>", kComplex},
    {"resource", 20, "resource", "", kOther},
    {"variant", 21, "variant", "", kOther},
    {"qint8", 11, "qint8", "", kQuantized},
    {"quint8", 12, "quint8", "", kQuantized},
    {"qint16", 15, "qint16", "", kQuantized},
    {"quint16", 16, "quint16", "", kQuantized},
    {"qint32", 13, "qint32", "", kQuantized},
    {"float8_e5m2", 24, "float8_e5m2", "", kFloating},
    {"float8_e4m3fn", 25, "float8_e4m3fn", "", kFloating},
    {"float8_e4m3fnuz", 26, "float8_e4m3fnuz", "", kFloating},
    {"float8_e4m3b11fnuz", 27, "float8_e4m3b11fnuz", "", kFloating},
    {"float8_e5m2fnuz", 28, "float8_e5m2fnuz", "", kFloating},
    {"int4", 29, "int4", "", kInteger},
    {"uint4", 30, "uint4", "", kInteger},
    {"int2", 31, "int2", "", kInteger},
    {"uint2", 32, "uint2", "", kInteger},
    {"float4_e2m1fn", 33, "float4_e2m1fn", "", kFloating},
    {"float8_e8m0fnu", 34, "float8_e8m0fnu", "", kFloating},
};

constexpr uint64_t kReference = 100;  // the offset of the number of a reference type

const Dtype* OrNull(const Dtype* found) { return found == std::end(kDtypes) ? nullptr : found; }

// The newer types are in tf.dtypes.experimental.
bool IsExperimental(const Dtype& dtype) { return dtype.number >= 24; }

}  // namespace

std::span<const Dtype> Dtypes() { return kDtypes; }

const Dtype* FindDtype(std::string_view name) {
  return OrNull(std::find_if(std::begin(kDtypes), std::end(kDtypes),
                             [name](const Dtype& dtype) { return dtype.name == name; }));
}

const Dtype* FindDtype(uint64_t number) {
  if (number > kReference) number -= kReference;
  return OrNull(std::find_if(std::begin(kDtypes), std::end(kDtypes),
                             [number](const Dtype& dtype) { return dtype.number == number; }));
}

bool IsWritable(std::string_view name) {
  const Dtype* dtype = FindDtype(name);
  return dtype != nullptr && dtype->is_writable();
}

bool IsTrainable(std::string_view name) {
  const Dtype* dtype = FindDtype(name);
  if (dtype == nullptr) return false;
  const bool is_number = dtype->kind == kFloating || dtype->kind == kComplex;
  return (is_number && dtype->is_writable()) || name == "resource" || name == "variant";
}

bool CanBeChoice(const Dtype& dtype) { return dtype.name.find('_') == std::string_view::npos; }

std::string TfEnum(std::string_view name) { return "TF_" + ToUpper(name); }

std::string PythonDtypeName(std::string_view name) {
  const Dtype* dtype = FindDtype(name);
  return std::string(dtype == nullptr ? name : dtype->python);
}

std::string PythonDtype(std::string_view name) {
  const Dtype* dtype = FindDtype(name);
  const bool experimental = dtype != nullptr && IsExperimental(*dtype);
  return (experimental ? "tf.dtypes.experimental." : "tf.") + PythonDtypeName(name);
}

}  // namespace plugingen::base
