#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/json.h"
#include "base/replace_file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/plan_output.h"
#include "cli/project_folder.h"
#include "cli/project_place.h"
#include "cli/project_plan.h"
#include "cli/regenerate_command.h"
#include "cli/spec_addition.h"
#include "cli/spec_input.h"
#include "project/lock.h"
#include "project/transaction.h"

namespace plugingen::cli {
namespace {

struct AddOptions {
  AdditionRequest request;
  std::string spec;
  std::string folder;
  bool regenerate = false;
  bool dry_run = false;
  bool quiet = false;
  bool json = false;

  bool is_silent() const { return quiet || json; }
};

base::Json JsonOf(const Addition& addition, const std::string& spec, bool written) {
  return {{"spec", spec},
          {"added", addition.entries},
          {"written", written},
          {"remarks", addition.remarks}};
}

void PrintJson(const base::Json& json, Console& console) {
  console.Print(base::JsonText(json, /*levels=*/2) + "\n");
}

// `spec` is the path of the spec. `next` is the command to run afterwards, or "".
void PrintAddition(const Addition& addition, const std::string& spec, const std::string& next,
                   const AddOptions& options, Console& console) {
  const bool written = !options.dry_run && !addition.entries.empty();
  if (options.json) PrintJson(JsonOf(addition, spec, written), console);
  if (options.is_silent()) return;
  const std::string shown = Shown(spec);
  if (!addition.entries.empty()) {
    console.Print((written ? "Added to " : "Would be added to ") + shown + ":\n");
    for (const std::string& entry : addition.entries) console.Print("  - " + entry + "\n");
  }
  for (const std::string& remark : addition.remarks) console.Print(remark + "\n");
  if (written && !next.empty()) console.Print("Next: " + next + "\n");
}

std::string LabelOf(const AddOptions& options) {
  return "plugingen add " + base::Join(options.request.names, " ");
}

bool MayWrite(const std::string& path, const std::string& shown, Console& console) {
  const std::string refusal = RefusalToReplace(path);
  if (refusal.empty()) return true;
  console.Error(base::Quoted(shown) + " " + refusal);
  return false;
}

// Returns the command that applies the edited spec, which may be that of a project.
std::string NextFor(const std::string& spec, const FileSystem& disk) {
  const std::string folder = ParentOf(spec);
  const bool in_project = disk.Kind(JoinPath(folder, project::kLockPath)) == FileKind::kFile;
  if (!in_project) return "plugingen new " + base::ShellQuoted(spec);
  return "plugingen regenerate" + (folder.empty() ? "" : " " + base::ShellQuoted(folder));
}

// True if the spec is a file that can be replaced, rather than a pipe.
bool IsReadable(const std::string& spec, const FileSystem& disk, Console& console) {
  if (disk.Kind(spec) != FileKind::kOther) return true;
  console.Error(base::Quoted(spec) + " is not a regular file");
  console.Complain("'--spec -' reads the standard input.\n");
  return false;
}

int AddToStandardInput(const AddOptions& options, Console& console) {
  const auto source = ReadSpec(options.spec, console);
  if (!source) return kUsage;
  int status = kDone;
  const auto addition = AddToSpec(*source, options.request, console, status);
  if (!addition) return status;
  if (options.json) {
    base::Json json = JsonOf(*addition, options.spec, /*written=*/false);
    json["text"] = addition->text;
    PrintJson(json, console);
    return kDone;
  }
  console.Print(addition->text);
  for (const std::string& remark : addition->remarks) console.Note(remark);
  return kDone;
}

int AddToFile(const AddOptions& options, Console& console) {
  if (options.spec == "-") return AddToStandardInput(options, console);
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  if (!IsReadable(options.spec, *disk, console)) return kRefused;
  // Locked before the spec is read, so that an entry that another run adds meanwhile is not lost.
  const FolderLock lock(FolderOfFile(options.spec),
                        options.dry_run ? FolderLock::Mode::kShared : FolderLock::Mode::kExclusive,
                        [&](const std::string& locked) { console.NoteWait(locked); });
  const auto source = ReadSpec(options.spec, console);
  if (!source) return kUsage;
  int status = kDone;
  const auto addition = AddToSpec(*source, options.request, console, status);
  if (!addition) return status;
  if (!addition->entries.empty()) {
    if (!MayWrite(options.spec, options.spec, console)) return kRefused;
    if (!options.dry_run && !ReplaceFile(options.spec, source->text(), addition->text)) {
      console.Error(base::Quoted(options.spec) + " changed meanwhile; it was not written");
      console.Complain("Run the command again.\n");
      return kRefused;
    }
  }
  PrintAddition(*addition, options.spec, NextFor(options.spec, *disk), options, console);
  return kDone;
}

// Writes the spec and regenerates in one run, so that `undo` restores both.
int AddAndRegenerate(const AddOptions& options, const Addition& addition, const std::string& spec,
                     ProjectFolder& project, Console& console) {
  int status = kDone;
  const auto planned = PlanProject(project, {.spec_text = addition.text}, console, status);
  if (!planned) return status;
  PrintNotes(planned->result, console);
  if (options.dry_run && !planned->result.plan.stopped()) {
    PrintAddition(addition, spec, "", options, console);
    if (!options.is_silent()) {
      PrintPreview({.dry_run = true}, planned->result, planned->diagnostics,
                   project.CompletedFiles(), console);
    }
    return StatusOf(planned->result.plan);
  }
  status =
      CarryOut(*planned, LabelOf(options) + " --regenerate", options.is_silent(), project, console);
  const bool is_written = !planned->result.plan.stopped() && status != kCannotWrite;
  if (is_written) PrintAddition(addition, spec, "", options, console);
  return status;
}

int AddToProject(const AddOptions& options, Console& console) {
  ProjectFolder project(FolderOfProject(options.folder, options.is_silent(), console),
                        /*preview=*/options.dry_run, console);
  const auto spec_path = project.FindSpec(console);
  if (!spec_path) {
    console.Complain("'plugingen add --spec FILE' adds to a spec outside of a project.\n");
    return kUsage;
  }
  const auto source = project.ReadSpecAt(*spec_path, console);
  if (!source) return kUsage;
  int status = kDone;
  const auto addition = AddToSpec(*source, options.request, console, status);
  if (!addition) return status;
  const std::string shown = source->path();
  if (addition->entries.empty()) {
    PrintAddition(*addition, shown, "", options, console);
    return kDone;
  }
  if (!MayWrite(JoinPath(project.root(), *spec_path), shown, console)) return kRefused;
  if (options.regenerate) return AddAndRegenerate(options, *addition, shown, project, console);
  if (options.dry_run) {
    std::vector<std::string> notes;
    project.AddNotes(notes);
    for (const std::string& note : notes) console.Note(note);
    PrintAddition(*addition, shown, "", options, console);
    return kDone;
  }
  try {
    project::Apply(project.root(), {{*spec_path, Sha256(source->text()), addition->text}},
                   LabelOf(options), project.disk());
  } catch (const FileError& error) {
    return project.ReportFailure(error, console);
  }
  const std::string folder = options.folder.empty() ? "" : " " + base::ShellQuoted(options.folder);
  PrintAddition(*addition, shown, "plugingen regenerate" + folder, options, console);
  return kDone;
}

}  // namespace

Run AddAdd(CLI::App& app) {
  const auto options = std::make_shared<AddOptions>();
  CLI::App* command = app.add_subcommand("add", "Add ops or sets of ops to the spec's kernels");
  command->add_option("NAME", options->request.names, "Ops such as Tan, and sets such as training")
      ->required();
  command
      ->add_option("--types", options->request.types,
                   "Data types, such as float,half; for an op with several type attributes, "
                   "T=float,half for each. By default all types of the kernel")
      ->check(NotEmpty)
      ->type_name("TYPES")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      ->add_option("--implementation", options->request.implementation,
                   "reference, stub, or a file of src/kernels such as tan.cc; by default a stub if "
                   "plugingen has no kernel")
      ->check(NotEmpty)
      ->type_name("WHICH");
  CLI::Option* project =
      command
          ->add_option(
              "--project", options->folder,
              "The project's folder (default: the current one, or the project that it is in)")
          ->check(NotEmpty)
          ->type_name("DIR");
  CLI::Option* spec =
      command
          ->add_option(
              "--spec", options->spec,
              "A spec outside of a project; - reads it from the standard input and prints the "
              "result")
          ->check(NotEmpty)
          ->type_name("FILE")
          ->excludes(project);
  command->add_flag("--regenerate", options->regenerate, "Regenerate the project at once")
      ->excludes(spec);
  command->add_flag("--dry-run", options->dry_run,
                    "Print what would be added, and with --regenerate what would change; write "
                    "nothing");
  command->add_flag("-q,--quiet", options->quiet, "Print nothing on success");
  command->add_flag("--json", options->json, "Print one JSON object");
  return [options](Console& console) {
    return options->spec.empty() ? AddToProject(*options, console) : AddToFile(*options, console);
  };
}

}  // namespace plugingen::cli
