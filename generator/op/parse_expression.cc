#include "op/parse_expression.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "op/cursor.h"
#include "spec/quantity.h"

namespace plugingen::op {
namespace {

using base::Quoted;

// A limit for the stack of functions that walk the tree. No formula needs more.
constexpr int kMaxNesting = 60;

enum class Language { kGradient, kPattern };

// sum     = product {("+" | "-") product}
// product = unary {("*" | "/") unary}
// unary   = "-" unary | power
// power   = postfix ["**" unary]
// postfix = primary {"[" integer "]"}
class ExpressionParser {
 public:
  ExpressionParser(Language language, const diag::SourceText& source, diag::Sink& sink)
      : language_(language), cursor_(source), sink_(sink) {}

  std::optional<PatternLine> RunLine() {
    PatternLine line;
    const std::string_view word = cursor_.TakeWord();
    const size_t begin = cursor_.at() - word.size();
    if (!word.empty() && cursor_.Take("=")) {
      line.name = word;
      line.name_place = {begin, begin + word.size()};
    } else {
      cursor_.GoBackTo(begin);
    }
    std::optional<Expr> expr = Run();
    if (!expr) return std::nullopt;
    line.expr = std::move(*expr);
    return line;
  }

  std::optional<Expr> Run() {
    if (cursor_.Peek() == '\0') return Fail("an expression is missing", cursor_.Here());
    std::optional<Expr> expr = Sum();
    if (!expr) return std::nullopt;
    const char next = cursor_.Peek();
    if (next == '\0') return expr;
    if (next == ')' || next == ']') {
      return Fail(Quoted({&next, 1}) + " closes nothing", cursor_.Here());
    }
    return Unexpected();
  }

 private:
  std::nullopt_t Fail(std::string message, diag::Span span, std::string help = "") {
    sink_.Report(
        {.code = "E0340", .message = std::move(message), .span = span, .help = std::move(help)});
    return std::nullopt;
  }

  std::nullopt_t Unexpected() {
    const char next = cursor_.Peek();
    if (next == '\0') return Fail("the expression ends too early", cursor_.Here());
    const size_t length = base::DecodeUtf8(cursor_.text(), cursor_.at()).length;
    const std::string_view word = cursor_.text().substr(cursor_.at(), length);
    std::string help;
    if (next == '@') help = "write MatMul(a, b) for a product of matrices";
    if (next == '^') help = "write x ** 2 for a power";
    if (next == '%') help = "write FloorMod(x, y)";
    if (next == '<' || next == '>' || next == '=' || next == '!') {
      help = "comparisons are ops: Greater(x, y), Equal(x, y); choose with SelectV2(c, t, e)";
    }
    return Fail(Quoted(word) + " is not expected here",
                cursor_.Of(cursor_.at(), cursor_.at() + length), std::move(help));
  }

  // Accepts "*" but not "**".
  bool TakeSingle(char c) {
    if (cursor_.Peek() != c) return false;
    const std::string_view rest = cursor_.text().substr(cursor_.at());
    if (rest.size() > 1 && (c == '*' || c == '/') && rest[1] == c) return false;
    cursor_.Advance();
    return true;
  }

  template <class Part>
  std::optional<Expr> LeftToRight(std::string_view operators, Part part) {
    std::optional<Expr> left = (this->*part)();
    while (left) {
      cursor_.SkipBlanks();
      const size_t at = cursor_.at();
      const size_t which = operators.find(cursor_.Peek());
      if (which == operators.npos || !TakeSingle(operators[which])) break;
      if (++breadth_ > kMaxOperators) {
        return Fail("the expression is too long", cursor_.Of(at, at + 1));
      }
      std::optional<Expr> right = (this->*part)();
      if (!right) return std::nullopt;
      left = Binary(operators.substr(which, 1), at, std::move(*left), std::move(*right));
    }
    return left;
  }

  static Expr Binary(std::string_view text, size_t at, Expr left, Expr right) {
    Expr expr{.kind = Expr::Kind::kBinary, .text = std::string(text)};
    expr.place = {left.place.from, right.place.to};
    expr.name = {at, at + text.size()};
    expr.operands.push_back(std::move(left));
    expr.operands.push_back(std::move(right));
    return expr;
  }

  std::optional<Expr> Sum() { return LeftToRight("+-", &ExpressionParser::Product); }
  std::optional<Expr> Product() { return LeftToRight("*/", &ExpressionParser::Unary); }

  std::optional<Expr> Unary() {
    cursor_.SkipBlanks();
    const size_t at = cursor_.at();
    if (++nesting_ > kMaxNesting) return Fail("this is nested too deeply", cursor_.Here());
    std::optional<Expr> result;
    if (TakeSingle('-')) {
      if (std::optional<Expr> operand = Unary()) {
        Expr expr{.kind = Expr::Kind::kNegate};
        expr.place = {at, operand->place.to};
        expr.name = {at, at + 1};
        expr.operands.push_back(std::move(*operand));
        result = std::move(expr);
      }
    } else {
      result = Power();
    }
    --nesting_;
    return result;
  }

