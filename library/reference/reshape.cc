// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/reshape.h"

#include <cstdint>
#include <string>
#include <vector>

#include "reference/host_values.h"

namespace pluggable {

namespace {

std::string List(const std::vector<CheckedInt>& sizes) {
  std::string text;
  for (const CheckedInt size : sizes) {
    if (!text.empty()) text += ", ";
    text += std::to_string(size.value());
  }
  return text;
}

}  // namespace

Status ReshapedShape(const TensorShape& from, const Tensor& sizes, TensorShape* to) {
  if (sizes.dims() != 1) {
    return errors::InvalidArgument("sizes input must be 1-D, not ", sizes.shape().DebugString());
  }
  std::vector<CheckedInt> dims = HostValues(sizes);
  int unknown = -1;
  CheckedInt product = 1;  // of those that are known
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == -1) {
      if (unknown >= 0) {
        return errors::InvalidArgument("Only one input size may be -1, not both ", unknown, " and ",
                                       d);
      }
      unknown = static_cast<int>(d);
    } else if (dims[d] < 0) {
      return errors::InvalidArgument("Size ", d, " must be non-negative, not ", dims[d]);
    } else {
      product *= dims[d];
      if (!product.ok()) {
        return errors::InvalidArgument("Shape [", List(dims), "] has too many elements");
      }
    }
  }
  const int64_t elements = from.num_elements();
  if (unknown >= 0) {
    if (product == 0 && elements > 0) {
      return errors::InvalidArgument(
          "Reshape cannot infer the missing input size for an empty tensor unless all specified "
          "input sizes are non-zero");
    }
    dims[unknown] = product == 0 ? 0 : elements / product;
    if (product * dims[unknown] != elements) {
      return errors::InvalidArgument("Input to reshape is a tensor with ", elements,
                                     " values, but the requested shape requires a multiple of ",
                                     product);
    }
  } else if (product != elements) {
    return errors::InvalidArgument("Input to reshape is a tensor with ", elements,
                                   " values, but the requested shape has ", product);
  }
  return TensorShapeUtils::MakeShape(Span<const CheckedInt>(dims), to);
}

}  // namespace pluggable
