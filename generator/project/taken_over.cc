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
                  const FileSystem& disk, const TextOfLibrary& library,
                  std::vector<OutputFile>& outputs) {
  std::set<std::string> paths;
  const auto add_from = [&paths](const Lock& lock) {
    for (const auto& [path, entry] : lock.files) {
      if (entry.ownership == Ownership::kScaffold && entry.taken_over) paths.insert(path);
    }
  };
  add_from(state.lock);
  if (state.other_lock) add_from(*state.other_lock);
  // (Without a lock the bases still show this.)
  if (state.lock.files.empty()) paths.insert(state.bases.begin(), state.bases.end());
  for (const OutputFile& output : outputs) paths.erase(output.path);
  for (const std::string& path : paths) {
    const std::string kernel = LibraryKernelOf(path);
    const std::optional<std::string> text = kernel.empty() ? std::nullopt : library(kernel);
    if (!text) continue;
    const bool is_gone = disk.Kind(JoinPath(root, path)) == FileKind::kMissing;
    if (is_gone && !Names(options.restore, path)) continue;
    outputs.push_back({path, Ownership::kScaffold, OwnKernelText(*text), /*executable=*/false,
                       /*taken_over=*/true});
  }
  std::sort(outputs.begin(), outputs.end(),
            [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; });
}

TakeOver PlanTakeOver(const std::string& path, const Lock& lock, const TextOfLibrary& library,
                      const std::string& root, const FileSystem& disk) {
  TakeOver plan;
  const auto object = [&plan](std::string refusal) {
    plan.refusal = std::move(refusal);
    return plan;
  };
  const std::string own_path = OwnKernelOf(path);
  Parents parents(root, disk);
  for (const std::string& place : {path, own_path}) {
    const std::string parent = parents.InTheWay(place);
    if (!parent.empty()) return object("'" + parent + "' is not a folder");
  }
  if (disk.Kind(JoinPath(root, own_path)) != FileKind::kMissing) {
    return object("you have " + own_path + " already, which is compiled instead");
  }
  const std::optional<std::string> emitted = library(path);
  const auto known = lock.files.find(path);
  const bool is_in_project = known != lock.files.end();
  std::string text;
  std::string pristine;
  if (is_in_project) {
    const FileKind kind = disk.Kind(JoinPath(root, path));
    if (kind == FileKind::kMissing) {
      return object("there is no such file; 'plugingen regenerate' writes it");
    }
    if (kind != FileKind::kFile) return object("its path is not a regular file");
    text = disk.Read(JoinPath(root, path)).value_or("");
    pristine = base::WithoutCarriageReturns(text);
    const std::string& digest = known->second.sha256;
    if (!HasDigest(text, digest)) {
      if (!emitted || Sha256(*emitted) != digest) {
        return object("you edited it, and its original text is not known; move it to " + own_path +
                      " yourself, and 'plugingen regenerate' restores the library's file");
      }
      pristine = *emitted;
      plan.changes.push_back({path, Sha256(text), WithLineEndsOf(text, pristine)});
    }
  } else if (emitted) {
    text = pristine = *emitted;
  } else {
    return object("the library has no such file");
  }
  std::string base = OwnKernelText(pristine);
  plan.entry = {Ownership::kScaffold, Sha256(base)};
  plan.entry.taken_over = true;
  plan.changes.push_back({own_path, "", OwnKernelText(text)});
  plan.changes.push_back({JoinPath(kBaseFolder, own_path), std::nullopt, std::move(base)});
  return plan;
}

}  // namespace plugingen::project
