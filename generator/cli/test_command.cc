#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file_system.h"
#include "base/json.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/build_project.h"
#include "cli/command.h"
#include "cli/logged_run.h"
#include "cli/project_folder.h"
#include "cli/test_results.h"

namespace plugingen::cli {
namespace {

std::string Painted(const std::string& text, bool failed, bool colored) {
  if (!colored) return text;
  return (failed ? "\x1b[31m" : "\x1b[32m") + text + "\x1b[0m";
}

std::string WordFor(const TestResult& result) {
  return result.failed() ? base::ToUpper(result.word) : base::ToLower(result.word);
}

void PrintTable(const std::vector<TestResult>& results, Console& console) {
  size_t names = 0;
  size_t words = 0;
  for (const TestResult& result : results) {
    names = std::max(names, result.name.size());
    words = std::max(words, WordFor(result).size());
  }
  names = std::min<size_t>(names, 50);
  const bool colored = console.output_color() == diag::ColorMode::kAlways;
  for (const TestResult& result : results) {
    const std::string word = base::Padded(WordFor(result), words);
    console.Print("  " + base::Padded(result.name, names) + "  " +
                  Painted(word, result.failed(), colored) + "  " + result.seconds + " s\n");
  }
}

struct Counts {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;
};

Counts CountsOf(const std::vector<TestResult>& results) {
  Counts counts;
  for (const TestResult& result : results) {
    counts.passed += result.passed() ? 1 : 0;
    counts.failed += result.failed() ? 1 : 0;
    counts.skipped += result.skipped() ? 1 : 0;
  }
  return counts;
}

std::string CountText(const Counts& counts) {
  return std::to_string(counts.passed) + " passed" +
         (counts.failed > 0 ? ", " + std::to_string(counts.failed) + " failed" : "") +
         (counts.skipped > 0 ? ", " + std::to_string(counts.skipped) + " skipped" : "");
}

// Lists skipped cases of passed tests, for example those without a kernel.
void PrintSkips(const std::vector<TestResult>& results, Console& console) {
  constexpr size_t kMaxReasons = 8;  // per test
  std::string text;
  for (const TestResult& result : results) {
    for (size_t i = 0; i < std::min(result.skips.size(), kMaxReasons); ++i) {
      text += base::Wrapped("  ", 4, result.name + ": " + result.skips[i]);
    }
    if (result.skips.size() > kMaxReasons) {
      text += "  " + result.name + ": and " + std::to_string(result.skips.size() - kMaxReasons) +
              " more reasons\n";
    }
  }
  if (!text.empty()) console.Print("cases were skipped in tests that passed:\n" + text);
}

std::string TextForPrograms(const BuiltProject& built, const std::vector<TestResult>& results) {
  base::Json tests = base::Json::array();
  for (const TestResult& result : results) {
    tests.push_back({{"name", result.name},
                     {"result", base::ToLower(result.word)},
                     {"seconds", std::strtod(result.seconds.c_str(), nullptr)},
                     {"output", result.output},
                     {"skips", result.skips}});
  }
  const Counts counts = CountsOf(results);
  base::Json json = JsonOf(built);
  json["passed"] = counts.passed;
  json["failed"] = counts.failed;
  json["skipped"] = counts.skipped;
  json["tests"] = std::move(tests);
  return base::JsonText(json, /*levels=*/2) + "\n";
}

// True if CTest only prints information instead of running tests.
bool OnlyAsks(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "-N" || word.starts_with("--show-only") || word == "--print-labels" ||
           word == "-h" || word == "-H" || word.starts_with("--help") || word == "--version";
  });
}

// Returns the file for CTest's results. The arguments may name another one, relative to the build
// folder.
std::string JUnitFile(const std::string& build, const std::vector<std::string>& words) {
  const auto option = std::find(words.rbegin(), words.rend(), "--output-junit");
  if (option == words.rend() || option == words.rbegin()) {
    return JoinPath(build, "plugingen_test.xml");
  }
  const std::string& file = *(option - 1);
  return file.starts_with('/') ? file : JoinPath(build, file);
}

