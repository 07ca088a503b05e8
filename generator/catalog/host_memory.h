// Finds the arguments of a kernel that the host has to read. Op definitions do not contain this. If
// TensorFlow has a kernel for devices with the same dtypes, that kernel decides. Otherwise the
// reviewed table catalog/host_memory.txt does. For ops that are not in the table, TensorFlow's
// kernels for the CPU decide.

#ifndef PLUGINGEN_CATALOG_HOST_MEMORY_H_
#define PLUGINGEN_CATALOG_HOST_MEMORY_H_

#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

// The dtype of one type attr in a row.
struct ChosenType {
  std::string_view attr;
  std::string_view dtype;
};

// Returns the kernel that TensorFlow registers for `device` and exactly these dtypes, or null.
const CoreKernel* FindCoreKernel(const Op& op, std::string_view device,
                                 const std::vector<ChosenType>& types, std::string_view label = "");

// True if TensorFlow has a kernel for every pluggable device and these dtypes with all arguments in
// host memory. It has such kernels for the int32 arithmetic of shapes.
bool CoreServesOnHost(const Op& op, const std::vector<ChosenType>& types);

// Returns the arguments in host memory for these dtypes, in the order of the definition.
std::vector<std::string_view> HostMemoryArgs(const Op& op, const std::vector<ChosenType>& types);

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_HOST_MEMORY_H_
