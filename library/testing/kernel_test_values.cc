// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "kernel_test_values.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <limits>

#include "pluggable/types.h"

namespace pluggable::tests {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

uint16_t BFloat16Bits(float value) {
  uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  if (std::isnan(value)) return 0x7fc0;
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float FromBFloat16Bits(uint16_t half) {
  const uint32_t bits = static_cast<uint32_t>(half) << 16;
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint16_t HalfBits(float value) {
  const auto sign = static_cast<uint16_t>(std::signbit(value) ? 0x8000 : 0);
  if (std::isnan(value)) return 0x7e00;
  const float magnitude = std::fabs(value);
  if (magnitude >= 65520.0f) return static_cast<uint16_t>(sign | 0x7c00);
  if (magnitude < std::ldexp(1.0f, -14)) {  // a subnormal, or the smallest normal after rounding
    return static_cast<uint16_t>(sign |
                                 static_cast<int>(std::nearbyint(std::ldexp(magnitude, 24))));
  }
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  const int mantissa = static_cast<int>(std::nearbyint(std::ldexp(magnitude, 11 - exponent)));
  return static_cast<uint16_t>(sign | (((exponent + 14) << 10) + mantissa - 1024));
}

float FromHalfBits(uint16_t half) {
  const int exponent = (half >> 10) & 31;
  const int mantissa = half & 1023;
  const float sign = (half & 0x8000) != 0 ? -1.0f : 1.0f;
  if (exponent == 31)
    return mantissa != 0 ? std::nanf("") : sign * std::numeric_limits<float>::infinity();
  const float magnitude = exponent == 0
                              ? std::ldexp(static_cast<float>(mantissa), -24)
                              : std::ldexp(static_cast<float>(mantissa + 1024), exponent - 25);
  return sign * magnitude;
}

template <typename T>
T ReadAt(const HostTensor& tensor, size_t i) {
  T value{};
  std::memcpy(&value, tensor.bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void WriteAt(HostTensor* tensor, size_t i, T value) {
  std::memcpy(tensor->bytes.data() + i * sizeof(T), &value, sizeof(T));
}

std::complex<double> NumberAt(const HostTensor& tensor, size_t i) {
  switch (tensor.dtype) {
    case TF_FLOAT:
      return ReadAt<float>(tensor, i);
    case TF_DOUBLE:
      return ReadAt<double>(tensor, i);
    case TF_HALF:
      return FromHalfBits(ReadAt<uint16_t>(tensor, i));
    case TF_BFLOAT16:
      return FromBFloat16Bits(ReadAt<uint16_t>(tensor, i));
    case TF_COMPLEX64:
      return ReadAt<std::complex<float>>(tensor, i);
    default:
      return ReadAt<std::complex<double>>(tensor, i);
  }
}

void SetNumber(HostTensor* tensor, size_t i, double value, double imaginary) {
  switch (tensor->dtype) {
    case TF_FLOAT:
      return WriteAt(tensor, i, static_cast<float>(value));
    case TF_DOUBLE:
      return WriteAt(tensor, i, value);
    case TF_HALF:
      return WriteAt(tensor, i, HalfBits(static_cast<float>(value)));
    case TF_BFLOAT16:
      return WriteAt(tensor, i, BFloat16Bits(static_cast<float>(value)));
    case TF_COMPLEX64:
      return WriteAt(tensor, i, std::complex<float>(std::complex<double>(value, imaginary)));
    case TF_COMPLEX128:
      return WriteAt(tensor, i, std::complex<double>(value, imaginary));
    default:
      break;
  }
}

bool IsUnsigned(TF_DataType dtype) {
  return dtype == TF_UINT8 || dtype == TF_UINT16 || dtype == TF_UINT32 || dtype == TF_UINT64;
}

void SetInteger(HostTensor* tensor, size_t i, int64_t value) {
  // Little-endian: the low bytes are the value in the narrower type, for both signs.
  const size_t size = DataTypeSize(tensor->dtype);
  std::memcpy(tensor->bytes.data() + i * size, &value, size);
}

HostTensor NewTensor(TF_DataType dtype, const Dims& dims) {
  HostTensor tensor;
  tensor.dtype = dtype;
  tensor.dims = dims;
  const auto count = static_cast<size_t>(NumElements(dims));
  if (dtype == TF_STRING) {
    tensor.strings.resize(count);
  } else {
    tensor.bytes.resize(count * DataTypeSize(dtype));
  }
  return tensor;
}

double RandomReal(TF_DataType dtype, Values values, Random* random) {
  if (values == Values::kSpecial && random->OneIn(4)) {
    const bool small = dtype == TF_HALF;
    const double largest = small ? 65504.0 : dtype == TF_DOUBLE ? 1.7e308 : 3.0e38;
    // No subnormal numbers: TensorFlow's threads treat them as 0, and 0 * infinity is NaN.
    const double least = small ? 6e-8 : dtype == TF_DOUBLE ? 2.3e-308 : 1.2e-38;
    return random->Of({0.0, -0.0, 1.0, -1.0, 0.5, kInfinity, -kInfinity, std::nan(""), largest,
                       -largest, least, 88.0, -104.0, 20.0, -20.0});
  }
  if (values == Values::kNonFinite && random->OneIn(16)) {
    return random->Of({0.0, -0.0, kInfinity, -kInfinity, std::nan("")});
  }
  if (values == Values::kPositive) return random->Real(0.1, 4.0);
  return random->OneIn(8) ? random->Of({0.0, 1.0, -1.0, 2.0}) : random->Real(-4.0, 4.0);
}

// How far apart the results of two correct kernels may be, relative to the numbers that they depend
// on.
double Tolerance(TF_DataType dtype) {
  switch (dtype) {
    case TF_HALF:
      return 4e-3;
    case TF_BFLOAT16:
      return 3e-2;
    case TF_DOUBLE:
    case TF_COMPLEX128:
      return 1e-12;
    default:
      return 1e-5;
  }
}

bool Close(double actual, double expected, double relative, double scale) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected) || std::isinf(actual)) return actual == expected;
  return std::fabs(actual - expected) <= relative * (std::fabs(expected) + 0.1 * scale);
}

std::string At(size_t i, const std::string& actual, const std::string& expected) {
  return "element " + std::to_string(i) + " is " + actual + ", on the CPU " + expected;
}

std::string NumberText(std::complex<double> number, bool is_complex) {
  char text[96];
  if (is_complex) {
    std::snprintf(text, sizeof(text), "%.9g%+.9gi", number.real(), number.imag());
  } else {
    std::snprintf(text, sizeof(text), "%.9g", number.real());
  }
  return text;
}

std::string FloatingDifference(const HostTensor& actual, const HostTensor& expected) {
  const auto count = static_cast<size_t>(NumElements(expected.dims));
  const bool is_complex = expected.dtype == TF_COMPLEX64 || expected.dtype == TF_COMPLEX128;
  const double relative = Tolerance(expected.dtype);
  // Cancellation leaves an error in proportion to the terms: 1, or the tensor's ordinary values.
  double scale = 1e-3;
  for (size_t i = 0; i < count; ++i) {
    const double magnitude = std::abs(NumberAt(expected, i));
    if (magnitude < 1e3) scale = std::max(scale, magnitude);
  }
  for (size_t i = 0; i < count; ++i) {
    const std::complex<double> a = NumberAt(actual, i);
    const std::complex<double> e = NumberAt(expected, i);
    const double local =
        is_complex && std::isfinite(std::abs(e)) ? std::max(scale, std::abs(e)) : scale;
    if (!Close(a.real(), e.real(), relative, local) ||
        !Close(a.imag(), e.imag(), relative, local)) {
      return At(i, NumberText(a, is_complex), NumberText(e, is_complex));
    }
  }
  return "";
}

// Ranks in the order of representable numbers; both zeros have one rank.
std::vector<int64_t> Ranks(const HostTensor& tensor) {
  const int bits = 8 * static_cast<int>(DataTypeSize(tensor.dtype));
  std::vector<int64_t> ranks = Integers(tensor);
  for (int64_t& rank : ranks) {
    if (rank < 0) rank = -(rank & static_cast<int64_t>(~uint64_t{0} >> (65 - bits)));
  }
  return ranks;
}

// Different NaNs count as equal, since the bits depend on the processor.
bool AreSameButForNan(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string UlpDifference(const HostTensor& actual, const HostTensor& expected, int64_t ulps) {
  const std::vector<int64_t> a = Ranks(actual);
  const std::vector<int64_t> e = Ranks(expected);
  for (size_t i = 0; i < e.size(); ++i) {
    const std::complex<double> x = NumberAt(actual, i);
    const std::complex<double> y = NumberAt(expected, i);
    const bool is_same =
        AreSameButForNan(x.real(), y.real()) && AreSameButForNan(x.imag(), y.imag());
    // Infinity and NaN are neighbours.
    const bool is_near =
        std::abs(a[i] - e[i]) <= ulps && !std::isnan(x.real()) && !std::isnan(y.real());
    if (!is_same && !is_near) return At(i, NumberText(x, false), NumberText(y, false));
  }
  return "";
}

std::string ShapeText(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) text += (i == 0 ? "" : ",") + std::to_string(dims[i]);
  return text + "]";
}

}  // namespace

uint64_t Random::Next() {  // SplitMix64
  state_ += 0x9e3779b97f4a7c15;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

int64_t Random::Int(int64_t low, int64_t high) {
  return low + static_cast<int64_t>(Next() % static_cast<uint64_t>(high - low + 1));
}

double Random::Real(double low, double high) {
  return low + (high - low) * std::ldexp(static_cast<double>(Next() >> 11), -53);
}

bool IsFloating(TF_DataType dtype) {
  switch (dtype) {
    case TF_FLOAT:
    case TF_DOUBLE:
    case TF_HALF:
    case TF_BFLOAT16:
    case TF_COMPLEX64:
    case TF_COMPLEX128:
      return true;
    default:
      return false;
  }
}

HostTensor RandomTensor(TF_DataType dtype, const Dims& dims, Values values, Random* random) {
  HostTensor tensor = NewTensor(dtype, dims);
  const auto count = static_cast<size_t>(NumElements(dims));
  for (size_t i = 0; i < count; ++i) {
    if (dtype == TF_STRING) {
      // Short strings live in the tensor, long ones beside it.
      tensor.strings[i].assign(static_cast<size_t>(random->Of({0, 1, 7, 40})), 'a');
      for (char& c : tensor.strings[i]) c = static_cast<char>(random->Int(0, 255));
    } else if (dtype == TF_BOOL) {
      tensor.bytes[i] = static_cast<char>(random->Int(0, 1));
    } else if (IsFloating(dtype)) {
      const double real = RandomReal(dtype, values, random);
      SetNumber(&tensor, i, real, RandomReal(dtype, values, random));
    } else {
      const int64_t low = IsUnsigned(dtype) || values == Values::kPositive ? 0 : -10;
      const bool special = values == Values::kSpecial && random->OneIn(6);
      SetInteger(&tensor, i, special ? static_cast<int64_t>(random->Next()) : random->Int(low, 10));
    }
  }
  return tensor;
}

HostTensor IntegerTensor(TF_DataType dtype, const Dims& dims, const std::vector<int64_t>& values) {
  HostTensor tensor = NewTensor(dtype, dims);
  for (size_t i = 0; i < values.size(); ++i) {
    if (IsFloating(dtype)) {
      SetNumber(&tensor, i, static_cast<double>(values[i]), 0.0);
    } else {
      SetInteger(&tensor, i, values[i]);
    }
  }
  return tensor;
}

HostTensor RealTensor(TF_DataType dtype, const Dims& dims, const std::vector<double>& values) {
  HostTensor tensor = NewTensor(dtype, dims);
  for (size_t i = 0; i < values.size(); ++i) SetNumber(&tensor, i, values[i], 0.0);
  return tensor;
}

std::vector<int64_t> Integers(const HostTensor& tensor) {
  const size_t size = DataTypeSize(tensor.dtype);
  std::vector<int64_t> values;
  for (size_t at = 0; size != 0 && at + size <= tensor.bytes.size(); at += size) {
    int64_t value = 0;
    std::memcpy(&value, tensor.bytes.data() + at, size);
    const int unused_bits = 64 - 8 * static_cast<int>(size);
    values.push_back(IsUnsigned(tensor.dtype)
                         ? value
                         : static_cast<int64_t>(static_cast<uint64_t>(value) << unused_bits) >>
                               unused_bits);
  }
  return values;
}

std::vector<double> Reals(const HostTensor& tensor) {
  if (!IsFloating(tensor.dtype)) {
    const std::vector<int64_t> integers = Integers(tensor);
    return {integers.begin(), integers.end()};
  }
  std::vector<double> reals(static_cast<size_t>(NumElements(tensor.dims)));
  for (size_t i = 0; i < reals.size(); ++i) reals[i] = NumberAt(tensor, i).real();
  return reals;
}

std::string Difference(const HostTensor& actual, const HostTensor& expected, int64_t ulps) {
  if (actual.dtype != expected.dtype) {
    return "dtype is " + DataTypeString(actual.dtype) + ", on the CPU " +
           DataTypeString(expected.dtype);
  }
  if (actual.dims != expected.dims) {
    return "shape is " + ShapeText(actual.dims) + ", on the CPU " + ShapeText(expected.dims);
  }
  if (IsFloating(expected.dtype)) {
    return ulps < 0 ? FloatingDifference(actual, expected) : UlpDifference(actual, expected, ulps);
  }
  for (size_t i = 0; i < expected.strings.size(); ++i) {
    if (actual.strings[i] != expected.strings[i])
      return At(i, actual.strings[i], expected.strings[i]);
  }
  if (actual.bytes == expected.bytes) return "";
  const std::vector<int64_t> a = Integers(actual);
  const std::vector<int64_t> e = Integers(expected);
  for (size_t i = 0; i < e.size(); ++i) {
    if (a[i] != e[i]) return At(i, std::to_string(a[i]), std::to_string(e[i]));
  }
  return "bytes differ";
}

std::string SignDifference(const HostTensor& actual, const HostTensor& expected) {
  if (!IsFloating(expected.dtype)) return "";
  const auto count = static_cast<size_t>(NumElements(expected.dims));
  for (size_t i = 0; i < count; ++i) {
    const double a = NumberAt(actual, i).real();
    const double e = NumberAt(expected, i).real();
    if (a == 0 && e == 0 && std::signbit(a) != std::signbit(e)) {
      return At(i, std::signbit(a) ? "-0" : "0", std::signbit(e) ? "-0" : "0");
    }
  }
  return "";
}

}  // namespace pluggable::tests
