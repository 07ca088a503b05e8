// The list under `kernels:`.

#ifndef PLUGINGEN_SPEC_PARSE_KERNELS_H_
#define PLUGINGEN_SPEC_PARSE_KERNELS_H_

#include <vector>

#include "spec/section.h"
#include "spec/spec.h"

namespace plugingen::spec {

std::vector<KernelEntry> ParseKernels(const Section& root);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PARSE_KERNELS_H_
