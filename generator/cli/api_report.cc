#include "cli/api_report.h"

#include <utility>

#include "api/compare.h"
#include "base/text.h"
#include "cli/emission.h"
#include "diag/source.h"
#include "model/plugin.h"
#include "project/source_texts.h"

namespace plugingen::cli {
namespace {

api::ProjectFile FileOf(project::SourceText source) {
  api::ProjectFile file{std::move(source.path), "own", false, std::move(source.text)};
  if (source.ownership) {
    file.owner = project::OwnershipName(*source.ownership);
    file.by_tool = *source.ownership != base::Ownership::kOnce && !source.edited;
  }
  return file;
}

}  // namespace

api::Project ReadProject(const FileSystem& disk, const std::string& folder,
                         const project::Lock& lock) {
  api::Project project;
  for (project::SourceText& source : project::ReadSourceTexts(disk, folder, lock)) {
    if (source.path == lock.spec_path) {
      diag::Sink sink;
      const diag::SourceFile spec(source.path, source.text);
      if (const std::optional<model::Plugin> plugin = LinkSpec(spec, sink)) {
        for (const model::Row& row : plugin->rows) project.ops.emplace(row.op->name);
      }
    }
    project.files.push_back(FileOf(std::move(source)));
  }
  return project;
}

std::optional<api::Project> ReadProject(const FileSystem& disk, const std::string& folder,
                                        Console& console) {
  const std::string lock_path = JoinPath(folder, project::kLockPath);
  const std::optional<std::string> text = disk.Read(lock_path);
  if (!text) {
    console.Error(base::Quoted(folder) + " is not a project made by plugingen: it has no " +
                  base::Quoted(lock_path));
    return std::nullopt;
  }
  try {
    return ReadProject(disk, folder, project::Lock::Parse(*text));
  } catch (const project::LockError& error) {
    console.Error(base::Quoted(lock_path) + " cannot be used: " + error.what());
    return std::nullopt;
  }
}

api::Report ProjectReport(std::string_view from, std::string_view to, const api::Project& project) {
  const api::Facts facts = api::Facts::BuiltIn();
  api::Report report = api::Compare(from, to, facts);
  api::Narrow(report, project);
  return report;
}

}  // namespace plugingen::cli
