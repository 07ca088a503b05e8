// Random programs of many threads on one plugin. Every thread knows the expected contents of its
// tensors.

#ifndef CONFORMANCE_STRESS_H_
#define CONFORMANCE_STRESS_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

#include "core_allocator.h"
#include "kernel_bench.h"
#include "run.h"

namespace conformance {

// What the threads do.
struct StressPlan {
  int threads = 4;
  int steps = 150;           // of each thread
  bool errors = false;       // work fails, too
  bool full_memory = false;  // there is less memory than the threads want
};

// What the threads have done.
struct StressFigures {
  std::atomic<int64_t> computations{0};
  std::atomic<int64_t> copies{0};
  std::atomic<int64_t> results{0};             // that were fetched and found right
  std::atomic<int64_t> failures{0};            // of work and of callbacks, provoked
  std::atomic<int64_t> reported_by_ops{0};     // errors of inputs that Compute has passed on
  std::atomic<int64_t> reported_by_copies{0};  // errors that whoever fetched was told
  std::atomic<int64_t> refusals{0};            // of memory
};

// A device with TensorFlow's own objects for it.
class StressDevice {
 public:
  // The rows of a table that a gather takes; the last is in no table.
  static constexpr int kTableRows = 4;
  static constexpr int kBadRow = kTableRows;

  StressDevice(Run& run, Device& device, bool full_memory);
  ~StressDevice();
  StressDevice(const StressDevice&) = delete;
  StressDevice& operator=(const StressDevice&) = delete;

  Device& device() const { return device_; }
  TensorAllocator& memory() { return memory_; }
  SP_Stream compute() const { return compute_.get(); }
  SP_Stream to_device() const { return to_device_.get(); }
  SP_Stream to_host() const { return to_host_.get(); }
  SP_Stream between() const { return between_.get(); }
  // Null if the plugin has no kernel of the op for these programs.
  const Kernel* kernel(const std::string& op) const;
  // Whether a gather of the bad row fails.
  bool gathers_fail() const { return gathers_fail_; }
  // On the device, for a gather of that row.
  const TensorValue& index(int row) const { return indices_[static_cast<size_t>(row)]; }

 private:
  void MakeKernels();
  void MakeIndices();

  Run& run_;
  Device& device_;
  const bool gathers_fail_;
  std::vector<Memory> ballast_;
  CoreAllocator memory_;
  const Stream compute_;
  const Stream to_device_;
  const Stream to_host_;
  const Stream between_;
  std::map<std::string, std::unique_ptr<Kernel>> kernels_;
  std::vector<TensorValue> indices_;
  int64_t tensors_before_;
};

// A tensor on a device, and its expected contents.
struct StressValue {
  StressDevice* device = nullptr;
  TensorValue tensor;
  std::vector<float> numbers;
  bool is_result = true;  // false: the work that was to write it has failed, or not run
};

// Values that threads exchange.
class StressPool {
 public:
  void Put(StressValue value, uint64_t drawn);
  // Nothing if there is nothing.
  bool Get(StressValue* value, uint64_t drawn);

 private:
  std::mutex mutex_;
  std::vector<StressValue> values_;
};

// What all threads share.
struct StressScene {
  StressPlan plan;
  std::vector<std::unique_ptr<StressDevice>> devices;
  StressPool pool;
  StressFigures figures;
};

// What one thread does.
class StressThread {
 public:
  StressThread(Run& run, StressScene& scene, int who);

  // Ends with the case if something is wrong.
  void Work();
  // For diagnosing a hang.
  const char* doing() const { return doing_; }
  int64_t steps() const { return steps_; }

 private:
  uint64_t Draw(uint64_t below) { return random_() % below; }
  bool OneIn(uint64_t count) { return Draw(count) == 0; }
  StressDevice& AnyDevice();
  StressValue* AnyValue();
  void Keep(StressValue value);
  // Whether there was memory. If not, frees some.
  bool Allocate(StressDevice& device, TF_DataType type, std::vector<int64_t> dims,
                TensorValue* tensor);
  void Refused();

  void Step();
  // The steps.
  void Upload();
  void Add();
  void Gather(bool fails);
  void Fill();
  void Pad();
  void CopyToDevice();
  void Fetch(const StressValue& value);
  void Share();
  void Delay();
  void AwaitAll();
  void UseOwnStream();

  // Computes with the kernel; its output becomes a value if it has one. False if there is no such
  // kernel.
  bool Compute(StressDevice& device, const char* op, std::vector<StressValue> inputs,
               const std::vector<const char*>& args, const char* output_arg,
               std::vector<float> expected, bool fails);
  void AwaitByEvent(Device& device, SP_Stream stream);
  Result ReadBack(const StressValue& value, std::vector<float>* found);

  Run& run_;
  StressScene& scene_;
  const int who_;
  std::mt19937_64 random_;
  std::vector<StressValue> values_;
  std::atomic<const char*> doing_{"nothing yet"};
  std::atomic<int64_t> steps_{0};
};

// Runs the plan. The figures are what the case remarks if it passes.
void RunStress(Run& run, const StressPlan& plan);

}  // namespace conformance

#endif  // CONFORMANCE_STRESS_H_
