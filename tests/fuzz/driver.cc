// Runs a fuzz target without libFuzzer: every file of the corpus, then mutations of them, for a
// bounded number of runs and seconds. The same seed gives the same inputs.
//
//   NAME_fuzzer [--seconds S] [--runs N] [--seed K] [--keep FILE] CORPUS...
//
// FILE holds the input that is being tried; after a crash it is the culprit.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t kLongestInput = size_t{64} * 1024;
// Far more than any input of that length needs, even with sanitizers on a busy machine.
constexpr double kSlowestRun = 5.0;

// What the format of specs and YAML give meaning to; in other inputs they are just odd.
constexpr std::string_view kWords[] = {"plugingen: 1\n",
                                       "plugin:",
                                       "name:",
                                       "device:",
                                       "type:",
                                       "kernels:",
                                       "op:",
                                       "set:",
                                       "types:",
                                       "host_memory:",
                                       "implementation:",
                                       "memory:",
                                       "capacity:",
                                       "tensorflow:",
                                       "file:",
                                       "label:",
                                       "priority:",
                                       "Relu",
                                       "Cast",
                                       "mlp",
                                       "stub",
                                       "ops:",
                                       "{",
                                       "}",
                                       "[",
                                       "]",
                                       ", ",
                                       ": ",
                                       ":",
                                       "- ",
                                       "-",
                                       "\n",
                                       "\n  ",
                                       "\n    ",
                                       "\"",
                                       "'",
                                       "#",
                                       " #",
                                       "&a ",
                                       "*a",
                                       "!!str ",
                                       "!",
                                       "<<: ",
                                       "|",
                                       ">",
                                       "|-\n",
                                       "---\n",
                                       "...\n",
                                       "%YAML 1.2\n",
                                       "? ",
                                       "~",
                                       "null",
                                       "true",
                                       "NO",
                                       "2.10",
                                       ">=2.12",
                                       "<2.22",
                                       "4GiB",
                                       "1G",
                                       "25 GB/s",
                                       "float",
                                       "half",
                                       "0x10",
                                       "010",
                                       ".inf",
                                       "-1",
                                       "99999999999999999999",
                                       "\t",
                                       "\r\n",
                                       "\r",
                                       "\\",
                                       "\\x",
                                       "\\u12",
                                       "\xEF\xBB\xBF",
                                       "\xFF",
                                       "\xC3\xA4",
                                       "\xE2\x80\xA8",
                                       "\xC2\x85",
                                       "\x1b[31m",
                                       "@",
                                       "`"};

struct Options {
  double seconds = 10;
  uint64_t runs = 1'000'000;
  uint64_t seed = 1;
  std::string keep;
  std::vector<std::string> folders;
};

class Mutator {
 public:
  Mutator(const std::vector<std::string>& corpus, uint64_t seed) : corpus_(corpus), random_(seed) {}

  std::string Next() {
    std::string input = Pick();
    for (size_t changes = 1 + Below(8); changes > 0; --changes) Change(input);
    if (input.size() > kLongestInput) input.resize(kLongestInput);
    return input;
  }

 private:
  size_t Below(size_t limit) { return limit == 0 ? 0 : static_cast<size_t>(random_() % limit); }
  const std::string& Pick() { return corpus_[Below(corpus_.size())]; }

  void Change(std::string& input) {
    const size_t at = Below(input.size() + 1);
    const size_t length = std::min(1 + Below(Below(4) == 0 ? 200 : 8), input.size() - at);
    switch (Below(8)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(Below(256));
        break;
      case 1:
        if (at < input.size()) input[at] = static_cast<char>(input[at] ^ (1 << Below(8)));
        break;
      case 2:
        input.erase(at, length);
        break;
      case 3: {
        const std::string copy = input.substr(at, length);
        for (size_t times = 1 + Below(Below(16) == 0 ? 500 : 3); times > 0; --times)
          input.insert(at, copy);
        break;
      }
      case 4: {
        const std::string& other = Pick();
        const size_t from = Below(other.size() + 1);
        input.insert(at, other, from, 1 + Below(100));
        break;
      }
      case 5: {
        const std::string moved = input.substr(at, length);
        input.erase(at, length);
        input.insert(Below(input.size() + 1), moved);
        break;
      }
      default:
        input.insert(at, kWords[Below(std::size(kWords))]);
        break;
    }
  }

  const std::vector<std::string>& corpus_;
  std::mt19937_64 random_;
};

class Runner {
 public:
  explicit Runner(const std::string& keep) : keep_(keep) {
    if (!keep.empty()) file_ = ::open(keep.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0644);
  }
  ~Runner() {
    if (file_ < 0) return;
    ::close(file_);
    ::unlink(keep_.c_str());
  }

  void Run(const std::string& input) {
    if (file_ >= 0 &&
        (::ftruncate(file_, 0) != 0 || ::pwrite(file_, input.data(), input.size(), 0) < 0)) {
      std::perror("fuzzer: --keep");
    }
    const Clock::time_point start = Clock::now();
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    slowest_ = std::max(slowest_, seconds);
    if (seconds > kSlowestRun) {
      std::fprintf(stderr, "fuzzer: an input of %zu bytes took %.1f s\n", input.size(), seconds);
      std::abort();
    }
  }

  double slowest() const { return slowest_; }

 private:
  std::string keep_;
  int file_ = -1;
  double slowest_ = 0;
};

Options ParseOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--seconds") {
      options.seconds = std::strtod(value, nullptr);
    } else if (word == "--runs") {
      options.runs = std::strtoull(value, nullptr, 10);
    } else if (word == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10);
    } else if (word == "--keep") {
      options.keep = value;
    } else {
      options.folders.push_back(argv[i]);
      continue;
    }
    ++i;
  }
  return options;
}

std::vector<std::string> ReadCorpus(const std::vector<std::string>& folders) {
  std::vector<fs::path> paths;
  for (const std::string& folder : folders) {
    if (fs::is_regular_file(folder)) {
      paths.push_back(folder);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const fs::path& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return corpus;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = ParseOptions(argc, argv);
  const std::vector<std::string> corpus = ReadCorpus(options.folders);
  if (corpus.empty()) {
    std::fprintf(
        stderr, "usage: NAME_fuzzer [--seconds S] [--runs N] [--seed K] [--keep FILE] CORPUS...\n");
    return 64;
  }
  Runner runner(options.keep);
  for (const std::string& input : corpus) runner.Run(input);
  Mutator mutator(corpus, options.seed);
  const Clock::time_point start = Clock::now();
  uint64_t runs = 0;
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  for (; runs < options.runs && seconds() < options.seconds; ++runs) runner.Run(mutator.Next());
  std::printf("fuzzer: %zu files, %llu mutations, slowest input %.3f s\n", corpus.size(),
              static_cast<unsigned long long>(runs), runner.slowest());
  return 0;
}
