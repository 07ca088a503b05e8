// The plain keys of the spec as templates see them: `device.count` of a spec is `device.count` in a
// template. The table of keys alone decides which there are.

#ifndef PLUGINGEN_EMIT_PLAIN_KEYS_VIEW_H_
#define PLUGINGEN_EMIT_PLAIN_KEYS_VIEW_H_

#include <string_view>

#include "emit/value.h"
#include "spec/spec.h"

namespace plugingen::emit {

// The plain keys at `path` and in the maps below it. Truth values are truths; of the words that a
// key takes one of, each is a truth (`device.backend.custom`); of a size there is also a text for
// people (`device.memory.capacity_text`).
Members PlainKeysView(std::string_view path, const spec::Spec& spec);
Members PlainKeysView(std::string_view path, const spec::OpEntry& op);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PLAIN_KEYS_VIEW_H_
