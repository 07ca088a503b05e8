// The runner: selects cases and a TensorFlow release, and reports the results.

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>

#include "case.h"
#include "isolate.h"
#include "kernel_half.h"
#include "options.h"
#include "report.h"

namespace conformance {
namespace {

constexpr char kHostLibrary[] = "libtensorflow_framework.so.2";

// The format of messages: `plugingen conformance` runs this program under its own name, and has its
// own format.
bool called_by_plugingen = false;

void Complain(const std::string& text) {
  std::fprintf(stderr, "%s%s\n",
               called_by_plugingen ? "plugingen: error: " : "conformance: ", text.c_str());
}

// The library beside this program.
std::string DefaultHostLibrary() {
  char path[PATH_MAX];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path));
  const std::string program(path, size > 0 ? static_cast<size_t>(size) : 0);
  return program.substr(0, program.rfind('/') + 1) + kHostLibrary;
}

// The file as an absolute path: the linker looks for a name without a slash elsewhere.
std::string Absolute(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) != nullptr ? resolved : "";
}

// The newest release with which the plugin registers, each tried in a separate process; null if
// there is none.
const Release* FindNewest(const RunSettings& settings, int timeout) {
  constexpr int kMaxHangs = 2;  // who waits for ever in two releases does so in all
  int hangs = 0;
  const auto& releases = Releases();
  std::vector<Case> probes;
  for (auto release = releases.rbegin(); release != releases.rend(); ++release) {
    probes.push_back({std::string(release->name), "", "", [release](Run& run) {
                        Plugin& plugin = run.Load(*release);
                        run.Require(plugin.stage() == Plugin::Stage::kRegistered, "");
                      }});
  }
  for (const Case& probe : probes) {
    bool registered = false;
    RunIsolated({{&probe, settings}}, 1, std::clamp(timeout, 5, 20), [&](const Finished& finished) {
      registered = finished.verdict.outcome == Outcome::kPass;
      hangs += finished.verdict.message.rfind("hangs", 0) == 0 ? 1 : 0;
    });
    if (registered) return FindRelease(probe.name);
    if (hangs == kMaxHangs) break;
  }
  return nullptr;
}

// Whether the file cannot be loaded, or is a library without the entry point of plugins. Then every
// case fails, and all for this reason. `or_dies`: or a plugin whose SE_InitPlugin does not return.
bool IsNoPlugin(const RunSettings& settings, int timeout, bool or_dies) {
  const Case probe{"no_plugin", "", "", [](Run& run) {
                     const Plugin& plugin = run.Load(*run.settings().release);
                     run.Require(plugin.stage() == Plugin::Stage::kNotLoaded ||
                                     plugin.stage() == Plugin::Stage::kNoPlugin,
                                 "");
                   }};
  bool is_none = false;
  RunIsolated({{&probe, settings}}, 1, timeout, [&](const Finished& finished) {
    const std::string& message = finished.verdict.message;
    is_none = finished.verdict.outcome == Outcome::kPass ||
              (or_dies && message.find(" in SE_InitPlugin") != std::string::npos);
  });
  return is_none;
}

bool WriteReport(const std::string& path, const std::string& text) {
  if (path.empty()) return true;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return true;
  Complain("cannot write '" + path + "'");
  return false;
}

// "NAME: SENTENCE" in lines that fit a terminal; all but the first are indented.
std::string ListText(const Case& test) {
  constexpr size_t kColumns = 80;
  std::string text = test.name + ":";
  size_t column = text.size();
  std::istringstream words(test.sentence);
  for (std::string word; words >> word; column += 1 + word.size()) {
    const bool fits = column + 1 + word.size() <= kColumns;
    if (!fits) column = 3;
    text += (fits ? " " : "\n    ") + word;
  }
  return text + "\n";
}

void List(const std::vector<Case>& cases, const Options& options) {
  for (const Case& test : cases) {
    if (options.Wants(test.name)) std::fputs(ListText(test).c_str(), stdout);
  }
}

// Those of a round, of which each has other seeds.
std::vector<Task> TasksOf(const std::vector<Case>& cases, const Options& options, uint64_t round) {
  std::vector<Task> tasks;
  for (int i = 0; i < options.repeat; ++i) {
    for (const Case& test : cases) {
      if (!options.Wants(test.name)) continue;
      RunSettings settings = options.run;
      settings.seed += round * static_cast<uint64_t>(options.repeat) + static_cast<uint64_t>(i);
      tasks.push_back({&test, std::move(settings)});
    }
  }
  return tasks;
}

bool WriteReports(const Options& options, const Report& report) {
  bool written = WriteReport(options.json, options.json.empty() ? "" : JsonText(report));
  written = WriteReport(options.junit, options.junit.empty() ? "" : JUnitText(report)) && written;
  return WriteReport(options.html, options.html.empty() ? "" : HtmlText(report)) && written;
}

