// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/dim_list.h"

#include <algorithm>

namespace pluggable {

template <typename Compute>
Dim Dim::Combine(const Dim& a, const Dim& b, Compute compute) {
  Dim result;
  if (a.is_impossible() || b.is_impossible()) {
    result.state_ = kImpossible;
  } else if (a.known() && b.known()) {
    result.state_ = compute(a.value_, b.value_, &result.value_) ? kKnown : kImpossible;
  }
  return result;
}

Dim operator+(const Dim& a, const Dim& b) {
  if (a.known() && a.value_ == 0) return b;
  if (b.known() && b.value_ == 0) return a;
  return Dim::Combine(
      a, b, [](int64_t x, int64_t y, int64_t* sum) { return !__builtin_add_overflow(x, y, sum); });
}

Dim operator-(const Dim& a, const Dim& b) {
  if (b.known() && b.value_ == 0) return a;
  return Dim::Combine(a, b, [](int64_t x, int64_t y, int64_t* difference) {
    return !__builtin_sub_overflow(x, y, difference);
  });
}

Dim operator*(const Dim& a, const Dim& b) {
  if (a.known() && a.value_ == 1) return b;
  if (b.known() && b.value_ == 1) return a;
  return Dim::Combine(a, b, [](int64_t x, int64_t y, int64_t* product) {
    return !__builtin_mul_overflow(x, y, product);
  });
}

Dim operator/(const Dim& a, const Dim& b) {
  if (b.known() && b.value_ == 1) return a;
  return Dim::Combine(a, b, [](int64_t x, int64_t y, int64_t* quotient) {
    if (y == 0 || (y == -1 && x == INT64_MIN)) return false;
    *quotient = x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
    return true;
  });
}

Dim OneOf(std::initializer_list<Dim> dims) {
  for (const Dim& dim : dims) {
    if (!dim.IsSameAs(*dims.begin())) return Dim();
  }
  return *dims.begin();
}

DimList::DimList(std::initializer_list<DimTerm> terms) : known_(true) {
  for (const DimTerm& term : terms) {
    if (term.list_) {
      Append(*term.list_);
    } else {
      Append(term.dim_);
    }
  }
}

bool DimList::IsFullyKnown() const {
  return known_ &&
         std::all_of(dims_.begin(), dims_.end(), [](const Dim& dim) { return dim.known(); });
}

void DimList::Bind(const DimList& other) {
  const std::string_view name = name_;
  *this = other;
  name_ = name;
}

void DimList::Append(const Dim& dim) {
  if (known_) dims_.push_back(dim);
  input_ = -1;
}

void DimList::Append(const DimList& list) {
  input_ = -1;
  if (!list.known_) {
    known_ = false;
    dims_.clear();
  } else if (known_) {
    const std::vector<Dim> added = list.dims_;  // copied, since `list` may be this one
    dims_.insert(dims_.end(), added.begin(), added.end());
  }
}

DimList DimList::Part(int begin, int end) const {
  return DimList(std::vector<Dim>(dims_.begin() + begin, dims_.begin() + end));
}

std::string DimList::DebugString() const {
  if (!known_) return "<unknown>";
  std::string text = "[";
  for (const Dim& dim : dims_) {
    if (text.size() > 1) text += ',';
    text += dim.DebugString();
  }
  return text + "]";
}

}  // namespace pluggable
