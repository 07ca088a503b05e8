// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The kernels that TensorFlow has registered for the plugin's devices, by whatever code.

#ifndef PLUGGABLE_TESTS_KERNEL_TEST_REGISTRY_H_
#define PLUGGABLE_TESTS_KERNEL_TEST_REGISTRY_H_

#include <map>
#include <string>
#include <vector>

#include "pluggable/registration.h"

#include "kernel_test_op_def.h"

namespace pluggable::tests {

// One kernel for one choice of types.
struct KernelCase {
  std::string op;
  std::string label;
  Types types;  // names attributes of the op's definition, which has to live as long
};

// "Cast(SrcT=float,DstT=int32)".
std::string NameOf(const KernelCase& kernel);

// The kernels for devices of that type, by name. A kernel without a constraint for a type counts
// once for each type that the op allows. Kernels of ops that are not in `ops` are left out.
std::vector<KernelCase> RegisteredKernels(const std::string& device_type,
                                          const std::map<std::string, OpDef>& ops);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_KERNEL_TEST_REGISTRY_H_
