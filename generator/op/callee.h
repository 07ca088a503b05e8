// An op of TensorFlow's or of the plugin's that a gradient or a rewrite names, in a common form.

#ifndef PLUGINGEN_OP_CALLEE_H_
#define PLUGINGEN_OP_CALLEE_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "op/op_def.h"

namespace plugingen::op {

// An input or attr with another name in tf.raw_ops than in the definition.
struct CalleePythonName {
  std::string name;
  std::string in_python;
};

struct CalleeArg {
  std::string name;
  bool is_list = false;
  std::string type{};  // "T", "float", "N * T"
};

// The definition of an op. In `attrs`, only the kind, the choices, the minimum and the existence of
// a default are set.
struct Callee {
  std::string name{};
  bool is_new_op = false;
  bool is_stateful = false;
  bool is_commutative = false;  // only for new ops: the definition allows swapping its inputs
  std::vector<CalleeArg> inputs{};
  std::vector<CalleeArg> outputs{};
  std::vector<Attr> attrs{};
  std::vector<CalleePythonName> python_names{};
  std::string signature{};  // "MatMul(a: T, b: T) -> product: T"

  // Returns null for an unknown name.
  const Attr* FindAttr(std::string_view attr) const;

  // Returns the definition's name of an input or attr with this name in Python. Other names do not
  // change.
  std::string DefinedName(const std::string& parameter) const;
  // Returns the name of an input or attr in Python.
  std::string PythonNameOf(const std::string& parameter) const;
  // Returns all names that a call can use, in the definition's and in Python's form: the inputs,
  // and the attrs that are not inferred from them.
  std::vector<std::string_view> ParameterNames() const;
};

// ElementType returns "T" for "N * T" and for "T". NumberAttr returns "N" for "N * T", otherwise
// "".
std::string_view ElementType(std::string_view type);
std::string_view NumberAttr(std::string_view type);

// Returns "no inputs", "1 input" or "2 inputs".
std::string InputsText(const Callee& callee);

Callee CalleeOf(const catalog::Op& op);
Callee CalleeOf(const OpDef& op);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CALLEE_H_
