// TensorFlow's data types: one row each with all that the generator knows of them.

#ifndef PLUGINGEN_BASE_DTYPES_H_
#define PLUGINGEN_BASE_DTYPES_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace plugingen::base {

enum class DtypeKind { kFloating, kInteger, kComplex, kQuantized, kOther };

struct Dtype {
  std::string_view name;    // as op definitions spell it: "float", "int32"
  uint64_t number;          // in TF_DataType, and in files
  std::string_view python;  // its DType's name: "float32"
  std::string_view cpp;     // what kernels are written in; "" where they cannot be written for it
  DtypeKind kind;

  bool is_writable() const { return !cpp.empty(); }
};

// In the order in which people list them: the writable ones first.
std::span<const Dtype> Dtypes();

// The dtype of that name, or null.
const Dtype* FindDtype(std::string_view name);

// The dtype of that number, or null. A reference to a type counts as the type.
const Dtype* FindDtype(uint64_t number);

// Whether kernels can be written for the dtype.
bool IsWritable(std::string_view name);

// Whether TensorFlow differentiates by tensors of that dtype. It requests no gradients of others.
bool IsTrainable(std::string_view name);

// Whether TensorFlow's language can name the dtype among the choices of an attr. It reads letters
// and digits there, so "float8_e5m2" is "Unrecognized type string 'float8'".
bool CanBeChoice(const Dtype& dtype);

// "float" -> "TF_FLOAT".
std::string TfEnum(std::string_view name);

// What Python calls it, "float" -> "float32", and where it has it: "float" -> "tf.float32",
// "float8_e5m2" -> "tf.dtypes.experimental.float8_e5m2".
std::string PythonDtypeName(std::string_view name);
std::string PythonDtype(std::string_view name);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_DTYPES_H_
