#include "judge_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <new>

#include "isolate.h"
#include "signal_name.h"
#include "time_limit.h"

namespace conformance {
namespace {

// TensorFlow takes seconds to load, and more when it is read from a disk for the first time.
constexpr int kLoadTimeout = 120;
constexpr int kEndTimeout = 60;
constexpr int kCalls = 60;  // of a kernel
constexpr int kTick = 100;  // milliseconds between two looks at a limit

std::string Unescaped(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
    } else {
      plain += text[++i] == 'n' ? '\n' : text[i];
    }
  }
  return plain;
}

void Close(int* file) {
  if (*file >= 0) close(*file);
  *file = -1;
}

}  // namespace

JudgeProcess::~JudgeProcess() {
  if (process_ >= 0) Stop();
  Close(&output_);
}

void JudgeProcess::Start() {
  int questions[2];
  int answers[2];
  output_ = memfd_create("output", MFD_CLOEXEC);
  if (output_ < 0 || pipe2(questions, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) {
    throw std::bad_alloc();
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, questions[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, answers[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, output_, STDERR_FILENO);
  // The runner ignores this one, which is no business of the program's.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> words = words_;  // posix_spawn wants to be allowed to write
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  if (posix_spawn(&process_, arguments[0], &files, &attributes, arguments.data(), environ) != 0) {
    process_ = -1;
  }
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  close(questions[0]);
  close(answers[1]);
  questions_ = questions[1];
  answers_ = answers[0];
}

JudgeProcess::Received JudgeProcess::ReceiveLine(int timeout, std::string* line) {
  TimeLimit limit(process_, std::chrono::seconds(timeout));
  for (;;) {
    const size_t end = received_.find('\n');
    if (end != std::string::npos) {
      *line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return Received::kLine;
    }
    if (limit.IsOver()) return Received::kTimeout;
    pollfd file{answers_, POLLIN, 0};
    if (poll(&file, 1, kTick) <= 0) continue;
    char bytes[4096];
    const ssize_t count = read(answers_, bytes, sizeof(bytes));
    if (count <= 0) return Received::kEnd;
    received_.append(bytes, static_cast<size_t>(count));
  }
}

Verdict JudgeProcess::Stop() {
  kill(process_, SIGKILL);
  return Ended(Received::kEnd, 0);
}

Verdict JudgeProcess::Ended(Received how, int timeout) {
  is_ready_ = false;
  if (how == Received::kTimeout) {
    Stop();
    return {Outcome::kFail, "hangs: ended after " + std::to_string(timeout) + " s"};
  }
  Close(&questions_);
  Close(&answers_);
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  if (WIFSIGNALED(status)) {
    return {Outcome::kFail, "crashes: " + SignalName(WTERMSIG(status))};
  }
  if (WEXITSTATUS(status) == 0) return {};
  return {Outcome::kFail, "ends the process with status " + std::to_string(WEXITSTATUS(status))};
}

Verdict JudgeProcess::Load(LoadedKernels* loaded) {
  Start();
  if (process_ < 0) {
    Close(&questions_);
    Close(&answers_);
    return {Outcome::kFail, "cannot run " + words_[0]};
  }
  std::string line;
  for (;;) {
    const Received how = ReceiveLine(kLoadTimeout, &line);
    if (how != Received::kLine) {
      Verdict verdict = Ended(how, kLoadTimeout);
      if (verdict.outcome == Outcome::kFail) return verdict;
      return {Outcome::kFail, "ends the process while it is loaded"};
    }
    const size_t space = line.find(' ');
    const std::string word = line.substr(0, space);
    const std::string text = space == std::string::npos ? "" : Unescaped(line.substr(space + 1));
    if (word == "error") {
      Stop();
      return {Outcome::kFail, text};
    }
    if (word == "TensorFlow") loaded->tensorflow = text;
    if (word == "devices") loaded->has_device = text != "0";
    if (word == "kernel") loaded->names.push_back(text);
    if (word == "ready") break;
  }
  is_ready_ = true;
  return {};
}

Verdict JudgeProcess::Ask(const std::string& kernel, uint64_t seed, int timeout) {
  output_begin_ = lseek(output_, 0, SEEK_END);
  const std::string line =
      std::to_string(seed) + " " + std::to_string(kCalls) + " " + kernel + "\n";
  // A program that is gone is found out when it does not answer.
  (void)!write(questions_, line.data(), line.size());
  std::string answer;
  const Received how = ReceiveLine(timeout, &answer);
  if (how != Received::kLine) {
    Verdict verdict = Ended(how, timeout);
    if (verdict.outcome == Outcome::kFail) return verdict;
    return {Outcome::kFail, "ends the process with status 0"};
  }
  const size_t space = answer.find(' ');
  const std::string word = answer.substr(0, space);
  const std::string why = space == std::string::npos ? "" : Unescaped(answer.substr(space + 1));
  if (word == "pass") return {};
  return {word == "unsupported" ? Outcome::kUnsupported : Outcome::kFail, why};
}

Verdict JudgeProcess::End() {
  output_begin_ = lseek(output_, 0, SEEK_END);
  Close(&questions_);
  std::string line;
  Received how = Received::kLine;
  while (how == Received::kLine) how = ReceiveLine(kEndTimeout, &line);
  // It may still hang after it has closed its output.
  TimeLimit limit(process_, std::chrono::seconds(kEndTimeout));
  siginfo_t info{};
  while (how == Received::kEnd) {
    info.si_pid = 0;
    waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (info.si_pid != 0) break;
    if (limit.IsOver()) how = Received::kTimeout;
    usleep(1000);
  }
  return Ended(how, kEndTimeout);
}

std::string JudgeProcess::Output() const { return Tail(output_, output_begin_); }

}  // namespace conformance
