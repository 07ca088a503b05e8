#include "base/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/file_system.h"
#include "base/text.h"

namespace plugingen {
namespace {

// Signals that end or stop a program. The child has its own process group, so that everything it
// started gets the signal, too; CMake would not pass it on to Ninja.
constexpr int kPassedOn[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

volatile pid_t running_child = 0;
volatile sig_atomic_t ending_signal = 0;

void PassOn(int signal) {
  const int error = errno;
  if (running_child > 0) ::kill(-running_child, signal);
  if (signal == SIGTSTP) {
    ::raise(SIGSTOP);
    if (running_child > 0) ::kill(-running_child, SIGCONT);
  } else {
    ending_signal = signal;
  }
  errno = error;
}

// Passes signals on to the child, except for ignored ones.
class PassingOn {
 public:
  PassingOn() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kPassedOn) sigaddset(&signals, signal);
    // Blocks the signals until the child's process group is known.
    sigprocmask(SIG_BLOCK, &signals, &mask_);
    struct sigaction action = {};
    action.sa_handler = PassOn;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < std::size(kPassedOn); ++i) {
      sigaction(kPassedOn[i], &action, &before_[i]);
      if (before_[i].sa_handler == SIG_IGN) sigaction(kPassedOn[i], &before_[i], nullptr);
    }
  }
  ~PassingOn() {
    running_child = 0;
    for (size_t i = 0; i < std::size(kPassedOn); ++i) {
      sigaction(kPassedOn[i], &before_[i], nullptr);
    }
    sigprocmask(SIG_SETMASK, &mask_, nullptr);
    // The child has ended, so this program can.
    if (const int signal = std::exchange(ending_signal, 0)) ::raise(signal);
  }
  PassingOn(const PassingOn&) = delete;
  PassingOn& operator=(const PassingOn&) = delete;

  void To(pid_t child) {
    running_child = child;
    sigprocmask(SIG_SETMASK, &mask_, nullptr);
  }
  const sigset_t& mask() const { return mask_; }

 private:
  sigset_t mask_;  // the previous mask
  struct sigaction before_[std::size(kPassedOn)];
};

// Configures what posix_spawn does between fork and exec.
class Preparation {
 public:
  Preparation(const std::string& output_path, const std::string& error_path, const sigset_t& mask) {
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!output_path.empty()) {
      posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output_path.c_str(), kNew, 0666);
    }
    if (error_path.empty()) {
      // Inherits the stream.
    } else if (error_path == output_path) {
      posix_spawn_file_actions_adddup2(&files_, STDOUT_FILENO, STDERR_FILENO);
    } else {
      posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, error_path.c_str(), kNew, 0666);
    }
    // plugingen ignores SIGPIPE; the child must not.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setsigmask(&attributes_, &mask);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~Preparation() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  const posix_spawn_file_actions_t* files() const { return &files_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

ProcessResult RunProcess(const std::vector<std::string>& words, const std::string& output_path,
                         const std::string& error_path, const std::function<void()>& meanwhile) {
  PassingOn passing_on;
  const Preparation preparation(output_path, error_path, passing_on.mask());
  std::vector<std::string> copies = words;  // posix_spawn requires mutable strings
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, arguments.front(), preparation.files(),
                                   preparation.attributes(), arguments.data(), environ);
  if (error != 0) return {std::strerror(error), 0};
  passing_on.To(child);
  int status = 0;
  useconds_t pause = 5'000;  // most children are quick queries
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, meanwhile ? WNOHANG : 0);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return {std::strerror(errno), 0};
    if (ended != 0) continue;
    meanwhile();
    ::usleep(pause);
    pause = std::min<useconds_t>(2 * pause, 100'000);
  }
  return {"", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

std::string OwnProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

std::string FindProgram(const std::string& name) {
  namespace fs = std::filesystem;
  if (name.find('/') != std::string::npos) {
    return ::access(name.c_str(), X_OK) == 0 ? fs::absolute(name).lexically_normal().string() : "";
  }
  const char* const path = std::getenv("PATH");
  for (const std::string_view folder : base::Split(path != nullptr ? path : "", ':')) {
    const std::string program = JoinPath(folder.empty() ? "." : folder, name);
    if (::access(program.c_str(), X_OK) == 0 && !fs::is_directory(program)) {
      return fs::absolute(program).lexically_normal().string();
    }
  }
  return "";
}

}  // namespace plugingen
