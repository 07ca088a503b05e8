#include "emit/reach.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/embedded.h"
#include "base/lines.h"
#include "base/output_file.h"
#include "base/text.h"

namespace plugingen::emit {
namespace {

// The library's folders in which a name is looked up, besides the folder of the file that has it.
constexpr std::string_view kRoots[] = {"include/", "", "compute/device/"};
constexpr std::string_view kPrograms = "compute/device/";
constexpr std::string_view kProgramEnd = ".inc";
constexpr std::string_view kCppEndings[] = {".cc", ".h"};
constexpr std::string_view kCMakeEndings[] = {".cmake", "CMakeLists.txt"};

std::string_view FolderOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == path.npos ? "" : path.substr(0, slash + 1);
}

bool IsBetweenWords(char c) { return c == ' ' || c == '(' || c == ')' || c == '\n' || c == '\r'; }

class Walk {
 public:
  explicit Walk(const Texts& library) : library_(library) {}

  // `path` is relative to the project.
  void Read(std::string_view path, std::string_view text) {
    // A file of the library also names those beside it.
    const bool is_of_library = path.starts_with(base::kLibraryFolder);
    folder_ = is_of_library ? FolderOf(path.substr(base::kLibraryFolder.size())) : "";
    if (base::EndsWithAny(path, kCppEndings)) {
      ReadIncludes(text);
      ReadPrograms(text);
    } else if (path.ends_with(kProgramEnd)) {
      ReadIncludes(text);
    } else if (base::EndsWithAny(path, kCMakeEndings)) {
      ReadCMake(text);
    } else if (path.ends_with(".md")) {
      ReadLinks(text);
    }
  }

  std::set<std::string> Finish() {
    while (!unread_.empty()) {
      const std::string path = std::move(unread_.back());
      unread_.pop_back();
      Read(std::string(base::kLibraryFolder) + path, library_.find(path)->second);
    }
    return std::move(reached_);
  }

 private:
  void Add(std::string path) {
    if (reached_.insert(path).second) unread_.push_back(std::move(path));
  }

  // Adds the file that `name` means, if it is one of the library's.
  void Find(std::string_view name) {
    std::string beside = folder_ + std::string(name);
    if (library_.contains(beside)) return Add(std::move(beside));
    for (const std::string_view root : kRoots) {
      std::string path = std::string(root) + std::string(name);
      if (library_.contains(path)) return Add(std::move(path));
    }
  }

  void ReadIncludes(std::string_view text) {
    constexpr std::string_view kInclude = "#include \"";
    for (size_t at = text.find(kInclude); at != text.npos; at = text.find(kInclude, at)) {
      at += kInclude.size();
      const size_t end = text.find('"', at);
      if (end == text.npos) return;
      Find(text.substr(at, end - at));
    }
  }

  // Reads the literals of statements that have one of these words.
  void ReadPrograms(std::string_view text) {
    for (const std::string_view word : {"Programs", "KernelText"}) {
      for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::string_view statement = text.substr(at, text.find(';', at) - at);
        for (size_t quote = statement.find('"'); quote != statement.npos;) {
          const size_t end = statement.find('"', quote + 1);
          if (end == statement.npos) break;
          std::string path = std::string(kPrograms) +
                             std::string(statement.substr(quote + 1, end - quote - 1)) +
                             std::string(kProgramEnd);
          if (library_.contains(path)) Add(std::move(path));
          quote = statement.find('"', end + 1);
        }
      }
    }
  }

  void ReadCMake(std::string_view text) {
    const auto is_of_path = [](char c) {
      return base::IsAlnum(c) || c == '_' || c == '.' || c == '/' || c == '-';
    };
    for (const std::string_view line : base::SplitLines(text)) {
      if (base::Trim(line).starts_with('#')) continue;
      for (auto at = line.begin(); at != line.end();) {
        const auto start = std::find_if(at, line.end(), is_of_path);
        at = std::find_if_not(start, line.end(), is_of_path);
        std::string_view name(start, at);
        if (const size_t library = name.find(base::kLibraryFolder); library != name.npos)
          name.remove_prefix(library + base::kLibraryFolder.size());
        if (name.starts_with('/')) name.remove_prefix(1);
        // (A folder in a pattern or before a variable is not meant as a whole.)
        const bool is_word = (start == line.begin() || IsBetweenWords(start[-1])) &&
                             (at == line.end() || IsBetweenWords(*at));
        if (name.ends_with('/')) {
          if (is_word) AddFolder(name);
        } else if (!name.empty()) {
          Find(name);
        }
      }
    }
  }

  void AddFolder(std::string_view folder) {
    for (auto file = library_.lower_bound(folder);
         file != library_.end() && file->first.starts_with(folder); ++file) {
      Add(file->first);
    }
  }

  void ReadLinks(std::string_view text) {
    constexpr std::string_view kLink = "](";
    for (size_t at = text.find(kLink); at != text.npos; at = text.find(kLink, at)) {
      at += kLink.size();
      std::string_view target = text.substr(at, text.find_first_of(")#\n", at) - at);
      while (target.starts_with("../")) target.remove_prefix(3);
      if (!target.starts_with(base::kLibraryFolder)) continue;
      std::string path(target.substr(base::kLibraryFolder.size()));
      if (library_.contains(path)) Add(std::move(path));
    }
  }

  const Texts& library_;
  std::string folder_;  // of the text being read, in the library
  std::set<std::string> reached_;
  std::vector<std::string> unread_;
};

}  // namespace

const Texts& BuiltInLibrary() {
  static const Texts* const library = [] {
    auto* const texts = new Texts;
    for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
      if (!file.path.starts_with(base::kLibraryFolder)) continue;
      texts->emplace(file.path.substr(base::kLibraryFolder.size()), file.text);
    }
    return texts;
  }();
  return *library;
}

std::optional<std::string> LibraryText(const std::string& path) {
  if (!path.starts_with(base::kLibraryFolder)) return std::nullopt;
  const auto found = BuiltInLibrary().find(path.substr(base::kLibraryFolder.size()));
  if (found == BuiltInLibrary().end()) return std::nullopt;
  return std::string(found->second);
}

std::set<std::string> Reach(const Texts& roots, const Texts& library) {
  Walk walk(library);
  for (const auto& [path, text] : roots) walk.Read(path, text);
  return walk.Finish();
}

}  // namespace plugingen::emit
