#include "cli/kernel_judge.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/output_file.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "catalog/c_api.h"
#include "cli/emission.h"
#include "cli/python_program.h"
#include "diag/diagnostic.h"
#include "diag/source.h"
#include "emit/library.h"
#include "emit/reach.h"
#include "spec/release_range.h"

namespace plugingen::cli {
namespace {

// Only the program that judges kernels is compiled. It is the same for all plugins.
constexpr char kSpec[] = "plugingen: 1\nplugin: {name: any_npu}\ndevice: {type: ANY_NPU}\n";
constexpr std::string_view kCMakeFolder = "cmake/";
constexpr std::string_view kFindTensorFlow = "library/find_tensorflow.py";

constexpr char kCMakeLists[] =
    R"(# Made by `plugingen conformance --with-tensorflow`. It can be removed.

cmake_minimum_required(VERSION 3.21)
project(kernel_judge LANGUAGES CXX)

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
include(cmake/TensorFlow.cmake)
include(library/testing/kernel_judge.cmake)
add_executable(kernel_judge library/testing/kernel_judge.cc)
target_compile_options(kernel_judge PRIVATE -Wall -Wextra -O0)
target_link_libraries(kernel_judge PRIVATE kernel_judge_kernel_judge_objects)
target_link_options(kernel_judge PRIVATE ${PLUGGABLE_FAST_LINKER})
)";

// kCMakeLists with the files for all ops.
std::string CMakeLists() {
  std::string files = "set(pluggable_op_tests";
  for (const std::string& file : emit::OpGroupFiles()) files += " library/" + file;
  constexpr std::string_view kInclude = "include(library/testing";
  std::string text = kCMakeLists;
  return text.insert(text.find(kInclude), files + ")\n");
}

std::vector<base::OutputFile> ProjectFiles() {
  diag::Sink sink;
  Emission emission = Emit(diag::SourceFile("<kernel judge>", kSpec), "", sink).value();
  std::vector<base::OutputFile> files = {
      {"CMakeLists.txt", base::Ownership::kGenerated, CMakeLists()}};
  for (base::OutputFile& file : emission.files) {
    if (file.path.starts_with(kCMakeFolder)) files.push_back(std::move(file));
  }
  emit::Texts roots;
  for (const base::OutputFile& file : files) roots.emplace(file.path, file.text);
  for (base::OutputFile& file : emit::ReachedFiles(roots)) {
    files.push_back(std::move(file));
  }
  return files;
}

std::string TextOf(const std::vector<base::OutputFile>& files, std::string_view path) {
  return std::find_if(files.begin(), files.end(),
                      [path](const base::OutputFile& file) { return file.path == path; })
      ->text;
}

// Returns the user's cache folder (XDG Base Directory Specification).
std::string CacheFolder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return JoinPath(cache, "plugingen");
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return JoinPath(home, ".cache/plugingen");
  throw FileError("there is no folder to build in: set XDG_CACHE_HOME or HOME");
}

struct TensorFlow {
  std::string folder;
  std::string version;  // "2.21.0", or "unknown"
  std::string python;   // the path that the interpreter reports
};

std::string InstallHelp() {
  return "Name a Python whose environment has TensorFlow " +
         spec::ReleaseText(spec::kOldestRelease) + " to " +
         std::string(catalog::CApi::BuiltIn().releases().back()) +
         ", such as venv/bin/python after `pip install tensorflow` there.\n";
}

// Finds the TensorFlow that `python` would import. Prints an error if there is none.
std::optional<TensorFlow> FindTensorFlow(const std::string& python, const std::string& find,
                                         Console& console) {
  const auto disk = MakeRealFileSystem();
  const TemporaryFolder work(*disk, FolderForTemporaries(), "plugingen-");
  std::string said;
  // Isolates Python from the environment variables and the current folder. If that finds no
  // TensorFlow, tries again without isolation.
  for (const char* isolation : {"-I", "-B"}) {
    const ProcessResult done =
        RunProcess({python, isolation, "-c", find + "\nprint(sys.executable)\n"},
                   work.Path("output"), work.Path("errors"));
    if (!done.problem.empty()) {
      console.Error("cannot run " + base::Quoted(python) + ": " + done.problem);
      console.Complain(InstallHelp());
      return std::nullopt;
    }
    const std::string output = disk->Read(work.Path("output")).value_or("");
    const auto lines = base::Split(base::Trim(output), '\n');
    if (done.status == 0 && lines.size() == 3) {
      return TensorFlow{std::string(lines[0]), std::string(lines[1]), std::string(lines[2])};
    }
    said = base::Trim(disk->Read(work.Path("errors")).value_or(""));
  }
  const std::string mistake = NoPythonText(python);
  console.Error(!mistake.empty() ? mistake
                                 : base::Quoted(python) + " finds no TensorFlow" +
                                       (said.empty() ? "" : ": " + said));
  console.Complain(InstallHelp());
  return std::nullopt;
}

