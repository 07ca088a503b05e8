#include "cli/build_project.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file_system.h"
#include "base/folder_lock.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/logged_run.h"
#include "cli/project_folder.h"
#include "cli/project_place.h"
#include "cli/project_plan.h"
#include "cli/project_python.h"

namespace plugingen::cli {
namespace {

namespace fs = std::filesystem;

// Returns the value of an entry of CMakeCache.txt, or "".
std::string CacheEntry(const std::string& cache, const std::string& name) {
  for (const std::string_view line : base::Split(cache, '\n')) {
    if (!line.starts_with(name + ":")) continue;
    const size_t equals = line.find('=');
    if (equals != std::string_view::npos) return std::string(line.substr(equals + 1));
  }
  return "";
}

// Compares folders as CMake does: two paths to the same folder are equal.
bool IsSameFolder(const std::string& one, const std::string& other) {
  std::error_code error;
  return RealFolder(one) == RealFolder(other) || fs::equivalent(one, other, error);
}

// True if the arguments for CMake choose a Python, as -DPython3_EXECUTABLE=... or as two words.
bool ChoosesPython(const std::vector<std::string>& cmake_words) {
  constexpr std::string_view kVariable = "Python3_EXECUTABLE";
  bool is_behind_d = false;
  for (const std::string_view word : cmake_words) {
    if (is_behind_d && word.starts_with(kVariable)) return true;
    if (word.starts_with("-D") && word.substr(2).starts_with(kVariable)) return true;
    is_behind_d = word == "-D";
  }
  return false;
}

constexpr std::string_view kToolsHelp =
    "A build needs CMake 3.21 or newer and a compiler for C++17:\n"
    "  apt install cmake ninja-build g++ libgtest-dev\n";

// True if CMake's output shows that it found no compiler or no build tool.
bool LacksTools(std::string_view printed) {
  return printed.find("CMAKE_CXX_COMPILER not set") != std::string_view::npos ||
         printed.find("No CMAKE_CXX_COMPILER could be found") != std::string_view::npos ||
         printed.find("CMAKE_MAKE_PROGRAM is not set") != std::string_view::npos;
}

class Builder {
 public:
  Builder(const BuildOptions& options, BuildWhat what, std::string folder, std::string range,
          Console& console)
      : options_(options), what_(what), range_(std::move(range)), console_(console) {
    built_.folder = std::move(folder);
    built_.build = built_.folder == "." ? "build" : JoinPath(built_.folder, "build");
  }

  BuiltProject Run(const std::vector<std::string>& cmake_words) {
    std::string cache = Cache();
    if (!IsOurs(cache)) return built_;
    const bool is_fresh = cache.empty();
    const bool is_configured = Has("build.ninja") || Has("Makefile");
    if (is_fresh || !is_configured || !options_.python.empty() || !cmake_words.empty() ||
        IsGone(CacheEntry(cache, "Python3_EXECUTABLE"))) {
      if (!Configure(cache, cmake_words)) return built_;
      cache = Cache();
    }
    const std::string name = CacheEntry(cache, "CMAKE_PROJECT_NAME");
    const std::string library = "lib" + name + ".so";
    const auto before = TimeOf(library);
    if (!Build(name)) return built_;
    if (Has(library)) built_.library = JoinPath(built_.build, library);
    built_.was_up_to_date = before && before == TimeOf(library);
    built_.python = CacheEntry(cache, "Python3_EXECUTABLE");
    if (built_.python.empty()) built_.python = CacheEntry(cache, "_Python3_EXECUTABLE");
    return built_;
  }

