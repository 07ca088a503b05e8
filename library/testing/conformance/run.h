// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// One run of one case: the plugin it is about, and what was found.

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

// Thrown to end a case; what was found is in the Run.
struct EndOfCase {};

class Run {
 public:
  explicit Run(const RunSettings& settings) : settings_(settings), random_(settings.seed) {}
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // --- What the case is about

  // The plugin, registered. Otherwise the case has failed.
  Plugin& plugin();
  // Plays another release, or one without some functions, or one with larger structs. Before
  // anything else.
  Plugin& Load(const Release& release, const std::vector<std::string>& missing = {},
               size_t room = 0);
  int device_count();
  // The case is unsupported if the plugin lists no such device.
  Device& device(int ordinal = 0);
  // Another SP_Device of the same hardware.
  std::unique_ptr<Device> NewDevice(int ordinal);

  // A buffer of memory, a stream, an event: the case has failed if there is none.
  Memory Allocate(uint64_t size) { return Allocate(device(), size); }
  Memory Allocate(Device& device, uint64_t size);
  // All of the device's memory but so many bytes, or less than a MiB more. Unsupported where that
  // cannot be known, or is too much for a test.
  std::vector<Memory> TakeMemory(Device& device, int64_t left);
  Stream NewStream() { return NewStream(device()); }
  Stream NewStream(Device& device);
  Event NewEvent() { return NewEvent(device()); }
  Event NewEvent(Device& device);
  // Puts f on the stream; unsupported if the plugin does not take callbacks.
  void Call(Device& device, SP_Stream stream, std::function<void()> f);
  // Lets the stream sleep.
  void Delay(Device& device, SP_Stream stream, int milliseconds);

  const RunSettings& settings() const { return settings_; }
  std::mt19937_64& random() { return random_; }
  uint64_t Draw(uint64_t below) { return random_() % below; }
  // Bytes of which no two neighbours are alike.
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
  // What is worth knowing of a case that passes; the last one counts.
  void Remark(std::string remark);
  // Where device memory must hold `expected`.
  void Expect(Device& device, const void* memory, const std::vector<uint8_t>& expected,
              const std::string& what);
  void ExpectEqual(const std::vector<uint8_t>& found, const std::vector<uint8_t>& expected,
                   const std::string& what);

  // Lets go of the plugin's devices and looks whether it has kept to the host's structs.
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

// Holds a stream up until it is opened. A case that needs one is unsupported where work runs before
// the callback that enqueues it returns, or where callbacks are not taken.
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

// Whether it comes true in time; looks every now and then.
bool Eventually(const std::function<bool()>& condition,
                std::chrono::milliseconds limit = std::chrono::seconds(5));

// Runs f(0) to f(count - 1), each on a thread of its own, all at once. The case ends if one of them
// ends it.
void InThreads(int count, const std::function<void(int)>& f);

}  // namespace conformance

#endif  // CONFORMANCE_RUN_H_
