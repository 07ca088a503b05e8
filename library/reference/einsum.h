// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums of products of tensors along labelled dimensions, computed by the matrix product.

#ifndef PLUGGABLE_REFERENCE_EINSUM_H_
#define PLUGGABLE_REFERENCE_EINSUM_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/batch_matmul.h"
#include "reference/reduction.h"
#include "reference/strided_copy.h"

namespace pluggable {

// "ab,bc->ac" with each letter as a number.
struct EinsumEquation {
  using Labels = std::vector<int>;
  static constexpr int kEllipsis = -1;

  // Fails with TensorFlow's message if the text is not an equation of one or two operands.
  Status Parse(const std::string& equation);

  std::vector<Labels> operands;
  Labels result;
  int num_labels = 0;
};

// An equation with the shapes of its operands. Enqueued work captures it by value.
class Einsum {
 public:
  // Fails with TensorFlow's message if the shapes do not fit the equation.
  Status Init(const EinsumEquation& equation, const std::vector<TensorShape>& shapes);

  // The result's shape.
  const TensorShape& shape() const { return shape_; }

  // Enqueues the copies, sums and matrix product that compute the result, which must not be empty,
  // from as many operands as the equation has. If the op enqueues more work afterwards, it keeps
  // the temporaries in `kept` until then, since the host copies them for each piece of its work.
  // Defined for the types of compute::MatrixProduct.
  template <typename T>
  Status Enqueue(OpKernelContext* ctx, const std::vector<Tensor>& operands, Tensor* result,
                 std::vector<Tensor>* kept = nullptr) const;

 private:
  using Labels = EinsumEquation::Labels;

  // An operand, and the steps that prepare it for the product.
  struct Operand {
    size_t index = 0;            // among the op's inputs
    Labels labels;               // of its dimensions, after the steps
    std::vector<int64_t> sizes;  // of the same
    bool has_diagonal = false;   // step 1: merges repeated labels
    StridedCopy diagonal;
    bool has_sum = false;  // step 2: sums over labels that occur nowhere else
    Reduction sum;
    bool has_copy = false;  // step 3: permutes dimensions
    StridedCopy copy;
    bool is_transposed = false;  // its matrices are transposed

    int64_t SizeOf(int label) const;  // 1 if it lacks the label
    int64_t num_elements() const;
  };

  Status ReadShapes(const EinsumEquation& equation, const std::vector<TensorShape>& shapes);
  // The three steps.
  static void TakeDiagonal(Operand* operand);
  static Status SumUp(Operand* operand, const Labels& kept);
  static void Arrange(Operand* operand, const Labels& plain, const Labels& transposed);
  Status InitProduct(const Labels& result);
  void InitSpread(const Labels& result, const Labels& product);

  // The work of one op, and its temporary memory.
  class Steps;

  std::vector<Operand> operands_;     // of the product: left, right
  Labels result_labels_;              // of its dimensions
  int num_named_ = 0;                 // labels below this are named, others come from ellipses
  std::vector<int64_t> label_sizes_;  // in the result
  TensorShape shape_;
  bool is_zero_ = false;    // an operand is empty
  BatchProduct product_;    // for two operands
  bool has_spread_ = true;  // the product must be rearranged for the result
  bool has_holes_ = false;  // and does not fill the whole result
  StridedCopy spread_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_EINSUM_H_
