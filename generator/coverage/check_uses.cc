#include "coverage/check_uses.h"

#include <string_view>

#include "base/suggest.h"
#include "base/text.h"

namespace plugingen::coverage {
namespace {

using base::Quoted;

std::string UnknownAttr(const catalog::Op& op, std::string_view attr) {
  std::vector<std::string_view> names;
  for (const catalog::Attr* type : op.TypeAttrs()) names.push_back(type->name);
  const std::string help = base::DidYouMean(base::NearestName(attr, names));
  return "op " + Quoted(op.name) + " has no type attr " + Quoted(attr) + "; " +
         (help.empty() ? "it is " + op.Signature() : help);
}

std::string WrongType(const catalog::Op& op, const catalog::Attr& attr, std::string_view dtype) {
  return "attr " + Quoted(attr.name) + " of op " + Quoted(op.name) + " cannot be " + Quoted(dtype) +
         "; it is " + std::string(attr.text);
}

}  // namespace

std::vector<std::string> MistakesIn(const Model& model, const model::NewOps& new_ops,
                                    const catalog::Catalog& catalog) {
  std::vector<std::string> mistakes;
  for (const auto& [use, nodes] : model.uses) {
    const model::NewOp* own = new_ops.Find(use.op);
    const catalog::Op* op = own != nullptr ? &own->op : catalog.Find(use.op);
    if (op == nullptr) continue;
    for (const auto& [name, dtype] : use.types) {
      const catalog::Attr* attr = op->FindAttr(name);
      if (attr == nullptr || !attr->is_type) {
        mistakes.push_back(UnknownAttr(*op, name));
      } else if (!attr->allowed_types.empty() && !catalog::Contains(attr->allowed_types, dtype)) {
        mistakes.push_back(WrongType(*op, *attr, dtype));
      }
    }
  }
  return mistakes;
}

}  // namespace plugingen::coverage
