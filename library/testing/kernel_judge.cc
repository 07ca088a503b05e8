// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The conformance suite's reference for kernels: TensorFlow with one plugin, which answers line by
// line.
//
//   kernel_judge PLUGIN [OP_LIBRARY...]
//
// First it tells what it has: "TensorFlow 2.21.0", "devices 1", "kernel NAME" for each kernel that
// TensorFlow's registry has for them, "ready"; or "error WHY". Then it answers each line
// "SEED CALLS NAME" with "pass", "fail WHY" or "unsupported WHY". A WHY of several lines has "\n"
// between them, and "\\" for a backslash. It ends with its standard input; what TensorFlow and the
// plugin print goes to the standard error.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "eager.h"
#include "kernel_test_draw.h"
#include "kernel_test_judge.h"

namespace pluggable::tests {
namespace {

// The original standard output. Only answers are written to it.
class Answers {
 public:
  Answers() : file_(fdopen(dup(STDOUT_FILENO), "w")) { dup2(STDERR_FILENO, STDOUT_FILENO); }
  ~Answers() { std::fclose(file_); }
  Answers(const Answers&) = delete;
  Answers& operator=(const Answers&) = delete;

  void Tell(const std::string& word, const std::string& text = "") {
    std::string line = text.empty() ? word : word + " ";
    for (const char c : text) {
      if (c == '\\') {
        line += "\\\\";
      } else if (c == '\n') {
        line += "\\n";
      } else {
        line += c;
      }
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), file_);
    std::fflush(file_);
  }

 private:
  std::FILE* const file_;
};

// Registers the ops of a library, as a plugin's Python package does; returns the error, or "".
std::string LoadOps(const char* library) {
  const StatusPtr status(TF_NewStatus());
  TF_LoadLibrary(library, status.get());  // stays: its ops are registered until the process ends
  return TF_GetCode(status.get()) == TF_OK ? "" : TF_Message(status.get());
}

void Answer(LoadedPlugin* plugin, const std::string& line, Answers* answers) {
  std::istringstream words(line);
  uint64_t seed = 0;
  int calls = 0;
  std::string name;
  std::getline(words >> seed >> calls >> std::ws, name);
  const auto kernel =
      std::find_if(plugin->kernels.begin(), plugin->kernels.end(),
                   [&name](const KernelCase& each) { return NameOf(each) == name; });
  if (kernel == plugin->kernels.end()) {
    answers->Tell("fail", "TensorFlow's registry does not have the kernel any more");
    return;
  }
  const Findings found = JudgeKernel(plugin, *kernel, calls, seed);
  if (!found.failures.empty()) {
    std::string why;
    for (const std::string& failure : found.failures) why += (why.empty() ? "" : "\n") + failure;
    answers->Tell("fail", why);
  } else if (!found.undecided.empty()) {
    answers->Tell("unsupported", found.undecided);
  } else {
    answers->Tell("pass");
  }
}

int Serve(const char* library, char** op_libraries) {
  Answers answers;
  for (char** each = op_libraries; *each != nullptr; ++each) {
    if (const std::string error = LoadOps(*each); !error.empty()) {
      answers.Tell("error", error);
      return 1;
    }
  }
  LoadedPlugin plugin(library);
  if (const std::string& error = plugin.eager.error(); !error.empty()) {
    answers.Tell("error", error);
    return 1;
  }
  answers.Tell("TensorFlow", TF_Version());
  answers.Tell("devices", std::to_string(plugin.eager.devices().size()));
  for (const KernelCase& kernel : plugin.kernels) answers.Tell("kernel", NameOf(kernel));
  answers.Tell("ready");
  for (std::string line; std::getline(std::cin, line);) Answer(&plugin, line, &answers);
  return 0;
}

}  // namespace

const std::vector<OpGroup>& OpGroups() {
  static const std::vector<OpGroup> kGroups = {kArrayOps,   kGradientOps, kImageOps,
                                               kIndexOps,   kMathOps,     kMatrixOps,
                                               kNetworkOps, kRandomOps,   kVariableOps};
  return kGroups;
}

}  // namespace pluggable::tests

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: kernel_judge PLUGIN [OP_LIBRARY...]\n", stderr);
    return 64;
  }
  pluggable::tests::StartWithoutOneDnn(argv);
  return pluggable::tests::Serve(argv[1], argv + 2);
}
