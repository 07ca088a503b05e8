#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "op/shape_parser.h"

namespace plugingen::op {
namespace {

// Limits for the stack of the parser. No rule needs more.
constexpr int kDeepest = 32;
constexpr size_t kLongest = 2000;

bool StartsName(char c) { return c == '_' || (base::IsAlnum(c) && !base::IsDigit(c)); }
bool IsNamePart(char c) { return c == '_' || base::IsAlnum(c); }

// Thrown and caught by the parser below: the first mistake ends the parsing.
struct SyntaxError {};

class Parser {
 public:
  Parser(const diag::SourceText& source, diag::Sink& sink)
      : source_(source), text_(source.text), sink_(sink) {}

  // Parses the whole text as a rule or as an item of a list.
  std::optional<ShapeExpr> ParseRule() {
    try {
      if (text_.size() > kLongest) Fail("a rule of at most 2000 characters");
      ShapeExpr expr = Item();
      SkipBlanks();
      if (at_ < text_.size()) Fail("the end of the rule");
      return expr;
    } catch (const SyntaxError&) {
      return std::nullopt;
    }
  }

 private:
  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) {
      ++at_;
    }
  }

  bool Next(std::string_view token) {
    SkipBlanks();
    return text_.substr(at_).starts_with(token);
  }

  bool Skip(std::string_view token) {
    if (!Next(token)) return false;
    at_ += token.size();
    return true;
  }

  void Expect(std::string_view token) {
    if (!Skip(token)) Fail("'" + std::string(token) + "'");
  }

  // Returns the unexpected text: a word or a single character.
  std::pair<size_t, size_t> WordHere() const {
    size_t end = at_;
    while (end < text_.size() && IsNamePart(text_[end])) ++end;
    if (end == at_ && at_ < text_.size()) end += base::DecodeUtf8(text_, at_).length;
    return {at_, end};
  }

  [[noreturn]] void Fail(const std::string& expected, std::string help = "") {
    SkipBlanks();
    const auto [begin, end] = WordHere();
    const std::string found =
        begin == end
            ? "the shape rule ends too early"
            : "unexpected " + base::Quoted(text_.substr(begin, end - begin)) + " in a shape rule";
    sink_.Report({.code = "E0320",
                  .message = found,
                  .span = source_.Of(begin, end),
                  .notes = {{"expected " + expected}},
                  .help = std::move(help)});
    throw SyntaxError();
  }

  ShapeExpr Node(ShapeNode node, size_t begin, std::string text = "") {
    ShapeExpr expr;
    expr.node = node;
    expr.text = std::move(text);
    expr.span = source_.Of(begin, at_);
    return expr;
  }

  // Parses "batch...", "...", "?", or an expression.
  ShapeExpr Item() {
    SkipBlanks();
    const size_t begin = at_;
    if (Skip("...")) return Node(ShapeNode::kSplice, begin);
    ShapeExpr item = Sum();
    if (!Skip("...")) return item;
    ShapeExpr splice = Node(ShapeNode::kSplice, begin);
    splice.operands.push_back(std::move(item));
    return splice;
  }

  ShapeExpr Binary(size_t begin, const char* op, ShapeExpr left, ShapeExpr right) {
    ShapeExpr expr = Node(ShapeNode::kBinary, begin, op);
    expr.operands.push_back(std::move(left));
    expr.operands.push_back(std::move(right));
    return expr;
  }

  ShapeExpr Sum() {
    SkipBlanks();
    const size_t begin = at_;
    ShapeExpr left = Product();
    while (true) {
      if (Skip("+")) {
        ShapeExpr right = Product();
        left = Binary(begin, "+", std::move(left), std::move(right));
      } else if (Skip("-")) {
        ShapeExpr right = Product();
        left = Binary(begin, "-", std::move(left), std::move(right));
      } else {
        return left;
      }
    }
  }

  ShapeExpr Product() {
    SkipBlanks();
    const size_t begin = at_;
    ShapeExpr left = Operand();
    while (true) {
      if (Skip("*")) {
        ShapeExpr right = Operand();
        left = Binary(begin, "*", std::move(left), std::move(right));
      } else if (Skip("//")) {
        ShapeExpr right = Operand();
        left = Binary(begin, "//", std::move(left), std::move(right));
      } else if (Next("/")) {
        Fail("'//'", "'//' divides and rounds down");
      } else {
        return left;
      }
    }
  }

  ShapeExpr Operand() {
    if (++depth_ > kDeepest) Fail("fewer brackets inside one another");
    ShapeExpr expr = OperandHere();
    --depth_;
    return expr;
  }

  ShapeExpr OperandHere() {
    SkipBlanks();
    const size_t begin = at_;
    if (at_ == text_.size()) FailOperand();
    const char c = text_[at_];
    if (base::IsDigit(c) || c == '-') return Integer();
    if (c == '\'' || c == '"') return Text();
    if (Skip("?")) return Node(ShapeNode::kAny, begin);
    if (Skip("(")) {
      ShapeExpr inner = Sum();
      Expect(")");
      inner.span = source_.Of(begin, at_);
      return inner;
    }
    if (Skip("[")) return List(begin);
    if (StartsName(c)) return Name();
    FailOperand();
  }

  [[noreturn]] void FailOperand() {
    Fail("a name, an integer, '?', '[' or a function such as 'same_as(x)'");
  }

