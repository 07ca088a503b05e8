// Looks up the ops that a gradient or a rewrite names, in every release that the plugin supports.

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

// The only function of the language that is no op.
constexpr std::string_view kSumToShape = "sum_to_shape";

// The ops that a name can mean.
struct KnownOps {
  const std::vector<OpDef>& new_ops;  // all ops of the plugin
  const catalog::History& history;    // TensorFlow's
  catalog::ReleaseSet releases;       // those that the plugin supports
};

class CalleeFinder {
 public:
  // All arguments must outlive the finder.
  CalleeFinder(const KnownOps& scope, const diag::SourceText& source, diag::Sink& sink)
      : scope_(scope), source_(source), sink_(sink) {}

  // Returns the op of a call as the newest release defines it. Reports a mistake to the sink
  // (E0342, E0343) and returns null. The pointer is valid as long as the finder.
  const Callee* Find(const Expr& call);
  // The same if the source is just the name of an op.
  const Callee* FindNamed();

  // True if the older releases of the range also have the inputs and attrs that a call uses.
  // Reports an error otherwise (E0343).
  bool CheckReleases(const Callee& callee, const std::vector<std::string>& given, const Expr& call);

  // True if tf.raw_ops has the op, with the same names for the call's arguments, in every release.
  // Reports an error otherwise (E0343). Only necessary if Python is emitted.
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
