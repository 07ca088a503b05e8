#include "peers.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <set>
#include <utility>

#include "pools.h"

namespace fake_cuda {

namespace {

std::atomic<int> g_direct_copies{0};

// The first ones access the memory that cuMemAlloc gave out in the second ones.
class Peers {
 public:
  static Peers& Get() {
    static auto* const peers = new Peers;
    return *peers;
  }

  bool Add(const Context* context, int peer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pairs_.insert({context->ordinal, peer}).second;
  }
  bool Contains(const Context* context, int peer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pairs_.count({context->ordinal, peer}) != 0;
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<int, int>> pairs_;
};

}  // namespace

bool CanAccessPeers() {
  const char* const chosen = std::getenv("FAKE_CUDA_PEERS");
  return chosen == nullptr || std::atoi(chosen) != 0;
}

void NotePeerCopy(Address memory) {
  bool is_block = false;
  const bool is_accessible = IsBlockAccessible(memory, g_current->ordinal, &is_block);
  const int device = driver::DeviceOf(reinterpret_cast<void*>(memory));
  if (is_block ? is_accessible : Peers::Get().Contains(g_current, device)) ++g_direct_copies;
}

}  // namespace fake_cuda

using namespace fake_cuda;

#pragma GCC visibility push(default)
extern "C" {

Result cuDeviceCanAccessPeer(int* can, int device, int peer) {
  FAKE_CUDA_RETURN(Enter("cuDeviceCanAccessPeer"));
  *can = CanAccessPeers() && device != peer ? 1 : 0;
  return kSuccess;
}

Result cuCtxEnablePeerAccess(Context* peer, unsigned flags) {
  FAKE_CUDA_CALL("cuCtxEnablePeerAccess");
  if (flags != 0) return kInvalidValue;
  if (peer == nullptr || peer == g_current) return kInvalidContext;
  if (!CanAccessPeers()) return kPeerAccessUnsupported;
  return Peers::Get().Add(g_current, peer->ordinal) ? kSuccess : kPeerAccessAlreadyEnabled;
}

int fake_cuda_direct_copies() { return g_direct_copies; }

}  // extern "C"
#pragma GCC visibility pop
