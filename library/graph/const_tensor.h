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

  // Reads the value. False if the node is no Const, or of a type without numbers (strings,
  // complex and quantized numbers), or malformed.
  bool Read(const NodeDef& node);

  int rank() const { return rank_; }

  // Whether there are elements and each is what `number` becomes in the tensor's type. An integer
  // type has to have the number itself.
  bool IsAll(double number) const;

  // Of a vector of int32 or int64: sets *values. False for other tensors, and for vectors longer
  // than any that describes dimensions.
  bool IsIndices(std::vector<int64_t>* values) const;

 private:
  // The element, in the machine's representation.
  std::string_view Element(size_t index) const;

  int type_ = 0;  // a TF_DataType
  size_t element_size_ = 0;
  int rank_ = 0;
  uint64_t num_elements_ = 1;
  // Elements one after another. Where they are fewer than the tensor has, the last one is repeated;
  // where there are none, all are zero.
  std::string_view elements_;
  std::string decoded_;
};

}  // namespace pluggable::graph

#endif  // PLUGGABLE_GRAPH_CONST_TENSOR_H_
