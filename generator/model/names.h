// How an op's name becomes the names of what is emitted for it.

#ifndef PLUGINGEN_MODEL_NAMES_H_
#define PLUGINGEN_MODEL_NAMES_H_

#include <string>
#include <string_view>

namespace plugingen::model {

// "BiasAdd" -> "bias_add", "Conv2DBackpropInput" -> "conv2d_backprop_input": the stem of a kernel's
// file. Digits stay with what precedes them, which is how TensorFlow names its own files.
std::string FileStem(std::string_view op);

// The C++ type of a dtype of op definitions: "half" -> "Eigen::half", "int32" -> "int32_t"; "" when
// kernels cannot be written for it (resource, variant, quantized types).
std::string_view CppType(std::string_view dtype);

// "float" -> "TF_FLOAT".
std::string TfEnum(std::string_view dtype);

// The place of a dtype in the order of TF_DataType, so that rows have one order.
int DtypeOrder(std::string_view dtype);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_NAMES_H_
