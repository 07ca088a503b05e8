// Parses the replacement of a pattern.

#ifndef PLUGINGEN_REWRITE_REPLACEMENT_H_
#define PLUGINGEN_REWRITE_REPLACEMENT_H_

#include <string>
#include <utility>
#include <vector>

#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/callee_finder.h"
#include "op/gradient.h"
#include "rewrite/pattern.h"
#include "rewrite/rewrite.h"

namespace plugingen::rewrite {

class Replacement {
 public:
  // All arguments must outlive the object. Reports mistakes to the sink (E0371 to E0376, W0373).
  Replacement(Pattern& pattern, const op::KnownOps& ops, const diag::SourceText& text,
              diag::Sink& sink)
      : pattern_(pattern), text_(text), sink_(sink), finder_(ops, text, sink) {}

  // Parses the text into `rewrite`. Returns false after a mistake.
  bool Read(Rewrite& rewrite);

 private:
  bool Fail(std::string code, std::string message, const op::Place& place, std::string note = "",
            std::string help = "");

  // W0373: the value of the replacement may not have the shape of op `root`, which it replaces.
  void WarnOfShape(const op::Callee& root, const op::Place& place);
  bool ReadOperand(op::Expr& value, Operand& operand, size_t* type);
  bool ReadNode(op::Expr& call, size_t* index);
  bool ReadAttr(const op::Callee& callee, const op::Attr& attr, op::Expr& value, NewAttr& made);
  bool FillAttrs(const op::Callee& callee, const op::Expr& call, size_t node);
  bool AddTypeAttr(const std::string& attr, size_t type, const op::Expr& call, size_t node);
  bool FillType(size_t type, NewAttr& made);
  bool CheckOutputs(const op::Callee& callee, const op::Expr& call);
  // Finds the type of an output of a new node, as a term of the pattern.
  bool TypeOf(size_t node, const op::Callee& callee, const std::string& type, size_t* term);

  Pattern& pattern_;
  const diag::SourceText& text_;
  diag::Sink& sink_;
  op::CalleeFinder finder_;
  std::vector<NewNode> nodes_;
  std::vector<const op::Callee*> callees_;  // of nodes_
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_REPLACEMENT_H_