// True if the program is known to work with its C API. Prints an error otherwise.
bool IsKnown(const TensorFlow& tensorflow, const std::string& python, Console& console) {
  const auto parts = base::Split(tensorflow.version, '.');
  if (parts.size() < 2) return true;  // a custom build
  const auto release = spec::ParseRelease(std::string(parts[0]) + "." + std::string(parts[1]));
  const auto newest = spec::ParseRelease(catalog::CApi::BuiltIn().releases().back());
  if (release && *release >= spec::kOldestRelease && *release <= *newest) return true;
  console.Error(base::Quoted(python) + " has TensorFlow " + tensorflow.version +
                ", but kernels can only be judged with " + spec::ReleaseText(spec::kOldestRelease) +
                " to " + spec::ReleaseText(*newest));
  console.Complain(InstallHelp());
  return false;
}

std::string LastLines(const std::string& text, size_t count) {
  const auto lines = base::Split(base::Trim(text), '\n');
  std::string last;
  for (size_t i = lines.size() > count ? lines.size() - count : 0; i < lines.size(); ++i) {
    last += "  " + std::string(lines[i]) + "\n";
  }
  return last;
}

// A build in a folder of its own for each TensorFlow and each text of the program.
class JudgeBuild {
 public:
  JudgeBuild(const TensorFlow& tensorflow, const std::vector<base::OutputFile>& files,
             Console& console)
      : tensorflow_(tensorflow), console_(console) {
    std::string key = tensorflow.folder + "\n" + tensorflow.version + "\n" + tensorflow.python;
    for (const base::OutputFile& file : files) key += "\n" + file.path + "\n" + file.text;
    folder_ = JoinPath(CacheFolder(),
                       "kernel_judge/" + tensorflow.version + "-" + Sha256(key).substr(0, 16));
    disk_->MakeDirectories(folder_);
    lock_.emplace(folder_, FolderLock::Mode::kExclusive,
                  [this](const std::string& folder) { console_.NoteWait(folder); });
    for (const base::OutputFile& file : files) {
      const std::string path = JoinPath(folder_, file.path);
      if (disk_->Read(path) == file.text) continue;
      disk_->MakeDirectories(ParentOf(path));
      disk_->Write(path, file.text, file.executable);
    }
  }

  KernelJudge Run(const std::string& jobs) {
    const std::string build = JoinPath(folder_, "build");
    const std::string program = JoinPath(build, "kernel_judge");
    if (disk_->Kind(program) == FileKind::kMissing) {
      console_.Note("building the program that judges kernels for TensorFlow " +
                    tensorflow_.version + ", once, in " + base::ShellQuoted(folder_));
      const int status = RunStep({"cmake", "-S", folder_, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                                  "-DPython3_EXECUTABLE=" + tensorflow_.python},
                                 "configure.log", kUsage);
      if (status != kDone) return {status, ""};
    }
    const std::string parallel =
        jobs.empty() ? std::to_string(std::max(1U, std::thread::hardware_concurrency())) : jobs;
    return {RunStep({"cmake", "--build", build, "--parallel", parallel}, "build.log", kInternal),
            program};
  }

 private:
  // Returns kDone, kUsage if there is no CMake, or `failed`. Prints the error.
  int RunStep(const std::vector<std::string>& words, std::string_view log, ExitCode failed) {
    const std::string path = JoinPath(folder_, log);
    const ProcessResult done = RunProcess(words, path, path);
    if (!done.problem.empty()) {
      console_.Error("cannot run 'cmake': " + done.problem);
      console_.Complain("Judging kernels needs CMake 3.21 or newer and a compiler for C++17.\n");
      return kUsage;
    }
    if (done.status == 0) return kDone;
    console_.Error("the program that judges kernels does not compile for TensorFlow " +
                   tensorflow_.version + " in " + base::ShellQuoted(tensorflow_.folder) + ":");
    console_.Complain(LastLines(disk_->Read(path).value_or(""), 20));
    console_.Complain("The whole log is in " + base::ShellQuoted(path) + ".\n");
    return failed;
  }

  const std::unique_ptr<FileSystem> disk_ = MakeRealFileSystem();
  const TensorFlow& tensorflow_;
  Console& console_;
  std::string folder_;
  std::optional<FolderLock> lock_;
};

}  // namespace

KernelJudge BuildKernelJudge(const std::string& python, const std::string& jobs, Console& console) {
  const std::vector<base::OutputFile> files = ProjectFiles();
  const std::optional<TensorFlow> tensorflow =
      FindTensorFlow(python, TextOf(files, kFindTensorFlow), console);
  if (!tensorflow || !IsKnown(*tensorflow, python, console)) return {kUsage, ""};
  return JudgeBuild(*tensorflow, files, console).Run(jobs);
}

}  // namespace plugingen::cli
