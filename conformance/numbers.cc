#include "numbers.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "host_objects.h"

namespace conformance {
namespace {

// Half precision by its definition: a sign, five bits of exponent, ten of fraction.
uint16_t ToHalf(double value) {
  const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(value);
  if (std::isnan(value)) return 0x7e00;
  if (size >= 65520) return sign | 0x7c00;
  const int exponent = size == 0 ? -14 : std::max(-14, std::ilogb(size));
  // Rounding to even; what is carried goes into the exponent by itself.
  const auto fraction = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent)));
  return static_cast<uint16_t>(sign | (((exponent + 14) << 10) + fraction));
}

double FromHalf(uint16_t bits) {
  const int exponent = (bits >> 10) & 31;
  const int fraction = bits & 1023;
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * std::numeric_limits<double>::infinity();
  }
  return exponent == 0 ? sign * std::ldexp(fraction, -24)
                       : sign * std::ldexp(1024 + fraction, exponent - 25);
}

// The upper half of a float.
uint16_t ToBfloat16(double value) {
  const auto narrow = static_cast<float>(value);
  uint32_t bits = 0;
  std::memcpy(&bits, &narrow, sizeof(bits));
  if (std::isnan(narrow)) return 0x7fc0;
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

double FromBfloat16(uint16_t bits) {
  const uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value = 0;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

template <typename T>
void Put(double value, uint8_t* to) {
  const auto typed = static_cast<T>(value);
  std::memcpy(to, &typed, sizeof(typed));
}

template <typename T>
double Get(const uint8_t* from) {
  T typed;
  std::memcpy(&typed, from, sizeof(typed));
  return static_cast<double>(typed);
}

void Encode(TF_DataType type, double value, uint8_t* to) {
  switch (type) {
    case TF_FLOAT:
      return Put<float>(value, to);
    case TF_DOUBLE:
      return Put<double>(value, to);
    case TF_HALF: {
      const uint16_t bits = ToHalf(value);
      std::memcpy(to, &bits, sizeof(bits));
      return;
    }
    case TF_BFLOAT16: {
      const uint16_t bits = ToBfloat16(value);
      std::memcpy(to, &bits, sizeof(bits));
      return;
    }
    case TF_INT8:
      return Put<int8_t>(value, to);
    case TF_UINT8:
      return Put<uint8_t>(value, to);
    case TF_INT16:
      return Put<int16_t>(value, to);
    case TF_UINT16:
      return Put<uint16_t>(value, to);
    case TF_INT32:
      return Put<int32_t>(value, to);
    case TF_UINT32:
      return Put<uint32_t>(value, to);
    case TF_INT64:
      return Put<int64_t>(value, to);
    case TF_UINT64:
      return Put<uint64_t>(value, to);
    default:
      *to = value != 0 ? 1 : 0;  // bool
  }
}

double Decode(TF_DataType type, const uint8_t* from) {
  switch (type) {
    case TF_FLOAT:
      return Get<float>(from);
    case TF_DOUBLE:
      return Get<double>(from);
    case TF_HALF:
    case TF_BFLOAT16: {
      uint16_t bits = 0;
      std::memcpy(&bits, from, sizeof(bits));
      return type == TF_HALF ? FromHalf(bits) : FromBfloat16(bits);
    }
    case TF_INT8:
      return Get<int8_t>(from);
    case TF_UINT8:
      return Get<uint8_t>(from);
    case TF_INT16:
      return Get<int16_t>(from);
    case TF_UINT16:
      return Get<uint16_t>(from);
    case TF_INT32:
      return Get<int32_t>(from);
    case TF_UINT32:
      return Get<uint32_t>(from);
    case TF_INT64:
      return Get<int64_t>(from);
    case TF_UINT64:
      return Get<uint64_t>(from);
    default:
      return *from;  // bool: a byte that is neither 0 nor 1 shows
  }
}

// What a rounding may cost, as a part of the value.
double Precision(TF_DataType type) {
  switch (type) {
    case TF_DOUBLE:
      return 1e-12;
    case TF_FLOAT:
      return 4e-6;
    case TF_HALF:
      return 2e-3;
    case TF_BFLOAT16:
      return 1.6e-2;
    default:
      return 0;
  }
}

}  // namespace

const std::vector<TF_DataType>& NumberTypes() {
  static const auto* const types = new std::vector<TF_DataType>{
      TF_FLOAT, TF_DOUBLE, TF_HALF,   TF_BFLOAT16, TF_INT32,  TF_INT64, TF_INT8,
      TF_UINT8, TF_INT16,  TF_UINT16, TF_UINT32,   TF_UINT64, TF_BOOL};
  return *types;
}

const char* TypeName(TF_DataType type) {
  switch (type) {
    case TF_FLOAT:
      return "float";
    case TF_DOUBLE:
      return "double";
    case TF_HALF:
      return "half";
    case TF_BFLOAT16:
      return "bfloat16";
    case TF_INT8:
      return "int8";
    case TF_UINT8:
      return "uint8";
    case TF_INT16:
      return "int16";
    case TF_UINT16:
      return "uint16";
    case TF_INT32:
      return "int32";
    case TF_UINT32:
      return "uint32";
    case TF_INT64:
      return "int64";
    case TF_UINT64:
      return "uint64";
    case TF_BOOL:
      return "bool";
    default:
      return "another type";
  }
}

bool IsReal(TF_DataType type) { return Precision(type) > 0; }

bool IsSigned(TF_DataType type) {
  return IsReal(type) || type == TF_INT8 || type == TF_INT16 || type == TF_INT32 ||
         type == TF_INT64;
}

double Rounded(TF_DataType type, double value) {
  uint8_t bytes[8];
  Encode(type, value, bytes);
  return Decode(type, bytes);
}

std::vector<uint8_t> Encoded(TF_DataType type, const std::vector<double>& values) {
  const size_t size = SizeOf(type);
  std::vector<uint8_t> bytes(values.size() * size);
  for (size_t i = 0; i < values.size(); ++i) Encode(type, values[i], bytes.data() + i * size);
  return bytes;
}

std::vector<double> Decoded(TF_DataType type, const std::vector<uint8_t>& bytes) {
  const size_t size = SizeOf(type);
  std::vector<double> values(bytes.size() / size);
  for (size_t i = 0; i < values.size(); ++i) values[i] = Decode(type, bytes.data() + i * size);
  return values;
}

bool IsClose(TF_DataType type, double found, double expected, double terms) {
  if (std::isnan(expected)) return std::isnan(found);
  if (std::isinf(expected)) return found == expected;
  const double precision = Precision(type);
  if (precision == 0) return found == expected;
  return std::fabs(found - expected) <= precision * terms * (std::fabs(expected) + 1);
}

int64_t Numbers::Count(const std::vector<int64_t>& dims) {
  int64_t count = 1;
  for (const int64_t dim : dims) count *= dim;
  return count;
}

std::string ShapeText(const std::vector<int64_t>& dims) {
  std::string text = "[";
  for (const int64_t dim : dims) text += (text.size() > 1 ? "," : "") + std::to_string(dim);
  return text + "]";
}

}  // namespace conformance
