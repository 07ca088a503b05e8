#include "emit/python_view.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "base/text.h"
#include "emit/python_gradient.h"
#include "emit/python_text.h"
#include "op/python_names.h"

namespace plugingen::emit {
namespace {

using op::Arg;
using op::Attr;
using op::AttrKind;
using op::Expr;
using op::OpDef;

// The names that the wrappers have to import.
struct Uses {
  bool any = false;
  bool named_tuple = false;
  bool sequence = false;
  bool tensor_like = false;

  void Add(const OpDef& op) {
    named_tuple = named_tuple || op.outputs.size() > 1;
    tensor_like = tensor_like || !op.inputs.empty();
    for (const Arg& input : op.inputs) sequence = sequence || input.is_list();
    for (const Attr& attr : op.attrs) {
      if (attr.inferred) continue;
      any = any || attr.kind == AttrKind::kTensor || attr.kind == AttrKind::kFunc;
      sequence = sequence || attr.is_list || attr.kind == AttrKind::kShape;
    }
  }
};

// True if a part of the expression satisfies `is`.
template <class Is>
bool Contains(const Expr& expr, const Is& is) {
  return is(expr) || std::any_of(expr.operands.begin(), expr.operands.end(),
                                 [&is](const Expr& operand) { return Contains(operand, is); });
}

std::string ArgsText(const std::vector<Arg>& args) {
  std::vector<std::string> words;
  for (const Arg& arg : args) words.push_back(arg.name + ": " + arg.TypeText());
  return words.empty() ? std::string("none") : base::Join(words, ", ");
}

// Returns the signature of a function of the user's. All ops that name it call it with these
// arguments.
std::string UserSignature(const std::string& function, const std::vector<PythonOp>& ops) {
  std::set<std::string> signatures;
  for (const PythonOp& op : ops) {
    if (op.gradient.python_function == function) {
      signatures.insert(PythonGradientSignature(op.def, function));
    }
  }
  return signatures.size() == 1 ? *signatures.begin() : "def " + function + "(op, *incoming):";
}

// Describes a function of the user's, for the file that initially defines it.
Value UserGradientView(const PythonOp& op, const std::vector<PythonOp>& ops) {
  return Members{{"function", op.gradient.python_function},
                 {"op", op.def.name},
                 {"signature", UserSignature(op.gradient.python_function, ops)},
                 {"inputs", ArgsText(op.def.inputs)},
                 {"outputs", ArgsText(op.def.outputs)}};
}

}  // namespace

Value PythonOpsView(const std::vector<PythonOp>& ops) {
  List wrappers;
  List gradients;
  List users;
  List registered;
  std::set<std::string> functions;
  bool new_ops = false;
  bool sum_to_shape = false;
  bool dense = false;
  bool grouped = false;
  Uses uses;
  for (const PythonOp& op : ops) {
    const std::string output_class = op::PythonOutputClass(op.def);
    uses.Add(op.def);
    wrappers.push_back(Members{{"op", op.def.name},
                               {"function", op::PythonFunctionName(op.def.name)},
                               {"definition", PythonWrapper(op.entry, op.def)},
                               {"output_class", output_class},
                               {"has_output_class", !output_class.empty()}});
    if (!op.gradient.python_function.empty()) {
      registered.push_back(Members{{"op", op.def.name}, {"function", op.gradient.python_function}});
      if (functions.insert(op.gradient.python_function).second) {
        users.push_back(UserGradientView(op, ops));
      }
    } else if (!op.gradient.empty()) {
      std::string text = PythonGradient(op.def, op.gradient);
      dense = dense || text.find(" = _dense(") != text.npos;
      grouped = grouped || text.find(" = _grouped(") != text.npos;
      gradients.push_back(Members{{"op", op.def.name}, {"definition", std::move(text)}});
      for (const op::InputGradient& input : op.gradient.inputs) {
        new_ops = new_ops || Contains(input.expression, [](const Expr& e) {
                    return e.kind == Expr::Kind::kCall && e.is_new_op;
                  });
        sum_to_shape = sum_to_shape || Contains(input.expression, [](const Expr& e) {
                         return e.kind == Expr::Kind::kSumToShape;
                       });
      }
    }
  }
  const bool has_formulas = !gradients.empty();
  const bool has_users = !users.empty();
  return Members{{"ops", std::move(wrappers)},
                 {"uses_any", uses.any},
                 {"uses_named_tuple", uses.named_tuple},
                 {"uses_sequence", uses.sequence},
                 {"uses_tensor_like", uses.tensor_like},
                 {"gradients", std::move(gradients)},
                 {"has_gradients", has_formulas || has_users},
                 {"registered", std::move(registered)},
                 {"user_gradients", std::move(users)},
                 {"has_user_gradients", has_users},
                 {"gradients_use_ops", new_ops},
                 {"gradients_use_sum_to_shape", sum_to_shape},
                 {"gradients_use_dense", dense},
                 {"gradients_use_grouped", grouped}};
}

}  // namespace plugingen::emit
