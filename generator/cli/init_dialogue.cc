#include "cli/init_dialogue.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "base/suggest.h"
#include "base/text.h"
#include "catalog/history.h"
#include "catalog/sets.h"
#include "cli/columns.h"
#include "cli/model_input.h"
#include "diag/text_printer.h"
#include "spec/choices.h"
#include "spec/rules.h"
#include "spec/starter_spec.h"

namespace plugingen::cli {
namespace {

constexpr const char* kNothingWritten = "Nothing was written.\n";
constexpr size_t kLongestAnswer = 4096;

volatile std::sig_atomic_t interrupted = 0;

// While this object lives, Ctrl-C ends the wait for an answer and the dialogue. Child processes
// keep the default behaviour.
class InterruptWatch {
 public:
  InterruptWatch() {
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupted = 1; };
    ::sigaction(SIGINT, &action, &before_);
  }
  ~InterruptWatch() { ::sigaction(SIGINT, &before_, nullptr); }
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  // Waits for input or its end. Returns false after an interrupt. The signal is blocked until the
  // wait starts, because it would not end a wait that starts after it.
  bool Wait() const {
    sigset_t interrupt;
    sigset_t mask;
    ::sigemptyset(&interrupt);
    ::sigaddset(&interrupt, SIGINT);
    ::sigprocmask(SIG_BLOCK, &interrupt, &mask);
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    bool waits = true;
    while (waits && interrupted == 0) {
      waits = ::ppoll(&input, 1, nullptr, &mask) < 0 && errno == EINTR;
    }
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    return interrupted == 0;
  }

