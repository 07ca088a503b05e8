#include "emit/ops_test_view.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "emit/python_expression.h"
#include "op/python_names.h"

namespace plugingen::emit {
namespace {

using model::NewOp;
using op::Arg;
using op::Attr;
using op::AttrKind;
using op::ShapeExpr;
using op::ShapeMeaning;
using op::ShapeNode;

// Chooses small, distinct sizes for the dimensions and groups in the patterns of an op.
class Sizes {
 public:
  // Returns "(2, 3)" for a pattern, or nothing if this cannot find sizes for it.
  std::optional<std::string> ShapeFor(const ShapeExpr& pattern) {
    std::vector<int64_t> sizes;
    if (pattern.node == ShapeNode::kCall) {
      const bool rank = pattern.text.starts_with("rank") && !pattern.operands.empty();
      if (!rank) return pattern.text == "scalar" ? std::optional("()") : std::nullopt;
      sizes.assign(static_cast<size_t>(pattern.operands[0].integer), 2);
    } else if (pattern.node == ShapeNode::kList) {
      for (const ShapeExpr& item : pattern.operands) {
        if (!Add(item, sizes)) return std::nullopt;
      }
    } else {
      return std::nullopt;
    }
    if (AreTooMany(sizes)) return std::nullopt;
    std::vector<std::string> texts;
    for (const int64_t size : sizes) texts.push_back(std::to_string(size));
    return "(" + base::Join(texts, ", ") + (texts.size() == 1 ? ",)" : ")");
  }

 private:
  // True if a tensor with these sizes is too large for a test.
  static bool AreTooMany(const std::vector<int64_t>& sizes) {
    constexpr int64_t kMaxElements = 1 << 20;
    int64_t elements = 1;
    for (const int64_t size : sizes) {
      if (size > kMaxElements / std::max<int64_t>(elements, 1)) return true;
      elements *= size;
    }
    return false;
  }

  bool Add(const ShapeExpr& item, std::vector<int64_t>& sizes) {
    switch (item.node) {
      case ShapeNode::kInteger:
        sizes.push_back(item.integer);
        return true;
      case ShapeNode::kAny:
      case ShapeNode::kSplice:  // each group is one dimension of size 2
        sizes.push_back(2);
        return true;
      case ShapeNode::kName:
        if (item.meaning == ShapeMeaning::kAttr) return false;
        sizes.push_back(
            sizes_.emplace(item.text, 2 + static_cast<int>(sizes_.size()) % 4).first->second);
        return true;
      default:
        return false;
    }
  }

  std::map<std::string, int> sizes_;
};

std::string Truth(bool truth) { return truth ? "True" : "False"; }

// Returns "[x, x, x]", or "[x] * 1000" for long lists.
std::string Repeated(const std::string& item, int64_t count) {
  constexpr int64_t kMaxWritten = 8;
  if (count > kMaxWritten) return "[" + item + "] * " + std::to_string(count);
  return "[" + base::Join(std::vector<std::string>(static_cast<size_t>(count), item), ", ") + "]";
}

// Returns the smallest value of an attr without a default, or nothing if no value can be invented.
std::optional<std::string> ValueOf(const Attr& attr) {
  std::optional<std::string> one = [&attr]() -> std::optional<std::string> {
    switch (attr.kind) {
      case AttrKind::kType:
        return base::PythonDtype(attr.allowed_types.empty() ? "float" : attr.allowed_types[0]);
      case AttrKind::kInt:
        return std::to_string(attr.is_list ? 1 : std::max<int64_t>(1, attr.minimum.value_or(1)));
      case AttrKind::kFloat:
        return "0.5";
      case AttrKind::kBool:
        return "False";
      case AttrKind::kString:
        return PythonString(attr.allowed_strings.empty() ? "text" : attr.allowed_strings[0]);
      case AttrKind::kShape:
        return "[2]";
      case AttrKind::kTensor:
      case AttrKind::kFunc:
        break;
    }
    return std::nullopt;
  }();
  if (!one || !attr.is_list) return one;
  return Repeated(*one, std::max<int64_t>(attr.minimum.value_or(1), 1));
}

class Case {
 public:
  Case(const NewOp& op, const model::Plugin& plugin) : op_(op), plugin_(plugin) {}

  Value Run() {
    List inputs;
    for (const Arg& input : op_.def.inputs) inputs.push_back(Input(input));
    List rows;
    for (const model::Row& row : plugin_.rows) {
      if (row.op != &op_.op || !row.label.empty()) continue;
      std::vector<std::string> types;
      for (const model::RowType& type : row.types) {
        types.push_back(PythonString(type.attr) + ": " +
                        PythonString(base::PythonDtypeName(type.dtype)));
      }
      rows.push_back(Members{{"types", base::Join(types, ", ")}});
    }
    std::string attrs = Attrs();
    return Members{{"name", op_.def.name},
                   {"function", op::PythonFunctionName(op_.def.name)},
                   {"rows", std::move(rows)},
                   {"inputs", std::move(inputs)},
                   {"attrs", std::move(attrs)},
                   {"has_gradient", Truth(!op_.gradient.empty())},
                   {"is_stateful", Truth(op_.entry.stateful.value)},
                   {"problem", problem_}};
  }

 private:
  Value Input(const Arg& input) {
    std::string type = base::PythonDtypeName(input.type);
    if (type == "resource" || type == "variant") problem_ = "it takes a " + type;
    std::string shape = "(2, 3)";
    if (const op::ShapeRule* rule = op_.shapes.FindInput(input.name)) {
      const std::optional<std::string> made_up = sizes_.ShapeFor(rule->expr);
      if (!made_up) problem_ = "its shape rule for " + input.name + " leaves too much open";
      shape = made_up.value_or(shape);
    }
    if (input.type_is_attr) type = input.type;
    if (input.is_type_list) {
      const Attr* types = op_.def.FindAttr(input.type);
      const bool any = types == nullptr || types->allowed_types.empty();
      type = any ? "float32" : base::PythonDtypeName(types->allowed_types[0]);
    }
    if (input.is_list()) {
      const std::string& counter = input.number_attr.empty() ? input.type : input.number_attr;
      const Attr* number = op_.def.FindAttr(counter);
      const int64_t least = number == nullptr ? 2 : number->minimum.value_or(2);
      shape = Repeated(shape, std::max<int64_t>(least, 2));
    }
    return Members{{"name", op::PythonName(input.name)}, {"type", type}, {"shape", shape}};
  }

  std::string Attrs() {
    std::vector<std::string> attrs;
    for (const Attr& attr : op_.def.attrs) {
      if (attr.inferred || attr.default_text) continue;
      const std::optional<std::string> value = ValueOf(attr);
      if (!value) problem_ = "its attr " + attr.name + " cannot be made up";
      attrs.push_back(PythonString(op::PythonName(attr.name)) + ": " + value.value_or("None"));
    }
    return base::Join(attrs, ", ");
  }

  const NewOp& op_;
  const model::Plugin& plugin_;
  Sizes sizes_;
  std::string problem_;
};

}  // namespace

List OpsTestView(const model::Plugin& plugin) {
  List cases;
  for (const auto& op : plugin.ops.all()) {
    const bool has_kernel =
        std::any_of(plugin.rows.begin(), plugin.rows.end(),
                    [&](const auto& row) { return row.op == &op->op && row.label.empty(); });
    if (has_kernel) cases.push_back(Case(*op, plugin).Run());
  }
  return cases;
}

}  // namespace plugingen::emit
