#include "ops/npu_bitcast_shape.h"

namespace pluggable {

// The last dimension depends on the sizes of two types, which rules in the spec do not know.
void NpuBitcastRule(ShapeRule& rule) {
  const std::optional<DataType> from = rule.Type("T");
  const std::optional<DataType> to = rule.Type("type");
  if (!from.has_value() || !to.has_value()) return;
  const auto from_size = static_cast<int64_t>(DataTypeSize(*from));
  const auto to_size = static_cast<int64_t>(DataTypeSize(*to));
  if (from_size == to_size) {
    rule.Set("output", rule.SameAs("input"));
  } else if (from_size > to_size) {
    rule.Set("output", {rule.SameAs("input"), from_size / to_size});
  } else {
    DimList outer("outer");
    rule.Match("input", {outer, to_size / from_size});
    rule.Set("output", outer);
  }
}

}  // namespace pluggable
