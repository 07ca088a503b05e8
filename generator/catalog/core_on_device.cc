#include "catalog/core_on_device.h"

#include <algorithm>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

std::vector<std::string_view> OpsOfCoreOnDevice() {
  std::vector<std::string_view> ops;
  std::string_view text = base::EmbeddedText("catalog/core_on_device.txt");
  for (std::string_view op = TakeFact(text); !op.empty(); op = TakeFact(text)) ops.push_back(op);
  return ops;
}

bool IsOnEveryDevice(const Op& op) {
  return std::any_of(op.kernels.begin(), op.kernels.end(),
                     [](const CoreKernel& kernel) { return kernel.device == "DEFAULT"; });
}

}  // namespace plugingen::catalog
