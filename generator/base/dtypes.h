// TensorFlow's data types. Each has a row with everything that the generator knows about it.

#ifndef PLUGINGEN_BASE_DTYPES_H_
#define PLUGINGEN_BASE_DTYPES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plugingen::base {

enum class DtypeKind { kFloating, kInteger, kComplex, kQuantized, kOther };

struct Dtype {
  std::string_view name;    // in the spelling of op definitions: "float", "int32"
  uint64_t number;          // in TF_DataType, and in files
  std::string_view python;  // the name of its DType: "float32"
  std::string_view cpp;     // the type in kernels; "" if kernels cannot have it
  DtypeKind kind;

  bool is_writable() const { return !cpp.empty(); }
};

// All dtypes in the usual order: those that kernels can have come first.
std::span<const Dtype> Dtypes();

// Returns the dtype with this name, or null.
const Dtype* FindDtype(std::string_view name);

// Returns the dtype with this number, or null. A reference to a type counts as the type.
const Dtype* FindDtype(uint64_t number);

// True if kernels can be written for the dtype.
bool IsWritable(std::string_view name);

// True if TensorFlow computes gradients for tensors of this dtype.
bool IsTrainable(std::string_view name);

// True if TensorFlow's notation can name the dtype as a choice of an attr. It only reads letters
// and digits there, and rejects "float8_e5m2" with "Unrecognized type string 'float8'".
bool CanBeChoice(const Dtype& dtype);

// Converts "float" to "TF_FLOAT".
std::string TfEnum(std::string_view name);

// PythonDtypeName returns "float32" for "float". PythonDtype returns where Python has it:
// "tf.float32" for "float", "tf.dtypes.experimental.float8_e5m2" for "float8_e5m2".
std::string PythonDtypeName(std::string_view name);
std::string PythonDtype(std::string_view name);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_DTYPES_H_
