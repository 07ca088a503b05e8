// Structure: keys and the types of their values.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kStructurePages[] = {
    {"E0101", "an unknown key",
     R"(The format has no key of that name at that place. plugingen never ignores a key, since a
misspelled key would silently keep its default.

    device:
      platfrom: ACME           # did you mean 'platform'?

Correct the name or remove the key. `plugingen schema` prints every key with its
meaning; an editor with a YAML language server completes and checks them while you type.
)"},
    {"E0102", "a value of the wrong type",
     R"(The key requires another kind of value: text, a whole number, a number, true or false, a
list or a map.

    plugin: {name: nova_npu, vendor: 3}     # a number where text belongs: write "3"
    device: {count: "2"}                    # text where a number belongs: write 2
    kernels: Relu                           # a word where a list belongs: write [Relu]

The message says what was expected and what was found. Without quotes YAML reads 3, 1.5,
true and false as numbers and truth values; yes, no, on and off are text.
)"},
    {"E0103", "a required key is missing",
     R"(Every spec needs this key.

    plugingen: 1
    plugin: {version: 1.0.0}   # of which plugin?

The shortest spec is

    plugingen: 1
    plugin: {name: nova_npu}

device.type is required if plugin.name contains digits, since TensorFlow allows none in a device
type.
)"},
    {"E0104", "the format version is missing",
     R"(A spec begins with the version of its format, so that a later plugingen knows how to
read it. Here it is missing:

    plugin: {name: nova_npu}

Write it into the first line:

    plugingen: 1
    plugin: {name: nova_npu}
)"},
    {"E0105", "an unknown format version",
     R"(The spec was written for a version of the format that this plugingen does not know.
Nothing else in it was checked.

Use a later plugingen, or write 'plugingen: 1' if the spec has that format. `plugingen version`
shows the installed version and says where a later one comes from.
)"},
    {"E0107", "a kernel entry needs either 'op' or 'set'",
     R"(An entry under 'kernels' names one op or a set of ops. This one names neither:

    kernels:
      - {types: {T: float}}

These are entries:

    kernels:
      - Relu                                   # short for {op: Relu}
      - {op: MatMul, types: {T: float}}
      - {set: mlp}
)"},
    {"E0108", "a key without a value",
     R"(The key is there, but nothing follows it. Here it is 'device':

    plugin: {name: nova_npu}
    device:
    kernels: [Relu]

Often the lines below lack their indentation. Indent the lines that belong to the key, give the key
a value, or remove it to get the default.
)"},
    {"E0109", "a key that does not fit a set",
     R"(An entry with 'set' stands for many ops. The key has a value that differs from op to op, so
one value cannot be right for all of them.

Add an entry with 'op' for the op that is special.
)"},
};

}  // namespace

std::span<const CodePage> StructureCodes() { return kStructurePages; }

}  // namespace plugingen::diag
