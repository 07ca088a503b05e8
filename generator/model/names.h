// How an op's name becomes the names of what is emitted for it.

#ifndef PLUGINGEN_MODEL_NAMES_H_
#define PLUGINGEN_MODEL_NAMES_H_

#include <string>
#include <string_view>

namespace plugingen::model {

// "BiasAdd" -> "bias_add", "Conv2DBackpropInput" -> "conv2d_backprop_input": the stem of a kernel's
// file. Digits stay with what precedes them, which is how TensorFlow names its own files.
std::string FileStem(std::string_view op);

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_NAMES_H_
