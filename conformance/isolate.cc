#include "isolate.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <list>
#include <new>

#include "guarded.h"
#include "progress.h"
#include "signal_name.h"
#include "time_limit.h"

// Exists if the runner is built with a sanitizer that detects leaks.
extern "C" int __lsan_do_recoverable_leak_check() __attribute__((weak));
// Asked by it. Threads begin and end while it looks, and it crashes over the thread-local memory of
// libraries that were loaded later (g++ 12), so it leaves that out, and what the C library has
// there.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_options();
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
const char* __lsan_default_options() { return "use_tls=0:print_suppressions=0"; }
const char* __lsan_default_suppressions() {
  return "leak:add_to_global_resize\nleak:__cxa_thread_atexit_impl\nleak:_dlerror_run\n";
}

namespace conformance {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxOutput = 4000;
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct sigaction old_actions[NSIG];

// Records the signal for the watching process, and lets it take effect.
void NoteSignal(int signal, siginfo_t* info, void* /*context*/) {
  Progress* const progress = Progress::Current();
  progress->signal = signal;
  if (signal == SIGSEGV) progress->wrote_behind = GuardedBytes::NameBehind(info->si_addr);
  sigaction(signal, &old_actions[signal], nullptr);
  if (signal == SIGABRT) raise(signal);
}

void CatchSignals() {
  struct sigaction action {};
  action.sa_sigaction = &NoteSignal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int signal : kSignals) sigaction(signal, &action, &old_actions[signal]);
}

void WriteAll(int file, const std::string& text) {
  size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(file, text.data() + written, text.size() - written);
    if (count <= 0) return;
    written += static_cast<size_t>(count);
  }
}

// A case in the process that it has for itself.
Verdict RunHere(const Task& task) {
  Run run(task.settings);
  try {
    try {
      task.test->body(run);
    } catch (const EndOfCase&) {
    }
    run.Finish();
  } catch (const EndOfCase&) {
  } catch (const std::exception& error) {
    return {Outcome::kFail, std::string("the suite itself has failed: ") + error.what()};
  }
  Verdict verdict = run.verdict();
  if (verdict.outcome == Outcome::kPass && __lsan_do_recoverable_leak_check != nullptr &&
      __lsan_do_recoverable_leak_check() != 0) {
    verdict = {Outcome::kFail, "memory is leaked, see the output"};
  }
  return verdict;
}

[[noreturn]] void RunChild(const Task& task, Progress* progress, int result, int output) {
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  setpgid(0, 0);  // so that what the plugin starts ends with it
  Progress::Use(progress);
  CatchSignals();
  const Verdict verdict = RunHere(task);
  WriteAll(result, static_cast<char>('0' + static_cast<int>(verdict.outcome)) + verdict.message);
  _exit(0);  // the plugin's threads may still be there
}

// A case under way.
struct Child {
  const Task* task;
  pid_t process;
  int result;
  int output;
  Progress* progress;
  Clock::time_point start;
  std::string text;
  TimeLimit limit;
};

std::string Where(const Progress& progress) {
  const char* const doing = progress.doing;
  return doing != nullptr && *doing != 0 ? std::string(" in ") + doing : "";
}

Child Start(const Task& task, int timeout) {
  void* const shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int pipes[2];
  const int output = memfd_create("output", MFD_CLOEXEC);
  if (shared == MAP_FAILED || output < 0 || pipe2(pipes, O_CLOEXEC) != 0) throw std::bad_alloc();
  auto* const progress = new (shared) Progress;
  const pid_t process = fork();
  if (process < 0) throw std::bad_alloc();
  if (process == 0) RunChild(task, progress, pipes[1], output);
  close(pipes[1]);
  return {&task,    process,      pipes[0], output,
          progress, Clock::now(), "",       TimeLimit(process, std::chrono::seconds(timeout))};
}

// The verdict over a process that has ended.
Verdict Judge(const Child& child, int status, bool timed_out, int timeout) {
  if (timed_out) {
    return {Outcome::kFail,
            "hangs" + Where(*child.progress) + ": ended after " + std::to_string(timeout) + " s"};
  }
  if (WIFSIGNALED(status) || child.progress->signal != 0) {
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : child.progress->signal.load();
    std::string message = "crashes" + Where(*child.progress) + ": " + SignalName(signal);
    if (const char* const name = child.progress->wrote_behind) {
      message += ", writing behind " + std::string(name) + " as this TensorFlow has it";
    }
    return {Outcome::kFail, message};
  }
  const bool is_whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !child.text.empty();
  if (!is_whole) {
    return {Outcome::kFail, "ends the process" + Where(*child.progress) + " with status " +
                                std::to_string(WEXITSTATUS(status))};
  }
  return {static_cast<Outcome>(child.text[0] - '0'), child.text.substr(1)};
}

Finished End(Child& child, bool timed_out, int timeout) {
  // A process that has closed its end of the pipe may still hang while it exits.
  if (timed_out) kill(child.process, SIGKILL);
  int status = 0;
  waitpid(child.process, &status, 0);
  kill(-child.process, SIGKILL);
  Finished finished;
  finished.test = child.task->test;
  finished.seed = child.task->settings.seed;
  finished.verdict = Judge(child, status, timed_out, timeout);
  finished.seconds = std::chrono::duration<double>(Clock::now() - child.start).count();
  if (IsBad(finished.verdict.outcome)) finished.output = Tail(child.output, 0);
  close(child.result);
  close(child.output);
  munmap(child.progress, sizeof(Progress));
  return finished;
}

// Reads what there is; whether that was all.
bool ReadSome(Child& child) {
  char bytes[4096];
  const ssize_t count = read(child.result, bytes, sizeof(bytes));
  if (count > 0) child.text.append(bytes, static_cast<size_t>(count));
  return count <= 0;
}

}  // namespace

std::string Tail(int file, off_t begin) {
  const off_t size = lseek(file, 0, SEEK_END);
  begin = std::max(begin, size - static_cast<off_t>(kMaxOutput));
  std::string text(static_cast<size_t>(size - begin), '\0');
  const ssize_t count = pread(file, text.data(), text.size(), begin);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return text;
}

void RunIsolated(const std::vector<Task>& tasks, int jobs, int timeout,
                 const std::function<void(Finished)>& tell) {
  std::list<Child> children;
  auto next = tasks.begin();
  while (next != tasks.end() || !children.empty()) {
    while (next != tasks.end() && children.size() < static_cast<size_t>(jobs)) {
      children.push_back(Start(*next++, timeout));
    }
    std::vector<pollfd> files;
    for (const Child& child : children) files.push_back({child.result, POLLIN, 0});
    poll(files.data(), files.size(), /*timeout=*/100);
    size_t i = 0;
    for (auto child = children.begin(); child != children.end(); ++i) {
      const bool ended = files[i].revents != 0 && ReadSome(*child);
      const bool late = child->limit.IsOver();
      if (ended || late) {
        tell(End(*child, !ended, timeout));
        child = children.erase(child);
      } else {
        ++child;
      }
    }
  }
}

}  // namespace conformance
