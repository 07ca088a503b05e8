#include "project_life.h"

#include <algorithm>

#include "../read_file.h"
#include "emit/file_list.h"
#include "emit/template_set.h"
#include "model/link.h"
#include "project/conflict_markers.h"
#include "project/merge.h"
#include "spec/parse.h"
#include "user_edits.h"

namespace plugingen::project {
namespace {

using base::OutputFile;
using base::Ownership;

// The files of the spec with everything in it: texts as users have them.
const std::vector<OutputFile>& Everything() {
  static const std::vector<OutputFile> files = [] {
    const auto disk = MakeRealFileSystem();
    const std::string path = SourceFolder() / "device_specs/everything.yaml";
    diag::Sink sink;
    const diag::SourceFile source(path, *disk->Read(path));
    const auto spec = spec::ParseSpec(source, sink);
    return emit::EmitProject(model::Link(*spec, sink), emit::TemplateSet::BuiltIn());
  }();
  return files;
}

}  // namespace

void ProjectLife::Begin(size_t seed) {
  choices_.Seed(seed);
  disk_ = MemoryFileSystem();
  disk_.MakeDirectories("/disk");
  words_.clear();
  spec_path_ = kSpec;
  given_ = "spec\n";
  lost_lock_ = lost_bases_ = false;
  outputs_ = {{kSpec, Ownership::kOnce, given_, false}};
  for (int files = 0; files < 8; ++files) AddOutput();
  SortOutputs();
  ASSERT_TRUE(Generate(outputs_));  // as `new` does
  for (const auto& [path, entry] : EntriesBelow(kRoot)) {
    disk_.entries()[kSibling + path.substr(sizeof kRoot - 1)] = entry;
  }
  sibling_ = EntriesBelow(kSibling);
}

void ProjectLife::AddOutput() {
  // Scaffolds, which are what edits are about, three times out of four.
  for (int tries = 0; tries < 50; ++tries) {
    const OutputFile& file = Everything()[choices_.Below(Everything().size())];
    const bool scaffold = file.ownership == Ownership::kScaffold;
    const bool known = std::any_of(outputs_.begin(), outputs_.end(),
                                   [&](const OutputFile& f) { return f.path == file.path; });
    if (known || (!scaffold && choices_.Chance(75)) || file.text.size() > 12000) continue;
    // (An edited file that has to leave yet would stop the run.)
    if (file.ownership == Ownership::kGenerated && Exists(file.path)) continue;
    outputs_.push_back(file);
    return;
  }
}

void ProjectLife::SortOutputs() {
  std::sort(outputs_.begin(), outputs_.end(),
            [](const OutputFile& a, const OutputFile& b) { return a.path < b.path; });
}

void ProjectLife::ChangeOutputs() {
  for (OutputFile& output : outputs_) {
    if (output.path == spec_path_ || choices_.Chance(50)) continue;
    auto lines = LinesOf(output.text);
    for (size_t edits = 1 + choices_.Below(3); edits > 0; --edits) {
      const size_t at = choices_.Below(lines.size() + 1);
      if (choices_.Chance(50) || lines.empty()) {
        lines.insert(lines.begin() + std::ptrdiff_t(at), "tool " + choices_.Unique() + "\n");
      } else if (choices_.Chance(50)) {
        lines.erase(lines.begin() + std::ptrdiff_t(std::min(at, lines.size() - 1)));
      } else {
        lines[std::min(at, lines.size() - 1)] = "tool changed " + choices_.Unique() + "\n";
      }
    }
    output.text = Joined(lines);
  }
  if (choices_.Chance(30)) {
    const size_t at = choices_.Below(outputs_.size());
    if (outputs_[at].path != spec_path_) outputs_.erase(outputs_.begin() + std::ptrdiff_t(at));
  }
  if (choices_.Chance(40)) AddOutput();
  SortOutputs();
}

void ProjectLife::ChangeLibrary() {
  const auto is_of_library = [](const OutputFile& file) {
    return file.path.starts_with(base::kLibraryFolder);
  };
  for (auto output = outputs_.begin(); output != outputs_.end();) {
    if (!is_of_library(*output) || choices_.Chance(60)) {
      ++output;
      continue;
    }
    if (Exists(output->path) && !lost_lock_ && choices_.Chance(50))
      EditText(Text(output->path), choices_);
    output = outputs_.erase(output);
  }
  for (size_t more = choices_.Below(5); more > 0; --more) {
    const OutputFile& file = Everything()[choices_.Below(Everything().size())];
    const bool is_known = std::any_of(outputs_.begin(), outputs_.end(),
                                      [&](const OutputFile& f) { return f.path == file.path; });
    if (is_of_library(file) && !is_known && !Exists(file.path)) outputs_.push_back(file);
  }
  SortOutputs();
  words_ = WordsOnDisk();
}

void ProjectLife::EditSomeFiles() {
  const std::vector<OutputFile> outputs = outputs_;
  for (const OutputFile& output : outputs) {
    if (output.ownership == Ownership::kGenerated || output.path == spec_path_) continue;
    if (!Exists(output.path) || choices_.Chance(50)) continue;
    if (choices_.Chance(10)) {
      constexpr unsigned kPermissions[] = {0600, 0444, 0755, 0640};
      disk_.SetPermissions(InRoot(output.path), kPermissions[choices_.Below(4)]);
    }
    if (choices_.Chance(5)) {
      disk_.Remove(InRoot(output.path));
    } else {
      EditText(Text(output.path), choices_);
    }
  }
  words_ = WordsOnDisk();
}

std::string ProjectLife::SpecFile() const {
  const std::string path = InRoot(spec_path_);
  return disk_.Kind(path) == FileKind::kSymlink ? disk_.entries().at(path).bytes : path;
}

void ProjectLife::TreatSpec() {
  const std::string path = InRoot(spec_path_);
  if (choices_.Chance(40)) disk_.entries().at(SpecFile()).bytes += "# " + OwnWord(choices_) + "\n";
  if (choices_.Chance(20)) given_ = "spec " + choices_.Unique() + "\n";
  if (choices_.Chance(10)) disk_.SetPermissions(SpecFile(), choices_.Chance(50) ? 0400 : 0644);
  if (choices_.Chance(10)) {
    const std::string name = "named" + choices_.Unique() + ".yaml";
    disk_.Rename(path, InRoot(name));
    for (OutputFile& output : outputs_) {
      if (output.path == spec_path_) output.path = name;
    }
    spec_path_ = name;
    SortOutputs();
  } else if (choices_.Chance(10) && disk_.Kind(path) == FileKind::kFile) {
    const std::string shared = "/disk/shared" + choices_.Unique() + ".yaml";
    disk_.Rename(path, shared);
    disk_.entries()[path] = {FileKind::kSymlink, shared};
  }
  words_ = WordsOnDisk();
}

void ProjectLife::LoseRecords() {
  const std::string base = InRoot(std::string(kBaseFolder)) + "/";
  const bool all = choices_.Chance(30);
  lost_bases_ = true;
  std::erase_if(disk_.entries(), [&](const auto& entry) {
    return entry.first.starts_with(base) && entry.second.kind == FileKind::kFile &&
           !entry.first.ends_with("notes.txt") && (all || choices_.Chance(20));
  });
  if (choices_.Chance(30)) {
    disk_.MakeDirectories(base + "own");
    disk_.Write(base + "own/notes.txt", "of the user's\n", false);
  }
  if (choices_.Chance(20)) {
    disk_.entries().erase(InRoot(std::string(kLockPath)));
    lost_lock_ = true;
  }
}

void ProjectLife::ResolveConflicts() {
  for (auto& [path, entry] : disk_.entries()) {
    if (entry.kind != FileKind::kFile || IsToolsOwn(path)) continue;
    while (SidesOfConflicts(entry.bytes)) {
      std::string text;
      for (const MergeHunk& hunk : ParseConflicts(entry.bytes)) {
        text += hunk.ours;
        if (hunk.is_conflict && choices_.Chance(50)) text += hunk.theirs;
      }
      entry.bytes = text;
    }
    if (!HasMarkers(entry.bytes)) continue;
    auto lines = LinesOf(entry.bytes);
    std::erase_if(lines, [](const std::string& line) { return HasMarkers(line); });
    entry.bytes = Joined(lines);
  }
  words_ = WordsOnDisk();
}

std::set<std::string> ProjectLife::WordsOnDisk() const {
  std::set<std::string> words;
  for (const auto& [path, entry] : disk_.entries()) {
    if (entry.kind == FileKind::kFile && !IsToolsOwn(path)) words.merge(OwnWordsIn(entry.bytes));
  }
  return words;
}

bool ProjectLife::IsToolsOwn(const std::string& path) {
  return path.starts_with(InRoot(std::string(kToolFolder)));
}

ProjectLife::Entries ProjectLife::EntriesBelow(const std::string& folder) const {
  Entries below;
  for (const auto& [path, entry] : disk_.entries()) {
    if (path.starts_with(folder)) below[path] = entry;
  }
  return below;
}

}  // namespace plugingen::project
