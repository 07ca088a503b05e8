#include "coverage/data_types.h"

#include <algorithm>
#include <iterator>

namespace plugingen::coverage {
namespace {

// In the order of their numbers, from 1.
constexpr std::string_view kNames[] = {"float",
                                       "double",
                                       "int32",
                                       "uint8",
                                       "int16",
                                       "int8",
                                       "string",
                                       "complex64",
                                       "int64",
                                       "bool",
                                       "qint8",
                                       "quint8",
                                       "qint32",
                                       "bfloat16",
                                       "qint16",
                                       "quint16",
                                       "uint16",
                                       "complex128",
                                       "half",
                                       "resource",
                                       "variant",
                                       "uint32",
                                       "uint64",
                                       "float8_e5m2",
                                       "float8_e4m3fn",
                                       "float8_e4m3fnuz",
                                       "float8_e4m3b11fnuz",
                                       "float8_e5m2fnuz",
                                       "int4",
                                       "uint4",
                                       "int2",
                                       "uint2"};
constexpr uint64_t kReference = 100;

}  // namespace

std::string_view DataTypeName(uint64_t number) {
  if (number > kReference) number -= kReference;
  return number >= 1 && number <= std::size(kNames) ? kNames[number - 1] : std::string_view{};
}

bool IsDataType(std::string_view name) {
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

}  // namespace plugingen::coverage
