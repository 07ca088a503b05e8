#include "op/callee_finder.h"

#include <algorithm>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/nearest_op.h"

namespace plugingen::op {

using base::Quoted;
using catalog::ReleaseSet;

const Callee* CalleeFinder::Find(const Expr& call) {
  for (const Callee& known : callees_) {
    if (known.name == call.text) return &known;
  }
  for (const OpDef& op : scope_.new_ops) {
    if (op.name == call.text) return &callees_.emplace_back(CalleeOf(op));
  }
  const catalog::Op* newest = nullptr;
  ReleaseSet lacking = 0;
  for (size_t i = scope_.history.releases().size(); i-- > 0;) {
    if (!catalog::Holds(scope_.releases, i)) continue;
    const catalog::Op* op = scope_.history.At(i).Find(call.text);
    if (op == nullptr) lacking |= ReleaseSet{1} << i;
    if (newest == nullptr) newest = op;
  }
  if (newest == nullptr) {
    ReportUnknownOp(call);
    return nullptr;
  }
  if (lacking != 0) {
    ReportLacking("op " + Quoted(call.text), lacking, call.name);
    return nullptr;
  }
  return &callees_.emplace_back(CalleeOf(*newest));
}

const Callee* CalleeFinder::FindNamed() {
  Expr call{.kind = Expr::Kind::kCall, .text = source_.text};
  call.place = call.name = {0, source_.text.size()};
  return Find(call);
}

void CalleeFinder::ReportUnknownOp(const Expr& call) {
  const std::vector<std::string_view>& releases = scope_.history.releases();
  diag::Diagnostic diagnostic{.code = "E0342",
                              .message = "there is no op " + Quoted(call.text),
                              .span = source_.Of(call.name.from, call.name.to)};
  if (const ReleaseSet others = scope_.history.ReleasesWith(call.text); others != 0) {
    diagnostic.notes = {{"TensorFlow has it " + catalog::SinceUntil(others, releases) +
                             ", in releases that this plugin does not support",
                         {}}};
  } else {
    size_t newest = releases.size() - 1;
    while (newest > 0 && !catalog::Holds(scope_.releases, newest)) --newest;
    std::vector<std::string_view> own = {kSumToShape};
    for (const OpDef& op : scope_.new_ops) own.push_back(op.name);
    diagnostic.help =
        base::DidYouMean(catalog::NearestOp(call.text, scope_.history.At(newest), own));
    if (diagnostic.help.empty()) diagnostic.help = "`plugingen ops` lists TensorFlow's ops";
  }
  sink_.Report(std::move(diagnostic));
}

void CalleeFinder::ReportLacking(const std::string& what, ReleaseSet lacking, const Place& place) {
  sink_.Report({.code = "E0343",
                .message = "TensorFlow " +
                           catalog::ReleasesText(lacking, scope_.history.releases()) + " has no " +
                           what,
                .span = source_.Of(place.from, place.to),
                .notes = {{"every release that the plugin supports must have it", {}}},
                .help = "use other ops, or narrow the range under 'tensorflow'"});
}

bool CalleeFinder::CheckReleases(const Callee& callee, const std::vector<std::string>& given,
                                 const Expr& call) {
  if (callee.is_new_op || scope_.history.IsConstant(callee.name)) return true;
  bool good = true;
  for (size_t i = 0; i < given.size(); ++i) {
    ReleaseSet lacking = 0;
    for (size_t release = 0; release < scope_.history.releases().size(); ++release) {
      if (!catalog::Holds(scope_.releases, release)) continue;
      const catalog::Op* op = scope_.history.At(release).Find(callee.name);
      const bool known =
          op == nullptr || op->FindAttr(given[i]) != nullptr ||
          std::any_of(op->inputs.begin(), op->inputs.end(),
                      [&](const catalog::Arg& input) { return input.name == given[i]; });
      if (!known) lacking |= ReleaseSet{1} << release;
    }
    if (lacking == 0) continue;
    ReportLacking(Quoted(given[i]) + " of op " + Quoted(callee.name), lacking,
                  call.parameter_places[i]);
    good = false;
  }
  return good;
}

bool CalleeFinder::CheckPython(const Callee& callee, const std::vector<std::string>& given,
                               const Expr& call) {
  if (callee.is_new_op) return true;
  ReleaseSet lacking = 0;
  std::vector<ReleaseSet> otherwise(given.size(), 0);
  for (size_t release = 0; release < scope_.history.releases().size(); ++release) {
    if (!catalog::Holds(scope_.releases, release)) continue;
    const catalog::Op* op = scope_.history.At(release).Find(callee.name);
    if (op == nullptr) continue;
    const ReleaseSet bit = ReleaseSet{1} << release;
    if (!op->is_in_python) lacking |= bit;
    for (size_t i = 0; i < given.size(); ++i) {
      if (op->PythonNameOf(given[i]) != callee.PythonNameOf(given[i])) otherwise[i] |= bit;
    }
  }
  if (lacking != 0) {
    ReportLacking("tf.raw_ops." + callee.name, lacking, call.name);
    return false;
  }
  bool good = true;
  for (size_t i = 0; i < given.size(); ++i) {
    if (otherwise[i] == 0) continue;
    ReportLacking(Quoted(callee.PythonNameOf(given[i])) + " of tf.raw_ops." + callee.name,
                  otherwise[i], call.parameter_places[i]);
    good = false;
  }
  return good;
}

}  // namespace plugingen::op
