#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/compare.h"
#include "api/print_report.h"
#include "base/json.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/wrap.h"
#include "catalog/c_api.h"
#include "catalog/lines.h"
#include "catalog/never_released.h"
#include "cli/api_json.h"
#include "cli/api_page.h"
#include "cli/api_report.h"
#include "cli/api_scan.h"
#include "cli/command.h"
#include "cli/tensorflow_option.h"
#include "known_releases.h"

namespace plugingen::cli {
namespace {

using catalog::CApi;

struct ListOptions {
  std::vector<std::string> names;
  std::string tensorflow;
  bool json = false;
};

struct DiffOptions {
  std::string from;
  std::string to;
  std::string project;
  bool json = false;
};

// Returns every name that `api list NAME` accepts.
std::vector<std::string_view> NamesOf(const CApi& api) {
  std::vector<std::string_view> names;
  for (const catalog::ApiSection& section : api.sections()) {
    names.push_back(section.name);
    for (size_t i = 0; i < api.releases().size(); ++i) {
      if (section.kind == catalog::ApiKind::kFunction) break;
      if (!catalog::Holds(section.releases, i)) continue;
      const catalog::ApiEntry entry = api.Read(section, i);
      for (const catalog::ApiField& field : entry.fields) names.push_back(field.name);
      for (const catalog::ApiValue& value : entry.values) names.push_back(value.name);
    }
  }
  for (const catalog::NeverReleased& draft : catalog::BuiltInNeverReleased()) {
    names.push_back(draft.name);
    names.push_back(draft.LastName());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void ReportUnknown(const std::string& name, std::optional<size_t> release, Console& console) {
  const CApi& api = CApi::BuiltIn();
  std::string message = "TensorFlow's C API has no " + base::Quoted(name);
  if (release && !ApiPage(api, name, std::nullopt).empty()) {
    message += " in " + std::string(api.releases()[*release]) + "; `plugingen api list " + name +
               "` tells which releases have it";
  } else if (const auto nearest = base::NearestName(name, NamesOf(api)); !nearest.empty()) {
    message += "; did you mean " + base::Quoted(nearest) + "?";
  }
  console.Error(message);
}

int List(const ListOptions& options, Console& console) {
  const CApi& api = CApi::BuiltIn();
  std::optional<size_t> release;
  if (!options.tensorflow.empty()) {
    const std::string_view found =
        KnownRelease(options.tensorflow, api.releases(), api.nightly(), console);
    if (found.empty()) return kUsage;
    release = api.IndexOf(found);
  }
  if (options.names.empty() && !options.json) console.Print(ApiTable(api, release));
  int status = kDone;
  for (const std::string& name : options.names) {
    const std::string page = ApiPage(api, name, release);
    if (page.empty()) {
      ReportUnknown(name, release, console);
      status = kUsage;
    } else if (!options.json) {
      console.Print(base::WrappedLines(page, 6));
    }
  }
  if (options.json && status == kDone) {
    console.Print(base::JsonText(ApiJson(api, options.names, release), /*levels=*/4) + "\n");
  }
  return status;
}

int Diff(const DiffOptions& options, Console& console) {
  const api::Facts facts = api::Facts::BuiltIn();
  const std::vector<std::string_view> known = api::KnownReleases(facts);
  const std::string_view nightly = facts.c_api.nightly();
  const std::string_view from = KnownRelease(options.from, known, nightly, console);
  if (from.empty()) return kUsage;
  const std::string_view to = KnownRelease(options.to, known, nightly, console);
  if (to.empty()) return kUsage;
  api::Report report;
  if (options.project.empty()) {
    report = api::Compare(from, to, facts);
  } else {
    const auto project = ReadProject(*MakeRealFileSystem(), options.project, console);
    if (!project) return kUsage;
    report = ProjectReport(from, to, *project);
  }
  console.Print(options.json ? api::PrintJson(report) : api::PrintText(report));
  return kDone;
}

int ReportNoSubcommand(const std::vector<std::string>& words, Console& console) {
  std::string message = "api needs 'list', 'diff' or 'scan'";
  if (!words.empty()) {
    message = "there is no command 'api " + base::Shortened(words.front()) + "'";
    const std::string_view nearest = base::NearestName(words.front(), {"list", "diff", "scan"});
    if (!nearest.empty()) message += "; did you mean 'api " + std::string(nearest) + "'?";
  }
  console.Error(message);
  console.Complain("Run 'plugingen api --help' for its commands.\n");
  return kUsage;
}

}  // namespace

Run AddApi(CLI::App& app) {
  const auto list_options = std::make_shared<ListOptions>();
  const auto diff_options = std::make_shared<DiffOptions>();
  CLI::App* command = app.add_subcommand(
      "api", "Show TensorFlow's C API, and what changed for plugins between two releases");
  // Collects a word that is no subcommand, so that the error can suggest one.
  const auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("WORD", *words)->group("");

  CLI::App* list = command->add_subcommand("list", "List the C API, or describe a name of it");
  list->add_option("NAME", list_options->names,
                   "Structs, functions, fields, ... such as TF_GetStream");
  list->add_option("--tensorflow", list_options->tensorflow,
                   "The release, e.g. 2.15, or nightly; all releases by default")
      ->type_name("RELEASE");
  list->add_flag("--json", list_options->json, "Print one JSON object");

  CLI::App* diff = command->add_subcommand("diff", "Show what changed between two releases");
  diff->add_option("FROM", diff_options->from, "The release that a plugin was made for, e.g. 2.15")
      ->required();
  diff->add_option("TO", diff_options->to,
                   "The release that it should run in, e.g. " PLUGINGEN_NEWEST_RELEASE)
      ->required();
  diff->add_option("--project", diff_options->project,
                   "Show only changes that concern the project in this folder, and where they do")
      ->check(NotEmpty)
      ->type_name("FOLDER");
  diff->add_flag("--json", diff_options->json, "Print one JSON object");

  const auto scan_options = std::make_shared<ScanOptions>();
  CLI::App* scan = command->add_subcommand("scan", "Add a release to a catalogue of your own");
  scan->add_option("PATH", scan_options->place,
                   "A wheel of TensorFlow, or the site-packages folder in which TensorFlow is "
                   "installed; by default the TensorFlow of the Python that runs the scan")
      ->check(NotEmpty);
  scan->add_option(
          "--catalog", scan_options->folder,
          "The catalogue's folder, which is made if it is missing; by default the one that "
          "PLUGINGEN_CATALOG names")
      ->check(NotEmpty)
      ->type_name("FOLDER");
  scan->add_option("--release", scan_options->release,
                   "The name of the release; by default the package's version")
      ->check(NotEmpty)
      ->type_name("RELEASE");
  scan->add_option("--python", scan_options->python, "The Python that runs the scan")
      ->check(NotEmpty)
      ->type_name("PROGRAM")
      ->capture_default_str();

  return [=](Console& console) {
    if (scan->parsed()) return Scan(*scan_options, console);
    if (list->parsed()) return List(*list_options, console);
    if (diff->parsed()) return Diff(*diff_options, console);
    return ReportNoSubcommand(*words, console);
  };
}

}  // namespace plugingen::cli
