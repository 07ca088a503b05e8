// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The value of a Const node.

#ifndef PLUGGABLE_GRAPH_CONST_TENSOR_H_
#define PLUGGABLE_GRAPH_CONST_TENSOR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph_def.h"

namespace pluggable::graph {

class ConstTensor {
 public:
  ConstTensor() = default;
  ConstTensor(const ConstTensor&) = delete;
  ConstTensor& operator=(const ConstTensor&) = delete;

  // Reads the value. False if the node is not a Const, if its type is not numeric (strings, complex
  // and quantized numbers), or if it is malformed.
  bool Read(const NodeDef& node);

  int rank() const { return rank_; }

  // Whether there are elements and all equal `number`, converted to the tensor's type. An integer
  // type must represent the number exactly.
  bool IsAll(double number) const;

  // Sets *values if the tensor is a vector of int32 or int64. False for other tensors, and for
  // vectors longer than the largest rank.
  bool IsIndices(std::vector<int64_t>* values) const;

 private:
  // The element in the machine's byte order.
  std::string_view Element(size_t index) const;

  int type_ = 0;  // a TF_DataType
  size_t element_size_ = 0;
  int rank_ = 0;
  uint64_t num_elements_ = 1;
  // The elements, one after another. If there are fewer than the tensor has, the last one is
  // repeated; if there are none, all are zero.
  std::string_view elements_;
  std::string decoded_;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CONST_TENSOR_H_
