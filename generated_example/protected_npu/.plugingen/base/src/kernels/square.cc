#include "reference/elementwise.h"
#include "reference/formula.h"

namespace protected_npu {

namespace formula {

struct Square {
  template <typename T>
  T operator()(T x) const {
    return product(x, x);
  }
};

}  // namespace formula

// Square(x: T) -> y: T
template <typename T>
class SquareOp : public UnaryOp<T, formula::Square> {
 public:
  using UnaryOp<T, formula::Square>::UnaryOp;
};

template KernelFunctions make_kernel<SquareOp<float>>();

}  // namespace protected_npu
