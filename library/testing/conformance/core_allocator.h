// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Device memory for tensors as core gives it out: tensors of many threads, freed while the device
// still works with them.

#ifndef CONFORMANCE_CORE_ALLOCATOR_H_
#define CONFORMANCE_CORE_ALLOCATOR_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "device.h"
#include "host_objects.h"

namespace conformance {

// As core's BFC allocator, parts of regions, where the plugin asks for that; otherwise what the
// plugin gives. As in core, BFC's mutex is held over calls of the plugin and taken by whoever lets
// go of a tensor.
class CoreAllocator : public TensorAllocator {
 public:
  CoreAllocator(Device& device, uint64_t region_bytes);
  ~CoreAllocator() override;
  CoreAllocator(const CoreAllocator&) = delete;
  CoreAllocator& operator=(const CoreAllocator&) = delete;

  // All tensors must be gone before the allocator is.
  std::shared_ptr<TensorBuffer> Allocate(size_t bytes, bool on_host) override;

 private:
  using Parts = std::map<uint8_t*, uint64_t>;  // sizes, by address

  uint8_t* TakePart(uint64_t size);
  void FreePart(uint8_t* part);
  // These want the mutex held.
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
