#include "formula/print.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/text.h"
#include "formula/expression.h"
#include "formula/glsl_words.h"
#include "formula/words.h"

namespace plugingen::formula {
namespace {

using Kind = Expression::Kind;

enum class Numbers { kReal, kSigned, kUnsigned, kTruth };

// By language, in the order of Language. Empty: the language lacks the type without an extension.
using Spelled = std::array<std::string_view, 4>;

struct Type {
  std::string_view name;
  Numbers numbers;
  int bits;
  Spelled spelled;
  Spelled same_size;  // U of words.h
  Spelled wide;       // W of words.h
};

constexpr Spelled kUint8 = {"uint8_t", "uchar", "unsigned char", ""};
constexpr Spelled kUint16 = {"uint16_t", "ushort", "unsigned short", ""};
constexpr Spelled kUint32 = {"uint32_t", "uint", "unsigned int", "uint"};
constexpr Spelled kUint64 = {"uint64_t", "ulong", "unsigned long long", ""};

constexpr Type kTypes[] = {
    {"float", Numbers::kReal, 32, {"float", "float", "float", "float"}, {}, {}},
    {"double", Numbers::kReal, 64, {"double", "double", "double", ""}, {}, {}},
    {"int8", Numbers::kSigned, 8, {"int8_t", "char", "signed char", ""}, kUint8, kUint32},
    {"int16", Numbers::kSigned, 16, {"int16_t", "short", "short", ""}, kUint16, kUint32},
    {"int32", Numbers::kSigned, 32, {"int32_t", "int", "int", "int"}, kUint32, kUint32},
    {"int64", Numbers::kSigned, 64, {"int64_t", "long", "long long", ""}, kUint64, kUint64},
    {"uint8", Numbers::kUnsigned, 8, kUint8, kUint8, kUint32},
    {"uint16", Numbers::kUnsigned, 16, kUint16, kUint16, kUint32},
    {"uint32", Numbers::kUnsigned, 32, kUint32, kUint32, kUint32},
    {"uint64", Numbers::kUnsigned, 64, kUint64, kUint64, kUint64},
    {"bool", Numbers::kTruth, 8, {"bool", "bool", "bool", "bool"}, {}, {}},
};

bool HasType(Language language, const Type& type) {
  return !type.spelled[static_cast<size_t>(language)].empty();
}

bool Has(std::string_view types, const Type& type) {
  switch (type.numbers) {
    case Numbers::kReal:
      return types == "real" || types == "signed" || types == "number";
    case Numbers::kSigned:
      return types == "signed" || types == "number" || types == "integer";
    case Numbers::kUnsigned:
      return types == "number" || types == "integer";
    case Numbers::kTruth:
      return types == "truth";
  }
  return false;
}

// The texts are part of plugingen, so a mistake is a bug.
Expression Checked(std::optional<Expression> parsed, std::string_view text,
                   const Mistake& mistake) {
  if (parsed) return *std::move(parsed);
  throw std::logic_error("formula '" + std::string(text) + "': " + mistake.message + " at " +
                         std::to_string(mistake.at));
}

Expression Parsed(std::string_view text, bool has_truths) {
  Mistake mistake{};
  std::optional<Expression> parsed = Parse(text, has_truths, &mistake);
  return Checked(std::move(parsed), text, mistake);
}

Expression Parsed(std::string_view text, const Names& names) {
  Mistake mistake{};
  std::optional<Expression> parsed = Parse(text, names, &mistake);
  return Checked(std::move(parsed), text, mistake);
}

int CountOf(const Expression& part, std::string_view argument) {
  int count = part.kind == Kind::kArgument && part.text == argument ? 1 : 0;
  for (const Expression& operand : part.operands) count += CountOf(operand, argument);
  return count;
}

Expression Replaced(const Expression& part, const std::vector<Expression>& arguments) {
  if (part.kind == Kind::kArgument) return arguments[static_cast<size_t>(part.text[0] - 'x')];
  Expression copy = part;
  for (Expression& operand : copy.operands) operand = Replaced(operand, arguments);
  return copy;
}

// The precedence levels of C.
constexpr int kChoiceLevel = 0;
constexpr int kComparisonLevel = 7;
constexpr int kSumLevel = 8;
constexpr int kUnaryLevel = 10;

int LevelOf(std::string_view op) {
  static const std::map<std::string_view, int> levels = {
      {"||", 1}, {"&&", 2}, {"|", 3}, {"^", 4}, {"&", 5}, {"==", 6}, {"!=", 6}, {"<=", 7},
      {">=", 7}, {"<", 7},  {">", 7}, {"+", 8}, {"-", 8}, {"*", 9},  {"/", 9},  {"%", 9}};
  return levels.at(op);
}

// Prints for one type and language: functions and the helpers that they need.
class Printer {
 public:
  Printer(const Type& type, Language language)
      : type_(type), language_(static_cast<size_t>(language)) {}

