// The definition of a new op: what TensorFlow's mini-language says of its inputs, outputs and
// attrs.

#ifndef PLUGINGEN_OP_OP_DEF_H_
#define PLUGINGEN_OP_OP_DEF_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/source_text.h"

namespace plugingen::op {

// Of an argument or attr, in bytes: no op needs longer names.
inline constexpr size_t kLongestName = 128;

// An input or an output: "x: T", "values: N * T", "list: Types", "handle: resource".
struct Arg {
  std::string name;
  std::string type;  // a dtype ("float", "resource") or the attr that says it; as in "N * T"
  bool type_is_attr = false;
  std::string number_attr;    // the int attr that says how many: "N". "" of a single tensor
  bool is_type_list = false;  // `type` is an attr of kind list(type)
  diag::Span name_span;
  diag::SourceText source;

  // "T", "N * T": what stands behind the name in TensorFlow's language.
  std::string TypeText() const;
  bool is_list() const { return is_type_list || !number_attr.empty(); }
};

enum class AttrKind { kType, kInt, kFloat, kBool, kString, kShape, kTensor, kFunc };
// "type", "int", ...: as TensorFlow's language has it.
std::string_view NameOf(AttrKind kind);

struct Attr {
  std::string name;
  AttrKind kind = AttrKind::kInt;
  bool is_list = false;
  std::vector<std::string> allowed_types;    // of kType; empty = every dtype
  std::vector<std::string> allowed_strings;  // of kString; empty = every text
  std::optional<int64_t> minimum;            // of an int's value or a list's length
  // As TensorFlow's language writes it: "true", "'SAME'", "[1, 2]", "float". None: required.
  std::optional<std::string> default_text;
  // The number of an int arg ("N * T") or the type of one: the caller of the op does not give it.
  bool inferred = false;
  diag::Span name_span;
  diag::SourceText source;

  // "{float, half} = DT_FLOAT": what stands behind the name in TensorFlow's language.
  std::string Text() const;
};

// In the order of the spec.
struct OpDef {
  std::string name;  // "AcmeGelu"
  std::vector<Arg> inputs;
  std::vector<Arg> outputs;
  std::vector<Attr> attrs;
  bool is_stateful = false;
  bool is_commutative = false;

  const Attr* FindAttr(std::string_view attr) const;
  const Arg* FindInput(std::string_view input) const;
  const Arg* FindOutput(std::string_view output) const;
};

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_OP_DEF_H_
