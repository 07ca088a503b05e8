#include "project/taken_over.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "base/lines.h"
#include "base/sha256.h"
#include "base/text.h"
#include "project/digest.h"
#include "project/eject.h"
#include "project/merge.h"
#include "project/parents.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;

struct Folders {
  std::string_view of_library;
  std::string_view of_user;
};
constexpr Folders kKernelFolders = {"library/kernels/", "src/kernels/"};
constexpr Folders kPrimitiveFolders = {"library/compute/", "src/compute/"};

std::string Moved(std::string_view path, std::string_view from, std::string_view to) {
  if (!path.starts_with(from) || path.size() == from.size()) return "";
  return std::string(to) + std::string(path.substr(from.size()));
}

// library/compute/ also contains plans and the host's code for them. Device programs are beside the
// primitives that launch them.
bool IsPrimitive(std::string_view path) {
  return (path.ends_with(".cc") && !path.ends_with("_on_host.cc")) || path.ends_with(".inc");
}

bool Names(const std::vector<std::string>& paths, const std::string& path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

// True if the file at `path` was taken over according to `lock`.
bool IsTakenOver(const std::string& path, const Lock& lock) {
  const auto entry = lock.files.find(path);
  return entry != lock.files.end() && entry->second.ownership == Ownership::kScaffold &&
         entry->second.taken_over;
}

}  // namespace

std::string LibraryKernelOf(std::string_view path) {
  std::string kernel = Moved(path, kKernelFolders.of_user, kKernelFolders.of_library);
  if (!kernel.empty() || !IsPrimitive(path)) return kernel;
  return Moved(path, kPrimitiveFolders.of_user, kPrimitiveFolders.of_library);
}

std::string OwnKernelOf(std::string_view path) {
  std::string kernel = Moved(path, kKernelFolders.of_library, kKernelFolders.of_user);
  if (!kernel.empty() || !IsPrimitive(path)) return kernel;
  return Moved(path, kPrimitiveFolders.of_library, kPrimitiveFolders.of_user);
}

std::string OwnKernelText(std::string_view library_text) {
  const std::vector<std::string_view> lines = base::SplitLines(library_text);
  size_t taken = 0;
  if (!lines.empty() && IsLibraryBanner(lines[0])) {
    taken = lines[0].size();
    if (lines.size() > 1 && base::Trim(lines[1]).empty()) taken += lines[1].size();
  }
  return std::string(library_text.substr(taken));
}

void AddTakenOver(const ProjectState& state, const PlanOptions& options, const std::string& root,
                  const FileSystem& disk, std::vector<OutputFile>& outputs) {
  std::set<std::string_view> emitted;
  for (const OutputFile& output : outputs) emitted.insert(output.path);
  std::vector<OutputFile> added;
  for (const OutputFile& output : outputs) {
    std::string path = OwnKernelOf(output.path);
    if (path.empty() || emitted.contains(path)) continue;
    // (Without a lock the bases still show this.)
    const bool taken_over = state.lock.files.empty()
                                ? state.HasBase(path)
                                : IsTakenOver(path, state.lock) ||
                                      (state.other_lock && IsTakenOver(path, *state.other_lock));
    if (!taken_over) continue;
    const bool is_gone = disk.Kind(JoinPath(root, path)) == FileKind::kMissing;
    if (is_gone && !Names(options.restore, path)) continue;
    added.push_back({std::move(path), Ownership::kScaffold, OwnKernelText(output.text),
                     /*executable=*/false, /*taken_over=*/true});
  }
  std::move(added.begin(), added.end(), std::back_inserter(outputs));
  std::sort(outputs.begin(), outputs.end(),
            [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; });
}

TakeOver PlanTakeOver(const std::string& path, const Lock& lock, const OutputFile* emitted,
                      const std::string& root, const FileSystem& disk) {
  TakeOver plan;
  const auto object = [&plan](std::string objection) {
    plan.objection = std::move(objection);
    return plan;
  };
  const std::string own_path = OwnKernelOf(path);
  const std::string& digest = lock.files.at(path).sha256;
  Parents parents(root, disk);
  for (const std::string& place : {path, own_path}) {
    const std::string parent = parents.InTheWay(place);
    if (!parent.empty()) return object("'" + parent + "' is not a folder");
  }
  const FileKind kind = disk.Kind(JoinPath(root, path));
  if (kind == FileKind::kMissing) {
    return object("there is no such file; 'plugingen regenerate' writes it");
  }
  if (kind != FileKind::kFile) return object("its path is not a regular file");
  if (disk.Kind(JoinPath(root, own_path)) != FileKind::kMissing) {
    return object("you have " + own_path + " already, which is compiled instead");
  }
  const std::string text = disk.Read(JoinPath(root, path)).value_or("");
  std::string pristine = base::WithoutCarriageReturns(text);
  if (!HasDigest(text, digest)) {
    if (emitted == nullptr || Sha256(emitted->text) != digest) {
      return object("you edited it, and its original text is not known; move it to " + own_path +
                    " yourself, and 'plugingen regenerate' restores the library's file");
    }
    pristine = emitted->text;
    plan.changes.push_back({path, Sha256(text), WithLineEndsOf(text, pristine)});
  }
  std::string base = OwnKernelText(pristine);
  plan.entry = {Ownership::kScaffold, Sha256(base)};
  plan.entry.taken_over = true;
  plan.changes.push_back({own_path, "", OwnKernelText(text)});
  plan.changes.push_back({JoinPath(kBaseFolder, own_path), std::nullopt, std::move(base)});
  return plan;
}

}  // namespace plugingen::project
