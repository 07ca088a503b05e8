// Parses the pattern of a rewrite into nodes to search for in a graph.

#ifndef PLUGINGEN_REWRITE_PATTERN_H_
#define PLUGINGEN_REWRITE_PATTERN_H_

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/callee.h"
#include "op/callee_finder.h"
#include "op/gradient.h"
#include "op/parse_expression.h"
#include "rewrite/rewrite.h"
#include "rewrite/type_terms.h"

namespace plugingen::rewrite {

class Pattern {
 public:
  // All arguments must outlive the pattern. Reports mistakes to the sink (E0371 to E0375, E0342,
  // E0343, E0346).
  Pattern(const op::KnownOps& ops, const std::vector<diag::SourceText>& lines, diag::Sink& sink);

  // Parses the lines. Returns false after a mistake.
  bool Read();

  // Look up what the replacement refers to. FindNode finds a node by its name, or by its op if only
  // one node has it. They return nullptr or nothing for unknown names.
  const size_t* FindNode(std::string_view name) const;
  const size_t* FindValue(std::string_view name) const;
  const op::Callee& CalleeOf(size_t node) const { return *nodes_[node].callees.front(); }
  size_t TypeOfOutput(size_t node, size_t output);
  size_t TypeOfValue(size_t value) const { return value_types_[value]; }
  size_t root() const { return nodes_.size() - 1; }
  // True if an input of the node is a constant of any shape.
  bool TakesAnyShape(size_t node) const;
  TypeTerms& types() { return types_; }
  // Returns the names of values and nodes, for suggestions.
  std::vector<std::string_view> Names() const;

  // Copies the attr of a matched node to the replacement, whatever its value. Returns false after a
  // mistake.
  bool Carry(size_t node, const std::string& attr, diag::Span where);
  size_t num_values() const { return value_types_.size(); }

  // Requires the default value of every attr that the pattern does not mention. Returns false after
  // a mistake.
  bool FillDefaults();

  // Take returns the nodes with their operands to match, the root first. PlaceOf returns the new
  // index of a node.
  std::vector<MatchedNode> Take();
  size_t Place(size_t node) const { return RootFirst(node, nodes_.size()); }

 private:
  struct Node {
    MatchedNode matched;
    std::vector<const op::Callee*> callees;  // one for each of its ops
    std::set<std::string> mentioned;         // attrs that the pattern mentions
    diag::Span span;                         // of its ops
  };

  bool Fail(std::string code, std::string message, diag::Span span, std::string note = "",
            std::string help = "");
  diag::Span SpanOf(const op::Place& place) const { return line_->Of(place.from, place.to); }

  bool ReadLine(const diag::SourceText& line, bool is_last);
  bool ReadNode(op::Expr& call, size_t* index);
  bool FindCallees(const op::Expr& call, std::vector<const op::Callee*>& callees);
  // The types of the values for an input. A list has one for each tensor.
  using InputTypes = std::vector<std::pair<const op::CalleeArg*, size_t>>;
  bool ReadInputs(op::Expr& call, const std::vector<const op::Callee*>& callees,
                  std::vector<Operand>& inputs, InputTypes& types);
  bool ReadInput(op::Expr& value, Operand& operand, size_t* type);
  bool ReadNodeOutput(op::Expr& value, int output, const op::Place& place, Operand& operand,
                      size_t* type);
  bool ReadAttr(Node& node, const std::string& attr, const op::Place& place, op::Expr& value);
  bool CheckNumber(const op::Expr& value);
  // True if all ops of a node that have the attr have the same default. Reports an error otherwise.
  bool HaveOneDefault(const Node& node, const std::string& attr, diag::Span where);
  bool DemandDefault(const op::Callee& callee, const op::Attr& attr, Node& node);
  size_t AddValue(const std::string& name);
  size_t TypeOf(size_t node, std::string_view type);

  const op::KnownOps& ops_;
  const std::vector<diag::SourceText>& lines_;
  diag::Sink& sink_;
  const diag::SourceText* line_ = nullptr;  // the line that is being parsed
  std::deque<op::CalleeFinder> finders_;    // one per line; nodes refer to their results
  std::vector<Node> nodes_;  // inputs precede the nodes that use them, so the root is last
  std::map<std::string, size_t, std::less<>> node_names_;
  std::map<std::string, size_t, std::less<>> op_names_;  // of ops that only one node has
  std::set<std::string, std::less<>> shared_op_names_;
  std::map<std::string, size_t, std::less<>> value_names_;
  std::vector<size_t> value_types_;
  std::map<std::string, diag::Span> unused_;  // named lines that are not used yet
  TypeTerms types_;
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_PATTERN_H_
