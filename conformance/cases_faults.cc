// Faults of the driver. Only plugins into which the suite can inject faults have these cases:
// emitted projects build a second library for that.

#include <atomic>
#include <chrono>
#include <climits>
#include <cstdint>
#include <memory>
#include <thread>

#include "case.h"
#include "kernel_bench.h"

namespace conformance {
namespace {

using SetFaultFn = void (*)(const char* function, int one_in, int most, int slow, uint64_t seed);
using FaultCountFn = int (*)();

constexpr char kWhyFaults[] =
    "hardware fails; a status is an exception, anything else ends the process";
constexpr char kCached[] = "the plugin's allocator has memory left, and asks the driver for none";
constexpr int kForEver = INT_MAX;
constexpr uint64_t kFaultBytes = 200000;  // more than runs at once

// The plugin's faults.
class Faults {
 public:
  explicit Faults(Run& run) {
    set_ = run.plugin().Find<SetFaultFn>("conformance_set_fault");
    count_ = run.plugin().Find<FaultCountFn>("conformance_fault_count");
    run.Needs(set_ != nullptr && count_ != nullptr, "the plugin lets no fault be injected");
  }
  ~Faults() { Clear(); }
  void Always(const char* function) { set_(function, 1, kForEver, 0, 1); }
  void Once(const char* function) { set_(function, 1, 1, 0, 1); }
  void Slow(const char* function) { set_(function, 2, 50, 1, 1); }
  void Drawn(int one_in, uint64_t seed) { set_("*", one_in, kForEver, 0, seed); }
  void Clear() { set_("", 1, 0, 0, 1); }
  int count() const { return count_(); }

