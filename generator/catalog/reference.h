// The reference kernels that plugingen can emit (catalog/reference.txt, fusion_kernels.txt).

#ifndef PLUGINGEN_CATALOG_REFERENCE_H_
#define PLUGINGEN_CATALOG_REFERENCE_H_

#include <map>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"

namespace plugingen::catalog {

struct ReferenceKernel {
  std::string_view op;
  // The kind of kernel. All ops that are only a formula share a kind ("unary_formula"). For other
  // ops it is the kernel's file in library/kernels, without .cc.
  std::string_view kernel_template;
  std::string_view formula;  // only for ops that are just a formula
  // Each element is a cross product, which has the dtypes of every type attr in the order of the
  // definition.
  std::vector<std::vector<Constraint>> types;

  // True if the kernel supports these dtypes, one for each attr in this order.
  bool Serves(const std::vector<std::string_view>& dtypes) const;
  // Returns all dtypes that any combination has for the attr.
  std::vector<std::string_view> TypesOf(std::string_view attr) const;
};

// The kernel_template of chains of elementwise ops. It needs to know the ops.
inline constexpr std::string_view kChainKernel = "elementwise";

// Returns the kind of step that an op is in a chain, as named in library/reference/chain.h
// ("Binary"). Returns "" if the op is no formula of floating-point numbers.
std::string_view StepKind(const ReferenceKernel& kernel);

class ReferenceTable {
 public:
  static const ReferenceTable& BuiltIn();
  // The kernels of the ops that sets of fusions define, by name without the plugin's name
  // (catalog/fusion_kernels.txt).
  static const ReferenceTable& OfFusions();
  explicit ReferenceTable(std::string_view text);

  const ReferenceKernel* Find(std::string_view op) const;
  // Returns the first op with the same kernel. The kernel's class is named after this op.
  std::string_view FirstOpOf(const ReferenceKernel& kernel) const;
  const std::map<std::string_view, ReferenceKernel>& kernels() const { return kernels_; }

 private:
  std::map<std::string_view, ReferenceKernel> kernels_;
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_REFERENCE_H_
