// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Multiplies few rows by a matrix that is read once.

#ifndef PLUGGABLE_REFERENCE_MATMUL_FEW_ROWS_H_
#define PLUGGABLE_REFERENCE_MATMUL_FEW_ROWS_H_

#include <cstdint>

#include "reference/formula.h"

namespace pluggable::matmul {

// Adds factor * b[j] to c[j], for j in [begin, end) and for each row of b. Rows are `step` elements
// apart, and `factors` has one factor for each, `factor_step` apart. Several rows are processed at
// a time, so that c stays in registers; each element adds them in order.
template <typename T>
void AddRows(int64_t depth, const T* factors, int64_t factor_step, const T* b, int64_t step,
             int64_t begin, int64_t end, T* c) {
  constexpr int64_t kRows = 4;
  int64_t k = 0;
  for (; k + kRows <= depth; k += kRows) {
    const T* const rows = b + k * step;
    const T* const of_rows = factors + k * factor_step;
    const T first = of_rows[0];
    const T second = of_rows[factor_step];
    const T third = of_rows[2 * factor_step];
    const T fourth = of_rows[3 * factor_step];
    for (int64_t j = begin; j < end; ++j) {
      T sum = formula::sum(c[j], formula::product(first, rows[j]));
      sum = formula::sum(sum, formula::product(second, rows[step + j]));
      sum = formula::sum(sum, formula::product(third, rows[2 * step + j]));
      c[j] = formula::sum(sum, formula::product(fourth, rows[3 * step + j]));
    }
  }
  for (; k < depth; ++k) {
    const T factor = factors[k * factor_step];
    const T* const row = b + k * step;
    for (int64_t j = begin; j < end; ++j) {
      c[j] = formula::sum(c[j], formula::product(factor, row[j]));
    }
  }
}

}  // namespace pluggable::matmul

#endif  // PLUGGABLE_REFERENCE_MATMUL_FEW_ROWS_H_