  std::optional<Expr> Power() {
    std::optional<Expr> base = Postfix();
    if (!base) return std::nullopt;
    cursor_.SkipBlanks();
    const size_t at = cursor_.at();
    if (!cursor_.Take("**")) return base;
    std::optional<Expr> exponent = Unary();
    if (!exponent) return std::nullopt;
    return Binary("**", at, std::move(*base), std::move(*exponent));
  }

  std::optional<Expr> Postfix() {
    std::optional<Expr> expr = Primary();
    while (expr && cursor_.Peek() == '[') {
      const size_t open = cursor_.at();
      cursor_.Advance();
      const bool negative = cursor_.Take("-");
      const std::string_view word = cursor_.TakeWord();
      Expr index{.kind = Expr::Kind::kIndex};
      const auto [end, error] =
          std::from_chars(word.data(), word.data() + word.size(), index.number);
      if (word.empty() || error != std::errc() || end != word.data() + word.size()) {
        return Fail("an index is a whole number", word.empty() ? cursor_.Here() : cursor_.Of(word),
                    "for parts of a tensor there are ops: Slice, StridedSlice, GatherV2");
      }
      if (index.number > kMaxOutputs) {
        return Fail("an index is at most " + std::to_string(kMaxOutputs), cursor_.Of(word));
      }
      if (negative) index.number = -index.number;
      if (!cursor_.Take("]")) {
        return Fail(
            "a ']' is missing here", cursor_.Here(),
            cursor_.Peek() == ':' ? "for parts of a tensor there are ops: Slice, GatherV2" : "");
      }
      if (++breadth_ > kMaxOperators) {
        return Fail("the expression is too long", cursor_.Of(open, open + 1));
      }
      index.place = {expr->place.from, cursor_.at()};
      index.name = {open, cursor_.at()};
      index.operands.push_back(std::move(*expr));
      expr = std::move(index);
    }
    return expr;
  }

  std::optional<Expr> Primary() {
    const char next = cursor_.Peek();
    if (base::IsDigit(next) || next == '.') return Number();
    if (next == '\'' || next == '"') return Text(next);
    if (next == '[') return List();
    if (next == '(') {
      const size_t open = cursor_.at();
      cursor_.Advance();
      std::optional<Expr> inner = Sum();
      if (!inner) return std::nullopt;
      if (!Close(')', open)) return std::nullopt;
      inner->place = {open, cursor_.at()};
      return inner;
    }
    if (!base::IsAlnum(next) && next != '_') return Unexpected();
    return NameOrCall();
  }

  bool Close(char bracket, size_t open) {
    if (cursor_.Take({&bracket, 1})) return true;
    const char next = cursor_.Peek();
    if (next != '\0' && next != ')' && next != ']') {
      Unexpected();
      return false;
    }
    sink_.Report({.code = "E0340",
                  .message = "a " + Quoted({&bracket, 1}) + " is missing here",
                  .span = cursor_.Here(),
                  .notes = {{"it would close this bracket", cursor_.Of(open, open + 1)}}});
    return false;
  }

  std::optional<Expr> Number() {
    const size_t begin = cursor_.at();
    const std::string_view rest = cursor_.text().substr(begin);
    size_t length = 0;
    const auto digits = [&] {
      const size_t before = length;
      while (length < rest.size() && base::IsDigit(rest[length])) ++length;
      return length - before;
    };
    size_t count = digits();
    if (length < rest.size() && rest[length] == '.') {
      ++length;
      count += digits();
    }
    bool good = count > 0;
    if (good && length < rest.size() && (rest[length] == 'e' || rest[length] == 'E')) {
      ++length;
      if (length < rest.size() && (rest[length] == '+' || rest[length] == '-')) ++length;
      good = digits() > 0;
    }
    while (length < rest.size() && (base::IsAlnum(rest[length]) || rest[length] == '_')) {
      good = false;
      ++length;
    }
    // 007 is an error in Python.
    const std::string_view text = rest.substr(0, length);
    const bool zeros = text.size() > 1 && text[0] == '0' && base::IsDigit(text[1]);
    cursor_.Advance(length);
    if (!good || zeros) return Fail(Quoted(text) + " is not a number", cursor_.Of(text));
    if (!spec::ParseNumber(text)) {
      return Fail(Quoted(text) + " is not in the range of double", cursor_.Of(text));
    }
    return Leaf(Expr::Kind::kNumber, text, begin);
  }

