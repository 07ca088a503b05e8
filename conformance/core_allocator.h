// Allocates device memory for tensors as TensorFlow does: for many threads, and freed while the
// device still uses it.

#ifndef CONFORMANCE_CORE_ALLOCATOR_H_
#define CONFORMANCE_CORE_ALLOCATOR_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "device.h"
#include "host_objects.h"

namespace conformance {

// Like TensorFlow's BFC allocator, it divides regions if the plugin has no allocator; otherwise it
// calls the plugin's. As in TensorFlow, BFC's mutex is held during calls of the plugin, and locked
// when a tensor is deleted.
class CoreAllocator : public TensorAllocator {
 public:
  CoreAllocator(Device& device, uint64_t region_bytes);
  ~CoreAllocator() override;
  CoreAllocator(const CoreAllocator&) = delete;
  CoreAllocator& operator=(const CoreAllocator&) = delete;

  // All tensors must be deleted before the allocator.
  std::shared_ptr<TensorBuffer> Allocate(size_t bytes, bool on_host) override;

 private:
  using Parts = std::map<uint8_t*, uint64_t>;  // sizes, by address

  uint8_t* TakePart(uint64_t size);
  void FreePart(uint8_t* part);
  // The mutex must be held in these functions.
  uint8_t* TakeFreePart(uint64_t size);
  bool AddRegion(uint64_t size);
  bool FreeRegions();

  Device& device_;
  const uint64_t region_bytes_;
  const bool is_bfc_;
  std::mutex mutex_;
  std::map<uint8_t*, Memory> regions_;
  Parts free_;
  Parts used_;
};

}  // namespace conformance

#endif  // CONFORMANCE_CORE_ALLOCATOR_H_
