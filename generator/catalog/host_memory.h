// Which arguments of a kernel the host has to read. Op definitions do not say it, so it is taken
// from core's own kernels for devices where they serve the same dtypes, else from the reviewed
// table catalog/host_memory.txt, and for ops that are not in it from core's kernels for the CPU.

#ifndef PLUGINGEN_CATALOG_HOST_MEMORY_H_
#define PLUGINGEN_CATALOG_HOST_MEMORY_H_

#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

// The dtype chosen for one type attr of a row.
struct ChosenType {
  std::string_view attr;
  std::string_view dtype;
};

// The kernel that core registers for `device` and takes exactly these dtypes, or null.
const CoreKernel* FindCoreKernel(const Op& op, std::string_view device,
                                 const std::vector<ChosenType>& types, std::string_view label = "");

// Whether core serves these dtypes on every pluggable device with all arguments in host memory, as
// it does for the int32 arithmetic that shapes are computed with.
bool CoreServesOnHost(const Op& op, const std::vector<ChosenType>& types);

// The host-memory arguments of a kernel for these dtypes, in the order of the definition.
std::vector<std::string_view> HostMemoryArgs(const Op& op, const std::vector<ChosenType>& types);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_HOST_MEMORY_H_
