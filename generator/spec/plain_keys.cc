#include "spec/plain_keys.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "spec/member.h"
#include "spec/schema.h"

namespace plugingen::spec {
namespace {

void Read(const Section& section, std::string_view name, Located<std::string>& value) {
  value = section.Text(name);
}
void Read(const Section& section, std::string_view name, Located<bool>& value) {
  value = section.Bool(name);
}
void Read(const Section& section, std::string_view name, Located<int64_t>& value) {
  value = section.Integer(name);
}
void Read(const Section& section, std::string_view name, Located<uint64_t>& value) {
  value = section.Size(name);
}
void Read(const Section& section, std::string_view name, Located<double>& value) {
  value = section.Number(name);
}
template <typename E>
void Read(const Section& section, std::string_view name, Located<E>& value) {
  value = section.Word<E>(name);
}

}  // namespace

template <typename Root>
void ReadPlainKeys(const Section& section, Root& root) {
  for (const Field* field : FieldsOf(section.path())) {
    const SlotIn<Root>* slot = field->member.Of<Root>();
    if (slot == nullptr || !IsPlain(field->type)) continue;
    std::visit([&](auto* value) { Read(section, field->name, *value); }, (*slot)(root));
  }
}

template void ReadPlainKeys(const Section& section, Spec& spec);
template void ReadPlainKeys(const Section& section, KernelEntry& entry);
template void ReadPlainKeys(const Section& section, OpEntry& entry);
template void ReadPlainKeys(const Section& section, RewriteEntry& entry);

}  // namespace plugingen::spec
