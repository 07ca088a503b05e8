// Controls the program kernel_judge, in which TensorFlow loads the plugin, and evaluates its
// answers.

#ifndef CONFORMANCE_JUDGE_PROCESS_H_
#define CONFORMANCE_JUDGE_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "verdict.h"

namespace conformance {

// The plugin's kernels, once TensorFlow has loaded it.
struct LoadedKernels {
  std::string tensorflow;  // "2.21.0"
  bool has_device = false;
  std::vector<std::string> names;  // "Neg(T=float)"
};

class JudgeProcess {
 public:
  // The program and its arguments.
  explicit JudgeProcess(std::vector<std::string> words) : words_(std::move(words)) {}
  ~JudgeProcess();
  JudgeProcess(const JudgeProcess&) = delete;
  JudgeProcess& operator=(const JudgeProcess&) = delete;

  // Starts the program and waits until it has loaded the plugin.
  Verdict Load(LoadedKernels* loaded);
  // Whether the program waits for questions. A crash or a hang, which is the verdict on the
  // question, ends it.
  bool is_ready() const { return is_ready_; }
  Verdict Ask(const std::string& kernel, uint64_t seed, int timeout);
  // Lets the program end by itself.
  Verdict End();
  // The end of what was printed since the last question.
  std::string Output() const;

 private:
  enum class Received { kLine, kEnd, kTimeout };

  void Start();
  Received ReceiveLine(int timeout, std::string* line);
  // The verdict over a program that has closed its output, or that has not answered in time.
  Verdict Ended(Received how, int timeout);
  Verdict Stop();

  const std::vector<std::string> words_;
  pid_t process_ = -1;
  int questions_ = -1;
  int answers_ = -1;
  int output_ = -1;
  off_t output_begin_ = 0;
  std::string received_;
  bool is_ready_ = false;
};

}  // namespace conformance

#endif  // CONFORMANCE_JUDGE_PROCESS_H_