  void Add(const catalog::Formula& formula) {
    const Expression tree = Parsed(formula.text, type_.numbers == Numbers::kTruth);
    functions_ += Function("formula_" + base::SnakeCase(formula.name), ArgumentsOf(tree),
                           tree.is_truth, Returning(tree));
  }
  void Add(const catalog::TrainingRule& rule) {
    functions_ += std::string(Beginning()) + "void " + NameOf("rule_" + base::SnakeCase(rule.name));
    functions_ += ParametersOf(rule);
    functions_ += BodyOf(rule) + "}\n\n";
  }
  std::string Text() const { return helpers_ + functions_; }

 private:
  std::string_view spelled() const { return type_.spelled[language_]; }
  std::string NameOf(std::string_view function) const {
    return std::string(function) + "_" + std::string(type_.name);
  }
  bool Is(Language language) const { return language_ == static_cast<size_t>(language); }
  std::string_view Beginning() const {
    constexpr std::array<std::string_view, 4> kBeginnings = {"inline ", "static inline ",
                                                             "__device__ ", ""};
    return kBeginnings[language_];
  }
  // GLSL has no pointers: its arrays are copied in, and the variables' also out.
  std::string ParametersOf(const catalog::TrainingRule& rule) const {
    const std::string type(spelled());
    if (!Is(Language::kGlsl)) {
      return "(" + type + "* variables, " + type + " grad, const " + type +
             "* scalars, bool flag) {\n";
    }
    return "(inout " + type + " variables[" + std::to_string(rule.variables.size()) + "], " + type +
           " grad, " + type + " scalars[" + std::to_string(rule.scalars.size()) +
           "], bool flag) {\n";
  }
  std::string Returning(const Expression& value) { return "  return " + Text(value) + ";\n"; }

  std::string Function(std::string_view name, const Arguments& arguments, bool is_truth,
                       const std::string& body) const {
    std::string text(Beginning());
    text += is_truth ? "bool" : spelled();
    text += " " + NameOf(name) + "(";
    for (size_t i = 0; i < arguments.are_truths.size(); ++i) {
      if (i > 0) text += ", ";
      text += arguments.are_truths[i] || type_.numbers == Numbers::kTruth ? "bool" : spelled();
      text += " ";
      text += static_cast<char>('x' + i);
    }
    if (arguments.has_parameter) text += ", " + std::string(spelled()) + " parameter";
    return text + ") {\n" + body + "}\n\n";
  }

  // Gives names to variables and scalars, and stores the results of the assignments in them.
  std::string BodyOf(const catalog::TrainingRule& rule) {
    Names names = {{"grad", false}};
    std::string begin;
    std::string end;
    for (size_t i = 0; i < rule.variables.size(); ++i) {
      const std::string name(rule.variables[i]);
      const std::string element = "variables[" + std::to_string(i) + "]";
      names[name] = false;
      begin += "  " + Declared(name) + element + ";\n";
      end += "  " + element + " = " + name + ";\n";
    }
    for (size_t i = 0; i < rule.scalars.size(); ++i) {
      const std::string name(rule.scalars[i]);
      names[name] = false;
      begin += "  const " + Declared(name) + "scalars[" + std::to_string(i) + "];\n";
    }
    if (rule.flag.empty()) {
      if (!Is(Language::kGlsl)) begin += "  (void)flag;\n";
    } else {
      names[std::string(rule.flag)] = true;
      begin += "  const bool " + std::string(rule.flag) + " = flag;\n";
    }
    for (const auto& [result, formula] : rule.assignments) {
      const std::string value = Text(Parsed(formula, names));
      const bool is_new = names.emplace(result, false).second;
      begin += is_new ? "  const " + Declared(result) : "  " + std::string(result) + " = ";
      begin += value + ";\n";
    }
    return begin + end;
  }
  std::string Declared(std::string_view name) const {
    return std::string(spelled()) + " " + std::string(name) + " = ";
  }

