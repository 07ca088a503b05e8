#include "rewrite/check_loops.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include "base/text.h"

namespace plugingen::rewrite {
namespace {

using base::Quoted;

bool AreEqual(const Operand& a, const Operand& b) {
  return a.kind == b.kind && a.index == b.index && a.output == b.output;
}

bool Allows(const std::vector<AttrLiteral>& allowed, const AttrLiteral& literal) {
  return std::find(allowed.begin(), allowed.end(), literal) != allowed.end();
}

// Searches for a pattern in the replacement of a rewrite.
class Finder {
 public:
  Finder(const Rewrite& maker, const Rewrite& pattern) : maker_(maker), pattern_(pattern) {}

  bool Find() {
    if (!pattern_.conditions.empty()) return false;
    for (size_t node = 0; node < maker_.replace.size(); ++node) {
      values_.clear();
      steps_ = 0;
      if (Fits(0, node)) return true;
    }
    return false;
  }

 private:
  // Commutative ops can be tried in many ways. No real pattern needs so many steps.
  static constexpr int kMaxSteps = 10'000;

  bool Fits(size_t wanted, size_t made) {
    if (++steps_ > kMaxSteps) return false;
    const MatchedNode& node = pattern_.match[wanted];
    const NewNode& candidate = maker_.replace[made];
    const bool is_op = std::find(node.ops.begin(), node.ops.end(), candidate.op) != node.ops.end();
    if (!is_op || node.inputs.size() != candidate.inputs.size()) return false;
    if (!std::all_of(node.attrs.begin(), node.attrs.end(),
                     [&](const AttrCondition& condition) { return Holds(condition, candidate); })) {
      return false;
    }
    const std::map<size_t, Operand> before = values_;
    if (InputsFit(node, candidate, false)) return true;
    values_ = before;
    if (node.commutative && InputsFit(node, candidate, true)) return true;
    values_ = before;
    return false;
  }

  bool InputsFit(const MatchedNode& node, const NewNode& candidate, bool swapped) {
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      const Operand& made = candidate.inputs[swapped ? node.inputs.size() - 1 - i : i];
      if (!InputFits(node.inputs[i], made)) return false;
    }
    return true;
  }

  bool InputFits(const Operand& wanted, const Operand& made) {
    switch (wanted.kind) {
      case Operand::Kind::kNumber:
        return false;  // no replacement creates constants
      case Operand::Kind::kNode:
        return made.kind == Operand::Kind::kNode && made.output == wanted.output &&
               Fits(wanted.index, made.index);
      case Operand::Kind::kValue:
        break;
    }
    const auto [known, is_new] = values_.try_emplace(wanted.index, made);
    return is_new || AreEqual(known->second, made);
  }

  bool Holds(const AttrCondition& condition, const NewNode& candidate) const {
    const auto attr =
        std::find_if(candidate.attrs.begin(), candidate.attrs.end(),
                     [&](const NewAttr& made) { return made.name == condition.attr; });
    if (attr == candidate.attrs.end()) return false;
    if (!attr->node) return Allows(condition.allowed, *attr->literal);
    // A copied attr has the value that the creating rewrite's own pattern requires.
    for (const AttrCondition& demanded : maker_.match[*attr->node].attrs) {
      if (demanded.attr != attr->attr) continue;
      return std::all_of(
          demanded.allowed.begin(), demanded.allowed.end(),
          [&](const AttrLiteral& literal) { return Allows(condition.allowed, literal); });
    }
    return false;
  }

  const Rewrite& maker_;
  const Rewrite& pattern_;
  std::map<size_t, Operand> values_;
  int steps_ = 0;
};

// Finds which rewrites can follow each other.
class Loops {
 public:
  Loops(const std::vector<Rewrite>& rewrites, diag::Sink& sink) : rewrites_(rewrites), sink_(sink) {
    for (const Rewrite& maker : rewrites) {
      next_.emplace_back();
      for (size_t i = 0; i < rewrites.size(); ++i) {
        if (Finder(maker, rewrites[i]).Find()) next_.back().push_back(i);
      }
    }
  }

  void Report() {
    for (size_t i = 0; i < rewrites_.size(); ++i) {
      if (std::find(next_[i].begin(), next_[i].end(), i) != next_[i].end()) {
        ReportItself(rewrites_[i]);
        continue;
      }
      std::vector<size_t> path = {i};
      std::vector<bool> seen(rewrites_.size());
      if (LeadsBack(i, i, seen, path)) ReportPath(path);
    }
  }

 private:
  // True if a path from `from` to `first` exists that only uses later rewrites. So each loop is
  // found once.
  bool LeadsBack(size_t from, size_t first, std::vector<bool>& seen, std::vector<size_t>& path) {
    for (const size_t next : next_[from]) {
      if (next == first) return true;
      if (next < first || seen[next]) continue;
      seen[next] = true;
      path.push_back(next);
      if (LeadsBack(next, first, seen, path)) return true;
      path.pop_back();
    }
    return false;
  }

  void ReportItself(const Rewrite& rewrite) {
    sink_.Report({.code = "E0381",
                  .message = "rewrite " + Quoted(rewrite.name) + " creates what it replaces",
                  .span = rewrite.replaced_by,
                  .notes = {{"its own pattern is in the replacement, so it would apply again and "
                             "again",
                             {}}},
                  .help = "make the pattern more specific, or replace it by another op"});
  }

  void ReportPath(const std::vector<size_t>& path) {
    std::vector<std::string> names;
    for (const size_t i : path) names.push_back(Quoted(rewrites_[i].name));
    diag::Diagnostic diagnostic{.severity = diag::Severity::kWarning,
                                .code = "W0372",
                                .message = "rewrites " + base::Join(names, ", ") + " form a cycle",
                                .span = rewrites_[path.back()].replaced_by,
                                .help = "leave one of them out, or make its pattern more specific"};
    diagnostic.notes.push_back(
        {"each creates the next one's pattern, so the result after ten rounds is arbitrary", {}});
    diagnostic.notes.push_back({"the first is here", rewrites_[path.front()].replaced_by});
    sink_.Report(std::move(diagnostic));
  }

  const std::vector<Rewrite>& rewrites_;
  diag::Sink& sink_;
  std::vector<std::vector<size_t>> next_;
};

}  // namespace

void CheckLoops(const std::vector<Rewrite>& rewrites, diag::Sink& sink) {
  Loops(rewrites, sink).Report();
}

}  // namespace plugingen::rewrite
