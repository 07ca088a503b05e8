#include "guarded.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <new>

namespace conformance {
namespace {

constexpr unsigned char kPattern = 0xa5;
constexpr size_t kAnyAlignment = alignof(std::max_align_t);
constexpr size_t kInFront = 64;  // bytes of pattern that are looked at

// For the signal handler, which cannot take locks.
struct Guard {
  std::atomic<const unsigned char*> begin{nullptr};
  const char* name = nullptr;
};
std::array<Guard, 256> guards;

size_t PageSize() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

GuardedBytes::GuardedBytes(const char* name, size_t size) : name_(name), size_(size) {
  const size_t page = PageSize();
  const size_t rounded = (size + kAnyAlignment - 1) / kAnyAlignment * kAnyAlignment;
  const size_t room = (rounded + kInFront + page - 1) / page * page;
  map_size_ = room + page;
  void* const map =
      mmap(nullptr, map_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map == MAP_FAILED) throw std::bad_alloc();
  map_ = static_cast<unsigned char*>(map);
  guard_ = map_ + room;
  data_ = guard_ - rounded;
  std::memset(map_, kPattern, room);
  mprotect(guard_, page, PROT_NONE);
  for (Guard& guard : guards) {
    const unsigned char* none = nullptr;
    if (guard.begin.compare_exchange_strong(none, guard_)) {
      guard.name = name;
      break;
    }
  }
}

GuardedBytes::~GuardedBytes() {
  for (Guard& guard : guards) {
    const unsigned char* mine = guard_;
    if (guard.begin.compare_exchange_strong(mine, nullptr)) break;
  }
  munmap(map_, map_size_);
}

std::string GuardedBytes::Damage() const {
  for (const unsigned char* at = data_ + size_; at < guard_; ++at) {
    if (*at == kPattern) continue;
    return "the plugin wrote " + std::to_string(at - data_ - static_cast<ptrdiff_t>(size_) + 1) +
           " bytes behind the " + std::to_string(size_) + " bytes of " + name_;
  }
  for (const unsigned char* at = data_ - kInFront; at < data_; ++at) {
    if (*at != kPattern) return std::string("the plugin wrote in front of ") + name_;
  }
  return "";
}

const char* GuardedBytes::NameBehind(const void* address) {
  const auto* const at = static_cast<const unsigned char*>(address);
  for (const Guard& guard : guards) {
    const unsigned char* const begin = guard.begin;
    if (begin != nullptr && at >= begin && at < begin + 4096) return guard.name;
  }
  return nullptr;
}

}  // namespace conformance
