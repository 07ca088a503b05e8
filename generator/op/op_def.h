// The definition of a new op: its inputs, outputs and attrs in TensorFlow's notation.

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

// Of an argument or attr, in bytes. No op needs longer names.
inline constexpr size_t kLongestName = 128;

// An input or output: "x: T", "values: N * T", "list: Types", "handle: resource".
struct Arg {
  std::string name;
  std::string type;  // a dtype ("float", "resource") or an attr; also for "N * T"
  bool type_is_attr = false;
  std::string number_attr;  // the int attr with the number of tensors, "N"; "" for a single tensor
  bool is_type_list = false;  // `type` is an attr of kind list(type)
  diag::Span name_span;
  diag::SourceText source;

  // Returns the text after the name in TensorFlow's notation: "T", "N * T".
  std::string TypeText() const;
  bool is_list() const { return is_type_list || !number_attr.empty(); }
};

enum class AttrKind { kType, kInt, kFloat, kBool, kString, kShape, kTensor, kFunc };
// Returns the name in TensorFlow's notation: "type", "int", ...
std::string_view NameOf(AttrKind kind);

struct Attr {
  std::string name;
  AttrKind kind = AttrKind::kInt;
  bool is_list = false;
  std::vector<std::string> allowed_types;    // for kType; empty = every dtype
  std::vector<std::string> allowed_strings;  // for kString; empty = every text
  std::optional<int64_t> minimum;            // of an int, or of the length of a list
  // In TensorFlow's notation: "true", "'SAME'", "[1, 2]", "float". Without a value the attr is
  // required.
  std::optional<std::string> default_text;
  // The inputs determine the attr: it is the number or the type of one ("N * T"), so callers do not
  // pass it.
  bool inferred = false;
  diag::Span name_span;
  diag::SourceText source;

  // Returns the text after the name in TensorFlow's notation: "{float, half} = DT_FLOAT".
  std::string Text() const;
};

// All lists are in the order of the spec.
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
