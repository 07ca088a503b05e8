#include <array>
#include <utility>

#include "base/text.h"
#include "formula/expression.h"
#include "formula/words.h"

namespace plugingen::formula {
namespace {

using Kind = Expression::Kind;

constexpr int kMaxNesting = 60;

enum class OperandType { kNumber, kTruth, kSame };

struct Operator {
  std::string_view text;
  int level;  // operators with a higher level bind tighter
  OperandType operands;
  bool is_truth;
};

// An operator precedes the operators that are its prefixes.
constexpr std::array kOperators = {
    Operator{"||", 1, OperandType::kTruth, true},  Operator{"&&", 2, OperandType::kTruth, true},
    Operator{"|", 3, OperandType::kNumber, false}, Operator{"^", 4, OperandType::kNumber, false},
    Operator{"&", 5, OperandType::kNumber, false}, Operator{"==", 6, OperandType::kSame, true},
    Operator{"!=", 6, OperandType::kSame, true},   Operator{"<=", 7, OperandType::kNumber, true},
    Operator{">=", 7, OperandType::kNumber, true}, Operator{"<", 7, OperandType::kNumber, true},
    Operator{">", 7, OperandType::kNumber, true},  Operator{"+", 8, OperandType::kNumber, false},
    Operator{"-", 8, OperandType::kNumber, false}, Operator{"*", 9, OperandType::kNumber, false},
    Operator{"/", 9, OperandType::kNumber, false}, Operator{"%", 9, OperandType::kNumber, false}};

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Parser {
 public:
  // With `finds_truths`, an argument before a '?' is a boolean.
  Parser(std::string_view text, const Names& names, bool finds_truths, Mistake* mistake)
      : text_(text), names_(names), finds_truths_(finds_truths), mistake_(mistake) {}

  std::optional<Expression> Run() {
    std::optional<Expression> formula = Choice();
    if (!formula) return std::nullopt;
    SkipBlanks();
    if (at_ < text_.size()) return Fail("an operator is expected");
    return formula;
  }

 private:
  std::nullopt_t Fail(std::string message) {
    if (!has_failed_) *mistake_ = {at_, std::move(message)};
    has_failed_ = true;
    return std::nullopt;
  }
  void SkipBlanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool Take(std::string_view token) {
    SkipBlanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  bool IsOfType(const Expression& operand, bool is_truth) {
    if (operand.is_truth == is_truth) return true;
    Fail(is_truth ? "a truth is expected in front of here"
                  : "a number is expected in front of here");
    return false;
  }

  // Parses: condition "?" choice ":" choice
  std::optional<Expression> Choice() {
    if (++nesting_ > kMaxNesting) return Fail("this is nested too deeply");
    std::optional<Expression> condition = Binary(1);
    if (!condition) return std::nullopt;
    --nesting_;
    if (!Take("?")) return condition;
    if (finds_truths_ && condition->kind == Kind::kArgument) condition->is_truth = true;
    if (!IsOfType(*condition, true)) return std::nullopt;
    std::optional<Expression> first = Choice();
    if (!first) return std::nullopt;
    if (!Take(":")) return Fail("':' is expected");
    std::optional<Expression> second = Choice();
    if (!second || !IsOfType(*second, first->is_truth)) return std::nullopt;
    const bool is_truth = first->is_truth;
    return Expression{Kind::kChoice,
                      "",
                      {*std::move(condition), *std::move(first), *std::move(second)},
                      is_truth};
  }

  const Operator* TakeOperator(int level) {
    SkipBlanks();
    for (const Operator& candidate : kOperators) {
      if (!text_.substr(at_).starts_with(candidate.text)) continue;
      if (candidate.level < level) return nullptr;
      at_ += candidate.text.size();
      return &candidate;
    }
    return nullptr;
  }

  // Parses operators of this level and tighter ones. All are left-associative.
  std::optional<Expression> Binary(int level) {
    std::optional<Expression> left = Unary();
    while (left) {
      const Operator* const found = TakeOperator(level);
      if (found == nullptr) break;
      std::optional<Expression> right = Binary(found->level + 1);
      if (!right) return std::nullopt;
      const bool of_truths = found->operands == OperandType::kTruth ||
                             (found->operands == OperandType::kSame && left->is_truth);
      if (!IsOfType(*left, of_truths) || !IsOfType(*right, of_truths)) return std::nullopt;
      left = Expression{Kind::kBinary,
                        std::string(found->text),
                        {*std::move(left), *std::move(right)},
                        found->is_truth};
    }
    return left;
  }

  std::optional<Expression> Unary() {
    for (const std::string_view sign : {"-", "!", "~"}) {
      if (!Take(sign)) continue;
      if (++nesting_ > kMaxNesting) return Fail("this is nested too deeply");
      std::optional<Expression> operand = Unary();
      --nesting_;
      const bool is_truth = sign == "!";
      if (!operand || !IsOfType(*operand, is_truth)) return std::nullopt;
      return Expression{Kind::kUnary, std::string(sign), {*std::move(operand)}, is_truth};
    }
    return Primary();
  }

  std::optional<Expression> Primary() {
    if (Take("(")) {
      std::optional<Expression> inner = Choice();
      if (!inner) return std::nullopt;
      if (!Take(")")) return Fail("')' is expected");
      return inner;
    }
    const size_t begin = at_;
    if (begin < text_.size() && base::IsDigit(text_[begin])) {
      while (at_ < text_.size() && (base::IsDigit(text_[at_]) || text_[at_] == '.')) ++at_;
      return Expression{Kind::kNumber, std::string(text_.substr(begin, at_ - begin)), {}, false};
    }
    while (at_ < text_.size() &&
           (IsLetter(text_[at_]) || (at_ > begin && base::IsDigit(text_[at_])))) {
      ++at_;
    }
    const std::string name(text_.substr(begin, at_ - begin));
    if (name.empty()) return Fail("a number, an argument or a function is expected");
    const auto argument = names_.find(name);
    if (argument == names_.end()) return Call(name, begin);
    return Expression{Kind::kArgument, name, {}, argument->second};
  }

  std::optional<Expression> Call(const std::string& name, size_t begin) {
    const Word* const word = FindWord(name);
    const bool is_conversion = name == "T";
    if (word == nullptr && !is_conversion) {
      at_ = begin;
      return Fail("there is no function " + base::Quoted(name));
    }
    if (!Take("(")) return Fail("'(' is expected");
    Expression call{is_conversion ? Kind::kConversion : Kind::kCall,
                    name,
                    {},
                    !is_conversion && word->is_truth};
    do {
      std::optional<Expression> operand = Choice();
      if (!operand || (!is_conversion && !IsOfType(*operand, false))) return std::nullopt;
      call.operands.push_back(*std::move(operand));
    } while (Take(","));
    const size_t wanted = is_conversion ? 1 : static_cast<size_t>(word->arguments);
    if (call.operands.size() != wanted) {
      return Fail(base::Quoted(name) + " takes " + std::to_string(wanted) + " arguments");
    }
    if (!Take(")")) return Fail("')' is expected");
    return call;
  }

  const std::string_view text_;
  const Names& names_;
  const bool finds_truths_;
  Mistake* const mistake_;
  size_t at_ = 0;
  int nesting_ = 0;
  bool has_failed_ = false;
};

void Collect(const Expression& part, Arguments& found) {
  if (part.kind == Kind::kArgument) {
    if (part.text == "parameter") {
      found.has_parameter = true;
    } else {
      const auto index = static_cast<size_t>(part.text[0] - 'x');
      if (found.are_truths.size() <= index) found.are_truths.resize(index + 1);
      if (part.is_truth) found.are_truths[index] = true;
    }
  }
  for (const Expression& operand : part.operands) Collect(operand, found);
}

}  // namespace

std::optional<Expression> Parse(std::string_view text, bool has_truths, Mistake* mistake) {
  const Names names = {
      {"x", has_truths}, {"y", has_truths}, {"z", has_truths}, {"parameter", false}};
  return Parser(text, names, /*finds_truths=*/true, mistake).Run();
}

std::optional<Expression> Parse(std::string_view text, const Names& names, Mistake* mistake) {
  return Parser(text, names, /*finds_truths=*/false, mistake).Run();
}

Arguments ArgumentsOf(const Expression& formula) {
  Arguments found;
  Collect(formula, found);
  return found;
}

}  // namespace plugingen::formula
