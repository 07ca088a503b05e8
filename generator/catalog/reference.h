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
  // What kind of kernel it is. Ops that are only a formula share one ("unary_formula"); else the
  // kernel's file in library/kernels, without .cc.
  std::string_view kernel_template;
  std::string_view formula;  // of ops that are only a formula
  // Each element is one cross product: the dtypes of every type attr, in the order of the
  // definition.
  std::vector<std::vector<Constraint>> types;

  // Whether one dtype for each attr (in that order) is served.
  bool Serves(const std::vector<std::string_view>& dtypes) const;
  // All dtypes that some combination has for the attr.
  std::vector<std::string_view> TypesOf(std::string_view attr) const;
};

// The kernel_template of chains of elementwise ops, which has to know the ops.
inline constexpr std::string_view kChainKernel = "elementwise";

// What an op is as a step of a chain, in the words of library/reference/chain.h
// ("Binary"); "" for those that are no formula of floating-point numbers.
std::string_view StepKind(const ReferenceKernel& kernel);

class ReferenceTable {
 public:
  static const ReferenceTable& BuiltIn();
  // Those of the ops that sets of fusions define, by their names without the plugin's
  // (catalog/fusion_kernels.txt).
  static const ReferenceTable& OfFusions();
  explicit ReferenceTable(std::string_view text);

  const ReferenceKernel* Find(std::string_view op) const;
  // The first op whose kernel is the same: the kernel's class is named after it.
  std::string_view FirstOpOf(const ReferenceKernel& kernel) const;
  const std::map<std::string_view, ReferenceKernel>& kernels() const { return kernels_; }

 private:
  std::map<std::string_view, ReferenceKernel> kernels_;
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_REFERENCE_H_
