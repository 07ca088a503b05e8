// Connects a key of the table with the struct member that stores its value: In<&Spec::device,
// &DeviceSection::count>().

#ifndef PLUGINGEN_SPEC_MEMBER_H_
#define PLUGINGEN_SPEC_MEMBER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "spec/choices.h"
#include "spec/spec.h"

namespace plugingen::spec {

// The types of plain values.
using Slot =
    std::variant<Located<std::string>*, Located<bool>*, Located<int64_t>*, Located<uint64_t>*,
                 Located<double>*, Located<Ci>*, Located<Backend>*, Located<DeviceKernels>*,
                 Located<AllocatorKind>*, Located<Streams>*, Located<Implementation>*>;

template <typename Root>
using SlotIn = Slot (*)(Root& root);

struct MemberOfSpec {
  // One alternative for each root struct; monostate if the row names no member.
  std::variant<std::monostate, SlotIn<Spec>, SlotIn<KernelEntry>, SlotIn<OpEntry>,
               SlotIn<RewriteEntry>>
      slot;
  std::vector<std::string_view> (*words)() = nullptr;  // only for enumerations: the words of a spec

  template <typename Root>
  const SlotIn<Root>* Of() const {
    return std::get_if<SlotIn<Root>>(&slot);
  }
  bool is_named() const { return slot.index() != 0; }
};

// Deduces the struct of a member pointer.
template <typename Owner, typename T>
Owner OwnerOf(T Owner::*);

template <auto first, auto... rest>
constexpr MemberOfSpec In() {
  using Root = decltype(OwnerOf(first));
  using Value = decltype(((std::declval<Root&>().*first).*....*rest).value);
  MemberOfSpec member;
  member.slot = SlotIn<Root>([](Root& root) -> Slot { return &((root.*first).*....*rest); });
  if constexpr (std::is_enum_v<Value>) member.words = &WordsOf<Value>;
  return member;
}

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_MEMBER_H_
