// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/peers.h"

#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "driver/cuda_settings.h"
#include "runtime/log.h"

namespace pluggable::cuda {

namespace {

// Lets work of the device access memory of `peer`.
Status LetAccess(const Device& device, Device& peer) {
  const CurrentContext current(device);
  if (!current.ok()) return current.status();
  const Api& api = Api::Get();
  int can = 0;
  Result code = api.DeviceCanAccessPeer(&can, device.info().handle, peer.info().handle);
  if (code != kSuccess) return ToStatus("cuDeviceCanAccessPeer", code);
  if (can == 0) return errors::Unimplemented("the devices cannot access each other's memory");
  code = api.CtxEnablePeerAccess(peer.context(), 0);
  // Other libraries use the same contexts.
  if (code != kSuccess && code != kPeerAccessAlreadyEnabled) {
    return ToStatus("cuCtxEnablePeerAccess", code);
  }
  return peer.memory().LetAccess(device.info().handle);
}

Status LetBothAccess(Device& one, Device& other) {
  const char* const chosen = std::getenv(settings::kPeersVariable);
  if (chosen != nullptr && std::string_view(chosen) == "0") {
    return errors::Unavailable(settings::kPeersVariable, " is 0");
  }
  Status status = LetAccess(one, other);
  status.Update(LetAccess(other, one));
  return status;
}

// GPUs of a machine often have one name.
std::string NameOf(const Device& device) {
  return device.info().name + " at " + device.info().pci_bus_id;
}

}  // namespace

void Connect(Device& one, Device& other) {
  static std::mutex mutex;
  static auto* const connected = new std::set<std::pair<Device*, Device*>>;
  const std::lock_guard<std::mutex> lock(mutex);
  if (connected->count({&one, &other}) != 0) return;
  connected->insert({{&one, &other}, {&other, &one}});
  const Status status = LetBothAccess(one, other);
  if (!runtime::IsVerbose()) return;
  runtime::Log("copies between ", NameOf(one), " and ", NameOf(other),
               status.ok() ? " go directly" : " go through the host's memory: ", status.message());
}

}  // namespace pluggable::cuda
