#include "cli/api_scan.h"

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "api/compare.h"
#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "catalog/source.h"
#include "cli/exit_codes.h"
#include "cli/python_tool.h"

namespace plugingen::cli {
namespace {

constexpr PythonTool kScanner = {.name = "extract_catalog.py",
                                 .needs = "A scan needs Python 3.9 or newer; --python names one.\n",
                                 .advice =
                                     "Scan a wheel of TensorFlow for Linux (a .whl file), or the "
                                     "site-packages folder in which it is installed.\n"};

bool IsRelease(std::string_view text) {
  if (!text.starts_with("2.") || text.size() < 3 || text.size() > 5) return false;
  text.remove_prefix(2);
  return std::all_of(text.begin(), text.end(), base::IsDigit) &&
         (text.size() == 1 || text[0] != '0');
}

constexpr std::string_view kWorkPrefix = ".scan-";

// The folder of the catalogue. The constructor creates it if necessary, locks it against other
// scans, and deletes what killed scans left. The destructor removes a new folder if it stayed
// empty.
class CatalogFolder {
 public:
  CatalogFolder(FileSystem& disk, std::string path)
      : disk_(disk), path_(std::move(path)), is_new_(disk.Kind(path_) == FileKind::kMissing) {
    disk_.MakeDirectories(path_);
    lock_.emplace(path_);
    for (const std::string& name : disk_.List(path_)) {
      if (name.starts_with(kWorkPrefix)) disk_.RemoveTree(JoinPath(path_, name));
    }
  }
  ~CatalogFolder() {
    if (is_new_) ::rmdir(path_.c_str());  // removes only an empty folder
  }
  CatalogFolder(const CatalogFolder&) = delete;
  CatalogFolder& operator=(const CatalogFolder&) = delete;

  // Returns the text of a file, or the program's own copy if the folder does not have it.
  std::string Text(std::string_view file) const {
    const std::string path = JoinPath(path_, file);
    const std::optional<std::string> text = disk_.Read(path);
    if (!text) return std::string(catalog::BuiltInSourceText(file));
    catalog::CheckSourceText(file, *text, path);
    return *text;
  }

  // Replaces a file in one step.
  void Take(std::string_view file, const std::string& from) {
    const std::string path = JoinPath(path_, file);
    if (disk_.Read(path) == disk_.Read(from)) return;
    disk_.MakeDirectories(path_);
    disk_.Rename(from, path);
  }

 private:
  FileSystem& disk_;
  const std::string path_;
  const bool is_new_;
  std::optional<FolderLock> lock_;
};

class Scanner {
 public:
  Scanner(const ScanOptions& options, std::string folder, Console& console)
      : options_(options),
        folder_path_(std::move(folder)),
        console_(console),
        folder_(*disk_, folder_path_),
        work_(*disk_, folder_path_, kWorkPrefix) {}

  int Run() {
    disk_->MakeDirectories(work_.Path("catalog"));
    for (const std::string_view file : catalog::kSourceFiles) {
      disk_->Write(Result(file), folder_.Text(file), false);
    }
    if (!Extract()) return kUsage;
    std::vector<std::string> texts;
    for (const std::string_view file : catalog::kSourceFiles) {
      texts.push_back(disk_->Read(Result(file)).value_or(""));
      catalog::CheckSourceText(file, texts.back(), "what was read of the package, " + Result(file));
    }
    for (const std::string_view file : catalog::kSourceFiles) folder_.Take(file, Result(file));
    Report(catalog::History(texts[0]), catalog::CApi(texts[1]));
    return kDone;
  }

 private:
  std::string Result(std::string_view file) const { return JoinPath(work_.Path("catalog"), file); }

  // Runs the tool on the copies. Prints an error and returns false if it fails.
  bool Extract() {
    std::vector<std::string> words = {"--catalog", work_.Path("catalog")};
    if (!options_.release.empty()) {
      words.emplace_back("--release");
      words.push_back(options_.release);
    }
    if (!options_.place.empty()) {
      words.emplace_back("--");
      words.push_back(options_.place);
    }
    const auto said = RunPythonTool(kScanner, options_.python, words, *disk_, work_, console_);
    if (!said) return false;
    // Lists declarations in the headers that the tool did not understand.
    if (!said->errors.empty()) console_.Complain(said->errors);
    // The output is "tensorflow.txt: TensorFlow 2.15, 17500 facts".
    const std::string& output = said->output;
    constexpr std::string_view kBefore = "TensorFlow ";
    const size_t begin = output.rfind(kBefore);
    if (begin == std::string::npos) throw std::logic_error("the tool named no release");
    release_ = output.substr(begin + kBefore.size());
    release_.resize(std::min(release_.find(','), release_.size()));
    return true;
  }

  void Report(const catalog::History& history, const catalog::CApi& c_api) {
    const api::Facts facts{c_api, history, catalog::BuiltInBehaviour()};
    const std::vector<std::string_view> known = api::KnownReleases(facts);
    const auto place = std::find(known.begin(), known.end(), release_);
    const catalog::Catalog* ops = history.Find(release_);
    const std::optional<size_t> index = c_api.IndexOf(release_);
    if (place == known.end() || ops == nullptr || !index) {
      throw std::logic_error("the release that was scanned is not there");
    }
    const auto names = std::count_if(
        c_api.sections().begin(), c_api.sections().end(), [&](const catalog::ApiSection& section) {
          return catalog::Holds(section.releases, *index) && c_api.ConcernsPlugins(section);
        });
    console_.Print("TensorFlow " + release_ + " is in " + base::ShellQuoted(folder_path_) + ": " +
                   std::to_string(ops->names().size()) + " ops, " + std::to_string(names) +
                   " names of the C API\n");
    if (place != known.begin()) ReportChanges(std::string(*(place - 1)), facts);
  }

  void ReportChanges(const std::string& before, const api::Facts& facts) {
    const api::Report report = api::Compare(before, release_, facts);
    std::string counts;
    for (const api::Severity severity : api::kSeverities) {
      counts += (counts.empty() ? "" : ", ") + std::string(api::SeverityName(severity)) + " " +
                std::to_string(report.Count(severity));
    }
    const std::string environment =
        folder_path_ == catalog::FolderInUse()
            ? ""
            : std::string(catalog::kFolderVariable) + "=" + base::ShellQuoted(folder_path_) + " ";
    console_.Print("changes since " + before + ": " + counts + "; see `" + environment +
                   "plugingen api diff " + before + " " + release_ + "`\n");
  }

  const ScanOptions& options_;
  const std::string folder_path_;
  Console& console_;
  const std::unique_ptr<FileSystem> disk_ = MakeRealFileSystem();
  CatalogFolder folder_;
  // In the catalogue's folder, so that a rename moves the finished files into place and a folder
  // without write permission fails before the work starts.
  TemporaryFolder work_;
  std::string release_;
};

}  // namespace

int Scan(const ScanOptions& options, Console& console) {
  const std::string folder = options.folder.empty() ? catalog::FolderInUse() : options.folder;
  if (folder.empty()) {
    console.Error(
        "a scan needs a folder for its catalogue: --catalog FOLDER, or the environment "
        "variable " +
        std::string(catalog::kFolderVariable));
    return kUsage;
  }
  if (!options.release.empty() && !IsRelease(options.release)) {
    console.Error(base::Quoted(options.release) +
                  " is not a release of TensorFlow 2; pass one such as 2.15 with --release");
    return kUsage;
  }
  return Scanner(options, folder, console).Run();
}

}  // namespace plugingen::cli