 private:
  SetFaultFn set_ = nullptr;
  FaultCountFn count_ = nullptr;
};

// Does everything that a program does, briefly. Returns the first error.
Result UseAll(Run& run, Device& device) {
  Memory a = device.Allocate(kFaultBytes), b = device.Allocate(kFaultBytes);
  if (!a || !b) return {"allocate", TF_RESOURCE_EXHAUSTED, "no memory"};
  SP_Stream first = nullptr, second = nullptr;
  SP_Event mark = nullptr;
  Result result = device.CreateStream(&first);
  if (!result.ok()) return result;
  const Stream one(&device, first);
  result = device.CreateStream(&second);
  if (!result.ok()) return result;
  const Stream two(&device, second);
  result = device.CreateEvent(&mark);
  if (!result.ok()) return result;
  const Event event(&device, mark);
  const auto bytes = run.Pattern(kFaultBytes);
  std::vector<uint8_t> found(kFaultBytes);
  bool called = false;
  const std::function<Result()> steps[] = {
      [&] { return device.Zero(first, b.data(), kFaultBytes); },
      [&] { return device.Write(first, a.data(), bytes.data(), kFaultBytes); },
      [&] { return device.Copy(first, b.data(), a.data(), kFaultBytes); },
      [&] {
        const bool taken = device.Call(first, [&called](TF_Status*) { called = true; });
        return taken ? Result{} : Result{"host_callback", TF_INTERNAL, "refused: injected fault"};
      },
      [&] { return device.Record(first, mark); },
      [&] { return device.WaitFor(second, mark); },
      [&] { return device.DependOn(second, first); },
      [&] { return device.Read(second, found.data(), b.data(), kFaultBytes); },
      [&] { return device.BlockOn(mark); },
      [&] { return device.Await(second); },
      [&] { return device.AwaitAll(); },
      [&] { return device.Read(found.data(), b.data(), kFaultBytes); },
  };
  for (const auto& step : steps) {
    result = step();
    if (!result.ok()) break;
  }
  if (!result.ok()) {
    // Work may still write these buffers on the stack, since a wait that fails has not waited.
    for (int i = 0; i < 100; ++i) {
      const bool first_ended = device.Await(first).ok(), second_ended = device.Await(second).ok();
      if (first_ended && second_ended && device.AwaitAll().ok()) break;
    }
    return result;
  }
  run.Check(called, "the callback has not run");
  run.ExpectEqual(found, bytes, "what was read, without an error");
  return result;
}

void RequireAllWell(Run& run, Device& device) {
  const Result result = UseAll(run, device);
  run.Require(result.ok(), "afterwards, without a fault: ", result.Text());
}

void AddByFunction(CaseList& list) {
  const std::vector<const char*> told = {
      "CreateQueue", "CopyToDevice", "CopyToHost", "CopyOnDevice",     "Fill",        "HostCall",
      "CreateEvent", "RecordEvent",  "WaitEvent",  "SynchronizeEvent", "Synchronize", "Allocate"};
  list.AddEach("told", told, "a failure of that driver function is an error of a callback",
               kWhyFaults, [](Run& run, const char* function) {
                 Faults faults(run);
                 Device& device = run.device();
                 RequireAllWell(run, device);
                 // If memory is short, it is requested again.
                 const bool is_memory = std::string(function) == "Allocate";
                 is_memory ? faults.Always(function) : faults.Once(function);
                 const Result result = UseAll(run, device);
                 run.Needs(!is_memory || faults.count() >= 1, kCached);
                 run.Check(faults.count() >= 1, function, " was not called");
                 run.Require(!result.ok(), "all callbacks said OK");
                 const bool names_it = result.message.find("injected") != std::string::npos ||
                                       result.code == TF_RESOURCE_EXHAUSTED;
                 run.Check(names_it, "the error does not say what happened: ", result.Text());
               });
  list.AddEach("goes_on", told, "after a failure of that function the device works on", kWhyFaults,
               [](Run& run, const char* function) {
                 Faults faults(run);
                 Device& device = run.device();
                 const Stream bystander = run.NewStream();
                 const Memory memory = run.Allocate(4096);
                 const auto bytes = run.Pattern(4096);
                 faults.Once(function);
                 (void)UseAll(run, device);
                 faults.Clear();
                 run.Ok(device.Write(bystander.get(), memory.data(), bytes.data(), 4096));
                 run.Ok(device.Await(bystander.get()));
                 run.Expect(device, memory.data(), bytes, "memory of a stream that had no fault");
                 (void)device.AwaitAll();  // may still tell
                 RequireAllWell(run, device);
               });
  list.AddEach(
      "again_and_again", told, "thirty failures of that function lose no memory and no object",
      kWhyFaults, [](Run& run, const char* function) {
        Faults faults(run);
        Device& device = run.device();
        const HostState& host = run.plugin().host();
        RequireAllWell(run, device);
        const int64_t before = run.FreeMemory();
        const int64_t statuses = host.statuses;
        for (int i = 0; i < 30; ++i) {
          faults.Once(function);
          (void)UseAll(run, device);
          run.Needs(faults.count() == 1 || std::string(function) != "Allocate", kCached);
          run.Require(faults.count() == 1, function, " was not called");
        }
        faults.Clear();
        (void)device.AwaitAll();
        RequireAllWell(run, device);
        const int64_t after = run.FreeMemory();
        run.Check(after >= before - (int64_t{64} << 20), before - after, " bytes are lost");
        run.Check(host.statuses <= statuses + 1, host.statuses - statuses, " statuses are lost");
      });
  std::vector<const char*> slow = told;
  slow.insert(slow.end(), {"Run", "Idle", "QueryEvent"});
  list.AddEach("slow", slow, "that function may take its time", kWhyFaults,
               [](Run& run, const char* function) {
                 Faults faults(run);
                 Device& device = run.device();
                 faults.Slow(function);
                 for (int i = 0; i < 5; ++i) run.Ok(UseAll(run, device));
               });
}

// A new event, and one that was complete before, after work that is not done.
void CheckNotEarly(Run& run, const char* function) {
  Faults faults(run);
  Device& device = run.device();
  const Stream stream = run.NewStream();
  const Stream other = run.NewStream();
  for (const bool is_new : {true, false}) {
    const Event event = run.NewEvent();
    if (!is_new) {
      run.Ok(device.Record(stream.get(), event.get()));
      run.Ok(device.BlockOn(event.get()));
    }
    Gate gate(run, device, stream.get());
    faults.Once(function);
    (void)device.Record(stream.get(), event.get());
    for (int i = 0; i < 10; ++i) {
      const SE_EventStatus status = device.Query(event.get());
      run.Require(status == SE_EVENT_PENDING, "its status is ", int{status});
    }
    run.Check(faults.count() == 1, function, " was not called");
    faults.Clear();
    if (device.WaitFor(other.get(), event.get()).ok()) {
      std::atomic<bool> is_past{false};
      run.Call(device, other.get(), [&is_past] { is_past = true; });
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      run.Check(!is_past, "the other stream has not waited, and nobody is told");
      gate.Open();
      run.Ok(device.Await(other.get()));
    }
    gate.Open();
    run.Check(Eventually([&] { return device.Query(event.get()) == SE_EVENT_COMPLETE; }),
              "it does not complete");
    run.Ok(device.BlockOn(event.get()));
    (void)device.AwaitAll();  // tells of the failure
  }
  // Behind copies only, TensorFlow's functions hold nobody up.
  const Memory memory = run.Allocate(kFaultBytes);
  const auto bytes = run.Pattern(kFaultBytes);
  std::vector<uint8_t> found(kFaultBytes);
  const Event event = run.NewEvent();
  run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), kFaultBytes));
  run.Ok(device.Read(stream.get(), found.data(), memory.data(), kFaultBytes));
  faults.Once(function);
  (void)device.Record(stream.get(), event.get());
  run.Require(Eventually([&] { return device.Query(event.get()) == SE_EVENT_COMPLETE; }),
              "it does not complete behind copies");
  run.ExpectEqual(found, bytes, "what was copied before");
  faults.Clear();
  (void)device.AwaitAll();
  RequireAllWell(run, device);
}

