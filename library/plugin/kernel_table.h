// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The kernels of this plugin, as data.

#ifndef PLUGGABLE_PLUGIN_KERNEL_TABLE_H_
#define PLUGGABLE_PLUGIN_KERNEL_TABLE_H_

#include <cstddef>

#include "pluggable/registration.h"

namespace pluggable {

// A view of the table, for range-based loops.
struct KernelTable {
  const KernelRow* rows;
  size_t size;

  const KernelRow* begin() const { return rows; }
  const KernelRow* end() const { return rows + size; }
};

// All rows of the spec, sorted by op and type.
KernelTable Kernels();

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_KERNEL_TABLE_H_