int ReportNone(const BuildOptions& options, Console& console) {
  console.Error("no tests were run");
  console.Complain(options.passed_on.empty()
                       ? "If CMake did not find GoogleTest, the project has no tests. Install it "
                         "and build again:\n"
                         "  apt install libgtest-dev\n"
                         "  rm -r build\n"
                       : "No test matches the arguments for CTest.\n");
  return kFailed;
}

int Judge(const BuiltProject& built, const std::vector<TestResult>& results, int status,
          const std::string& log, const BuildOptions& options, Console& console) {
  if (results.empty() && status != 0) return ReportNone(options, console);
  if (options.json) {
    console.Print(TextForPrograms(built, results));
  } else if (!options.verbose) {
    for (const TestResult& result : results) {
      if (result.failed() && !base::Trim(result.output).empty()) {
        console.Complain(result.name + ":\n" + result.output);
      }
    }
    if (!options.quiet || status != 0) {
      PrintTable(results, console);
      if (!results.empty()) console.Print(CountText(CountsOf(results)) + "\n");
      PrintSkips(results, console);
    }
  }
  if (status == 0) return kDone;
  console.Error("the tests failed");
  if (!options.verbose) console.Complain("The whole output of CTest is in " + Shown(log) + ".\n");
  return kFailed;
}

int Test(const BuildOptions& options, Console& console) {
  const bool only_asks = OnlyAsks(options.passed_on);
  if (only_asks && options.json) {
    console.Error("--json prints results of tests, but these arguments run none");
    console.Complain("To list the tests as JSON: plugingen test -- --show-only=json-v1\n");
    return kUsage;
  }
  const BuiltProject built = BuildProject(options, BuildWhat::kAll, {}, console);
  if (built.status != kDone) return built.status;
  const std::string build = RealFolder(built.build);
  const std::string junit = JUnitFile(build, options.passed_on);
  const std::unique_ptr<FileSystem> disk = MakeRealFileSystem();
  LoggedRun run;
  run.words = {"ctest", "--test-dir", built.build};
  if (!only_asks) {
    // CTest treats a run without tests as a success. By default it keeps only a kilobyte of the
    // output of passed tests, which may lack the skipped cases.
    run.words.insert(run.words.end(), {"--output-on-failure", "--no-tests=error", "--output-junit",
                                       junit, "--test-output-size-passed", "1000000"});
    if (disk->Kind(junit) == FileKind::kFile) disk->Remove(junit);
  }
  run.words.insert(run.words.end(), options.passed_on.begin(), options.passed_on.end());
  run.log = JoinPath(built.build, "plugingen_test.log");
  run.doing = "testing";
  run.verbose = options.verbose || only_asks;
  run.quiet = options.is_silent();
  const ProcessResult done = RunLogged(run, console);
  if (!done.problem.empty()) return ReportNoCMake("ctest", done.problem, console);
  if (only_asks) return done.status == 0 ? kDone : kFailed;
  const std::string printed = options.verbose ? "" : disk->Read(run.log).value_or("");
  const auto found = disk->Read(junit);
  // CTest before 3.21 writes no results. Neither does one that failed early.
  if (!found && options.json) {
    console.Error("CTest wrote no results; --json needs CTest 3.21 or newer");
    console.Complain("The whole output of CTest is in " + Shown(run.log) + ".\n");
    return kFailed;
  }
  if (!found) {
    if (!options.quiet || done.status != 0) console.Complain(printed);
    if (done.status != 0) console.Error("the tests failed");
    return done.status == 0 ? kDone : kFailed;
  }
  return Judge(built, ReadTestResults(*found, printed), done.status, run.log, options, console);
}

}  // namespace

Run AddTest(CLI::App& app) {
  const auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand(
      "test", "Build a project and run its tests with CTest; words after -- are passed to CTest");
  AddBuildOptions(*command, *options);
  return [options](Console& console) { return Test(*options, console); };
}

}  // namespace plugingen::cli
