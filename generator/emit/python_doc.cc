#include "emit/python_doc.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/dtypes.h"
#include "base/text.h"
#include "emit/python_expression.h"
#include "op/python_names.h"

namespace plugingen::emit {
namespace {

using op::Arg;
using op::Attr;
using op::AttrKind;
using op::OpDef;

// Escapes a text of the user's for a """ """ literal.
std::string Escaped(std::string_view text) {
  return base::ReplaceAll(base::ReplaceAll(text, "\\", "\\\\"), "\"\"\"", "\\\"\\\"\\\"");
}

// Appends a line, wrapped at blanks. All lines but the first are indented by `hanging`.
void AppendWrapped(std::string_view line, size_t indent, size_t hanging, std::string& text) {
  size_t column = 0;
  for (const std::string_view word : base::Split(line, ' ')) {
    const bool starts = column == 0;
    if (!starts && column + 1 + word.size() > kPythonColumns) {
      text += "\n";
      column = 0;
    }
    if (column == 0) {
      const size_t blanks = starts ? indent : hanging;
      text += std::string(blanks, ' ');
      column = blanks;
    } else {
      text += " ";
      ++column;
    }
    text += word;
    column += word.size();
  }
  text += "\n";
}

// Appends the lines of a user's text. Lines that fit are not changed.
void AppendParagraphs(std::string_view paragraphs, size_t indent, size_t hanging,
                      std::string& text) {
  bool first = true;
  for (const std::string_view line : base::Split(paragraphs, '\n')) {
    if (base::Trim(line).empty()) {
      text += "\n";
    } else {
      const size_t blanks = first ? indent : hanging;
      AppendWrapped(line, blanks, std::max(blanks, hanging), text);
    }
    first = false;
  }
}

std::string TypesText(const std::vector<std::string>& types) {
  std::vector<std::string> names;
  for (const std::string& type : types) names.push_back(base::PythonDtypeName(type));
  return base::JoinWithOr(names);
}

std::string Code(const std::string& name) { return "`" + op::PythonName(name) + "`"; }

class Docstring {
 public:
  Docstring(const spec::OpEntry& entry, const OpDef& op) : entry_(entry), op_(op) {}

  std::string Run() {
    Summary();
    Args();
    Returns();
    text_ += "\n    Raises:\n";
    AppendWrapped(
        "TypeError, ValueError or tf.errors.InvalidArgumentError: an argument has a type, a "
        "value or a shape that the op does not take.",
        6, 8, text_);
    return text_ + "    \"\"\"";
  }

 private:
  void Summary() {
    std::string doc = Escaped(base::Trim(entry_.doc.value));
    if (doc.empty()) doc = "Runs the op " + op_.name + ".";
    // A quote at the end would merge with the closing quotes.
    if (doc.back() == '"') doc += " ";
    AppendParagraphs("\"\"\"" + doc, 4, 4, text_);
    if (!entry_.deprecated_version.given) return;
    text_ += "\n";
    AppendParagraphs("Deprecated: " + Escaped(entry_.deprecated_explanation.value), 4, 4, text_);
  }

  void Args() {
    text_ += "\n    Args:\n";
    for (const Arg& input : op_.inputs) Item(input.name, ArgText(input), 6);
    for (const bool with_default : {false, true}) {
      for (const Attr& attr : op_.attrs) {
        if (attr.inferred || attr.default_text.has_value() != with_default) continue;
        // If the user described the attr, facts that the signature shows are not repeated.
        Item(attr.name, DocOf(attr.name).empty() || IsLimited(attr) ? AttrText(attr) : "", 6);
      }
    }
    text_ += "      name: A name for the operation.\n";
  }

  void Returns() {
    text_ += "\n    Returns:\n";
    if (op_.outputs.empty()) {
      text_ += "      Nothing; in a graph, the operation.\n";
    } else if (op_.outputs.size() == 1) {
      const Arg& output = op_.outputs[0];
      AppendParagraphs(Joined(DocOf(output.name), ArgText(output)), 6, 6, text_);
    } else {
      text_ += "      A named tuple of:\n";
      for (const Arg& output : op_.outputs) Item(output.name, ArgText(output), 8);
    }
  }

  void Item(const std::string& name, const std::string& facts, size_t indent) {
    AppendParagraphs(op::PythonName(name) + ": " + Joined(DocOf(name), facts), indent, indent + 2,
                     text_);
  }

  // Joins the user's text with the facts of the definition.
  static std::string Joined(std::string doc, const std::string& facts) {
    if (doc.empty()) return facts;
    if (facts.empty()) return doc;
    const bool ends = std::string_view(".!?:").find(doc.back()) != std::string_view::npos;
    return doc + (ends ? " " : ". ") + facts;
  }

