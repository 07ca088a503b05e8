// One run of one case: the plugin under test, and the results.

#ifndef CONFORMANCE_RUN_H_
#define CONFORMANCE_RUN_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "device.h"
#include "plugin.h"
#include "verdict.h"

namespace conformance {

// What a run is given.
struct RunSettings {
  std::string plugin;
  std::string host_library;
  std::vector<std::string> libraries;  // loaded before the plugin, as op libraries are
  const Release* release = nullptr;
  uint64_t seed = 1;
};

// Thrown to end a case; the results are in the Run.
struct EndOfCase {};

class Run {
 public:
  explicit Run(const RunSettings& settings) : settings_(settings), random_(settings.seed) {}
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // --- What the case is about

  // The registered plugin. If it is not registered, the case fails.
  Plugin& plugin();
  // Simulates another release, or one without some functions, or one with larger structs. Call it
  // first.
  Plugin& Load(const Release& release, const std::vector<std::string>& missing = {},
               size_t room = 0);
  int device_count();
  // If the plugin lists no such device, the case is unsupported.
  Device& device(int ordinal = 0);
  // Another SP_Device of the same hardware.
  std::unique_ptr<Device> NewDevice(int ordinal);

  // A buffer, a stream, an event. If there is none, the case fails.
  Memory Allocate(uint64_t size) { return Allocate(device(), size); }
  Memory Allocate(Device& device, uint64_t size);
  // Allocates all of the device's memory except `left` bytes, or up to a MiB more. Unsupported if
  // the size is not known, or too large for a test.
  std::vector<Memory> TakeMemory(Device& device, int64_t left);
  // In bytes. The case fails if the plugin does not say it.
  int64_t FreeMemory() { return FreeMemory(device()); }
  int64_t FreeMemory(Device& device);
  Stream NewStream() { return NewStream(device()); }
  Stream NewStream(Device& device);
  Event NewEvent() { return NewEvent(device()); }
  Event NewEvent(Device& device);
  // Enqueues f on the stream; unsupported if the plugin has no callbacks.
  void Call(Device& device, SP_Stream stream, std::function<void()> f);
  // Lets the stream sleep.
  void Delay(Device& device, SP_Stream stream, int milliseconds);

  const RunSettings& settings() const { return settings_; }
  std::mt19937_64& random() { return random_; }
  uint64_t Draw(uint64_t below) { return random_() % below; }
  // Bytes whose neighbours always differ.
  std::vector<uint8_t> Pattern(size_t size, uint8_t salt = 0);

  // --- What is found. May be said by any thread.

  template <typename... Parts>
  bool Check(bool holds, const Parts&... parts) {
    if (!holds) Note(Text(parts...));
    return holds;
  }
  // As Check, and the case ends.
  template <typename... Parts>
  void Require(bool holds, const Parts&... parts) {
    if (!holds) Fail(parts...);
  }
  void Ok(const Result& result) { Require(result.ok(), result.Text()); }
  template <typename... Parts>
  [[noreturn]] void Fail(const Parts&... parts) {
    Note(Text(parts...));
    throw EndOfCase();
  }
  template <typename... Parts>
  [[noreturn]] void Unsupported(const Parts&... parts) {
    SetUnsupported(Text(parts...));
    throw EndOfCase();
  }
  template <typename... Parts>
  void Needs(bool there, const Parts&... parts) {
    if (!there) Unsupported(parts...);
  }
  // A note for a case that passes; only the last one is kept.
  void Remark(std::string remark);
  // Device memory must contain `expected`.
  void Expect(Device& device, const void* memory, const std::vector<uint8_t>& expected,
              const std::string& what);
  void ExpectEqual(const std::vector<uint8_t>& found, const std::vector<uint8_t>& expected,
                   const std::string& what);

  // Destroys the plugin's devices, and checks that the plugin has not written past the host's
  // structs.
  void Finish();
  Verdict verdict() const;

 private:
  template <typename... Parts>
  static std::string Text(const Parts&... parts) {
    std::ostringstream text;
    (text << ... << parts);
    return text.str();
  }
  void Note(std::string message);
  void SetUnsupported(std::string reason);

  const RunSettings& settings_;
  std::mt19937_64 random_;
  HostState* host_ = nullptr;
  std::unique_ptr<Plugin> plugin_;
  std::map<int, std::unique_ptr<Device>> devices_;
  mutable std::mutex mutex_;
  std::vector<std::string> failures_;
  std::string unsupported_;
  std::string remark_;
};

// Blocks a stream until it is opened. A case with a gate is unsupported if work runs before the
// callback that enqueues it returns, or if there are no callbacks.
class Gate {
 public:
  Gate(Run& run, Device& device, SP_Stream stream);
  ~Gate() { Open(); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void Open();

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    bool open = false;
    bool enqueued = false;   // host_callback has returned
    bool is_inline = false;  // nobody but the caller would open
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
};

// Whether the condition becomes true in time (time_limit.h). It is polled.
bool Eventually(const std::function<bool()>& condition,
                std::chrono::milliseconds limit = std::chrono::seconds(5));

// Runs f(0) to f(count - 1), each on its own thread, all at once. If one of them ends the case, the
// case ends.
void InThreads(int count, const std::function<void(int)>& f);

}  // namespace conformance

#endif  // CONFORMANCE_RUN_H_