// The words that choose the second half again.
std::string WordsOfSecondHalf(const Options& options) {
  return options.python.empty() ? " --kernel-judge " + options.kernel_judge
                                : " --with-tensorflow " + options.python;
}

int Judge(Options options, const std::vector<Case>& cases) {
  const std::string plugin = Absolute(options.run.plugin);
  if (plugin.empty()) {
    Complain("there is no '" + options.run.plugin + "'");
    return kWrongUsage;
  }
  if (!options.kernel_judge.empty() && access(options.kernel_judge.c_str(), X_OK) != 0) {
    Complain("there is no program '" + options.kernel_judge + "'");
    return kWrongUsage;
  }
  ExpectedFailures expected;
  if (!options.expected.empty()) {
    const std::string problem = expected.Read(options.expected);
    if (!problem.empty()) {
      Complain(problem);
      return kWrongUsage;
    }
  }
  Report report;
  report.plugin = options.run.plugin;
  report.libraries = options.run.libraries;
  report.with_words = WordsOfSecondHalf(options);
  options.run.plugin = plugin;
  for (std::string& library : options.run.libraries) {
    if (const std::string path = Absolute(library); !path.empty()) library = path;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto record = [&](Finished finished) {
    finished.verdict = expected.Judge(*finished.test, finished.verdict);
    if (IsBad(finished.verdict.outcome)) {
      std::fputs(FailureText(report, finished).c_str(), stdout);
    } else if (options.verbose) {
      std::printf("%s %s%s%s\n", OutcomeName(finished.verdict.outcome), finished.test->name.c_str(),
                  finished.verdict.message.empty() ? "" : ": ", finished.verdict.message.c_str());
    }
    std::fflush(stdout);
    report.results.push_back(std::move(finished));
  };
  KernelHalf kernels(options);  // keeps the cases that the report tells of
  bool is_none = false;
  size_t left_out = 0;
  if (std::any_of(cases.begin(), cases.end(),
                  [&](const Case& test) { return options.Wants(test.name); })) {
    options.run.release = options.tensorflow.empty() ? FindNewest(options.run, options.timeout)
                                                     : FindRelease(options.tensorflow);
    const bool fits_none = options.run.release == nullptr;
    if (fits_none) options.run.release = &Releases().back();
    report.tensorflow = options.run.release->name;
    is_none = IsNoPlugin(options.run, options.timeout, /*or_dies=*/fits_none);
    const auto end = start + std::chrono::seconds(options.seconds);
    uint64_t round = 0;
    do {
      std::vector<Task> tasks = TasksOf(cases, options, round++);
      if (is_none && tasks.size() > 1) {
        left_out = tasks.size() - 1;
        tasks.erase(tasks.begin() + 1, tasks.end());
      }
      RunIsolated(tasks, options.jobs, options.timeout, record);
    } while (!is_none && std::chrono::steady_clock::now() < end);
  }
  if (!is_none && !options.kernel_judge.empty()) {
    options.kernel_judge = Absolute(options.kernel_judge);
    kernels.Run(record);
    report.with_tensorflow = kernels.tensorflow();
  }
  if (report.results.empty()) {
    Complain("no case matches the filter; --list prints the cases");
    return kWrongUsage;
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::fputs(SummaryText(report).c_str(), stdout);
  if (left_out > 0) {
    std::printf("%zu more were left out, since they would fail for the same reason\n", left_out);
  }
  if (!WriteReports(options, report)) return kCannotWrite;
  return report.failed() ? kCasesFailed : kAllGood;
}

int Main(int argc, const char* const* argv) {
  Options options;
  const std::string problem = ParseOptions(argc, argv, &options);
  if (!problem.empty()) {
    Complain(problem);
    std::fprintf(stderr, "Run %s --help%s for the options.\n",
                 called_by_plugingen ? "'plugingen conformance" : "with",
                 called_by_plugingen ? "'" : "");
    return kWrongUsage;
  }
  if (options.help) {
    std::fputs(HelpText(), stdout);
    return kAllGood;
  }
  const std::vector<Case> cases = AllCases();
  if (options.list) {
    List(cases, options);
    return kAllGood;
  }
  if (options.run.host_library.empty()) options.run.host_library = DefaultHostLibrary();
  return Judge(std::move(options), cases);
}

// The status, unless all was good and could not be told: by a full disk, say.
int AfterPrinting(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  Complain("cannot write to the standard output");
  return status == kAllGood ? kCannotWrite : status;
}

}  // namespace
}  // namespace conformance

int main(int argc, char** argv) {
  conformance::called_by_plugingen = argc > 0 && std::string(argv[0]) == "plugingen";
  try {
    return conformance::AfterPrinting(conformance::Main(argc, argv));
  } catch (const std::exception& error) {
    conformance::Complain(std::string("internal: ") + error.what());
    return conformance::kInternalError;
  }
}
