// Looks up the ops that a gradient or a rewrite names, in every release that the plugin serves.

#ifndef PLUGINGEN_OP_CALLEE_FINDER_H_
#define PLUGINGEN_OP_CALLEE_FINDER_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/history.h"
#include "diag/diagnostic.h"
#include "diag/source_text.h"
#include "op/callee.h"
#include "op/gradient.h"

namespace plugingen::op {

// The function of the language that is no op.
constexpr std::string_view kSumToShape = "sum_to_shape";

// The ops there are.
struct KnownOps {
  const std::vector<OpDef>& new_ops;  // all of the plugin's own
  const catalog::History& history;    // TensorFlow's
  catalog::ReleaseSet releases;       // of it, that the plugin serves
};

class CalleeFinder {
 public:
  // All of them must outlive the finder.
  CalleeFinder(const KnownOps& scope, const diag::SourceText& source, diag::Sink& sink)
      : scope_(scope), source_(source), sink_(sink) {}

  // The op that a call names, as the newest release has it. Null after a mistake, which goes to the
  // sink (E0342, E0343). The pointer stays good as long as the finder.
  const Callee* Find(const Expr& call);
  // The same, where the source is an op's name and nothing else.
  const Callee* FindNamed();

  // Whether the inputs and attrs that a call names are there in the older releases of the range,
  // too; complains if not (E0343).
  bool CheckReleases(const Callee& callee, const std::vector<std::string>& given, const Expr& call);

  // Whether tf.raw_ops has the op, and calls what the call names the same, in every release;
  // complains if not (E0343). Only who emits Python needs to ask.
  bool CheckPython(const Callee& callee, const std::vector<std::string>& given, const Expr& call);

 private:
  void ReportUnknownOp(const Expr& call);
  void ReportLacking(const std::string& what, catalog::ReleaseSet lacking, const Place& place);

  const KnownOps& scope_;
  const diag::SourceText& source_;
  diag::Sink& sink_;
  std::deque<Callee> callees_;
};

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_CALLEE_FINDER_H_