  std::string DocOf(const std::string& name) const {
    for (const auto& [arg, doc] : entry_.arg_docs) {
      if (arg.value != name) continue;
      std::string text = Escaped(doc);
      if (!text.empty() && base::IsLower(text[0])) text[0] = base::ToUpper(text.substr(0, 1))[0];
      return text;
    }
    return "";
  }

  // Returns "of type float32" or "of the type of `x`".
  std::string OfType(const Arg& arg) {
    if (!arg.type_is_attr) return "of type " + base::PythonDtypeName(arg.type);
    for (const Arg& input : op_.inputs) {
      if (&input == &arg) break;
      if (input.type_is_attr && input.type == arg.type) return "of the type of " + Code(input.name);
    }
    const Attr* attr = op_.FindAttr(arg.type);
    if (attr != nullptr && !attr->inferred) return "of type " + Code(attr->name);
    if (attr == nullptr || attr->allowed_types.empty()) return "of any type";
    return "of type " + TypesText(attr->allowed_types);
  }

  // Returns "As many tensors as `values`" or "At least 1 tensors".
  std::string Tensors(const Arg& arg) {
    for (const Arg& input : op_.inputs) {
      if (&input == &arg) break;
      if (input.number_attr == arg.number_attr) return "As many tensors as " + Code(input.name);
    }
    const Attr* number = op_.FindAttr(arg.number_attr);
    if (number != nullptr && !number->inferred) return Code(number->name) + " tensors";
    if (number == nullptr || !number->minimum || *number->minimum < 1) return "Tensors";
    const std::string least = std::to_string(*number->minimum);
    return least == "1" ? "One or more tensors" : "At least " + least + " tensors";
  }

  std::string TensorList(const Arg& arg) {
    const Attr* types = op_.FindAttr(arg.type);
    for (const Arg& input : op_.inputs) {
      if (&input == &arg) break;
      if (input.is_type_list && input.type == arg.type) {
        return "Tensors of the types of those in " + Code(input.name) + ".";
      }
    }
    if (types != nullptr && !types->inferred) return "Tensors of types " + Code(types->name) + ".";
    if (types == nullptr || types->allowed_types.empty()) return "Tensors of any types.";
    return "Tensors, each of type " + TypesText(types->allowed_types) + ".";
  }

  std::string ArgText(const Arg& arg) {
    if (arg.is_type_list) return TensorList(arg);
    if (!arg.number_attr.empty()) return Tensors(arg) + " " + OfType(arg) + ".";
    return "A tensor " + OfType(arg) + ".";
  }

  // True if Python's annotations cannot express the type.
  static bool IsUnspoken(const Attr& attr) {
    return attr.kind == AttrKind::kShape || attr.kind == AttrKind::kTensor ||
           attr.kind == AttrKind::kFunc;
  }

  static bool IsLimited(const Attr& attr) {
    return attr.minimum || !attr.allowed_strings.empty() || !attr.allowed_types.empty() ||
           IsUnspoken(attr);
  }

  static std::string AttrText(const Attr& attr) {
    std::string text = Kind(attr);
    if (attr.minimum) {
      text += attr.is_list ? ", " + std::to_string(*attr.minimum) + " or more"
                           : ", at least " + std::to_string(*attr.minimum);
    }
    text += ".";
    if (attr.default_text && IsUnspoken(attr)) {
      text +=
          " None stands for the default of the definition, " + Escaped(*attr.default_text) + ".";
    }
    return text;
  }

  static std::string Kind(const Attr& attr) {
    const bool list = attr.is_list;
    switch (attr.kind) {
      case AttrKind::kType:
        if (attr.allowed_types.empty()) return list ? "Data types" : "A data type";
        return (list ? "Data types, each " : "A data type: ") + TypesText(attr.allowed_types);
      case AttrKind::kInt:
        return list ? "Whole numbers" : "A whole number";
      case AttrKind::kFloat:
        return list ? "Numbers" : "A number";
      case AttrKind::kBool:
        return list ? "Truth values" : "True or False";
      case AttrKind::kString: {
        std::vector<std::string> choices;
        for (const std::string& choice : attr.allowed_strings) {
          choices.push_back("\"" + Escaped(choice) + "\"");
        }
        if (choices.empty()) return list ? "Texts" : "A text";
        return (list ? "Texts, each " : "") + base::JoinWithOr(choices);
      }
      case AttrKind::kShape:
        return list ? "Shapes" : "A shape";
      case AttrKind::kTensor:
        return list ? "Values, as tf.make_tensor_proto makes them"
                    : "A value, as tf.make_tensor_proto makes it";
      case AttrKind::kFunc:
        return list ? "Concrete functions" : "A concrete function";
    }
    return "";
  }

  const spec::OpEntry& entry_;
  const OpDef& op_;
  std::string text_;
};

}  // namespace

std::string PythonDocstring(const spec::OpEntry& entry, const OpDef& op) {
  return Docstring(entry, op).Run();
}

}  // namespace plugingen::emit
