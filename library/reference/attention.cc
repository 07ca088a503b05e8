// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/attention.h"

#include <algorithm>
#include <vector>

#include "pluggable/half.h"

#include "reference/matmul.h"
#include "reference/softmax.h"

namespace pluggable {

Status Attention::Init(const TensorShape& query, const TensorShape& key, const TensorShape& value,
                       const TensorShape& scale, const TensorShape* mask,
                       const TensorShape* other) {
  const auto mismatch = [](const char* name, const TensorShape& shape, const char* other_name,
                           const TensorShape& other_shape) {
    return errors::InvalidArgument(name, " of shape ", shape.DebugString(), " does not fit ",
                                   other_name, " of shape ", other_shape.DebugString());
  };
  for (const TensorShape* shape : {&query, &key, &value}) {
    if (shape->dims() != 4) {
      return errors::InvalidArgument("query, key and value must have 4 dimensions: ",
                                     shape->DebugString());
    }
  }
  scored_ = {query.dim_size(0), query.dim_size(2), query.dim_size(1), key.dim_size(1)};
  size_ = query.dim_size(3);
  value_size_ = value.dim_size(3);
  if (key.dim_size(0) != scored_.batch || key.dim_size(2) != scored_.heads ||
      key.dim_size(3) != size_) {
    return mismatch("key", key, "query", query);
  }
  const TensorShape plain({scored_.batch, scored_.heads, scored_.queries, scored_.keys});
  Status status = scores_.Init(plain, scale, mask, other);
  if (!status.ok()) return status;
  const TensorShape& scores = scores_.shape();
  if (scores.dims() != 4 || scores.dim_size(0) != value.dim_size(0) ||
      scores.dim_size(1) != value.dim_size(2) || scores.dim_size(3) != value.dim_size(1)) {
    return mismatch("value", value, "scores", scores);
  }
  combined_ = {scores.dim_size(0), scores.dim_size(1), scores.dim_size(2), scores.dim_size(3)};
  return status;
}

int64_t Attention::cost() const {
  return combined_.batch * combined_.heads *
         (MatrixProductCost(combined_.queries, combined_.keys, size_ + value_size_) +
          combined_.queries * combined_.keys * kSoftmaxCost);
}

template <typename T>
void Attention::Score(const Inputs<T>& inputs, int64_t matrix, int64_t first, int64_t rows,
                      T* scores) const {
  const int64_t batch = matrix / scored_.heads;
  const int64_t head = matrix % scored_.heads;
  const int64_t step = scored_.heads * size_;
  const T* const query = inputs.query + (batch * scored_.queries + first) * step + head * size_;
  const T* const key = inputs.key + batch * scored_.keys * step + head * size_;
  MatrixProduct<T>(rows, scored_.keys, size_, {query, step}, {key, step, true}, scores,
                   scored_.keys, nullptr);
}

template <typename T>
void Attention::Combine(const Inputs<T>& inputs, int64_t matrix, int64_t first, int64_t rows,
                        const T* probabilities, T* out) const {
  const int64_t batch = matrix / combined_.heads;
  const int64_t head = matrix % combined_.heads;
  const int64_t step = combined_.heads * value_size_;
  const T* const value = inputs.value + batch * combined_.keys * step + head * value_size_;
  T* const to = out + (batch * combined_.queries + first) * step + head * value_size_;
  MatrixProduct<T>(rows, value_size_, combined_.keys, {probabilities, combined_.keys},
                   {value, step}, to, step, nullptr);
}

template <typename T>
void Attention::Run(const Inputs<T>& inputs, T* out, ThreadPool* threads) const {
  // The number of scores that the first-level cache can hold. Each block of rows reads all keys and
  // values.
  constexpr int64_t kBlockElements = 1 << 14;
  const int64_t keys = std::max<int64_t>(1, combined_.keys);
  const int64_t rows = std::clamp<int64_t>(kBlockElements / keys, 32, combined_.queries + 32);
  const int64_t blocks = (combined_.queries + rows - 1) / rows;
  const int64_t matrices = combined_.batch * combined_.heads;
  std::vector<T> all;  // scores, if they cannot be computed block by block
  if (!scores_.is_plain()) {
    const int64_t size = scored_.queries * scored_.keys;
    std::vector<T> scores(static_cast<size_t>(scored_.batch * scored_.heads * size));
    for (int64_t m = 0; m < scored_.batch * scored_.heads; ++m) {
      Score(inputs, m, 0, scored_.queries, scores.data() + m * size);
    }
    all = scores_.Run(inputs.mask, scores.data());
  }
  threads->ParallelFor(
      matrices * blocks, cost() / (matrices * blocks) + 1, [&](int64_t begin, int64_t end) {
        std::vector<T> memory(static_cast<size_t>(rows * combined_.keys));
        for (int64_t task = begin; task < end; ++task) {
          const int64_t matrix = task / blocks;
          const int64_t first = task % blocks * rows;
          const int64_t count = std::min(rows, combined_.queries - first);
          const int64_t element = (matrix * combined_.queries + first) * combined_.keys;
          T* scores = memory.data();
          if (scores_.is_plain()) {
            Score(inputs, matrix, first, count, scores);
            scores_.RunPlain(inputs.mask, element, element + count * combined_.keys, scores);
          } else {
            scores = all.data() + element;
          }
          SoftmaxInPlace(count, combined_.keys, scores);
          Combine(inputs, matrix, first, count, scores, out);
        }
      });
}

template void Attention::Run(const Inputs<float>&, float*, ThreadPool*) const;
template void Attention::Run(const Inputs<double>&, double*, ThreadPool*) const;
template void Attention::Run(const Inputs<half>&, half*, ThreadPool*) const;
template void Attention::Run(const Inputs<bfloat16>&, bfloat16*, ThreadPool*) const;

}  // namespace pluggable
