// Numbers as tensors hold them.

#ifndef CONFORMANCE_NUMBERS_H_
#define CONFORMANCE_NUMBERS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "abi.h"

namespace conformance {

// Types whose values the suite can make and judge.
const std::vector<TF_DataType>& NumberTypes();
const char* TypeName(TF_DataType type);
bool IsReal(TF_DataType type);  // of a floating-point type
bool IsSigned(TF_DataType type);

// The nearest number that the type has.
double Rounded(TF_DataType type, double value);
// As bytes of a tensor, and back.
std::vector<uint8_t> Encoded(TF_DataType type, const std::vector<double>& values);
std::vector<double> Decoded(TF_DataType type, const std::vector<uint8_t>& bytes);
// Whether `found` is `expected` as exactly as kernels of the type are expected to be. `terms` is
// how many roundings may have added up.
bool IsClose(TF_DataType type, double found, double expected, double terms);

// Values with their type and shape.
struct Numbers {
  TF_DataType type = TF_FLOAT;
  std::vector<int64_t> dims;
  std::vector<double> values;

  static int64_t Count(const std::vector<int64_t>& dims);
};

std::string ShapeText(const std::vector<int64_t>& dims);  // "[2,3]"

}  // namespace conformance

#endif  // CONFORMANCE_NUMBERS_H_
