#include <filesystem>
#include <memory>
#include <string>
#include <system_error>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/emission.h"
#include "cli/spec_input.h"
#include "diag/json_printer.h"
#include "project/commit.h"
#include "project/plan.h"
#include "project/print_plan.h"

namespace plugingen::cli {
namespace {

using project::Action;
using project::Plan;

struct Options {
  std::string spec;
  std::string output;
  std::string template_dir;
  bool dry_run = false;
  bool diff = false;
  bool json = false;
  bool explain = false;
  bool quiet = false;

  bool preview() const { return dry_run || diff || json || explain; }
};

// The folder that a path stands for, links resolved: what is renamed has to be the folder itself.
std::string RealFolder(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  const auto real = std::filesystem::weakly_canonical(absolute, error);
  if (error) throw FileError("cannot look at " + base::Quoted(path) + ": " + error.message());
  std::string text = real.string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// A path for a message: quoted only where it could be taken for something else.
std::string Shown(const std::string& path) {
  return base::ShellQuoted(path) == path ? path : base::Quoted(path);
}

void PrintObstacle(const project::Obstacle& obstacle, Console& console) {
  console.Error(obstacle.message);
  if (obstacle.paths.empty()) {
    console.Complain("Nothing was written. Choose another folder with -o.\n");
    return;
  }
  console.Complain("Nothing was written. These would have been overwritten:\n");
  for (const std::string& path : obstacle.paths) console.Complain("  " + path + "\n");
  console.Complain("Choose another folder with -o.\n");
}

void PrintRefusal(const Plan& plan, Console& console) {
  const size_t count = plan.Count(Action::kRefuse);
  console.Error("refused, since edits would be lost in " + std::to_string(count) +
                (count == 1 ? " file" : " files") + "; nothing was written");
  bool comes_again = false;
  bool stays_deleted = false;
  for (const project::Step& step : plan.steps) {
    if (step.action != Action::kRefuse) continue;
    console.Complain("  " + base::Quoted(step.path) + ": " + step.reason + "\n");
    const bool scaffold = step.ownership == emit::Ownership::kScaffold && step.output != nullptr;
    (scaffold ? stays_deleted : comes_again) = true;
  }
  console.Complain("See what would change with --diff.\n");
  if (comes_again) console.Complain("To give up an edit, delete the file and run this again.\n");
  if (stays_deleted) {
    console.Complain(
        "A scaffold file stays deleted: to give up an edit there, replace the file by the one of "
        "a\n"
        "project in another folder (-o), or merge the two.\n");
  }
}

int Preview(const Options& options, const Plan& plan, const std::string& diagnostics,
            Console& console) {
  if (options.json) {
    console.Print(project::PrintJson(plan, diagnostics));
  } else if (options.diff) {
    console.Print(project::PrintDiff(plan));
  } else if (options.explain) {
    console.Print(project::PrintReasons(plan));
  } else {
    console.Print(project::PrintVerdicts(plan));
  }
  return plan.refused() ? kRefused : kDone;
}

void PrintNextSteps(const std::string& folder, const std::string& spec, const Plan& plan,
                    Console& console) {
  const std::string summary = project::SummaryText(plan, /*written=*/true);
  if (!plan.fresh && plan.nothing_to_write()) {
    console.Print(Shown(folder) + ": up to date\n");
    return;
  }
  console.Print(Shown(folder) + ": " + summary + "\n");
  if (!plan.fresh) return;
  console.Print(
      "Next:\n"
      "  cd " +
      base::ShellQuoted(folder) +
      "\n"
      "  cmake -S . -B build       # -DPython3_EXECUTABLE=... chooses the TensorFlow\n"
      "  cmake --build build\n"
      "  ctest --test-dir build\n"
      "  pip install .\n"
      "From now on " +
      spec + " in that folder is the spec to edit; README.md there says more.\n");
}

int New(const Options& options, Console& console) {
  const auto source = ReadSpec(options.spec, console);
  if (!source) return kUsage;
  diag::Sink sink;
  const auto emission = Emit(*source, options.template_dir, sink);
  const std::string diagnostics =
      options.json ? diag::RenderJson(&*source, sink.diagnostics(), "  ") : "";
  if (!options.json) PrintDiagnostics(*source, sink, console);
  if (!emission) {
    if (options.json) console.Print("{\n  \"diagnostics\": " + diagnostics + "\n}\n");
    return kSpecErrors;
  }

  const std::string folder = options.output.empty() ? emission->name : options.output;
  const std::string root = RealFolder(folder);
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  const FolderLock lock(std::filesystem::path(root).parent_path().string());
  const project::PlanResult result =
      project::MakePlan(emission->files, emission->spec_path, root, *disk);
  if (result.obstacle) {
    if (options.json) console.Print(project::PrintJson(*result.obstacle, root, diagnostics));
    PrintObstacle(*result.obstacle, console);
    return kRefused;
  }
  if (options.preview()) return Preview(options, result.plan, diagnostics, console);
  if (result.plan.refused()) {
    PrintRefusal(result.plan, console);
    return kRefused;
  }
  try {
    project::Commit(result.plan, *disk);
  } catch (const FileError& error) {
    console.Error(error.what());
    console.Complain(disk->Kind(root) == FileKind::kMissing
                         ? "No project was made. Run this again when that is solved.\n"
                         : "The project may be incomplete; running this again completes it.\n");
    return kCannotWrite;
  }
  if (!options.quiet) PrintNextSteps(folder, emission->spec_path, result.plan, console);
  return kDone;
}

}  // namespace

Run AddNew(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("new", "Write a project; in an existing one, renew what was not edited");
  command->add_option("SPEC", options->spec, "The spec; - reads it from the standard input")
      ->required();
  command
      ->add_option("-o,--output", options->output,
                   "The project's folder (default: ./<plugin.name>)")
      ->check(NotEmpty)
      ->type_name("DIR");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  CLI::Option_group* preview =
      command->add_option_group("Preview", "Print the plan and write nothing");
  preview->add_flag("--dry-run", options->dry_run, "A line for each file that would change");
  preview->add_flag("--diff", options->diff, "What would change, as a unified diff");
  preview->add_flag("--explain", options->explain,
                    "A line for each file: whose it is, what happens, why");
  preview->add_flag("--json", options->json, "The plan and the diagnostics as JSON");
  preview->require_option(0, 1);
  command
      ->add_option("--template-dir", options->template_dir,
                   "Templates to use in place of the built-in ones, for work on plugingen")
      ->type_name("DIR")
      ->group("");
  return [options](Console& console) { return New(*options, console); };
}

}  // namespace plugingen::cli
