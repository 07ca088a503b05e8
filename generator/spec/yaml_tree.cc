#include "spec/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "spec/yaml_error.h"
#include "spec/yaml_split.h"
#include "spec/yaml_text.h"

namespace plugingen::spec {

namespace {

// The limit on values that an expansion of all aliases visits. Aliases of lists of aliases grow
// exponentially.
constexpr size_t kMaxAliasedValues = 250'000;

// Thrown out of yaml-cpp's parser after a diagnostic, to stop it.
struct Stop {};

}  // namespace

// Turns yaml-cpp's events into nodes with exact spans.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const diag::SourceFile& source, diag::Sink& sink)
      : text_(source.text()), base_(ByteOrderMarkLength(text_)), cursor_(base_), sink_(sink) {}

  std::optional<YamlTree> Build() {
    // yaml-cpp reads the whole stream anyway, so an eof() after the first document means nothing.
    std::istringstream stream{std::string(text_.substr(base_))};
    try {
      YAML::Parser parser(stream);
      if (!parser.HandleNextDocument(*this)) return Empty();
      RejectSecondDocument(parser);
    } catch (const Stop&) {
      return std::nullopt;
    } catch (const YAML::Exception& error) {
      const size_t offset = error.mark.is_null() ? cursor_ : OffsetOf(error.mark);
      sink_.Report(DiagnoseSyntax(text_, error.msg, {offset, runaway_, InnermostBracket(offset)}));
      return std::nullopt;
    } catch (const std::exception&) {
      sink_.Report({.code = "E0001", .message = "this is not YAML", .span = {cursor_, cursor_}});
      return std::nullopt;
    }
    if (tree_.root_ == nullptr || tree_.root_->kind == NodeKind::kNull) return Empty();
    return std::move(tree_);
  }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (done_) return;
    Node& node = NewNode(NodeKind::kNull, anchor);
    const size_t begin = anchor != 0 ? SkipProperties(text_, OffsetOf(mark)) : OffsetOf(mark);
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      const bool written =
          text_.substr(begin).starts_with(word) && WordEnd(text_, begin) == begin + word.size();
      if (!written) continue;
      node.span = {begin, begin + word.size()};
      cursor_ = node.span.end;
    }
    if (node.span.end == 0) node.span = ImpliedNullSpan();
    Add(node, node.span);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (done_) return;
    const size_t begin = OffsetOf(mark);
    const diag::Span span{begin, WordEnd(text_, begin)};
    cursor_ = span.end;
    const auto target = anchors_.find(anchor);
    if (target == anchors_.end())
      Fail({.code = "E0010",
            .message = "alias of no value",
            .span = span,
            .help = "put a value that starts with '*' in quotes"});
    for (const Frame& frame : frames_) {
      if (frame.node != target->second) continue;
      Fail({.code = "E0010",
            .message = "alias " + base::Quoted(text_.substr(begin, span.end - begin)) +
                       " is inside the value that it repeats",
            .span = span,
            .help = "write out the value that belongs here"});
    }
    aliased_values_ += target->second->expanded;
    if (aliased_values_ > kMaxAliasedValues) {
      Fail({.code = "E0010",
            .message = "the aliases up to here repeat more than " +
                       std::to_string(kMaxAliasedValues) + " values",
            .span = span,
            .help = "use fewer aliases of aliases"});
    }
    Add(*target->second, span);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    if (done_) return;
    const size_t begin = BeginOf(mark, tag, anchor);
    Node& node = NewNode(NodeKind::kScalar, anchor);
    node.text = value;
    node.span = {begin, ScalarEnd(begin, value, node.plain)};
    cursor_ = node.span.end;
    const std::string_view bytes = text_.substr(begin, node.span.end - begin);
    if (bytes.find('\n') != std::string_view::npos) runaway_ = node.span;
    Add(node, node.span);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    Open(NodeKind::kSequence, mark, tag, anchor, '[');
  }
  void OnSequenceEnd() override { Close(']'); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    Open(NodeKind::kMap, mark, tag, anchor, '{');
  }
  void OnMapEnd() override { Close('}'); }

 private:
  // A sequence or map that is still open.
  struct Frame {
    Node* node = nullptr;
    bool flow = false;
    bool has_key = false;  // the key was read, its value is next
    std::string key;
    diag::Span key_span;
    std::unordered_map<std::string, diag::Span> keys;
    std::vector<diag::Diagnostic> duplicates;  // of a flow map; reported when it ends
  };

  std::optional<YamlTree> Empty() {
    sink_.Report({.code = "E0014",
                  .message = "the spec is empty",
                  .span = {base_, base_},
                  .help = "`plugingen init` writes a spec to start from"});
    return std::nullopt;
  }

  [[noreturn]] void Fail(diag::Diagnostic diagnostic) {
    sink_.Report(std::move(diagnostic));
    throw Stop{};
  }

  void RejectSecondDocument(YAML::Parser& parser) {
    done_ = true;
    const size_t rest = SkipSpaceAndComments(text_, cursor_);
    bool more = true;
    try {
      more = parser.HandleNextDocument(*this);
    } catch (const YAML::Exception&) {
      // The text after the document is no YAML.
    }
    // yaml-cpp sends no event for a directive without a document.
    const bool directive = rest < text_.size() && text_[rest] == '%';
    if (directive && !more) {
      Fail({.code = "E0007",
            .message = "a line that begins with '%' cannot follow the spec",
            .span = {rest, LineEnd(text_, rest)},
            .notes = {{"YAML reads it as a directive, which begins another document", {}}},
            .help = "remove it"});
    }
    if (more) {
      Fail({.code = "E0007",
            .message = "a spec is one YAML document; another one begins here",
            .span = {rest, WordEnd(text_, rest)},
            .help = "remove it, or put it into a file of its own"});
    }
  }

  size_t OffsetOf(const YAML::Mark& mark) const {
    const size_t offset = base_ + (mark.pos < 0 ? 0 : static_cast<size_t>(mark.pos));
    return offset < text_.size() ? offset : text_.size();
  }

  // Returns the start of the value itself. Rejects explicit tags, because the table of keys defines
  // the types.
  size_t BeginOf(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const size_t begin = OffsetOf(mark);
    const bool tagged = tag != "?" && tag != "!" && !tag.empty();
    if (tagged) {
      const size_t at = std::min(text_.find('!', begin), text_.size());
      size_t end = at;
      while (end < text_.size() && text_[end] != ' ' && text_[end] != '\n' && text_[end] != '\r')
        ++end;
      sink_.Report({.code = "E0012",
                    .message = "YAML tags are not used in a spec",
                    .span = {at, end},
                    .help = "remove the tag; put the value in quotes if it must be text"});
    }
    return tagged || anchor != 0 ? SkipProperties(text_, begin) : begin;
  }

  size_t ScalarEnd(size_t begin, const std::string& value, bool& plain) {
    const char first = begin < text_.size() ? text_[begin] : '\0';
    if (first == '|' || first == '>') return BlockScalarEnd(text_, begin);
    if (first != '"' && first != '\'') {
      plain = true;
      return PlainEnd(text_, begin, value);
    }
    const size_t end = QuotedEnd(text_, begin);
    if (end == std::string_view::npos) {
      Fail({.code = "E0003",
            .message = "this string has no closing quote",
            .span = {begin, begin + 1},
            .help = std::string("add ") + first + " where the string ends"});
    }
    return end;
  }

  Node& NewNode(NodeKind kind, YAML::anchor_t anchor) {
    Node& node = tree_.nodes_.emplace_back();
    node.kind = kind;
    if (anchor != 0) anchors_[anchor] = &node;
    return node;
  }

  diag::Span ImpliedNullSpan() {
    if (frames_.empty()) return {cursor_, cursor_};
    if (frames_.back().has_key) return frames_.back().key_span;
    // An empty list item, "- ", or an empty key. Its position is the indicator.
    const size_t from = std::max(cursor_, frames_.back().node->span.begin);
    const size_t at = SkipSpaceAndComments(text_, from);
    cursor_ = std::min(at + 1, text_.size());
    return {at, cursor_};
  }

  void Open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            char bracket) {
    if (done_) return;
    const size_t begin = BeginOf(mark, tag, anchor);
    const bool flow = begin < text_.size() && text_[begin] == bracket;
    if (frames_.size() >= kDeepestNesting) {
      Fail({.code = "E0008",
            .message = "values are nested more than " + std::to_string(kDeepestNesting) + " deep",
            .span = {begin, begin}});
    }
    Frame frame;
    frame.node = &NewNode(kind, anchor);
    frame.node->span = {begin, begin + (flow ? 1 : 0)};
    frame.flow = flow;
    frames_.push_back(std::move(frame));
    if (flow) cursor_ = begin + 1;
  }

  void Close(char bracket) {
    if (done_) return;
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (frame.flow) {
      size_t at = SkipSpaceAndComments(text_, cursor_);
      while (at < text_.size() && (text_[at] == ',' || text_[at] == ':' || text_[at] == '?')) {
        at = SkipSpaceAndComments(text_, at + 1);
      }
      if (at < text_.size() && text_[at] == bracket) cursor_ = at + 1;
      JoinSplitValues(frame);
    }
    frame.node->span.end = std::max(cursor_, frame.node->span.begin);
    Add(*frame.node, frame.node->span);
  }

  // Joins values that a ',' split, so that the mistake is reported once.
  void JoinSplitValues(Frame& frame) {
    std::vector<diag::Span> joined;
    const auto join = [&](const Node*& value) {
      const bool may_be_split = value->kind == NodeKind::kScalar && value->plain;
      const std::optional<diag::Span> whole =
          may_be_split ? WholeOfSplitValue(text_, value->span, cursor_) : std::nullopt;
      if (!whole) return false;
      sink_.Report(DiagnoseSplitValue(text_, value->span, *whole));
      joined.push_back(*whole);
      Node& node = NewNode(NodeKind::kScalar, 0);
      node.plain = true;
      node.span = *whole;
      node.text = text_.substr(whole->begin, whole->end - whole->begin);
      value = &node;
      return true;
    };
    const auto is_joined = [&](const diag::Span& span) {
      return !joined.empty() && span.begin > joined.back().begin && span.begin < joined.back().end;
    };
    std::vector<Member> members;
    for (Member& member : frame.node->members) {
      if (is_joined(member.key_span)) continue;
      if (join(member.value)) member.value_span = member.value->span;
      members.push_back(std::move(member));
    }
    frame.node->members = std::move(members);
    std::vector<const Node*> items;
    std::vector<diag::Span> spans;
    for (size_t i = 0; i < frame.node->items.size(); ++i) {
      const Node* item = frame.node->items[i];
      if (is_joined(item->span)) continue;
      spans.push_back(join(item) ? item->span : frame.node->item_spans[i]);
      items.push_back(item);
    }
    frame.node->items = std::move(items);
    frame.node->item_spans = std::move(spans);
    for (diag::Diagnostic& duplicate : frame.duplicates) {
      const bool is_part = std::any_of(joined.begin(), joined.end(), [&](const diag::Span& whole) {
        return duplicate.span.begin > whole.begin && duplicate.span.begin < whole.end;
      });
      if (!is_part) sink_.Report(std::move(duplicate));
    }
  }

  // Adds a finished value to its parent. `span` is where the value is used. For an alias that
  // differs from where it is defined.
  void Add(const Node& node, const diag::Span& span) {
    if (frames_.empty()) {
      tree_.root_ = &node;
      return;
    }
    Frame& frame = frames_.back();
    frame.node->expanded += node.expanded;
    if (frame.node->kind == NodeKind::kSequence) {
      frame.node->items.push_back(&node);
      frame.node->item_spans.push_back(span);
    } else if (frame.has_key) {
      frame.has_key = false;
      AddMember(frame, node, span);
    } else {
      frame.has_key = true;
      frame.key = node.text;
      frame.key_span = span;
      if (const size_t blanks = OddBlanks(node.text); node.plain && blanks > 0) {
        Fail(DiagnoseOddBlanks(node.text, {span.begin, span.begin + blanks}));
      }
      if (node.kind != NodeKind::kScalar) {
        Fail({.code = "E0013", .message = "a key must be a single word", .span = span});
      }
    }
  }

  void AddMember(Frame& frame, const Node& value, const diag::Span& span) {
    if (frame.key == "<<") {
      sink_.Report(
          {.code = "E0011",
           .message = "merge keys ('<<') are not used in a spec",
           .span = frame.key_span,
           .help = "write the keys out; a whole value can be repeated with &name and *name"});
      return;
    }
    const auto [first, inserted] = frame.keys.emplace(frame.key, frame.key_span);
    if (!inserted) {
      diag::Diagnostic duplicate{.code = "E0005",
                                 .message = "key " + base::Quoted(frame.key) + " is given twice",
                                 .span = frame.key_span,
                                 .notes = {{"first given here", first->second}},
                                 .help = "remove one of the two"};
      if (frame.flow) {
        frame.duplicates.push_back(std::move(duplicate));
      } else {
        sink_.Report(std::move(duplicate));
      }
      return;
    }
    frame.node->members.push_back({frame.key, frame.key_span, &value, span});
  }

  // Returns the innermost bracket that is open at `offset`. yaml-cpp reads far ahead of its events,
  // so the frames may not contain it yet.
  std::optional<diag::Span> InnermostBracket(size_t offset) const {
    size_t begin = cursor_;
    for (const Frame& frame : frames_) {
      if (frame.flow) begin = std::min(begin, frame.node->span.begin);
    }
    const size_t bracket = OpenBracket(text_, begin, offset);
    if (bracket == std::string_view::npos) return std::nullopt;
    return diag::Span{bracket, bracket + 1};
  }

  const std::string_view text_;
  const size_t base_;  // yaml-cpp counts from the end of the byte order mark
  size_t cursor_;      // the end of the text that has become nodes
  diag::Sink& sink_;
  YamlTree tree_;
  std::vector<Frame> frames_;
  std::unordered_map<YAML::anchor_t, const Node*> anchors_;
  size_t aliased_values_ = 0;
  std::optional<diag::Span> runaway_;  // the last scalar with several lines
  bool done_ = false;                  // the document is complete; the rest is not read
};

std::optional<YamlTree> ParseYaml(const diag::SourceFile& source, diag::Sink& sink) {
  if (!CheckText(source, sink)) return std::nullopt;
  if (std::optional<diag::Diagnostic> other = DiagnoseOtherFormat(source.text())) {
    sink.Report(std::move(*other));
    return std::nullopt;
  }
  return TreeBuilder(source, sink).Build();
}

}  // namespace plugingen::spec
