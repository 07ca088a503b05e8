// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The functions of shape rules, except those of windows.

#include <algorithm>
#include <utility>

#include "pluggable/shape_rule.h"

namespace pluggable {
namespace {

// Merges what is known of one dimension; false if the sizes differ.
bool Merge(Dim* dim, const Dim& other) {
  if (dim->known()) return !other.known() || dim->value() == other.value();
  if (other.known()) *dim = other;
  return true;
}

// Broadcasts b into *a; false if neither is 1 and they differ.
bool BroadcastDim(Dim* a, const Dim& b) {
  if (b.known() && b.value() == 1) return true;
  if (a->known() && a->value() == 1) {
    *a = b;
    return true;
  }
  if (a->known() && b.known()) return a->value() == b.value();
  if (b.known()) *a = b;  // the unknown one is equal or 1
  if (!a->known() && !a->IsSameAs(b)) *a = Dim();
  return true;
}

}  // namespace

std::optional<std::vector<ShapeRule::Named>> ShapeRule::All(
    std::initializer_list<std::string_view> inputs) {
  std::vector<Named> all;
  for (const std::string_view input : inputs) {
    const ArgRange range = InputRange(input);
    if (!range.known()) return std::nullopt;
    for (int i = range.begin; i < range.end; ++i) {
      all.push_back({NameOf(input, range, i), Refined(input, InputShape(i))});
    }
  }
  return all;
}

std::optional<int> ShapeRule::Axis(const Dim& axis, const std::string& name, int rank) {
  if (!axis.known()) return std::nullopt;
  if (axis.value() < -rank || axis.value() >= rank) {
    Fail(strings::StrCat("axis ", axis.value(), " of argument ", name, " is out of range [", -rank,
                         ", ", rank, ")"));
    return std::nullopt;
  }
  return static_cast<int>(axis.value() < 0 ? axis.value() + rank : axis.value());
}

DimList ShapeRule::Broadcast(std::initializer_list<std::string_view> inputs) {
  const std::optional<std::vector<Named>> all = All(inputs);
  return all ? BroadcastAll(*all) : DimList();
}

DimList ShapeRule::BroadcastAll(const std::vector<Named>& inputs) {
  DimList result = DimList::Scalar();
  for (const Named& input : inputs) {
    if (!input.shape.rank_known()) return {};
    DimList wider = input.shape.rank() > result.rank() ? input.shape : result;
    const DimList& other = input.shape.rank() > result.rank() ? result : input.shape;
    const int offset = wider.rank() - other.rank();
    for (int i = 0; i < other.rank(); ++i) {
      const Dim before = wider[offset + i];
      if (!BroadcastDim(&wider[offset + i], other[i])) {
        Fail(strings::StrCat("argument ", input.name, " of shape ", input.shape.DebugString(),
                             " cannot be broadcast with ", inputs.front().name, " of shape ",
                             inputs.front().shape.DebugString()));
        return {};
      }
      if (!wider[offset + i].IsSameAs(before)) wider.set_input(-1);
    }
    result = std::move(wider);
  }
  return result;
}

DimList ShapeRule::Concat(std::initializer_list<std::string_view> inputs, const Dim& axis) {
  const std::optional<std::vector<Named>> all = All(inputs);
  if (!all || all->empty()) return {};
  // All ranks are equal, so one known rank is enough.
  int rank = -1;
  for (const Named& input : *all) {
    if (!input.shape.rank_known()) continue;
    if (rank < 0) rank = input.shape.rank();
    if (input.shape.rank() == rank && rank > 0) continue;
    Fail(rank == 0 ? strings::StrCat("argument ", input.name, " must have at least rank 1, got []")
                   : strings::StrCat("argument ", input.name, " must have rank ", rank,
                                     " as the others, got ", input.shape.DebugString()));
    return {};
  }
  if (rank < 0) return {};
  std::optional<int> along = Axis(axis, all->front().name, rank);
  if (!ok()) return {};
  DimList equal = DimList::OfRank(rank);
  DimList sum(std::vector<Dim>(static_cast<size_t>(rank), Dim(0)));
  for (const Named& input : *all) {
    for (int i = 0; i < rank; ++i) {
      const Dim size = input.shape.rank_known() ? input.shape[i] : Dim();
      sum[i] = sum[i] + size;
      if (!equal[i].known() && equal[i].input() < 0) equal[i] = size;
      if (Merge(&equal[i], size) || along == i) continue;
      // Tensors that differ in this dimension can only be concatenated along it.
      if (!axis.known() && !along) {
        along = i;
        continue;
      }
      Fail(strings::StrCat("argument ", input.name, " of shape ", input.shape.DebugString(),
                           " cannot be put together with ", all->front().name, " of shape ",
                           all->front().shape.DebugString(), " along axis ", *along));
      return {};
    }
  }
  if (along) {
    equal[*along] = sum[*along];
    return equal;
  }
  for (int i = 0; i < rank; ++i) equal[i] = OneOf({equal[i], sum[i]});
  return equal;
}

DimList ShapeRule::Stack(std::initializer_list<std::string_view> inputs, const Dim& axis) {
  const std::optional<std::vector<Named>> all = All(inputs);
  DimList shape;
  if (!all) return shape;
  for (const Named& input : *all) {
    if (!input.shape.rank_known()) continue;
    if (!shape.rank_known()) shape = input.shape;
    bool fits = shape.rank() == input.shape.rank();
    for (int i = 0; fits && i < shape.rank(); ++i) fits = Merge(&shape[i], input.shape[i]);
    if (fits) continue;
    Fail(strings::StrCat("argument ", input.name, " must be ", shape.DebugString(),
                         " as the others, got ", input.shape.DebugString()));
    return {};
  }
  if (!shape.rank_known()) return {};
  const Dim count = static_cast<int64_t>(all->size());
  const int rank = shape.rank() + 1;
  const std::optional<int> at = Axis(axis, all->front().name, rank);
  DimList result = DimList::Scalar();
  for (int i = 0; i < rank; ++i) {
    if (at) {
      result.Append(i == *at ? count : shape[i < *at ? i : i - 1]);
    } else {
      const Dim behind = i < rank - 1 ? shape[i] : count;  // of the dimension after it
      const Dim before = i > 0 ? shape[i - 1] : count;
      result.Append(OneOf({count, behind, before}));
    }
  }
  return result;
}

DimList ShapeRule::Reduce(std::string_view input, const DimList& axes,
                          std::optional<bool> keep_dims) {
  DimList shape = SameAs(input);
  if (!shape.rank_known()) return {};
  std::vector<bool> is_reduced(static_cast<size_t>(shape.rank()));
  bool knows_axes = axes.rank_known();
  for (const Dim& axis : axes.dims()) {
    const std::optional<int> at = Axis(axis, strings::StrCat("'", input, "'"), shape.rank());
    if (!ok()) return {};
    if (!at) {
      knows_axes = false;
    } else if (is_reduced[static_cast<size_t>(*at)]) {
      Fail(strings::StrCat("axis ", *at, " of argument '", input, "' is reduced twice"));
      return {};
    } else {
      is_reduced[static_cast<size_t>(*at)] = true;
    }
  }
  if (axes.rank_known() && axes.rank() > shape.rank()) {
    Fail(strings::StrCat("argument '", input, "' must have at least rank ", axes.rank(), ", got ",
                         shape.DebugString()));
    return {};
  }
  if (axes.rank_known() && axes.rank() == 0) return shape;
  if (!keep_dims) return {};
  if (*keep_dims) {
    for (int i = 0; i < shape.rank(); ++i) {
      if (is_reduced[static_cast<size_t>(i)]) {
        shape[i] = 1;
      } else if (!knows_axes) {
        shape[i] = OneOf({shape[i], 1});
      }
    }
    shape.set_input(-1);
    return shape;
  }
  if (!axes.rank_known()) return {};
  if (!knows_axes) return DimList::OfRank(shape.rank() - axes.rank());
  DimList result = DimList::Scalar();
  for (int i = 0; i < shape.rank(); ++i) {
    if (!is_reduced[static_cast<size_t>(i)]) result.Append(shape[i]);
  }
  return result;
}

DimList ShapeRule::MatMul(std::string_view a, std::string_view b, std::optional<bool> transpose_a,
                          std::optional<bool> transpose_b) {
  const DimList left = SameAs(a);
  const DimList right = SameAs(b);
  for (const auto& [name, shape] : {std::pair(a, &left), std::pair(b, &right)}) {
    if (!shape->rank_known() || shape->rank() >= 2) continue;
    Fail(strings::StrCat("argument '", name, "' must have at least rank 2, got ",
                         shape->DebugString()));
  }
  if (!ok() || !left.rank_known() || !right.rank_known()) return {};
  // Rows and columns in the order of the product.
  const auto pick = [](const DimList& shape, int from_end, std::optional<bool> transpose) {
    const Dim& here = shape[shape.rank() - from_end];
    const Dim& there = shape[shape.rank() - 3 + from_end];
    if (!transpose) return OneOf({here, there});
    return *transpose ? there : here;
  };
  Dim inner = pick(left, 1, transpose_a);
  if (!Merge(&inner, pick(right, 2, transpose_b))) {
    Fail(strings::StrCat("argument '", b, "' of shape ", right.DebugString(),
                         transpose_b == true ? ", transposed," : "",
                         " cannot be multiplied from the right to '", a, "' of shape ",
                         left.DebugString(), transpose_a == true ? ", transposed" : ""));
    return {};
  }
  DimList result = BroadcastAll({{strings::StrCat("'", a, "'"), left.Part(0, left.rank() - 2)},
                                 {strings::StrCat("'", b, "'"), right.Part(0, right.rank() - 2)}});
  result.Append(pick(left, 2, transpose_a));
  result.Append(pick(right, 1, transpose_b));
  return result;
}

DimList ShapeRule::Transpose(std::string_view input, const DimList& perm) {
  const DimList shape = SameAs(input);
  if (!shape.rank_known()) return perm.rank_known() ? DimList::OfRank(perm.rank()) : DimList();
  if (perm.rank_known() && perm.rank() != shape.rank()) {
    Fail(strings::StrCat("argument '", input, "' must have rank ", perm.rank(), ", got ",
                         shape.DebugString()));
    return {};
  }
  bool knows_all = perm.rank_known();
  for (const Dim& axis : perm.dims()) knows_all = knows_all && axis.known();
  if (!knows_all) {
    // If all sizes are equal, any permutation keeps them.
    Dim any = shape.rank() > 0 ? shape[0] : Dim();
    for (const Dim& dim : shape.dims()) any = OneOf({any, dim});
    return DimList(std::vector<Dim>(static_cast<size_t>(shape.rank()), any));
  }
  std::vector<bool> seen(static_cast<size_t>(shape.rank()));
  DimList result = DimList::Scalar();
  for (const Dim& axis : perm.dims()) {
    const std::optional<int> at = Axis(axis, strings::StrCat("'", input, "'"), shape.rank());
    if (!at) return {};
    if (seen[static_cast<size_t>(*at)]) {
      Fail(strings::StrCat(perm.DebugString(), " is no permutation of the dimensions of '", input,
                           "'"));
      return {};
    }
    seen[static_cast<size_t>(*at)] = true;
    result.Append(shape[*at]);
  }
  return result;
}

}  // namespace pluggable
