// An op that a gradient or a rewrite names: TensorFlow's or the plugin's own, in one form.

#ifndef PLUGINGEN_OP_CALLEE_H_
#define PLUGINGEN_OP_CALLEE_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "op/op_def.h"

namespace plugingen::op {

// An input or attr that tf.raw_ops calls otherwise than the definition.
struct CalleePythonName {
  std::string name;
  std::string in_python;
};

struct CalleeArg {
  std::string name;
  bool is_list = false;
  std::string type{};  // "T", "float", "N * T"
};

// The definition; `attrs` have kind, choices and minimum, and tell whether there is a default.
struct Callee {
  std::string name{};
  bool is_new_op = false;
  bool is_stateful = false;
  bool is_commutative = false;  // of new ops: the definition says that its inputs may change places
  std::vector<CalleeArg> inputs{};
  std::vector<CalleeArg> outputs{};
  std::vector<Attr> attrs{};
  std::vector<CalleePythonName> python_names{};
  std::string signature{};  // "MatMul(a: T, b: T) -> product: T"

  // Null for none.
  const Attr* FindAttr(std::string_view attr) const;

  // The definition's name of an input or attr that may be called as in Python; other names as they
  // are.
  std::string DefinedName(const std::string& parameter) const;
  // What Python calls an input or attr.
  std::string PythonNameOf(const std::string& parameter) const;
  // All names that a call may use: inputs and attrs that do not follow from them, as the definition
  // and as Python calls them.
  std::vector<std::string_view> ParameterNames() const;
};

// Of an argument's type: "T" of "N * T" and of "T"; "N" of "N * T", otherwise "".
std::string_view ElementType(std::string_view type);
std::string_view NumberAttr(std::string_view type);

// "no inputs", "1 input", "2 inputs".
std::string InputsText(const Callee& callee);

Callee CalleeOf(const catalog::Op& op);
Callee CalleeOf(const OpDef& op);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CALLEE_H_
