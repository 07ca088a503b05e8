// Syntax: errors in the YAML text.

#include "diag/code_tables.h"

namespace plugingen::diag {
namespace {

constexpr CodePage kSyntaxPages[] = {
    {"E0001", "the text is not YAML",
     R"(The spec breaks a rule of YAML before any of its content can be checked. The carets mark
where reading stopped. The mistake is there or in a line shortly before.

    device:
      type: NOVA_NPU
       backend: reference      # indented by one space more than the key above

Keys of one map start in the same column. A value that contains ': ' or starts with one
of > | * & @ ` % ! needs quotes. Every '{' needs a '}' and every '[' a ']'.
)"},
    {"E0002", "the file is not UTF-8 text",
     R"(Specs are UTF-8. The byte under the caret cannot occur in UTF-8 text. The file was saved in
another encoding (Latin-1, UTF-16), or it is no text file.

Save it as UTF-8; in a shell:

    iconv -f latin1 -t utf-8 spec.yaml > new.yaml
)"},
    {"E0003", "a quoted string is not closed",
     R"(A string begins with a quote and has no closing quote, so it extends to the end of the file.

    plugin:
      name: "nova_npu          # the closing quote is missing
      version: 0.1.0

Add the closing quote. Inside double quotes a quote is written \", inside single quotes
''.
)"},
    {"E0004", "a line is indented by something other than spaces",
     R"(YAML allows only spaces as indentation. To YAML a tab is an error, and a no-break space or
another Unicode blank, as copied from web pages and word processors, is a letter.

Replace it by spaces. Most editors have a command that does this for the whole file.
)"},
    {"E0005", "a key is given twice",
     R"(A map has the same key twice. YAML readers disagree on which of the values counts, so
plugingen accepts neither.

    device:
      type: NOVA_NPU
      type: ACME_GPU           # which one?

Remove one of the two. The note shows the first.
)"},
    {"E0006", "a control character",
     R"(The spec contains a control character, such as NUL or ESC. YAML forbids these
characters, and they could change what a terminal shows.

Remove it. Many editors have an option to show such characters.
)"},
    {"E0007", "more than one YAML document",
     R"(A line '---' begins another YAML document. A spec describes one plugin and is one
document; what follows would be ignored silently.

Remove the second document or put it into a file of its own.
)"},
    {"E0008", "values are nested too deeply",
     R"(Lists and maps are nested more than 32 deep. No key of a spec needs more than five
levels, so this is a damaged or hostile file.
)"},
    {"E0009", "the file is too large",
     R"(Specs up to 16 MiB are read. That is room for about a million kernels; a larger file is
not a spec.
)"},
    {"E0010", "an alias cannot be resolved",
     R"('*name' repeats the value that '&name' marks. It must stand behind that value, not inside
it, and all aliases together may not repeat more than 250000 values.

    kernels:
      - {op: Relu, types: *floating}      # nothing before it is marked '&floating'

This is how it is meant:

    kernels:
      - {op: Relu, types: &floating {T: [float, half]}}
      - {op: Elu, types: *floating}

If the value is meant to be text that starts with '*', put it in quotes.
)"},
    {"E0011", "a merge key",
     R"('<<: *name' (copy all keys of another map) is an extension that YAML 1.2 dropped, and that
readers treat differently. A spec cannot use it.

Write the keys out. A whole value can be repeated with '&name' and '*name'.
)"},
    {"E0012", "a YAML tag",
     R"(A tag such as !!str or !custom gives a value a type. In a spec the key determines the type,
and a tag could only contradict it.

Remove the tag. Put a value in quotes if it must be text.
)"},
    {"E0013", "a key that is not a word",
     R"(Keys of a spec are words. A list, a map or nothing at all was found where a key should
be.

    plugin:
      : nova_npu               # the key is missing
)"},
    {"E0014", "the spec is empty", R"(The file has no content besides comments.

`plugingen init` writes a commented spec to start from.
)"},
    {"E0015", "a value that ends at a comma",
     R"(Between { } and [ ] YAML ends a value without quotes at the first ',', whatever brackets
of another kind are open in it. What follows would be a key or an item of its own.

    ops:
      - {name: AcmeX, inputs: ["x: T"], outputs: ["y: T"], attrs: ["T: {float, half}"],
         shape: same_as(x), gradient: {x: MatMul(dy, x)}}

Put the value in quotes, or write the map in lines of its own, where a ',' is as good as any other
character:

    ops:
      - name: AcmeX
        inputs: ["x: T"]
        outputs: ["y: T"]
        attrs: ["T: {float, half}"]
        shape: same_as(x)
        gradient:
          x: MatMul(dy, x)
)"},
};

}  // namespace

std::span<const CodePage> SyntaxCodes() { return kSyntaxPages; }

}  // namespace plugingen::diag