  std::optional<Expr> Text(char quote) {
    const size_t begin = cursor_.at();
    cursor_.Advance();
    const size_t end = cursor_.text().find(quote, cursor_.at());
    if (end == std::string_view::npos) {
      return Fail("this text has no closing quote", cursor_.Of(begin, cursor_.text().size()));
    }
    const std::string_view text = cursor_.text().substr(begin + 1, end - begin - 1);
    cursor_.Advance(end + 1 - cursor_.at());
    if (text.find_first_of("\\\n") != text.npos) {
      return Fail("a text cannot have a backslash or a line break", cursor_.Of(text));
    }
    if (std::any_of(text.begin(), text.end(), base::IsControl)) {
      return Fail("a text cannot have control characters", cursor_.Of(text));
    }
    return Leaf(Expr::Kind::kString, text, begin);
  }

  Expr Leaf(Expr::Kind kind, std::string_view text, size_t begin) {
    Expr expr{.kind = kind, .text = std::string(text)};
    expr.place = expr.name = {begin, cursor_.at()};
    return expr;
  }

  std::optional<Expr> List() {
    const size_t open = cursor_.at();
    cursor_.Advance();
    Expr list{.kind = Expr::Kind::kList};
    while (!cursor_.Take("]")) {
      std::optional<Expr> item = Nested();
      if (!item) return std::nullopt;
      list.operands.push_back(std::move(*item));
      if (cursor_.Take(",")) continue;
      if (!Close(']', open)) return std::nullopt;
      break;
    }
    list.place = list.name = {open, cursor_.at()};
    return list;
  }

  // Parses a part in brackets, one level deeper.
  std::optional<Expr> Nested() {
    if (++breadth_ > kMaxOperators) return Fail("the expression is too long", cursor_.Here());
    return Sum();
  }

  std::optional<Expr> NameOrCall() {
    const std::string_view name = cursor_.TakeWord();
    const size_t begin = cursor_.at() - name.size();
    Expr expr = Leaf(Expr::Kind::kName, name, begin);
    if (language_ == Language::kPattern && cursor_.Take(".")) return Member(std::move(expr));
    if (cursor_.Peek() == '.') {
      return Fail("values have no members here; leave out prefixes such as 'tf.'", cursor_.Here(),
                  "call ops by their own names: MatMul(a, b), Cast(x, DstT=float)");
    }
    while (language_ == Language::kPattern && cursor_.Take("|")) {
      const std::string_view other = cursor_.TakeWord();
      if (other.empty()) return Fail("the name of an op is missing here", cursor_.Here());
      expr.others.emplace_back(other);
      expr.name.to = cursor_.at();
      if (cursor_.Peek() != '(' && cursor_.Peek() != '|') {
        return Fail("the inputs of these ops are missing here", cursor_.Here());
      }
    }
    if (cursor_.Peek() != '(') return expr;
    const size_t open = cursor_.at();
    cursor_.Advance();
    expr.kind = Expr::Kind::kCall;
    while (!cursor_.Take(")")) {
      if (!AddArgument(expr)) return std::nullopt;
      if (cursor_.Take(",")) continue;
      if (!Close(')', open)) return std::nullopt;
      break;
    }
    expr.place.to = cursor_.at();
    return expr;
  }

  std::optional<Expr> Member(Expr node) {
    node.kind = Expr::Kind::kMember;
    node.member = cursor_.TakeWord();
    if (node.member.empty()) return Fail("the name of an attr is missing here", cursor_.Here());
    node.place.to = cursor_.at();
    return node;
  }

  bool AddArgument(Expr& call) {
    std::optional<Expr> argument = Nested();
    if (!argument) return false;
    std::string parameter;
    const Place place = argument->place;
    if (argument->kind == Expr::Kind::kName && cursor_.Take("=")) {
      parameter = argument->text;
      argument = Nested();
      if (!argument) return false;
    } else if (!call.parameters.empty() && !call.parameters.back().empty()) {
      Fail("arguments by position come before those with a name",
           cursor_.Of(argument->place.from, argument->place.to));
      return false;
    }
    call.parameters.push_back(std::move(parameter));
    call.parameter_places.push_back(place);
    call.operands.push_back(std::move(*argument));
    return true;
  }

  static constexpr int kMaxOperators = 1000;
  static constexpr long long kMaxOutputs = 1000;  // no op has more

  const Language language_;
  Cursor cursor_;
  diag::Sink& sink_;
  int nesting_ = 0;
  int breadth_ = 0;
};

}  // namespace

std::optional<Expr> ParseExpression(const diag::SourceText& source, diag::Sink& sink) {
  return ExpressionParser(Language::kGradient, source, sink).Run();
}

std::optional<PatternLine> ParsePatternLine(const diag::SourceText& source, diag::Sink& sink) {
  return ExpressionParser(Language::kPattern, source, sink).RunLine();
}

}  // namespace plugingen::op
