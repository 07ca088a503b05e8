#include "base/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace plugingen {
namespace {

// What posix_spawn does between fork and exec.
class Preparation {
 public:
  Preparation(const std::string& output_path, const std::string& error_path) {
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!output_path.empty()) {
      posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, output_path.c_str(), kNew, 0666);
    }
    if (error_path.empty()) {
      // It stays.
    } else if (error_path == output_path) {
      posix_spawn_file_actions_adddup2(&files_, STDOUT_FILENO, STDERR_FILENO);
    } else {
      posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, error_path.c_str(), kNew, 0666);
    }
    // plugingen ignores this one, which is no business of the program's.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
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
  const Preparation preparation(output_path, error_path);
  std::vector<std::string> copies = words;  // posix_spawn wants to be allowed to write
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, arguments.front(), preparation.files(),
                                   preparation.attributes(), arguments.data(), environ);
  if (error != 0) return {std::strerror(error), 0};
  int status = 0;
  useconds_t pause = 5'000;  // most programs that are asked something are quick
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

}  // namespace plugingen