 private:
  std::string Cache() const {
    return disk_->Read(JoinPath(built_.build, "CMakeCache.txt")).value_or("");
  }
  bool Has(const std::string& file) const {
    return disk_->Kind(JoinPath(built_.build, file)) != FileKind::kMissing;
  }
  // True if the environment of the Python was removed or moved.
  bool IsGone(const std::string& python) const {
    return python.starts_with('/') && !python.ends_with("-NOTFOUND") &&
           disk_->Kind(python) == FileKind::kMissing;
  }
  std::optional<fs::file_time_type> TimeOf(const std::string& file) const {
    std::error_code error;
    const auto time = fs::last_write_time(JoinPath(built_.build, file), error);
    return error ? std::nullopt : std::optional(time);
  }

  // False after an error if the build folder was copied or moved with its project. CMake would
  // continue the build in the original place.
  bool IsOurs(const std::string& cache) {
    for (const auto& [entry, folder] : {std::pair("CMAKE_HOME_DIRECTORY", built_.folder),
                                        std::pair("CMAKE_CACHEFILE_DIR", built_.build)}) {
      const std::string known = CacheEntry(cache, entry);
      if (known.empty() || IsSameFolder(known, folder)) continue;
      console_.Error(Shown(built_.build) + " belongs to " + Shown(known) + ", not to " +
                     Shown(RealFolder(folder)));
      console_.Complain(
          "A build cannot move with its project. Remove it, and build again:\n  rm -r " +
          base::ShellQuoted(built_.build) + "\n");
      return Fail(kFailed);
    }
    return true;
  }

  bool Configure(const std::string& cache, const std::vector<std::string>& cmake_words) {
    std::vector<std::string> words = {"cmake", "-S", built_.folder, "-B", built_.build};
    // Keeps the Python of the first build, unless the caller's arguments choose another one.
    const std::string known = CacheEntry(cache, "Python3_EXECUTABLE");
    const bool is_known = !known.empty() && !known.ends_with("-NOTFOUND") && !IsGone(known);
    if (!options_.python.empty() || (!is_known && !ChoosesPython(cmake_words))) {
      const auto python = FindProjectPython(options_.python, built_.folder, range_, console_);
      if (!python) return Fail(kUsage);
      if (IsGone(known) && !options_.is_silent()) {
        console_.Note(Shown(known) + ", the Python of this build, no longer exists; using " +
                      Shown(python->path));
      }
      words.push_back("-DPython3_EXECUTABLE=" + python->path);
    }
    const bool has_generator =
        std::any_of(cmake_words.begin(), cmake_words.end(),
                    [](const std::string& word) { return word.starts_with("-G"); });
    if (cache.empty() && !has_generator && std::getenv("CMAKE_GENERATOR") == nullptr &&
        !FindProgram("ninja").empty()) {
      words.insert(words.end(), {"-G", "Ninja"});
    }
    // For the tests that run the conformance suite.
    words.push_back("-DPLUGGABLE_PLUGINGEN=" + OwnProgram());
    words.insert(words.end(), cmake_words.begin(), cmake_words.end());
    disk_->MakeDirectories(built_.build);
    return RunCMake(std::move(words), "plugingen_configure.log", "configuring",
                    "the project cannot be configured");
  }

  bool Build(const std::string& name) {
    const std::string jobs = options_.jobs.empty()
                                 ? std::to_string(std::max(1U, std::thread::hardware_concurrency()))
                                 : options_.jobs;
    std::vector<std::string> words = {"cmake", "--build", built_.build, "--parallel", jobs};
    // CMake creates this folder for each target.
    if (what_ == BuildWhat::kPlugin && Has("CMakeFiles/" + name + ".dir")) {
      words.insert(words.end(), {"--target", name});
    }
    return RunCMake(std::move(words), "plugingen_build.log", "building", "the build failed");
  }

