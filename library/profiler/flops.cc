// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/flops.h"

#include <cstddef>
#include <unordered_map>

namespace pluggable::profiler {

namespace {

enum class Formula {
  kPerOutput,       // one for each element of the first output
  kPerInput,        // one for each element of the first input
  kMatMul,          // a, b -> product
  kConvolution,     // input, filter -> output
  kInputGradient,   // sizes, filter, gradient -> gradient of the input
  kFilterGradient,  // input, sizes, gradient -> gradient of the filter
  kDepthwise,
  kDepthwiseInputGradient,
  kDepthwiseFilterGradient
};

const std::unordered_map<std::string_view, Formula>& Formulas() {
  static const auto* const formulas = new std::unordered_map<std::string_view, Formula>{
      {"MatMul", Formula::kMatMul},
      {"BatchMatMul", Formula::kMatMul},
      {"BatchMatMulV2", Formula::kMatMul},
      {"BatchMatMulV3", Formula::kMatMul},
      {"Conv2D", Formula::kConvolution},
      {"Conv3D", Formula::kConvolution},
      {"Conv2DBackpropInput", Formula::kInputGradient},
      {"Conv3DBackpropInputV2", Formula::kInputGradient},
      {"Conv2DBackpropFilter", Formula::kFilterGradient},
      {"Conv3DBackpropFilterV2", Formula::kFilterGradient},
      {"DepthwiseConv2dNative", Formula::kDepthwise},
      {"DepthwiseConv2dNativeBackpropInput", Formula::kDepthwiseInputGradient},
      {"DepthwiseConv2dNativeBackpropFilter", Formula::kDepthwiseFilterGradient},
      {"Abs", Formula::kPerOutput},
      {"Add", Formula::kPerOutput},
      {"AddV2", Formula::kPerOutput},
      {"BiasAdd", Formula::kPerOutput},
      {"Ceil", Formula::kPerOutput},
      {"Cos", Formula::kPerOutput},
      {"Div", Formula::kPerOutput},
      {"DivNoNan", Formula::kPerOutput},
      {"Elu", Formula::kPerOutput},
      {"EluGrad", Formula::kPerOutput},
      {"Equal", Formula::kPerOutput},
      {"Erf", Formula::kPerOutput},
      {"Exp", Formula::kPerOutput},
      {"Expm1", Formula::kPerOutput},
      {"Floor", Formula::kPerOutput},
      {"FloorDiv", Formula::kPerOutput},
      {"FloorMod", Formula::kPerOutput},
      {"Greater", Formula::kPerOutput},
      {"GreaterEqual", Formula::kPerOutput},
      {"LeakyRelu", Formula::kPerOutput},
      {"LeakyReluGrad", Formula::kPerOutput},
      {"Less", Formula::kPerOutput},
      {"LessEqual", Formula::kPerOutput},
      {"Log", Formula::kPerOutput},
      {"Log1p", Formula::kPerOutput},
      {"Maximum", Formula::kPerOutput},
      {"Minimum", Formula::kPerOutput},
      {"Mul", Formula::kPerOutput},
      {"Neg", Formula::kPerOutput},
      {"NotEqual", Formula::kPerOutput},
      {"Pow", Formula::kPerOutput},
      {"RealDiv", Formula::kPerOutput},
      {"Reciprocal", Formula::kPerOutput},
      {"Relu", Formula::kPerOutput},
      {"Relu6", Formula::kPerOutput},
      {"Relu6Grad", Formula::kPerOutput},
      {"ReluGrad", Formula::kPerOutput},
      {"Round", Formula::kPerOutput},
      {"Rsqrt", Formula::kPerOutput},
      {"RsqrtGrad", Formula::kPerOutput},
      {"Sigmoid", Formula::kPerOutput},
      {"SigmoidGrad", Formula::kPerOutput},
      {"Sin", Formula::kPerOutput},
      {"Softplus", Formula::kPerOutput},
      {"SoftplusGrad", Formula::kPerOutput},
      {"Softsign", Formula::kPerOutput},
      {"SoftsignGrad", Formula::kPerOutput},
      {"Sqrt", Formula::kPerOutput},
      {"SqrtGrad", Formula::kPerOutput},
      {"Square", Formula::kPerOutput},
      {"SquaredDifference", Formula::kPerOutput},
      {"Sub", Formula::kPerOutput},
      {"Tanh", Formula::kPerOutput},
      {"TanhGrad", Formula::kPerOutput},
      {"BiasAddGrad", Formula::kPerInput},
      {"L2Loss", Formula::kPerInput},
      {"Max", Formula::kPerInput},
      {"Mean", Formula::kPerInput},
      {"Min", Formula::kPerInput},
      {"Prod", Formula::kPerInput},
      {"Sum", Formula::kPerInput}};
  return *formulas;
}

// The number of elements of the tensor; -1 if it does not exist or its shape is unknown.
int64_t Elements(const std::vector<TensorNote>& tensors, size_t index) {
  return index < tensors.size() ? tensors[index].num_elements() : -1;
}

// Twice the product; -1 if a factor is unknown (-1).
int64_t TwiceProduct(int64_t a, int64_t b) { return a < 0 || b < 0 ? -1 : 2 * a * b; }

// The number of products that are added to one element of `product`. Whether matrices are
// transposed does not matter: one of a's last two sizes is also a size of the product, the other is
// the result.
int64_t InnerSize(const TensorNote& a, const TensorNote& product) {
  const int rank = a.shape.dims();
  if (rank < 2 || product.shape.dims() < 2) return -1;
  const int64_t rows = product.shape.dim_size(product.shape.dims() - 2);
  const int64_t matrix = a.shape.dim_size(rank - 2) * a.shape.dim_size(rank - 1);
  return rows > 0 ? matrix / rows : 0;
}

// The number of elements of a filter [sizes..., channels, filters] that contribute to one element
// of the output. In a grouped convolution, the filter has the channels of one group.
int64_t FilterSize(const std::vector<TensorNote>& tensors, size_t index) {
  const int64_t elements = Elements(tensors, index);
  if (elements < 0 || tensors[index].shape.dims() < 3) return -1;
  const TensorShape& shape = tensors[index].shape;
  const int64_t filters = shape.dim_size(shape.dims() - 1);
  return filters > 0 ? elements / filters : 0;
}

// The same for a depthwise filter [height, width, channels, multiplier]; each filter has one
// channel.
int64_t DepthwiseFilterSize(const std::vector<TensorNote>& tensors, size_t index) {
  if (Elements(tensors, index) < 0 || tensors[index].shape.dims() != 4) return -1;
  return tensors[index].shape.dim_size(0) * tensors[index].shape.dim_size(1);
}

}  // namespace

int64_t FlopsOf(std::string_view op, const std::vector<TensorNote>& inputs,
                const std::vector<TensorNote>& outputs) {
  const auto found = Formulas().find(op);
  if (found == Formulas().end()) return -1;
  switch (found->second) {
    case Formula::kPerOutput:
      return Elements(outputs, 0);
    case Formula::kPerInput:
      return Elements(inputs, 0);
    case Formula::kMatMul:
      if (inputs.empty() || outputs.empty()) return -1;
      return TwiceProduct(Elements(outputs, 0), InnerSize(inputs[0], outputs[0]));
    case Formula::kConvolution:
      return TwiceProduct(Elements(outputs, 0), FilterSize(inputs, 1));
    case Formula::kInputGradient:
      return TwiceProduct(Elements(inputs, 2), FilterSize(inputs, 1));
    case Formula::kFilterGradient:
      return TwiceProduct(Elements(inputs, 2), FilterSize(outputs, 0));
    case Formula::kDepthwise:
      return TwiceProduct(Elements(outputs, 0), DepthwiseFilterSize(inputs, 1));
    case Formula::kDepthwiseInputGradient:
      return TwiceProduct(Elements(inputs, 2), DepthwiseFilterSize(inputs, 1));
    case Formula::kDepthwiseFilterGradient:
      return TwiceProduct(Elements(inputs, 2), DepthwiseFilterSize(outputs, 0));
  }
  return -1;
}

int64_t BytesAccessedBy(const std::vector<TensorNote>& inputs,
                        const std::vector<TensorNote>& outputs) {
  int64_t bytes = 0;
  for (const TensorNote& tensor : inputs) bytes += tensor.bytes();
  for (const TensorNote& tensor : outputs) bytes += tensor.bytes();
  return bytes;
}

}  // namespace pluggable::profiler
