#include <fnmatch.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/wrap.h"
#include "catalog/history.h"
#include "catalog/nearest_op.h"
#include "catalog/reference.h"
#include "catalog/sets.h"
#include "cli/command.h"
#include "cli/op_page.h"
#include "cli/op_sets.h"
#include "cli/tensorflow_option.h"

namespace plugingen::cli {
namespace {

struct OpsOptions {
  std::vector<std::string> names;
  std::string set;
  bool sets = false;
  bool reference_only = false;
  std::string tensorflow;
  bool json = false;
};

using Names = std::vector<std::string_view>;

bool HasReference(std::string_view op) {
  return catalog::ReferenceTable::BuiltIn().Find(op) != nullptr;
}

// A line for an op in lists: its name first, so that programs can cut it off.
std::string Line(std::string_view name, const catalog::History& history) {
  std::string text(name);
  if (HasReference(name)) text += "  (reference kernel)";
  const std::string present = catalog::SinceUntil(history.ReleasesWith(name), history.releases());
  if (!present.empty()) text += "  (" + present + ")";
  return text + "\n";
}

base::Json LineJson(std::string_view name, const catalog::History& history) {
  base::Json releases = base::Json::array();
  const catalog::ReleaseSet present = history.ReleasesWith(name);
  for (size_t i = 0; i < history.releases().size(); ++i) {
    if (catalog::Holds(present, i)) releases.push_back(history.releases()[i]);
  }
  return {{"name", name}, {"reference_kernel", HasReference(name)}, {"releases", releases}};
}

void PrintJson(const catalog::Catalog& catalog, const base::Json& members, Console& console) {
  base::Json json = {{"tensorflow", catalog.release()}};
  json.update(members);
  console.Print(base::JsonText(json, /*levels=*/2) + "\n");
}

// Looks names and patterns up, in all ops or in those that have a reference kernel.
class Search {
 public:
  Search(const OpsOptions& options, const catalog::Catalog& catalog, Console& console)
      : options_(options), catalog_(catalog), console_(console) {
    for (const std::string_view name : catalog.names()) {
      if (!options.reference_only || HasReference(name)) names_.push_back(name);
    }
  }

  int Run() {
    if (options_.names.empty()) Show(names_);
    int status = kDone;
    for (const std::string& word : options_.names) {
      if (!Find(word)) status = kUsage;
    }
    if (options_.json && status == kDone) PrintJson(catalog_, {{"ops", ops_}}, console_);
    return status;
  }

 private:
  bool Find(const std::string& word) {
    const catalog::Op* op = catalog_.Find(word);
    if (op != nullptr && options_.reference_only && !HasReference(word)) {
      console_.Error("plugingen has no reference kernel for " + base::Quoted(word));
      return false;
    }
    if (op != nullptr) {
      Show(*op);
      return true;
    }
    const bool is_pattern = word.find_first_of("*?[") != std::string::npos;
    // One that other releases have is no word to search for.
    const bool elsewhere = catalog::History::BuiltIn().ReleasesWith(word) != 0;
    const Names found = is_pattern ? Matching([&](std::string_view name) {
      return fnmatch(word.c_str(), std::string(name).c_str(), FNM_CASEFOLD) == 0;
    })
                        : elsewhere
                            ? Names()
                            : Matching([needle = base::ToLower(word)](auto name) {
                                return base::ToLower(name).find(needle) != std::string::npos;
                              });
    if (found.empty() || word.empty()) {
      ReportUnknown(word, is_pattern);
      return false;
    }
    if (!is_pattern) {
      const auto meant = std::find_if(found.begin(), found.end(), [&](std::string_view name) {
        return base::ToLower(name) == base::ToLower(word);
      });
      console_.Note("there is no op " + base::Quoted(word) + "; " +
                    (meant == found.end() ? "" : base::DidYouMean(*meant) + " ") +
                    std::to_string(found.size()) +
                    (found.size() == 1 ? " name contains it" : " names contain it"));
    }
    Show(found);
    return true;
  }

  Names Matching(const std::function<bool(std::string_view)>& fits) const {
    Names found;
    for (const std::string_view name : names_) {
      if (fits(name)) found.push_back(name);
    }
    return found;
  }

