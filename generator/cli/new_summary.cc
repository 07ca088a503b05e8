#include "cli/new_summary.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "base/output_file.h"
#include "base/text.h"
#include "cli/columns.h"

namespace plugingen::cli {
namespace {

using project::Plan;
using project::Step;

// The descriptions of the owner's files, in the order of the summary. A file that matches no row
// has no description.
struct OwnersPart {
  std::string_view path;  // a file, or a folder with a '/' at its end
  std::string_view text;
};
constexpr OwnersPart kOwnersParts[] = {
    {"src/driver/", "the driver: the functions that touch the hardware"},
    {"src/kernels/", "kernels for you to write"},
    {"src/ops/", "shapes of ops for you to write"},
    {"CMakeLists.txt", "the build; CMakePresets.json and cmake/ belong to it"},
    {"pyproject.toml", "the wheel"},
    {"README.md", "how to build, test, install and use it"},
    {"tests/", "a place for tests of your own"},
    {".github/workflows/", "the pipeline: tests with each release, the wheel"},
    {".gitlab-ci.yml", "the pipeline: tests with each release, the wheel"},
};

bool IsIn(const Step& step, std::string_view part) {
  return part.ends_with('/') ? step.path.starts_with(part) : step.path == part;
}

// If the driver is in the library, the project has only the functions that it calls.
std::string TextOf(const OwnersPart& part, const std::vector<const Step*>& yours) {
  const bool has_driver = std::any_of(yours.begin(), yours.end(), [](const Step* step) {
    return step->path == "src/driver/driver.cc";
  });
  if (part.path != "src/driver/" || has_driver) return std::string(part.text);
  return "the functions of the driver, which is in library/driver";
}

std::string FilesText(size_t count) {
  return std::to_string(count) + (count == 1 ? " file" : " files");
}

// Returns "library" for "library/kernels/relu.cc". `shared` are the folders with files of both
// owners; for these it returns two levels.
std::string FolderOf(const std::string& path, const std::set<std::string>& shared) {
  const size_t slash = path.find('/');
  if (slash == std::string::npos) return path;
  std::string top = path.substr(0, slash);
  if (!shared.contains(top)) return top;
  return path.substr(0, path.find('/', slash + 1));
}

// Lists the folders of plugingen's files: "docs, library, python, src/generated, tests/generated".
std::string FoldersText(const std::vector<const Step*>& theirs,
                        const std::vector<const Step*>& yours) {
  std::set<std::string> shared;
  for (const Step* step : yours) shared.insert(step->path.substr(0, step->path.find('/')));
  std::set<std::string> folders;
  for (const Step* step : theirs) {
    if (!step->path.starts_with('.')) folders.insert(FolderOf(step->path, shared));
  }
  return base::Join({folders.begin(), folders.end()}, ", ");
}

}  // namespace

std::string NewProjectText(const std::string& shown, const Plan& plan) {
  std::vector<const Step*> yours;
  std::vector<const Step*> theirs;
  for (const Step& step : plan.steps) {
    const bool generated = step.ownership == base::Ownership::kGenerated;
    (generated ? theirs : yours).push_back(&step);
  }
  std::vector<Described> rows = {
      {plan.lock.spec_path, "the spec: edit it, then run 'plugingen regenerate'"}};
  for (const OwnersPart& part : kOwnersParts) {
    const auto count = std::count_if(yours.begin(), yours.end(),
                                     [&](const Step* step) { return IsIn(*step, part.path); });
    if (count == 0) continue;
    std::string text = TextOf(part, yours);
    if (part.path.starts_with("src/")) text += " (" + FilesText(static_cast<size_t>(count)) + ")";
    rows.push_back({std::string(part.path), std::move(text)});
  }
  return shown + ": " + FilesText(plan.steps.size()) + " created. These are yours:\n" +
         Listing(rows) +
         Wrapped("plugingen keeps the other " + FilesText(theirs.size()) +
                     " up to date: " + FoldersText(theirs, yours) + ".",
                 0) +
         "\n";
}

}  // namespace plugingen::cli