  int64_t IntegerValue() {
    SkipBlanks();
    const size_t begin = at_;
    if (text_.substr(at_).starts_with('-')) ++at_;
    const size_t digits = at_;
    while (at_ < text_.size() && base::IsDigit(text_[at_])) ++at_;
    if (digits == at_ || (at_ < text_.size() && IsNamePart(text_[at_]))) {
      at_ = begin;
      Fail("an integer");
    }
    int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + at_, value);
    if (error != std::errc() || value == INT64_MIN) {
      sink_.Report({.code = "E0328",
                    .message = "the integer " + base::Quoted(text_.substr(begin, at_ - begin)) +
                               " is too large",
                    .span = source_.Of(begin, at_),
                    .notes = {{"a dimension's size is an int64"}}});
      throw SyntaxError();
    }
    return value;
  }

  ShapeExpr Integer() {
    const size_t begin = at_;
    const int64_t value = IntegerValue();
    ShapeExpr expr = Node(ShapeNode::kInteger, begin);
    expr.integer = value;
    return expr;
  }

  ShapeExpr Text() {
    const size_t begin = at_;
    const size_t end = text_.find(text_[at_], at_ + 1);
    if (end == std::string_view::npos) {
      at_ = text_.size();
      Fail("the quote that ends " + base::Quoted(text_.substr(begin)));
    }
    at_ = end + 1;
    return Node(ShapeNode::kText, begin, std::string(text_.substr(begin + 1, end - begin - 1)));
  }

  ShapeExpr List(size_t begin) {
    std::vector<ShapeExpr> items;
    if (!Skip("]")) {
      do {
        items.push_back(Item());
      } while (Skip(","));
      if (!Skip("]")) Fail("',' or ']'");
    }
    ShapeExpr list = Node(ShapeNode::kList, begin);
    list.operands = std::move(items);
    return list;
  }

  std::string Word() {
    SkipBlanks();
    const size_t begin = at_;
    if (at_ == text_.size() || !StartsName(text_[at_])) Fail("a name");
    while (at_ < text_.size() && IsNamePart(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  ShapeExpr Name() {
    const size_t begin = at_;
    std::string word = Word();
    if (const std::string lower = base::ToLower(word); lower == "true" || lower == "false") {
      ShapeExpr expr = Node(ShapeNode::kTruth, begin, lower);
      expr.integer = lower == "true" ? 1 : 0;
      return expr;
    }
    if (Next("(")) return Call(begin, std::move(word));
    if (Next("[")) return Indexed(begin, std::move(word));
    return Node(ShapeNode::kName, begin, std::move(word));
  }

  // Parses x[0], x[1:], x[:-1], x[1:3] or x[:].
  ShapeExpr Indexed(size_t begin, std::string word) {
    Expect("[");
    std::optional<int64_t> first;
    std::optional<int64_t> second;
    if (!Next(":")) first = Index();
    const bool is_slice = Skip(":");
    if (is_slice && !Next("]")) second = Index();
    if (!Skip("]")) Fail(is_slice ? "']'" : "':' or ']'");
    ShapeExpr expr =
        Node(is_slice ? ShapeNode::kSlice : ShapeNode::kElement, begin, std::move(word));
    expr.meaning = ShapeMeaning::kInput;
    if (is_slice) {
      expr.begin = first;
      expr.end = second;
    } else {
      expr.integer = *first;
    }
    return expr;
  }

  int64_t Index() {
    SkipBlanks();
    const bool is_integer = at_ < text_.size() && (base::IsDigit(text_[at_]) || text_[at_] == '-');
    if (!is_integer)
      Fail("an integer", "an index counts dimensions: x[0] is the first, x[-1] the last");
    return IntegerValue();
  }

  ShapeExpr Call(size_t begin, std::string function) {
    Expect("(");
    std::vector<ShapeExpr> operands;
    if (!Skip(")")) {
      do {
        operands.push_back(Argument());
      } while (Skip(","));
      if (!Skip(")")) Fail("',' or ')'");
    }
    ShapeExpr call = Node(ShapeNode::kCall, begin, std::move(function));
    call.operands = std::move(operands);
    return call;
  }

  // Parses "x" or "axis=1".
  ShapeExpr Argument() {
    SkipBlanks();
    const size_t begin = at_;
    size_t after = at_;
    while (after < text_.size() && IsNamePart(text_[after])) ++after;
    const size_t word_end = after;
    while (after < text_.size() && text_[after] == ' ') ++after;
    const bool is_named = StartsName(text_.substr(at_).empty() ? ' ' : text_[at_]) &&
                          after < text_.size() && text_[after] == '=';
    if (!is_named) return Item();
    at_ = after + 1;
    ShapeExpr value = Item();
    value.parameter = std::string(text_.substr(begin, word_end - begin));
    value.parameter_span = source_.Of(begin, word_end);
    return value;
  }

  const diag::SourceText& source_;
  std::string_view text_;
  diag::Sink& sink_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<ShapeExpr> ParseShapeExpr(const spec::ShapeEntry& entry, diag::Sink& sink) {
  if (!entry.is_list) {
    const diag::SourceText& text = entry.texts.front();
    return Parser(text, sink).ParseRule();
  }
  ShapeExpr list;
  list.node = ShapeNode::kList;
  list.span = entry.span;
  bool is_whole = true;
  for (const diag::SourceText& text : entry.texts) {
    if (std::optional<ShapeExpr> item = Parser(text, sink).ParseRule()) {
      list.operands.push_back(std::move(*item));
    } else {
      is_whole = false;
    }
  }
  if (!is_whole) return std::nullopt;
  return list;
}

}  // namespace plugingen::op
