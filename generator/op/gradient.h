// The gradient of a new op: an expression for each input, which uses existing ops.
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

// A range of characters in an expression.
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
    kDtype,           // in the spelling of op definitions: "float"
    kList,            // operands
    kName,            // before the check: an argument, an attr or a dtype
    kInput,           // of the op with this gradient
    kOutput,          // of it
    kOutputGradient,  // the incoming gradient for an output; text is the output's name
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
  std::vector<std::string> others{};  // of a call in a pattern: alternative ops
  std::string member{};               // of kMember
  // Only for calls: the names of inputs and attrs. The parser sets "" for positional arguments.
  std::vector<std::string> parameters{};
  std::vector<std::string> keywords{};    // only for checked calls: these names in Python
  std::vector<Place> parameter_places{};  // of these names; of the operand if there is none
  long long number = 0;                   // of kIndex
  bool is_new_op = false;                 // the called op is the plugin's own
  bool is_element = false;  // the index selects a tensor of a list instead of an output of an op
  Place place{};            // of the whole node
  Place name{};             // of its name or operator
};

struct InputGradient {
  size_t input = 0;  // index in OpDef::inputs
  Expr expression;
};

struct Gradient {
  std::vector<InputGradient>
      inputs;  // in the order of the definition; inputs without a gradient are missing
  std::string python_function;  // the user's function that computes all of them

  bool empty() const { return inputs.empty() && python_function.empty(); }
};

// Parses and checks the value of `gradient:`. `plugin_ops` are the definitions of all new ops.
// TensorFlow's ops must exist in each of `releases`. Reports mistakes to the sink (E0340 to E0350,
// W0340) and leaves them out of the result.
Gradient ParseGradient(const spec::OpEntry& entry, const OpDef& def,
                       const std::vector<OpDef>& plugin_ops, const catalog::History& history,
                       catalog::ReleaseSet releases, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_GRADIENT_H_
