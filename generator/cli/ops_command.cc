#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/suggest.h"
#include "base/text.h"
#include "catalog/history.h"
#include "catalog/reference.h"
#include "catalog/sets.h"
#include "cli/command.h"
#include "cli/op_page.h"
#include "cli/tensorflow_option.h"

namespace plugingen::cli {
namespace {

struct OpsOptions {
  std::vector<std::string> names;
  std::string set;
  bool sets = false;
  std::string tensorflow;
};

std::string JoinViews(const std::vector<std::string_view>& words, std::string_view separator) {
  return base::Join(std::vector<std::string>(words.begin(), words.end()), separator);
}

int PrintSets(Console& console) {
  for (const auto& [name, set] : catalog::SetTable::BuiltIn().sets()) {
    std::vector<std::string_view> ops;
    for (const catalog::SetMember& member : set.members) {
      if (ops.empty() || ops.back() != member.op) ops.push_back(member.op);
    }
    console.Print(std::string(name) + ": " + std::string(set.purpose) + "\n  " +
                  JoinViews(ops, " ") + "\n");
  }
  return kDone;
}

// A line for an op in lists: its name first, so that programs can cut it off.
std::string Line(std::string_view name, const catalog::History& history) {
  std::string text(name);
  if (catalog::ReferenceTable::BuiltIn().Find(name) != nullptr) text += "  (reference kernel)";
  const std::string present = catalog::SinceUntil(history.ReleasesWith(name), history.releases());
  if (!present.empty()) text += "  (" + present + ")";
  return text + "\n";
}

// The ops of a set, each with the types that the set chooses.
int PrintSet(const std::string& name, const catalog::Catalog& catalog, Console& console) {
  const catalog::SetTable& sets = catalog::SetTable::BuiltIn();
  const catalog::OpSet* set = sets.Find(name);
  if (set == nullptr) {
    std::vector<std::string_view> names;
    for (const auto& [known, unused] : sets.sets()) names.push_back(known);
    const std::string_view nearest = base::NearestName(name, names);
    console.Error("there is no set of ops named " + base::Quoted(name) +
                  (nearest.empty() ? "; `plugingen ops --sets` lists them"
                                   : "; did you mean " + base::Quoted(nearest) + "?"));
    return kUsage;
  }
  for (const catalog::SetMember& member : set->members) {
    if (catalog.Find(member.op) == nullptr) continue;
    std::string text(member.op);
    for (const catalog::Constraint& chosen : member.types) {
      text += " " + std::string(chosen.attr) + "=" + JoinViews(chosen.types, ",");
    }
    console.Print(text + "\n");
  }
  return kDone;
}

void ReportUnknown(const std::string& name, const catalog::Catalog& catalog, Console& console) {
  const catalog::History& history = catalog::History::BuiltIn();
  std::string message =
      "TensorFlow " + std::string(catalog.release()) + " has no op " + base::Quoted(name);
  if (const catalog::ReleaseSet others = history.ReleasesWith(name); others != 0) {
    message += "; it is there " + catalog::SinceUntil(others, history.releases());
  } else if (const auto nearest = base::NearestName(name, catalog.names()); !nearest.empty()) {
    message += "; did you mean " + base::Quoted(nearest) + "?";
  }
  console.Error(message);
}

int Ops(const OpsOptions& options, Console& console) {
  const catalog::Catalog* catalog = CatalogOf(options.tensorflow, console);
  if (catalog == nullptr) return kUsage;
  if (options.sets) return PrintSets(console);
  if (!options.set.empty()) return PrintSet(options.set, *catalog, console);
  if (options.names.empty()) {
    const catalog::History& history = catalog::History::BuiltIn();
    for (const std::string_view name : catalog->names()) console.Print(Line(name, history));
    return kDone;
  }
  int status = kDone;
  for (const std::string& name : options.names) {
    if (const catalog::Op* op = catalog->Find(name)) {
      console.Print(OpPage(*op));
    } else {
      ReportUnknown(name, *catalog, console);
      status = kUsage;
    }
  }
  return status;
}

}  // namespace

Run AddOps(CLI::App& app) {
  const auto options = std::make_shared<OpsOptions>();
  CLI::App* command =
      app.add_subcommand("ops", "List TensorFlow's ops, or show what a kernel of one has to serve");
  CLI::Option* names = command->add_option("NAME", options->names, "Ops such as MatMul");
  CLI::Option* set = command->add_option("--set", options->set, "List the ops of one set")
                         ->type_name("NAME")
                         ->excludes(names);
  command->add_flag("--sets", options->sets, "List the named sets of ops")
      ->excludes(names)
      ->excludes(set);
  command
      ->add_option("--tensorflow", options->tensorflow,
                   "As this release has them, e.g. 2.15; the newest by default")
      ->type_name("RELEASE");
  return [options](Console& console) { return Ops(*options, console); };
}

}  // namespace plugingen::cli
