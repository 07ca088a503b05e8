// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The rows of the kernel table: the kernels that must be registered.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_CASES_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_CASES_H_

#include <vector>

#include "pluggable/registration.h"

namespace pluggable::tests {

struct TableRow {
  const char* op;
  const char* label;
  Types types;
};

const std::vector<TableRow>& TableRows();

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_CASES_H_
