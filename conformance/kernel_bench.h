// Runs the plugin's kernels as TensorFlow's executors do.

#ifndef CONFORMANCE_KERNEL_BENCH_H_
#define CONFORMANCE_KERNEL_BENCH_H_

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "guarded.h"
#include "op_model.h"
#include "run.h"

namespace conformance {

// Gives tensors parts of one allocation, like TensorFlow's BFC allocator. The bytes between the
// parts have a pattern that must stay.
class RegionAllocator : public TensorAllocator {
 public:
  RegionAllocator(Run& run, Device& device, uint64_t size);

  std::shared_ptr<TensorBuffer> Allocate(size_t bytes, bool on_host) override;
  // "", or the place of a write out of bounds. All work must have ended.
  std::string Damage();

 private:
  Run& run_;
  Device& device_;
  Memory region_;
  std::mutex mutex_;
  uint64_t next_;
  std::vector<std::pair<uint64_t, uint64_t>> parts_;  // begin and size
  std::vector<std::shared_ptr<GuardedBytes>> on_host_;
};

// Allocates memory that contains NaN, or -1, without a copy, since a copy to the device may wait
// for all its work.
class QuietAllocator : public TensorAllocator {
 public:
  QuietAllocator(Run& run, Device& device, uint64_t size);

  std::shared_ptr<TensorBuffer> Allocate(size_t bytes, bool on_host) override;

 private:
  const Memory region_;
  uint64_t used_ = 0;
};

// The kernel that TensorFlow would select for an op with these attributes on the plugin's device;
// null if there is none.
const KernelDef* FindKernel(const Plugin& plugin, const std::string& op,
                            const std::map<std::string, AttrValue>& attrs);

// A kernel object.
class Kernel {
 public:
  Kernel(const KernelDef& def, const std::map<std::string, AttrValue>& attrs);
  ~Kernel();
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  const KernelDef& def() const { return def_; }
  // What it said of its creation.
  const TF_Status& status() const { return construction_.status; }
  void Compute(TF_OpKernelContext* context) const;

 private:
  const KernelDef& def_;
  TF_OpKernelConstruction construction_;
  void* object_ = nullptr;
};

// A computation in progress: a scenario's tensors on the device, and the context.
class Computation {
 public:
  Computation(Run& run, Device& device, TensorAllocator* allocator, const KernelDef& def,
              const Scenario& scenario, SP_Stream stream);

  TF_OpKernelContext& context() { return context_; }
  // Clears the inputs and copies them again, on the stream, so that work that runs too early sees
  // wrong values.
  void ClearInputs();
  void WriteInputsOnStream();
  // Gives every device input a second owner, so that it must not be written.
  void HoldInputs();
  // TensorFlow releases inputs when Compute has returned.
  void FreeInputs();
  // Whether the output lies in an input's memory.
  bool Forwarded() const;

  // Call these after the work has ended.
  void ExpectOutput(const std::string& what);
  void ExpectInputsUnchanged();

 private:
  TensorValue OnDevice(const Numbers& numbers, bool on_host);
  Numbers Read(const TensorValue& value, bool on_host);

  Run& run_;
  Device& device_;
  TensorAllocator* const allocator_;
  const Scenario& scenario_;
  TF_OpKernelContext context_;
  std::vector<TensorValue> held_;
  std::vector<const void*> input_data_;
  std::vector<std::vector<uint8_t>> bytes_;  // of the inputs; must live until they are copied
};

}  // namespace conformance

#endif  // CONFORMANCE_KERNEL_BENCH_H_
