#include "emit/primitives_view.h"

#include <set>
#include <string>

#include "catalog/primitives.h"

namespace plugingen::emit {
namespace {

void Append(std::string_view item, std::string& list) {
  if (!list.empty()) list += ", ";
  list += item;
}

}  // namespace

List PrimitivesView(const model::Plugin& plugin) {
  std::set<std::string_view> ops;  // with a kernel of the library
  for (const model::Kernel& kernel : plugin.kernels) {
    if (kernel.implementation == spec::Implementation::kReference) ops.insert(kernel.op->name);
  }
  List view;
  for (const catalog::Primitive& primitive : catalog::Primitives()) {
    std::string carried;
    for (const std::string_view op : primitive.ops) {
      if (ops.contains(op)) Append(op, carried);
    }
    if (carried.empty()) continue;
    std::string shares;
    for (const catalog::Primitive::Share& share : primitive.shares) {
      if (share.percent != "0") {
        Append(std::string(share.family) + " " + std::string(share.percent) + " %", shares);
      }
    }
    if (shares.empty()) shares = "less than 1 %";
    view.push_back(Members{{"name", std::string(primitive.name)},
                           {"purpose", std::string(primitive.purpose)},
                           {"ops", carried},
                           {"shares", shares}});
  }
  return view;
}

}  // namespace plugingen::emit