// A copy to the device that fails late: TensorFlow hears that it is done, and not that it has
// failed. Whoever reads the memory has to be told, each time, until it is written again.
void CheckLostCopy(Run& run) {
  Faults faults(run);
  run.Needs(run.device_count() > 0, "the plugin lists no device");
  faults.Always("Properties");
  const std::unique_ptr<Device> device = run.NewDevice(0);
  run.Needs(faults.count() > 0, "the plugin has no device that fails late");
  const Memory lost = run.Allocate(*device, kFaultBytes),
               other = run.Allocate(*device, kFaultBytes);
  const Stream stream = run.NewStream(*device), reader = run.NewStream(*device);
  const Event event = run.NewEvent(*device);
  const auto bytes = run.Pattern(kFaultBytes);
  std::vector<uint8_t> found(kFaultBytes);
  const auto write = [&](const Memory& memory) {
    run.Ok(device->Write(stream.get(), memory.data(), bytes.data(), kFaultBytes));
    run.Ok(device->Record(stream.get(), event.get()));
    run.Require(Eventually([&] { return device->Query(event.get()) == SE_EVENT_COMPLETE; }),
                "it does not complete behind a copy");
  };
  write(other);
  faults.Once("TakeCopyError");
  write(lost);
  run.Check(faults.count() == 1, "the driver was not asked before the event was complete");
  faults.Clear();
  for (int i = 0; i < 2; ++i) {
    Result result = device->Read(reader.get(), found.data(), lost.data(), kFaultBytes);
    if (result.ok()) result = device->Await(reader.get());
    run.Check(!result.ok(), "nobody is told that the memory was not written");
  }
  (void)device->AwaitAll();  // in releases that take no error of a copy
  run.Expect(*device, other.data(), bytes, "memory that was written before");
  write(lost);
  run.Expect(*device, lost.data(), bytes, "memory that was written again");
}

