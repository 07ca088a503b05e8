// Measures each primitive of an emitted plugin for OpenCL beside the kernel that one would write
// first (naive.inc), on the plugin's first device, without TensorFlow: for each primitive a line
//
//   NAME SECONDS SECONDS_OF_NAIVE MEDIAN MEDIAN_OF_NAIVE
//
// with the least and the median time of a call as part of many, measured in turns. Ends the process
// if the results differ. Arguments are the names to measure; by default all.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "naive.h"

namespace pluggable::tests {

namespace {

constexpr double kSecondsOfMeasurement = 0.1;
constexpr int kRounds = 7;
constexpr int kMaxCalls = 2000;
constexpr double kTolerance = 2e-3;  // of sums in other orders

// What the process was asked for; empty for all.
std::vector<std::string> g_wanted;

bool IsWanted(const char* name) {
  return g_wanted.empty() || std::find(g_wanted.begin(), g_wanted.end(), name) != g_wanted.end();
}

void Compare(const char* name, const Results& results) {
  const size_t bytes = static_cast<size_t>(results.count) * results.element_bytes;
  std::array<std::vector<char>, 2> both = {std::vector<char>(bytes), std::vector<char>(bytes)};
  ComputeDevice::Get()->Read(both[0].data(), results.ours, bytes);
  ComputeDevice::Get()->Read(both[1].data(), results.naive, bytes);
  bool agree = results.are_floats || both[0] == both[1];
  double largest = 0;
  double difference = 0;
  for (int64_t i = 0; results.are_floats && i < results.count; ++i) {
    std::array<float, 2> values{};
    for (size_t which = 0; which < 2; ++which)
      std::memcpy(&values[which], &both[which][static_cast<size_t>(i) * 4], 4);
    largest = std::max(largest, std::fabs(double{values[1]}));
    difference = std::max(difference, std::fabs(double{values[0]} - double{values[1]}));
  }
  if (results.are_floats) agree = difference <= kTolerance * largest && largest > 0;
  if (agree) return;
  std::fprintf(stderr, "%s: the results differ by %g of %g\n", name, difference, largest);
  std::exit(1);
}

}  // namespace

const DeviceProgram& Naive() {
  static const DeviceProgram* const program = [] {
    static std::string text = [] {
      std::ostringstream read;
      read << std::ifstream(NAIVE_TEXT).rdbuf();
      return read.str();
    }();
    auto* const made = new DeviceProgram;
    made->name = "naive kernels";
    made->texts = TextsOfProgram("softmax", "float");
    made->texts.back() = text.c_str();  // behind the dialect
    return made;
  }();
  return *program;
}

void Measure(const char* name, const Call& ours, const Call& naive, const Results& results) {
  if (!IsWanted(name)) return;
  Check(ours());  // builds the programs, and computes once what is compared
  Check(naive());
  Check(ComputeDevice::Get()->Synchronize());
  Compare(name, results);
  const std::array<const Call*, 2> calls = {&ours, &naive};
  std::array<int, 2> counts{};
  for (size_t i = 0; i < 2; ++i)
    counts[i] = static_cast<int>(
        std::clamp(kSecondsOfMeasurement / TimeOf(*calls[i], 1), 1.0, double{kMaxCalls}));
  std::array<std::vector<double>, 2> seconds;
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < 2; ++i) seconds[i].push_back(TimeOf(*calls[i], counts[i]));
  }
  for (std::vector<double>& each : seconds) std::sort(each.begin(), each.end());
  std::printf("%s %.9f %.9f %.9f %.9f\n", name, seconds[0][0], seconds[1][0],
              seconds[0][kRounds / 2], seconds[1][kRounds / 2]);
  std::fflush(stdout);
}

}  // namespace pluggable::tests

int main(int argc, char** argv) {
  using namespace pluggable::tests;
  g_wanted.assign(argv + 1, argv + argc);
  if (ComputeDevice::Get() == nullptr) {
    std::fprintf(stderr, "the driver lists no device\n");
    return 1;
  }
  MeasureArrays();
  MeasureLayers();
  return 0;
}
