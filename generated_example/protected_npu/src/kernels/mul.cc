#include "reference/elementwise.h"
#include "reference/formula.h"

namespace protected_npu {

namespace formula {

struct Mul {
  template <typename T>
  T operator()(T x, T y) const {
    return product(x, y);
  }
};

}  // namespace formula

// Mul(x: T, y: T) -> z: T
template <typename T>
class MulOp : public BinaryOp<T, formula::Mul> {
 public:
  using BinaryOp<T, formula::Mul>::BinaryOp;
};

template KernelFunctions make_kernel<MulOp<float>>();

}  // namespace protected_npu
