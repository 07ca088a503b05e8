// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TensorFlow's element types, and the corresponding C++ types.

#ifndef PLUGGABLE_TYPES_H_
#define PLUGGABLE_TYPES_H_

#include <tensorflow/c/tf_datatype.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// Defined by Eigen. A kernel that computes with these types includes "pluggable/half.h".
namespace Eigen {
struct half;
struct bfloat16;
}  // namespace Eigen

namespace pluggable {

class tstring;

// Complex numbers, under TensorFlow's names.
using complex64 = std::complex<float>;
using complex128 = std::complex<double>;

// The C API's enum under TensorFlow's C++ name.
using DataType = TF_DataType;
using DataTypeVector = std::vector<DataType>;

// The data types of tensors, under the names that TensorFlow's C++ code uses.
inline constexpr DataType DT_INVALID = static_cast<DataType>(0);
inline constexpr DataType DT_FLOAT = TF_FLOAT;
inline constexpr DataType DT_DOUBLE = TF_DOUBLE;
inline constexpr DataType DT_INT32 = TF_INT32;
inline constexpr DataType DT_UINT8 = TF_UINT8;
inline constexpr DataType DT_INT16 = TF_INT16;
inline constexpr DataType DT_INT8 = TF_INT8;
inline constexpr DataType DT_STRING = TF_STRING;
inline constexpr DataType DT_COMPLEX64 = TF_COMPLEX64;
inline constexpr DataType DT_INT64 = TF_INT64;
inline constexpr DataType DT_BOOL = TF_BOOL;
inline constexpr DataType DT_QINT8 = TF_QINT8;
inline constexpr DataType DT_QUINT8 = TF_QUINT8;
inline constexpr DataType DT_QINT32 = TF_QINT32;
inline constexpr DataType DT_BFLOAT16 = TF_BFLOAT16;
inline constexpr DataType DT_QINT16 = TF_QINT16;
inline constexpr DataType DT_QUINT16 = TF_QUINT16;
inline constexpr DataType DT_UINT16 = TF_UINT16;
inline constexpr DataType DT_COMPLEX128 = TF_COMPLEX128;
inline constexpr DataType DT_HALF = TF_HALF;
inline constexpr DataType DT_RESOURCE = TF_RESOURCE;
inline constexpr DataType DT_VARIANT = TF_VARIANT;
inline constexpr DataType DT_UINT32 = TF_UINT32;
inline constexpr DataType DT_UINT64 = TF_UINT64;
// The C headers of older releases lack these names.
inline constexpr DataType DT_FLOAT8_E5M2 = static_cast<DataType>(24);
inline constexpr DataType DT_FLOAT8_E4M3FN = static_cast<DataType>(25);
inline constexpr DataType DT_INT4 = static_cast<DataType>(29);
inline constexpr DataType DT_UINT4 = static_cast<DataType>(30);

// The type's name as TensorFlow prints it: "float", "half", "int64"...
inline std::string DataTypeString(DataType type) {
  static constexpr const char* kNames[] = {"INVALID",
                                           "float",
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
  constexpr size_t kCount = sizeof(kNames) / sizeof(kNames[0]);
  const auto index = static_cast<size_t>(type);
  if (index < kCount) return kNames[index];
  return "unknown dtype enum (" + std::to_string(static_cast<int>(type)) + ")";
}

// The size of one element in bytes; 0 for types without a fixed size of their own (resource,
// variant, unknown types).
inline size_t DataTypeSize(DataType type) {
  switch (static_cast<int>(type)) {
    case TF_UINT8:
    case TF_INT8:
    case TF_BOOL:
    case TF_QINT8:
    case TF_QUINT8:
    case DT_FLOAT8_E5M2:
    case DT_FLOAT8_E4M3FN:
    case DT_INT4:
    case DT_UINT4:
      return 1;
    case TF_INT16:
    case TF_UINT16:
    case TF_QINT16:
    case TF_QUINT16:
    case TF_BFLOAT16:
    case TF_HALF:
      return 2;
    case TF_FLOAT:
    case TF_INT32:
    case TF_UINT32:
    case TF_QINT32:
      return 4;
    case TF_DOUBLE:
    case TF_INT64:
    case TF_UINT64:
    case TF_COMPLEX64:
      return 8;
    case TF_COMPLEX128:
      return 16;
    case TF_STRING:
      return 24;  // a TF_TString; its characters may be elsewhere
    default:
      return 0;
  }
}

// DataTypeToEnum<T>::value is the data type whose elements are T: DT_FLOAT for float. It has no
// value for a type that is not an element type.
template <typename T>
struct DataTypeToEnum;

// EnumToDataType<kType>::Type is the C++ type of its elements: float for DT_FLOAT.
template <DataType kType>
struct EnumToDataType;

namespace internal {

template <DataType kType>
struct TypeEnum {
  static constexpr DataType value = kType;
  static constexpr DataType v() { return kType; }
};

template <typename T>
struct EnumType {
  using Type = T;
};

}  // namespace internal

template <typename T>
struct DataTypeToEnum<const T> : DataTypeToEnum<T> {};

template <>
struct DataTypeToEnum<float> : internal::TypeEnum<DT_FLOAT> {};
template <>
struct DataTypeToEnum<double> : internal::TypeEnum<DT_DOUBLE> {};
template <>
struct DataTypeToEnum<int8_t> : internal::TypeEnum<DT_INT8> {};
template <>
struct DataTypeToEnum<int16_t> : internal::TypeEnum<DT_INT16> {};
template <>
struct DataTypeToEnum<int32_t> : internal::TypeEnum<DT_INT32> {};
template <>
struct DataTypeToEnum<int64_t> : internal::TypeEnum<DT_INT64> {};
template <>
struct DataTypeToEnum<uint8_t> : internal::TypeEnum<DT_UINT8> {};
template <>
struct DataTypeToEnum<uint16_t> : internal::TypeEnum<DT_UINT16> {};
template <>
struct DataTypeToEnum<uint32_t> : internal::TypeEnum<DT_UINT32> {};
template <>
struct DataTypeToEnum<uint64_t> : internal::TypeEnum<DT_UINT64> {};
template <>
struct DataTypeToEnum<bool> : internal::TypeEnum<DT_BOOL> {};
template <>
struct DataTypeToEnum<complex64> : internal::TypeEnum<DT_COMPLEX64> {};
template <>
struct DataTypeToEnum<complex128> : internal::TypeEnum<DT_COMPLEX128> {};
template <>
struct DataTypeToEnum<Eigen::half> : internal::TypeEnum<DT_HALF> {};
template <>
struct DataTypeToEnum<Eigen::bfloat16> : internal::TypeEnum<DT_BFLOAT16> {};
template <>
struct DataTypeToEnum<tstring> : internal::TypeEnum<DT_STRING> {};

template <>
struct EnumToDataType<DT_FLOAT> : internal::EnumType<float> {};
template <>
struct EnumToDataType<DT_DOUBLE> : internal::EnumType<double> {};
template <>
struct EnumToDataType<DT_INT8> : internal::EnumType<int8_t> {};
template <>
struct EnumToDataType<DT_INT16> : internal::EnumType<int16_t> {};
template <>
struct EnumToDataType<DT_INT32> : internal::EnumType<int32_t> {};
template <>
struct EnumToDataType<DT_INT64> : internal::EnumType<int64_t> {};
template <>
struct EnumToDataType<DT_UINT8> : internal::EnumType<uint8_t> {};
template <>
struct EnumToDataType<DT_UINT16> : internal::EnumType<uint16_t> {};
template <>
struct EnumToDataType<DT_UINT32> : internal::EnumType<uint32_t> {};
template <>
struct EnumToDataType<DT_UINT64> : internal::EnumType<uint64_t> {};
template <>
struct EnumToDataType<DT_BOOL> : internal::EnumType<bool> {};
template <>
struct EnumToDataType<DT_COMPLEX64> : internal::EnumType<complex64> {};
template <>
struct EnumToDataType<DT_COMPLEX128> : internal::EnumType<complex128> {};
template <>
struct EnumToDataType<DT_HALF> : internal::EnumType<Eigen::half> {};
template <>
struct EnumToDataType<DT_BFLOAT16> : internal::EnumType<Eigen::bfloat16> {};
template <>
struct EnumToDataType<DT_STRING> : internal::EnumType<tstring> {};

}  // namespace pluggable

#endif  // PLUGGABLE_TYPES_H_
