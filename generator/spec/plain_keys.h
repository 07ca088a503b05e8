// The keys with a plain value: a text, a number, a size, a boolean or a word of an enumeration. The
// table of keys alone defines how to read them.

#ifndef PLUGINGEN_SPEC_PLAIN_KEYS_H_
#define PLUGINGEN_SPEC_PLAIN_KEYS_H_

#include "spec/section.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Sets the members for the plain keys of one map, from the spec or to their defaults. Root is the
// struct that these members belong to: the spec, or an entry of a list.
template <typename Root>
void ReadPlainKeys(const Section& section, Root& root);

extern template void ReadPlainKeys(const Section& section, Spec& spec);
extern template void ReadPlainKeys(const Section& section, KernelEntry& entry);
extern template void ReadPlainKeys(const Section& section, OpEntry& entry);
extern template void ReadPlainKeys(const Section& section, RewriteEntry& entry);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PLAIN_KEYS_H_
