// The keys whose values are a text, a number, a size, a truth value or one of some words. The table
// of keys alone says how they are read.

#ifndef PLUGINGEN_SPEC_PLAIN_KEYS_H_
#define PLUGINGEN_SPEC_PLAIN_KEYS_H_

#include "spec/section.h"
#include "spec/spec.h"

namespace plugingen::spec {

// Fills the members of the plain keys of one map, from the spec or by their defaults. Root is what
// the table's members of that map belong to: the spec, or an entry of a list.
template <typename Root>
void ReadPlainKeys(const Section& section, Root& root);

extern template void ReadPlainKeys(const Section& section, Spec& spec);
extern template void ReadPlainKeys(const Section& section, KernelEntry& entry);
extern template void ReadPlainKeys(const Section& section, OpEntry& entry);
extern template void ReadPlainKeys(const Section& section, RewriteEntry& entry);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PLAIN_KEYS_H_
