#include "cli/kernel_texts.h"

#include <algorithm>

#include "base/text.h"
#include "catalog/reference.h"
#include "catalog/sets.h"

namespace plugingen::cli {

spec::StarterKernel SetEntry(const std::string& set) {
  const catalog::OpSet* known = catalog::SetTable::BuiltIn().Find(set);
  std::string comment;
  if (known != nullptr) {
    const std::string_view purpose = base::Trim(known->purpose);
    comment = base::ToUpper(purpose.substr(0, 1)) + std::string(purpose.substr(1)) + ".";
  }
  return {"set: " + spec::YamlWord(set), std::move(comment)};
}

spec::StarterKernel OpEntry(const std::string& op, const catalog::Catalog& catalog) {
  const catalog::Op* known = catalog.Find(op);
  if (known == nullptr) return {spec::YamlWord(op), ""};
  if (catalog::ReferenceTable::BuiltIn().Find(op) != nullptr) {
    return {op, known->Signature() + ", with every data type that its implementation has."};
  }
  return {"{op: " + op + ", implementation: stub}",
          known->Signature() + ": plugingen has no kernel for it, so write yours in src/kernels/" +
              base::SnakeCase(op) + ".cc."};
}

bool ServesVariables(const std::string& set) {
  const catalog::OpSet* known = catalog::SetTable::BuiltIn().Find(set);
  return known != nullptr && std::any_of(known->members.begin(), known->members.end(),
                                         [](const catalog::SetMember& member) {
                                           return member.op == "AssignAddVariableOp";
                                         });
}

}  // namespace plugingen::cli