  void Show(const Names& names) {
    const catalog::History& history = catalog::History::BuiltIn();
    for (const std::string_view name : names) {
      if (options_.json) {
        ops_.push_back(LineJson(name, history));
      } else {
        console_.Print(Line(name, history));
      }
    }
  }

  void Show(const catalog::Op& op) {
    if (options_.json) {
      base::Json page = LineJson(op.name, catalog::History::BuiltIn());
      page.update(OpPageJson(op));
      ops_.push_back(std::move(page));
    } else {
      console_.Print(base::WrappedLines(OpPage(op), 4));
    }
  }

  void ReportUnknown(const std::string& word, bool is_pattern) {
    const catalog::History& history = catalog::History::BuiltIn();
    std::string message = "TensorFlow " + std::string(catalog_.release()) + " has no op " +
                          (is_pattern ? "that matches " : "") + base::Quoted(word);
    if (options_.reference_only) message += " with a reference kernel";
    if (const catalog::ReleaseSet others = history.ReleasesWith(word); others != 0) {
      message += "; it exists " + catalog::SinceUntil(others, history.releases());
    } else if (const auto nearest = options_.reference_only ? base::NearestName(word, names_)
                                                            : catalog::NearestOp(word, catalog_);
               !nearest.empty() && !is_pattern) {
      message += "; did you mean " + base::Quoted(nearest) + "?";
    }
    console_.Error(message);
    if (is_pattern) {
      console_.Complain(
          "'*' matches any characters, '?' matches one. Upper and lower case are the same.\n");
    }
  }

  const OpsOptions& options_;
  const catalog::Catalog& catalog_;
  Console& console_;
  Names names_;
  base::Json ops_ = base::Json::array();
};

int ShowSet(const OpsOptions& options, const catalog::Catalog& catalog, Console& console) {
  const catalog::SetTable& sets = catalog::SetTable::BuiltIn();
  const catalog::OpSet* set = sets.Find(options.set);
  if (set == nullptr) {
    const std::string_view nearest = base::NearestName(options.set, sets.names());
    console.Error("there is no set of ops named " + base::Quoted(options.set) +
                  (nearest.empty() ? "" : "; did you mean " + base::Quoted(nearest) + "?"));
    console.Complain("'plugingen ops --sets' lists them.\n");
    return kUsage;
  }
  if (options.json) {
    PrintJson(catalog, SetJson(*set, catalog), console);
  } else {
    console.Print(SetText(*set, catalog));
  }
  return kDone;
}

int Ops(const OpsOptions& options, Console& console) {
  const catalog::Catalog* catalog = CatalogOf(options.tensorflow, console);
  if (catalog == nullptr) return kUsage;
  if (!options.set.empty()) return ShowSet(options, *catalog, console);
  if (!options.sets) return Search(options, *catalog, console).Run();
  if (options.json) {
    PrintJson(*catalog, {{"sets", SetsJson(*catalog)}}, console);
  } else {
    console.Print(SetsText(*catalog));
  }
  return kDone;
}

}  // namespace

Run AddOps(CLI::App& app) {
  const auto options = std::make_shared<OpsOptions>();
  CLI::App* command = app.add_subcommand("ops", "List or search TensorFlow's ops, or describe one");
  CLI::Option* names =
      command->add_option("NAME", options->names,
                          "An op such as MatMul, a pattern such as 'Conv*', or a part of a name");
  CLI::Option* reference = command->add_flag("--reference-only", options->reference_only,
                                             "Only ops for which plugingen has a reference kernel");
  CLI::Option* set = command->add_option("--set", options->set, "List the ops of one set")
                         ->type_name("NAME")
                         ->excludes(names)
                         ->excludes(reference);
  command->add_flag("--sets", options->sets, "List the named sets of ops")
      ->excludes(names)
      ->excludes(reference)
      ->excludes(set);
  command
      ->add_option("--tensorflow", options->tensorflow,
                   "The release, e.g. 2.15; the newest by default")
      ->type_name("RELEASE");
  command->add_flag("--json", options->json, "Print one JSON object");
  return [options](Console& console) { return Ops(*options, console); };
}

}  // namespace plugingen::cli
