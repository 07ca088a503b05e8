#include "cli/new_input.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/suggest.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/project_folder.h"
#include "cli/spec_input.h"
#include "project/lock.h"
#include "spec/rules.h"

namespace plugingen::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSpecEndings[] = {".yaml", ".yml"};

bool HasSpecEnding(std::string_view path) {
  return std::any_of(std::begin(kSpecEndings), std::end(kSpecEndings),
                     [&](const char* ending) { return path.ends_with(ending); });
}

bool LooksLikeFile(std::string_view given) {
  return given.empty() || given.find('/') != std::string_view::npos || HasSpecEnding(given);
}

// Returns a spec beside the missing one with a similar name, or "".
std::string NearestFile(const std::string& given) {
  const std::string folder = ParentOf(given);
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (HasSpecEnding(name)) files.push_back(JoinPath(folder, name));
  }
  return std::string(base::NearestName(given, {files.begin(), files.end()}));
}

// Returns the plugin name that the user may have meant with the path of a missing file.
std::string NameOf(const std::string& given) {
  const std::string stem = fs::path(given).stem().string();
  return spec::CheckValue("plugin.name", stem) ? "NAME" : stem;
}

void ReportMissing(const std::string& given, Console& console) {
  console.Error("there is no file " + base::Quoted(given));
  if (const std::string nearest = NearestFile(given); !nearest.empty()) {
    console.Complain("Did you mean " + base::Quoted(nearest) + "?\n");
    return;
  }
  const std::string name = NameOf(given);
  console.Complain("'plugingen init " + name +
                   "' writes a spec to start from, and 'plugingen new " + name +
                   "' makes a project of one at once.\n");
}

int ReportFolder(const std::string& given, Console& console) {
  const auto disk = MakeRealFileSystem();
  if (disk->Kind(JoinPath(RealFolder(given), project::kLockPath)) == FileKind::kFile) {
    console.Error(base::Quoted(given) + " is already a project");
    console.Complain(
        "'plugingen regenerate " + base::ShellQuoted(given) +
        "' brings it up to date with its spec. To make another one, choose another name.\n");
    return kRefused;
  }
  console.Error(base::Quoted(given) + " is a folder, not a spec");
  console.Complain("Name the file of a spec, or a project that does not exist yet.\n");
  return kUsage;
}

}  // namespace

std::optional<NewInput> ReadNewInput(const std::string& given, StarterOptions& starter,
                                     Console& console, int& status) {
  status = kUsage;
  std::error_code error;
  const fs::file_status found = fs::status(given, error);
  const bool missing = given != "-" && found.type() == fs::file_type::not_found;
  if (!missing && found.type() == fs::file_type::directory) {
    status = ReportFolder(given, console);
    return std::nullopt;
  }
  if (missing && LooksLikeFile(given)) {
    ReportMissing(given, console);
    return std::nullopt;
  }
  // If the user has a spec of this name, a project with default values is not what they want.
  for (const char* const ending : kSpecEndings) {
    if (!missing || !fs::exists(given + ending, error)) continue;
    console.Error("there is no file " + base::Quoted(given) + "; did you mean " +
                  base::Quoted(given + ending) + "?");
    console.Complain("To make a project without a spec, choose a name that is not taken.\n");
    return std::nullopt;
  }
  if (missing) {
    starter.name = given;
    if (spec::CheckValue("plugin.name", given)) {
      console.Error("there is no file " + base::Quoted(given) +
                    ", and a project cannot have that name:");
    }
    auto source = MakeStarter(starter, JoinPath(given, given + ".yaml"), console);
    if (!source) return std::nullopt;
    return NewInput{std::move(*source), true};
  }
  if (starter.any()) {
    console.Error("these options are for a new spec, but " +
                  (given == "-" ? "the standard input" : base::Quoted(given)) +
                  " has one already: edit it, or pass a name instead");
    return std::nullopt;
  }
  auto source = ReadSpec(given, console);
  if (!source) return std::nullopt;
  return NewInput{std::move(*source), false};
}

}  // namespace plugingen::cli