  std::string Number(std::string_view digits) const {
    std::string text(digits);
    if (type_.numbers == Numbers::kUnsigned && Is(Language::kGlsl)) return text + "u";
    if (type_.numbers != Numbers::kReal) return text;
    if (text.find('.') == std::string::npos) text += ".0";
    return type_.bits == 32 ? text + "f" : text;
  }

  std::string Operand(const Expression& operand, int least) {
    const std::string text = Text(operand);
    return LevelOf(operand) < least ? "(" + text + ")" : text;
  }
  int LevelOf(const Expression& part) const {
    switch (part.kind) {
      case Kind::kChoice:
        return kChoiceLevel;
      case Kind::kBinary:
        return formula::LevelOf(part.text);
      case Kind::kUnary:
        return kUnaryLevel;
      case Kind::kConversion:
        return part.operands[0].is_truth ? kChoiceLevel : LevelOf(part.operands[0]);
      case Kind::kCall:
        return IsInline(part) ? LevelOf(Inlined(part)) : kUnaryLevel + 1;
      default:
        return kUnaryLevel + 1;
    }
  }

  std::string Text(const Expression& part) {
    switch (part.kind) {
      case Kind::kArgument:
        return part.text;
      case Kind::kNumber:
        return Number(part.text);
      case Kind::kUnary:
        return part.text + Operand(part.operands[0], kUnaryLevel + (part.text == "-" ? 1 : 0));
      case Kind::kBinary:
        return Binary(part);
      case Kind::kChoice:
        return Operand(part.operands[0], 1) + " ? " + Text(part.operands[1]) + " : " +
               Text(part.operands[2]);
      case Kind::kConversion: {
        const Expression& operand = part.operands[0];
        if (!operand.is_truth) return Text(operand);
        return Operand(operand, 1) + " ? " + Number("1") + " : " + Number("0");
      }
      default:
        return Call(part);
    }
  }

  std::string Binary(const Expression& part) {
    const int level = formula::LevelOf(part.text);
    int left = level;
    int right = level + 1;
    // Adds parentheses that readers and compiler warnings expect.
    if (part.text == "||") left = right = 3;
    if (part.text == "|" || part.text == "^" || part.text == "&") left = right = kUnaryLevel;
    if (level == kComparisonLevel || level == kComparisonLevel - 1) left = right = kSumLevel;
    return Operand(part.operands[0], left) + " " + part.text + " " +
           Operand(part.operands[1], right);
  }

  std::string_view DefinitionOf(const Word& word) const {
    const glsl::Word* const own = Is(Language::kGlsl) ? glsl::FindWord(word.name) : nullptr;
    if (own != nullptr) {
      const std::string_view definition =
          type_.numbers == Numbers::kReal ? own->of_reals : own->of_integers;
      if (!definition.empty()) return definition;
    }
    const std::string_view definition = type_.numbers == Numbers::kReal     ? word.of_reals
                                        : type_.numbers == Numbers::kSigned ? word.of_signed
                                                                            : word.of_unsigned;
    if (definition.empty()) {
      throw std::logic_error("formulas: no " + std::string(word.name) + " of " +
                             std::string(type_.name));
    }
    return definition;
  }
  static bool IsFormula(std::string_view definition) {
    return !definition.starts_with("=") && !definition.starts_with("{");
  }
  // True if each argument occurs once, so that inlining the definition does not make the call
  // longer.
  bool IsInline(const Expression& call) const {
    const std::string_view definition = DefinitionOf(*FindWord(call.text));
    if (!IsFormula(definition)) return false;
    const Expression tree = Parsed(definition, /*has_truths=*/false);
    for (size_t i = 0; i < call.operands.size(); ++i) {
      if (CountOf(tree, std::string(1, static_cast<char>('x' + i))) > 1) return false;
    }
    return true;
  }
  Expression Inlined(const Expression& call) const {
    return Replaced(Parsed(DefinitionOf(*FindWord(call.text)), /*has_truths=*/false),
                    call.operands);
  }

