// The gradient of a new op: an expression for each input, in existing ops.
//
//   gradient: {x: "dy * (1 - y * y)"}
//   gradient: {a: "MatMul(dy, b, transpose_b=true)", b: "MatMul(a, dy, transpose_a=true)"}
//   gradient: {python: my_gradient}
//
// docs/gradients.md describes the language.

#ifndef PLUGINGEN_OP_GRADIENT_H_
#define PLUGINGEN_OP_GRADIENT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "catalog/history.h"
#include "diag/diagnostic.h"
#include "op/op_def.h"
#include "spec/spec.h"

namespace plugingen::op {

// Some characters of an expression.
struct Place {
  size_t from = 0;
  size_t to = 0;
};

// A node of an expression.
struct Expr {
  enum class Kind {
    kNumber,          // text as written: 2, 0.5, 1e-3
    kString,          // text without quotes
    kBool,            // "true" or "false"
    kDtype,           // as op definitions spell it: "float"
    kList,            // operands
    kName,            // before the check: an argument, an attr or a dtype
    kInput,           // of the op whose gradient this is
    kOutput,          // of it
    kOutputGradient,  // what comes in for an output: text is the output's name
    kAttr,            // of the op
    kNegate,          // one operand
    kBinary,          // text is + - * / **; two operands
    kIndex,           // operands[0][number]
    kCall,            // text is the op's name, parameters name the operands
    kSumToShape,      // operands[0] summed to the shape of operands[1]
    kConstant,        // a tensor: operands[0] is its literal, operands[1] its type or type attr
    kMember,          // of a pattern: text.member, an attr of the matched node `text`
  };
  Kind kind = Kind::kNumber;
  std::string text{};
  std::vector<Expr> operands{};
  std::vector<std::string> others{};  // of a call in a pattern: the ops that will do as well
  std::string member{};               // of kMember
  // Of a call: names of inputs and attrs. The parser leaves "" for those given by position.
  std::vector<std::string> parameters{};
  std::vector<std::string> keywords{};    // of a call that was checked: those names in Python
  std::vector<Place> parameter_places{};  // of those names; of the operand where there is none
  long long number = 0;                   // of kIndex
  bool is_new_op = false;                 // the call is of an op of the plugin's own
  bool is_element = false;  // the index takes one of a list of tensors, and no output of an op
  Place place{};            // of the whole node
  Place name{};             // of its name or operator
};

struct InputGradient {
  size_t input = 0;  // index in OpDef::inputs
  Expr expression;
};

struct Gradient {
  std::vector<InputGradient> inputs;  // in the order of the definition; the others have none
  std::string python_function;        // the user's function that computes all of them

  bool empty() const { return inputs.empty() && python_function.empty(); }
};

// Reads and checks what stands under `gradient:`. `plugin_ops` are the definitions of all new ops;
// TensorFlow's own have to be there in each of `releases`. What is wrong goes to the sink (E0340 to
// E0350, W0340) and is left out of the result.
Gradient ParseGradient(const spec::OpEntry& entry, const OpDef& def,
                       const std::vector<OpDef>& plugin_ops, const catalog::History& history,
                       catalog::ReleaseSet releases, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_GRADIENT_H_