void AddSpecial(CaseList& list) {
  list.Add("OpenDevice", "a device that cannot be opened is an error of create_device", kWhyFaults,
           [](Run& run) {
             Faults faults(run);
             run.Needs(run.device_count() > 0, "the plugin lists no device");
             faults.Always("OpenDevice");
             std::string problem;
             run.Check(Device::Create(&run.plugin(), 0, &problem) == nullptr, "it was created");
             run.Check(problem.find("injected fault in OpenDevice") != std::string::npos, problem);
             faults.Clear();
             RequireAllWell(run, run.device());
           });
  list.Add("TakeCopyError", "whoever reads what a copy to the device has lost is told",
           "core takes no error of a copy that it has been told is done", &CheckLostCopy);
  list.Add("AllocateHost", "no host memory is null, and no crash", kWhyFaults, [](Run& run) {
    Faults faults(run);
    Device& device = run.device();
    faults.Always("AllocateHost");
    run.Check(device.executor().host_memory_allocate(device.sp(), 4096) == nullptr, "an address");
    faults.Clear();
    RequireAllWell(run, device);
  });
  list.Add("MemoryUsage", "memory of which nobody knows is told so", kWhyFaults, [](Run& run) {
    Faults faults(run);
    Device& device = run.device();
    faults.Always("MemoryUsage");
    int64_t free = 0, total = 0;
    run.Check(!device.Usage(&free, &total), "device_memory_usage says yes");
  });
  list.Add("QueryEvent", "an event that has failed is told to be complete, and not an error",
           "core ends the process at SE_EVENT_ERROR", [](Run& run) {
             Faults faults(run);
             Device& device = run.device();
             const Stream stream = run.NewStream();
             const Event event = run.NewEvent();
             run.Ok(device.Record(stream.get(), event.get()));
             faults.Always("QueryEvent");
             const SE_EventStatus status = device.Query(event.get());
             run.Check(faults.count() > 0, "the driver was not asked");
             run.Check(status == SE_EVENT_COMPLETE || status == SE_EVENT_PENDING, "status ",
                       int{status});
             faults.Clear();
             run.Check(!device.AwaitAll().ok(), "nobody is told of the failure");
             RequireAllWell(run, device);
           });
  list.AddEach("complete_too_early", std::vector<const char*>{"RecordEvent", "QueryEvent"},
               "an event is not complete before its stream has come to it, whatever fails",
               "core's EventMgr ignores the error, and takes its copies for done", &CheckNotEarly);
  list.AddEach("drawn", std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8},
               "whatever fails in whatever order, there is no crash, and the device works on",
               kWhyFaults, [](Run& run, int salt) {
                 Faults faults(run);
                 Device& device = run.device();
                 RequireAllWell(run, device);
                 faults.Drawn(12, run.settings().seed * 100 + static_cast<uint64_t>(salt));
                 int failures = 0;
                 for (int i = 0; i < 40; ++i) failures += UseAll(run, device).ok() ? 0 : 1;
                 run.Check(failures > 0, "nothing has failed");
                 faults.Clear();
                 (void)device.AwaitAll();
                 RequireAllWell(run, device);
               });
}

// What an op says whose work could not be put on the queue.
void AddKernel(CaseList& list) {
  list.Add("Run", "an op whose work cannot be enqueued fails, or the next wait does", kWhyFaults,
           [](Run& run) {
             Faults faults(run);
             Device& device = run.device();
             ValueSource source(run.settings().seed);
             for (const OpModel& model : OpModels()) {
               const auto scenario = model.make(TF_FLOAT, Size::kLarge, source);
               if (!scenario || scenario->variable) continue;
               const KernelDef* const def = FindKernel(run.plugin(), model.op, scenario->attrs);
               if (def == nullptr) continue;
               const Kernel kernel(*def, scenario->attrs);
               RegionAllocator allocator(run, device, 16 << 20);
               const Stream stream = run.NewStream();
               Computation spoilt(run, device, &allocator, *def, *scenario, stream.get());
               faults.Always("Run");
               kernel.Compute(&spoilt.context());
               const bool used = faults.count() > 0;
               faults.Clear();
               const Result waited = device.Await(stream.get());
               run.Needs(used, "the kernels do not use that function");
               run.Check(!spoilt.context().status.ok() || !waited.ok(), model.op,
                         ": nobody is told");
               Computation after(run, device, &allocator, *def, *scenario, stream.get());
               kernel.Compute(&after.context());
               run.Ok(device.Await(stream.get()));
               after.ExpectOutput(model.op + ", afterwards");
               return;
             }
             run.Unsupported("the plugin has no kernel of an op that the suite knows");
           });
}

}  // namespace

void AddFaultCases(CaseList& list) {
  list.Group("faults");
  AddByFunction(list);
  AddSpecial(list);
  AddKernel(list);
}

}  // namespace conformance
