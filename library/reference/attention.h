// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Attention: a mean of values, weighted by how similar their keys are to a query.

#ifndef PLUGGABLE_REFERENCE_ATTENTION_H_
#define PLUGGABLE_REFERENCE_ATTENTION_H_

#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "reference/masked_scores.h"

namespace pluggable {

// The shapes of softmax(mask ? query * key * scale : other) * value. Tensors are [batch, length,
// heads, size]; scores are [batch, heads, queries, keys]. Enqueued work captures it by value.
class Attention {
 public:
  // Fails if the shapes do not fit each other. Without a mask, `mask` and `other` are null.
  Status Init(const TensorShape& query, const TensorShape& key, const TensorShape& value,
              const TensorShape& scale, const TensorShape* mask, const TensorShape* other);

  // The result's shape.
  TensorShape shape() const {
    return TensorShape({combined_.batch, combined_.queries, combined_.heads, value_size_});
  }
  int64_t cost() const;
  // The shape of query * key, and of the scores that are made from it.
  TensorShape scored_shape() const {
    return TensorShape({scored_.batch, scored_.heads, scored_.queries, scored_.keys});
  }
  const MaskedScores& scores() const { return scores_; }

  template <typename T>
  struct Inputs {
    const T* query;
    const T* key;
    const T* value;
    MaskedScores::Inputs<T> mask;
  };
  // Only work on the stream may call it. Defined for float, double, half and bfloat16; the last two
  // round after every step, as single ops do.
  template <typename T>
  void Run(const Inputs<T>& inputs, T* out, ThreadPool* threads) const;

 private:
  // How many scores there are.
  struct Sizes {
    int64_t batch = 0;
    int64_t heads = 0;
    int64_t queries = 0;
    int64_t keys = 0;
  };

  // Writes the scores of `rows` queries from `first` on. Matrices are numbered through all heads of
  // all batches.
  template <typename T>
  void Score(const Inputs<T>& inputs, int64_t matrix, int64_t first, int64_t rows, T* scores) const;
  // Writes the products of that many rows of probabilities with the values.
  template <typename T>
  void Combine(const Inputs<T>& inputs, int64_t matrix, int64_t first, int64_t rows,
               const T* probabilities, T* out) const;

  MaskedScores scores_;
  Sizes scored_;      // the scores of queries and keys
  Sizes combined_;    // the scores for the values; a mask may broadcast them
  int64_t size_ = 0;  // the size of a query and of a key
  int64_t value_size_ = 0;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_ATTENTION_H_
