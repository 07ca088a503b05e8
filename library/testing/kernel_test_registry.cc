// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "kernel_test_registry.h"

#include <tensorflow/c/kernels.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "pluggable/types.h"
#include "pluggable/wire.h"

#include "eager.h"

namespace pluggable::tests {
namespace {

// The fields of tensorflow.KernelDef that say which calls a kernel supports.
struct KernelDef {
  std::string op;
  std::string device_type;
  std::string label;
  std::map<std::string, std::vector<int64_t>> types;  // that an attribute may be
};

// The types in a tensorflow.AttrValue that holds a list of them.
std::vector<int64_t> ReadTypes(std::string_view bytes) {
  constexpr int kList = 1;
  constexpr int kType = 6;
  std::vector<int64_t> types;
  for (wire::Reader value(bytes); value.Next();) {
    if (value.field() != kList) continue;
    for (wire::Reader list(value.bytes()); list.Next();) {
      if (list.field() != kType) continue;
      if (!list.is_bytes()) types.push_back(list.number());
      wire::ForEachPacked(list.bytes(),
                          [&types](uint64_t type) { types.push_back(static_cast<int64_t>(type)); });
    }
  }
  return types;
}

void ReadConstraint(std::string_view bytes, KernelDef* kernel) {
  std::string attr;
  std::vector<int64_t> types;
  for (wire::Reader field(bytes); field.Next();) {
    if (field.field() == 1) attr = field.bytes();
    if (field.field() == 2) types = ReadTypes(field.bytes());
  }
  const auto [known, is_first] = kernel->types.emplace(attr, types);
  if (is_first) return;
  // TensorFlow requires all constraints of an attribute.
  auto& both = known->second;
  both.erase(std::remove_if(both.begin(), both.end(),
                            [&types](int64_t type) {
                              return std::find(types.begin(), types.end(), type) == types.end();
                            }),
             both.end());
}

KernelDef ReadKernel(std::string_view bytes) {
  KernelDef kernel;
  for (wire::Reader field(bytes); field.Next();) {
    switch (field.field()) {
      case 1:
        kernel.op = field.bytes();
        break;
      case 2:
        kernel.device_type = field.bytes();
        break;
      case 3:
        ReadConstraint(field.bytes(), &kernel);
        break;
      case 5:
        kernel.label = field.bytes();
        break;
      default:
        break;
    }
  }
  return kernel;
}

// Adds the kernel once for each choice of types. Kernels that differ only in priority count once.
void AddCases(const KernelDef& kernel, const OpDef& op, std::map<std::string, KernelCase>* cases) {
  std::vector<Types> choices(1);
  int chosen = 0;
  for (const AttrDef& attr : op.attrs) {
    if (attr.type != "type") continue;
    const auto constraint = kernel.types.find(attr.name);
    std::vector<int64_t> types = attr.allowed_values.ints;
    if (constraint != kernel.types.end()) types = constraint->second;
    // An attribute without constraints is drawn with the call, and Types has room for six.
    if (types.empty() && constraint == kernel.types.end()) continue;
    TypeConstraint Types::*const places[] = {&Types::first,  &Types::second, &Types::third,
                                             &Types::fourth, &Types::fifth,  &Types::sixth};
    if (chosen == static_cast<int>(std::size(places))) break;
    std::vector<Types> longer;
    for (const Types& choice : choices) {
      for (const int64_t type : types) {
        longer.push_back(choice);
        longer.back().*places[chosen] = {attr.name.c_str(), static_cast<TF_DataType>(type)};
      }
    }
    choices = std::move(longer);
    ++chosen;
  }
  for (const Types& types : choices) {
    KernelCase one{kernel.op, kernel.label, types};
    cases->emplace(NameOf(one), std::move(one));
  }
}

}  // namespace

std::string NameOf(const KernelCase& kernel) {
  std::string name = kernel.op + "(";
  const char* separator = "";
  kernel.types.ForEach([&](const TypeConstraint& constraint) {
    name += separator + std::string(constraint.attr) + "=" + DataTypeString(constraint.type);
    separator = ",";
  });
  name += ")";
  return kernel.label.empty() ? name : name + " " + kernel.label;
}

std::vector<KernelCase> RegisteredKernels(const std::string& device_type,
                                          const std::map<std::string, OpDef>& ops) {
  std::map<std::string, KernelCase> found;
  const StatusPtr status(TF_NewStatus());
  const BufferPtr buffer(TF_GetAllRegisteredKernels(status.get()));
  if (TF_GetCode(status.get()) != TF_OK) return {};
  const std::string_view bytes(static_cast<const char*>(buffer->data), buffer->length);
  for (wire::Reader list(bytes); list.Next();) {
    if (list.field() != 1) continue;
    const KernelDef kernel = ReadKernel(list.bytes());
    const auto op = ops.find(kernel.op);
    if (kernel.device_type == device_type && op != ops.end()) AddCases(kernel, op->second, &found);
  }
  std::vector<KernelCase> cases;
  for (auto& [name, kernel] : found) cases.push_back(std::move(kernel));
  return cases;
}

}  // namespace pluggable::tests
