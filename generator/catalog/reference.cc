#include "catalog/reference.h"

#include <algorithm>

#include "base/embedded.h"
#include "catalog/lines.h"

namespace plugingen::catalog {

bool ReferenceKernel::Serves(const std::vector<std::string_view>& dtypes) const {
  return std::any_of(types.begin(), types.end(), [&dtypes](const auto& product) {
    if (product.size() != dtypes.size()) return false;
    for (size_t i = 0; i < dtypes.size(); ++i) {
      if (!Contains(product[i].types, dtypes[i])) return false;
    }
    return true;
  });
}

std::vector<std::string_view> ReferenceKernel::TypesOf(std::string_view attr) const {
  std::vector<std::string_view> all;
  for (const auto& product : types) {
    for (const Constraint& constraint : product) {
      if (constraint.attr != attr) continue;
      for (const std::string_view dtype : constraint.types) {
        if (!Contains(all, dtype)) all.push_back(dtype);
      }
    }
  }
  return all;
}

const ReferenceTable& ReferenceTable::BuiltIn() {
  static const ReferenceTable table(base::EmbeddedText("catalog/reference.txt"));
  return table;
}

const ReferenceTable& ReferenceTable::OfFusions() {
  static const ReferenceTable table(base::EmbeddedText("catalog/fusion_kernels.txt"));
  return table;
}

ReferenceTable::ReferenceTable(std::string_view text) {
  for (std::string_view line = TakeFact(text); !line.empty(); line = TakeFact(text)) {
    const std::string_view op = TakePart(line, '|');
    ReferenceKernel& kernel = kernels_[op];
    kernel.op = op;
    kernel.kernel_template = TakePart(line, '|');
    std::vector<Constraint> product;
    for (std::string_view attr : SplitParts(TakePart(line, '|'), ';')) {
      const std::string_view name = TakePart(attr, ':');
      product.push_back({name, SplitParts(attr, ' ')});
    }
    kernel.types.push_back(std::move(product));
    kernel.formula = line;  // the rest of the line, because a formula can contain '|'
  }
}

const ReferenceKernel* ReferenceTable::Find(std::string_view op) const {
  const auto found = kernels_.find(op);
  return found == kernels_.end() ? nullptr : &found->second;
}

std::string_view ReferenceTable::FirstOpOf(const ReferenceKernel& kernel) const {
  const auto first = std::find_if(kernels_.begin(), kernels_.end(), [&kernel](const auto& entry) {
    return entry.second.kernel_template == kernel.kernel_template;
  });
  return first->first;
}

std::string_view StepKind(const ReferenceKernel& kernel) {
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"unary_formula", "Unary"},
      {"binary_formula", "Binary"},
      {"activation_gradient_formula", "ActivationGradient"},
      {"function_gradient_formula", "FunctionGradient"}};
  const auto types = kernel.TypesOf("T");
  if (std::find(types.begin(), types.end(), "float") == types.end()) return "";
  for (const auto& [file, kind] : kKinds) {
    if (kernel.kernel_template == file) return kind;
  }
  return "";
}

}  // namespace plugingen::catalog