 private:
  struct sigaction before_ = {};
};

// Reads a line of the standard input, without its end. Returns nothing at the end of the input or
// after an interrupt. Reads no byte beyond the line, because another program may read the rest.
std::optional<std::string> ReadLine(const InterruptWatch& watch) {
  std::string line;
  char c = '\0';
  while (watch.Wait()) {
    const ssize_t got = ::read(STDIN_FILENO, &c, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    if (c == '\n') return line;
    if (line.size() < kLongestAnswer) line += c;
  }
  return std::nullopt;
}

struct Question {
  std::string text;
  std::string preset;  // the answer of an empty line
  // Stores an answer. Prints what is wrong with it and returns false if it is invalid.
  std::function<bool(const std::string&)> take;
};

// Returns false if there is no further input.
bool Ask(const Question& question, const InterruptWatch& watch, Console& console) {
  while (true) {
    console.Complain(question.text + " [" + question.preset + "]: ");
    const std::optional<std::string> line = ReadLine(watch);
    if (!line) return false;
    const std::string answer(base::Trim(*line));
    if (base::FindInvalidUtf8(answer) != std::string::npos) {
      console.Error("an answer must be text in UTF-8; type it again");
      continue;
    }
    if (question.take(answer.empty() ? question.preset : answer)) return true;
  }
}

bool IsFree(const std::string& file) {
  return MakeRealFileSystem()->Kind(file) == FileKind::kMissing;
}

// Returns the first of my_npu, my_npu2, ... whose file does not exist.
std::string FreeName() {
  std::string name = kStarterName;
  for (int i = 2; !IsFree(SpecFileOf(name)); ++i) name = kStarterName + std::to_string(i);
  return name;
}

// Applies a change to the options if the result is valid.
bool Try(StarterOptions& options, Console& console,
         const std::function<void(StarterOptions&)>& change) {
  StarterOptions changed = options;
  change(changed);
  if (!CheckStarter(changed, console)) return false;
  options = std::move(changed);
  return true;
}

Question AskName(StarterOptions& options, const std::string& output, Console& console) {
  return {
      "Name of the plugin", output.empty() ? FreeName() : kStarterName,
      [&, output](const std::string& answer) {
        StarterOptions named = options;
        named.name = answer;
        if (!CheckStarter(named, console)) return false;
        if (output.empty() && !IsFree(SpecFileOf(answer))) {
          console.Error(base::Quoted(SpecFileOf(answer)) + " already exists; choose another name");
          return false;
        }
        options = std::move(named);
        return true;
      }};
}

// Prints the warnings about a valid type.
void WarnOfType(const std::string& type, Console& console) {
  const std::optional<spec::Problem> problem = spec::CheckValue("device.type", type);
  if (!problem || problem->severity == diag::Severity::kError) return;
  console.Complain(diag::RenderText(nullptr,
                                    {{.severity = problem->severity,
                                      .code = problem->code,
                                      .message = problem->message,
                                      .notes = {{problem->note, {}}},
                                      .help = problem->help}},
                                    {.color = console.error_color()}));
}

Question AskType(StarterOptions& options, Console& console) {
  return {"Device type, as in tf.device(\"/" + spec::StarterDeviceType(options.name) + ":0\")",
          spec::StarterDeviceType(options.name), [&](const std::string& answer) {
            if (!Try(options, console, [&](StarterOptions& to) { to.type = answer; })) return false;
            WarnOfType(answer, console);
            return true;
          }};
}

std::string_view PurposeOf(spec::Backend backend) {
  switch (backend) {
    case spec::Backend::kReference:
      return "a complete driver that runs on the CPU, to start with";
    case spec::Backend::kCustom:
      return "the driver's functions, for you to fill in";
    case spec::Backend::kOpenCl:
      return "any device that has OpenCL 1.2";
    case spec::Backend::kCuda:
      return "NVIDIA's GPUs";
  }
  return "";
}

Question AskBackend(StarterOptions& options, Console& console) {
  std::vector<Described> rows;
  for (const auto& choice : spec::kChoices<spec::Backend>) {
    rows.push_back({std::string(choice.word), std::string(PurposeOf(choice.value))});
  }
  console.Complain("What runs the device:\n" + Listing(rows));
  return {"Backend", "reference", [&](const std::string& answer) {
            return Try(options, console, [&](StarterOptions& to) { to.backend = answer; });
          }};
}

bool IsPath(std::string_view text) { return text.find_first_of("/.") != std::string_view::npos; }

bool TakeModel(const std::string& file, StarterOptions& options, Console& console) {
  std::optional<coverage::Model> model = ReadModelInput(file, options.keras, console);
  if (!model) return false;
  options.model = file;
  options.read_model = std::move(model);
  return true;
}

// Returns the op whose name differs from a word only in case, or "".
std::string_view OpOfWord(std::string_view word) {
  if (catalog::SetTable::BuiltIn().Find(word) != nullptr) return {};
  const std::string lower = base::ToLower(word);
  for (const std::string_view op : catalog::History::BuiltIn().Newest().names()) {
    if (base::ToLower(op) == lower) return op;
  }
  return {};
}

// Parses an answer: the path of a model, or sets and ops separated by blanks or commas. Names of
// ops start with a capital letter.
bool TakeSupport(const std::string& answer, StarterOptions& options, Console& console) {
  std::error_code error;
  const bool known = catalog::SetTable::BuiltIn().Find(answer) != nullptr;
  if (IsPath(answer) || (!known && std::filesystem::exists(answer, error))) {
    return TakeModel(answer, options, console);
  }
  const std::string words = base::ReplaceAll(answer, ",", " ");
  for (const std::string_view part : base::Split(words, ' ')) {
    if (part.empty() || base::IsUpper(part[0])) continue;
    if (const std::string_view op = OpOfWord(part); !op.empty()) {
      console.Error("there is no set of ops named " + base::Quoted(part) + "; " +
                    base::DidYouMean(op));
      return false;
    }
  }
  return Try(options, console, [&](StarterOptions& to) {
    for (const std::string_view part : base::Split(words, ' ')) {
      if (!part.empty()) (base::IsUpper(part[0]) ? to.ops : to.sets).emplace_back(part);
    }
  });
}

Question AskSupport(StarterOptions& options, Console& console) {
  std::vector<Described> rows;
  for (const std::string_view name :
       {"mlp", "cnn", "training", "transformer", "rnn", "keras", "all"}) {
    const catalog::OpSet* set = catalog::SetTable::BuiltIn().Find(name);
    rows.push_back({std::string(name), std::string(base::Trim(set->purpose))});
  }
  console.Complain("What should the device support? Name one set or several:\n" + Listing(rows) +
                   "or ops, or the file of a model that should run on it.\n");
  return {"Support", StarterSet(options),
          [&](const std::string& answer) { return TakeSupport(answer, options, console); }};
}

bool AskAll(StarterOptions& options, const std::string& output, Console& console) {
  const InterruptWatch watch;
  const auto ask = [&](const Question& question) { return Ask(question, watch, console); };
  if (!ask(AskName(options, output, console))) return false;
  if (options.type.empty() && !ask(AskType(options, console))) return false;
  if (options.backend.empty() && !ask(AskBackend(options, console))) return false;
  return options.any_support() || ask(AskSupport(options, console));
}

}  // namespace

bool CanAsk() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1; }

std::string SpecFileOf(const std::string& name) { return name + ".yaml"; }

bool AskForStarter(StarterOptions& options, const std::string& output, Console& console) {
  if (!CheckStarter(options, console)) return false;
  console.Complain(
      Wrapped("Answer a few questions to write the spec. Enter accepts the value in brackets, and "
              "Ctrl-C quits without a file. You can change everything in the spec later.",
              0) +
      "\n\n");
  if (AskAll(options, output, console)) return true;
  console.Complain(std::string("\n") + kNothingWritten);
  if (interrupted != 0) {
    // Ends by the signal, so that a shell stops its script, too.
    console.Flush();
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
  return false;
}

}  // namespace plugingen::cli