  std::string Call(const Expression& call) {
    const Word& word = *FindWord(call.text);
    const std::string_view definition = DefinitionOf(word);
    if (IsInline(call)) return Text(Inlined(call));
    std::string text;
    if (definition.starts_with("=")) {
      if (Is(Language::kCpp)) text = "std::";
      text += definition.substr(2);
      if (Is(Language::kCuda) && type_.bits == 32) text += "f";
    } else {
      AddHelper(word.name, definition);
      text = NameOf(word.name);
    }
    text += "(";
    for (size_t i = 0; i < call.operands.size(); ++i) {
      text += (i > 0 ? ", " : "") + Text(call.operands[i]);
    }
    return text + ")";
  }

  // Defines the function, after those that its body calls.
  void AddHelper(std::string_view name, std::string_view definition) {
    if (!known_.insert(name).second) return;
    if (Is(Language::kGlsl) && type_.numbers == Numbers::kReal) {
      for (const std::string_view used : glsl::UsedBy(name)) {
        AddHelper(used, glsl::FindWord(used)->of_reals);
      }
    }
    const Word* const word = FindWord(name);  // null: a part of one, of one argument
    Arguments arguments;
    arguments.are_truths.resize(word == nullptr ? 1 : static_cast<size_t>(word->arguments));
    const std::string body = IsFormula(definition)
                                 ? Returning(Parsed(definition, /*has_truths=*/false))
                                 : Body(definition);
    helpers_ += Function(name, arguments, word != nullptr && word->is_truth, body);
  }

  // Returns a body such as "{ return x; }" with the names of the types.
  std::string Body(std::string_view definition) const {
    const std::map<std::string_view, std::string> names = {
        {"T", std::string(spelled())},
        {"U", std::string(type_.same_size[language_])},
        {"W", std::string(type_.wide[language_])},
        {"BITS", std::to_string(type_.bits)}};
    const auto is_in_name = [](char c) { return base::IsAlnum(c) || c == '_'; };
    std::string text;
    for (size_t at = 1; at + 1 < definition.size();) {
      size_t end = at;
      while (is_in_name(definition[end])) ++end;
      end = std::max(end, at + 1);
      const std::string_view word = definition.substr(at, end - at);
      const auto name = names.find(word);
      text += name == names.end() ? word : name->second;
      at = end;
    }
    return text.starts_with("\n") ? text.substr(1) : "  " + std::string(base::Trim(text)) + "\n";
  }

  const Type& type_;
  const size_t language_;
  std::set<std::string_view> known_;  // functions that have a helper already
  std::string helpers_;
  std::string functions_;
};

}  // namespace

std::vector<std::string_view> TypesOf(Language language) {
  std::vector<std::string_view> names;
  for (const Type& type : kTypes) {
    if (HasType(language, type)) names.push_back(type.name);
  }
  return names;
}

std::vector<std::string_view> TypesOf(const catalog::Formula& formula, Language language) {
  std::vector<std::string_view> names;
  for (const Type& type : kTypes) {
    if (HasType(language, type) && Has(formula.types, type)) names.push_back(type.name);
  }
  return names;
}

std::vector<std::string_view> TypesOfRules(Language language) {
  return TypesOf({"", "real", ""}, language);
}

std::string Print(std::span<const catalog::Formula* const> formulas,
                  std::span<const catalog::TrainingRule* const> rules,
                  const std::vector<std::string_view>& types, Language language) {
  std::string text =
      "// Formulas of primitives, of one element. plugingen printed them.\n"
      "// A project's test `primitives` says how exact they have to be "
      "(compute_test_elementwise.cc).\n"
      "\n";
  if (language == Language::kCpp) text += "#include <cmath>\n#include <cstdint>\n\n";
  const bool has_double = std::find(types.begin(), types.end(), "double") != types.end();
  if (language == Language::kOpenCl && has_double) {
    text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n\n";
  }
  for (const Type& type : kTypes) {
    if (std::find(types.begin(), types.end(), type.name) == types.end()) continue;
    if (!HasType(language, type)) continue;
    Printer printer(type, language);
    for (const catalog::Formula* const formula : formulas) {
      if (Has(formula->types, type)) printer.Add(*formula);
    }
    for (const catalog::TrainingRule* const rule : rules) {
      if (Has("real", type)) printer.Add(*rule);
    }
    text += printer.Text();
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace plugingen::formula
