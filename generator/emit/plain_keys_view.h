// The plain keys of the spec as template values: the key `device.count` is `device.count` in a
// template. The table of keys defines which keys these are.

#ifndef PLUGINGEN_EMIT_PLAIN_KEYS_VIEW_H_
#define PLUGINGEN_EMIT_PLAIN_KEYS_VIEW_H_

#include <string_view>

#include "emit/value.h"
#include "spec/spec.h"

namespace plugingen::emit {

// Returns the plain keys at `path` and in the maps below it. A boolean is a boolean. A word of an
// enumeration becomes a boolean for each word (`device.backend.custom`). A size also has a readable
// text (`device.memory.capacity_text`).
Members PlainKeysView(std::string_view path, const spec::Spec& spec);
Members PlainKeysView(std::string_view path, const spec::OpEntry& op);

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_PLAIN_KEYS_VIEW_H_