  bool RunCMake(std::vector<std::string> words, const std::string& log, std::string doing,
                const std::string& failure) {
    const FolderLock lock(
        built_.build, FolderLock::Mode::kExclusive, [this](const std::string& folder) {
          console_.Note("waiting for another build in " + Shown(folder) + " to end");
        });
    const std::string path = JoinPath(built_.build, log);
    const ProcessResult done = RunLogged(
        {std::move(words), path, std::move(doing), options_.verbose, options_.is_silent()},
        console_);
    if (!done.problem.empty()) return Fail(ReportNoCMake("cmake", done.problem, console_));
    if (done.status == 0) return true;
    const std::string printed = options_.verbose ? "" : disk_->Read(path).value_or("");
    if (!options_.verbose) console_.Complain(WithoutProgress(printed));
    console_.Error(failure);
    if (LacksTools(printed)) console_.Complain(kToolsHelp);
    if (!options_.verbose) {
      console_.Complain("The whole output of CMake is in " + Shown(path) + ".\n");
    }
    return Fail(kFailed);
  }

  bool Fail(int status) {
    built_.status = status;
    return false;
  }

  const BuildOptions& options_;
  const BuildWhat what_;
  const std::string range_;  // of TensorFlow's releases, as the spec states it
  Console& console_;
  const std::unique_ptr<FileSystem> disk_ = MakeRealFileSystem();
  BuiltProject built_;
};

// Prints a note if the spec describes another project than the one on disk.
void NoteWhatIsBehind(ProjectFolder& project, Console& console) {
  PlanRequest request;
  request.silent = true;
  int status = kDone;
  const auto planned = PlanProject(project, request, console, status);
  if (status == kSpecErrors) {
    console.Note(
        "the spec has errors, which 'plugingen validate' shows; this builds the project as it is");
  } else if (!planned || planned->result.plan.stopped() || planned->result.plan.changes_files()) {
    console.Note("the project lags behind its spec; 'plugingen regenerate' brings it up to date");
  }
}

}  // namespace

void AddBuildOptions(CLI::App& command, BuildOptions& options) {
  command
      .add_option("DIR", options.folder,
                  "The project's folder (default: the current one, or the project that it is in)")
      ->check(NotEmpty);
  command
      .add_option("--python", options.python,
                  "The Python whose TensorFlow to build against; kept for later builds")
      ->check(NotEmpty)
      ->type_name("PROGRAM");
  command
      .add_option("-j,--jobs", options.jobs,
                  "How many compilers run at once; one per core by default")
      ->check(WholeNumber)
      ->type_name("NUMBER");
  CLI::Option* verbose = command.add_flag("--verbose", options.verbose, "Show CMake's output");
  command.add_flag("-q,--quiet", options.quiet, "Print nothing on success");
  command.add_flag("--json", options.json, "Print one JSON object")->excludes(verbose);
  // app.cc turns the arguments after `--` into values of this option.
  command.add_option("--pass-on", options.passed_on)->allow_extra_args(false)->group("");
}

BuiltProject BuildProject(const BuildOptions& options, BuildWhat what,
                          const std::vector<std::string>& cmake_words, Console& console) {
  const std::string folder = FolderOfProject(options.folder, options.is_silent(), console);
  std::string range;
  {
    // A shared lock, because other runs may work on the project during the build.
    ProjectFolder project(folder, /*preview=*/true, console);
    if (!project.FindSpec(console)) return {kUsage, {}, {}, {}, {}, false};
    range = project.state().lock.tensorflow;
    if (!options.is_silent()) NoteWhatIsBehind(project, console);
  }
  return Builder(options, what, folder, range, console).Run(cmake_words);
}

base::Json JsonOf(const BuiltProject& built) {
  const auto known = [](const std::string& text) {
    return text.empty() ? base::Json() : base::Json(text);
  };
  return {{"folder", RealFolder(built.folder)},
          {"build", RealFolder(built.build)},
          {"library", known(built.library.empty() ? "" : RealFolder(built.library))},
          {"python", known(built.python)},
          {"up_to_date", built.was_up_to_date}};
}

int ReportNoCMake(const std::string& program, const std::string& problem, Console& console) {
  console.Error("cannot run " + base::Quoted(program) + ": " + problem);
  console.Complain(kToolsHelp);
  return kUsage;
}

}  // namespace plugingen::cli
