// Loading, SE_InitPlugin, and the plugin's description of itself.

#include <chrono>
#include <cstring>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr char kRegister[] =
    "core checks it in RegisterPlugin and ends the process: `import tensorflow` dies";
constexpr char kCalled[] = "core calls it without looking";

void CheckCallback(Run& run, bool set, const char* name) { run.Check(set, name, " is not set"); }

void AddPlatformCallbacks(CaseList& list) {
  struct Callback {
    const char* name;
    bool (*is_set)(const SP_PlatformFns&);
    const char* why;
  };
  const Callback callbacks[] = {
      {"get_device_count", [](const SP_PlatformFns& f) { return f.get_device_count != nullptr; },
       kCalled},
      {"create_device", [](const SP_PlatformFns& f) { return f.create_device != nullptr; },
       kRegister},
      {"destroy_device", [](const SP_PlatformFns& f) { return f.destroy_device != nullptr; },
       kRegister},
      {"create_device_fns", [](const SP_PlatformFns& f) { return f.create_device_fns != nullptr; },
       kRegister},
      {"destroy_device_fns",
       [](const SP_PlatformFns& f) { return f.destroy_device_fns != nullptr; }, kRegister},
      {"create_stream_executor",
       [](const SP_PlatformFns& f) { return f.create_stream_executor != nullptr; }, kRegister},
      {"destroy_stream_executor",
       [](const SP_PlatformFns& f) { return f.destroy_stream_executor != nullptr; }, kRegister},
      {"create_timer_fns", [](const SP_PlatformFns& f) { return f.create_timer_fns != nullptr; },
       "core checks it until 2.13"},
      {"destroy_timer_fns", [](const SP_PlatformFns& f) { return f.destroy_timer_fns != nullptr; },
       "core checks it until 2.13"},
  };
  for (const Callback& callback : callbacks) {
    list.Add(std::string("callback_set/") + callback.name,
             std::string(callback.name) + " of SP_PlatformFns is set", callback.why,
             [callback](Run& run) {
               const Plugin& plugin = run.plugin();
               const bool is_timer = std::strstr(callback.name, "timer") != nullptr;
               if (is_timer && !plugin.release().NeedsTimers()) {
                 run.Needs(callback.is_set(plugin.fns()), "timers are optional since 2.14");
               }
               CheckCallback(run, callback.is_set(plugin.fns()), callback.name);
             });
  }
}

// The pointer at an offset of SP_StreamExecutor.
bool IsSet(const SP_StreamExecutor& executor, size_t offset) {
  void* pointer = nullptr;
  std::memcpy(static_cast<void*>(&pointer), reinterpret_cast<const char*>(&executor) + offset,
              sizeof(pointer));
  return pointer != nullptr;
}

void AddExecutorCallbacks(CaseList& list) {
  struct Callback {
    const char* name;
    size_t offset;
    const char* optional;  // why one may do without, or null
  };
  constexpr char kTimers[] = "timers are optional since 2.14";
  const Callback callbacks[] = {
      {"allocate", offsetof(SP_StreamExecutor, allocate), nullptr},
      {"deallocate", offsetof(SP_StreamExecutor, deallocate), nullptr},
      {"host_memory_allocate", offsetof(SP_StreamExecutor, host_memory_allocate), nullptr},
      {"host_memory_deallocate", offsetof(SP_StreamExecutor, host_memory_deallocate), nullptr},
      {"unified_memory_allocate", offsetof(SP_StreamExecutor, unified_memory_allocate),
       "the platform has no unified memory"},
      {"unified_memory_deallocate", offsetof(SP_StreamExecutor, unified_memory_deallocate),
       "the platform has no unified memory"},
      {"get_allocator_stats", offsetof(SP_StreamExecutor, get_allocator_stats), nullptr},
      {"device_memory_usage", offsetof(SP_StreamExecutor, device_memory_usage), nullptr},
      {"create_stream", offsetof(SP_StreamExecutor, create_stream), nullptr},
      {"destroy_stream", offsetof(SP_StreamExecutor, destroy_stream), nullptr},
      {"create_stream_dependency", offsetof(SP_StreamExecutor, create_stream_dependency), nullptr},
      {"get_stream_status", offsetof(SP_StreamExecutor, get_stream_status), nullptr},
      {"create_event", offsetof(SP_StreamExecutor, create_event), nullptr},
      {"destroy_event", offsetof(SP_StreamExecutor, destroy_event), nullptr},
      {"get_event_status", offsetof(SP_StreamExecutor, get_event_status), nullptr},
      {"record_event", offsetof(SP_StreamExecutor, record_event), nullptr},
      {"wait_for_event", offsetof(SP_StreamExecutor, wait_for_event), nullptr},
      {"create_timer", offsetof(SP_StreamExecutor, create_timer), kTimers},
      {"destroy_timer", offsetof(SP_StreamExecutor, destroy_timer), kTimers},
      {"start_timer", offsetof(SP_StreamExecutor, start_timer), kTimers},
      {"stop_timer", offsetof(SP_StreamExecutor, stop_timer), kTimers},
      {"memcpy_dtoh", offsetof(SP_StreamExecutor, memcpy_dtoh), nullptr},
      {"memcpy_htod", offsetof(SP_StreamExecutor, memcpy_htod), nullptr},
      {"memcpy_dtod", offsetof(SP_StreamExecutor, memcpy_dtod), nullptr},
      {"sync_memcpy_dtoh", offsetof(SP_StreamExecutor, sync_memcpy_dtoh), nullptr},
      {"sync_memcpy_htod", offsetof(SP_StreamExecutor, sync_memcpy_htod), nullptr},
      {"sync_memcpy_dtod", offsetof(SP_StreamExecutor, sync_memcpy_dtod), nullptr},
      {"block_host_for_event", offsetof(SP_StreamExecutor, block_host_for_event), nullptr},
      {"block_host_until_done", offsetof(SP_StreamExecutor, block_host_until_done),
       "core then waits for an event"},
      {"synchronize_all_activity", offsetof(SP_StreamExecutor, synchronize_all_activity), nullptr},
      {"mem_zero", offsetof(SP_StreamExecutor, mem_zero), nullptr},
      {"memset", offsetof(SP_StreamExecutor, memset), nullptr},
      {"memset32", offsetof(SP_StreamExecutor, memset32), nullptr},
      {"host_callback", offsetof(SP_StreamExecutor, host_callback), nullptr},
      {"create_stream_with_options", offsetof(SP_StreamExecutor, create_stream_with_options),
       "core then makes streams without options"},
  };
  for (const Callback& callback : callbacks) {
    list.Add(std::string("callback_set/") + callback.name,
             std::string(callback.name) + " of SP_StreamExecutor is set",
             callback.optional != nullptr
                 ? "a callback that is not there is not used"
                 : "core checks it, or calls it without looking (memcpy_dtod, sync_memcpy_dtod)",
             [callback](Run& run) {
               const Plugin& plugin = run.plugin();
               run.Needs(callback.offset + sizeof(void*) <= plugin.release().sizes.stream_executor,
                         "TensorFlow ", plugin.release().name, " does not know it");
               const bool set = IsSet(run.device().executor(), callback.offset);
               if (callback.optional != nullptr) run.Needs(set, callback.optional);
               CheckCallback(run, set, callback.name);
             });
  }
}

void AddNames(CaseList& list) {
  list.Add("name/matches", "the platform's name is capital letters and underscores",
           "core holds names against [A-Z][A-Z_]* and ends the process", [](Run& run) {
             run.Check(IsDeviceName(run.plugin().platform()->name), "it is '",
                       run.plugin().platform()->name, "'");
           });
  list.Add("type/matches", "the device's type is capital letters and underscores",
           "core holds types against [A-Z][A-Z_]* and ends the process", [](Run& run) {
             run.Check(IsDeviceName(run.plugin().platform()->type), "it is '",
                       run.plugin().platform()->type, "'");
           });
  list.Add("type/not_cpu", "the device's type is not CPU",
           "a plugin's factory has priority 220: it would take the CPU's place, and every op would "
           "have two kernels",
           [](Run& run) {
             run.Check(std::strcmp(run.plugin().platform()->type, "CPU") != 0, "it is CPU");
           });
  list.Add("type/behind_cpu", "the device's type does not sort before CPU",
           "servers sort devices by name and take the first for the CPU: the process of a "
           "tf.distribute.Server crashes at its first result (2.15 to 2.22)",
           [](Run& run) {
             const char* const type = run.plugin().platform()->type;
             run.Check(std::strcmp(type, "CPU") >= 0, "it is '", type, "'");
           });
  list.AddEach(
      "name/not_taken", std::vector<const char*>{"HOST", "CUDA", "ROCM", "INTERPRETER", "TPU"},
      "the platform's name is none that TensorFlow itself uses",
      "names of platforms are compared without regard to case, and a second one ends the process",
      [](Run& run, const char* taken) {
        run.Check(strcasecmp(run.plugin().platform()->name, taken) != 0, "it is ", taken);
      });
  list.Add("names/stay", "name and type stay what they are",
           "core keeps the pointers for as long as the process lives", [](Run& run) {
             Plugin& plugin = run.plugin();
             const std::string name = plugin.platform()->name;
             const std::string type = plugin.platform()->type;
             int count = 0;
             run.Ok(plugin.DeviceCount(&count));
             run.Check(name == plugin.platform()->name, "the name has changed");
             run.Check(type == plugin.platform()->type, "the type has changed");
           });
}

void AddDeviceCount(CaseList& list) {
  list.Add("device_count/is_told", "get_device_count tells a number that is not negative",
           "core makes as many devices; it asks while TensorFlow is imported", [](Run& run) {
             int count = -1;
             run.Ok(run.plugin().DeviceCount(&count));
             run.Check(count >= 0, "it is ", count);
           });
  list.Add("device_count/stays", "get_device_count always tells the same",
           "core asks at every listing of devices and numbers them by it", [](Run& run) {
             const int count = run.device_count();
             for (int i = 0; i < 100; ++i) {
               const int later = run.device_count();
               run.Require(later == count, "first ", count, ", then ", later);
             }
           });
  list.Add("device_count/quick", "a hundred calls of get_device_count take less than a second",
           "it is called at import and at every listing of devices", [](Run& run) {
             const auto start = std::chrono::steady_clock::now();
             for (int i = 0; i < 100; ++i) run.device_count();
             const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
             run.Check(time.count() < 1, "they took ", time.count(), " s");
           });
  list.Add("device_count/by_threads", "get_device_count may be called by several threads at once",
           "devices are listed by whoever asks for them", [](Run& run) {
             const int count = run.device_count();
             InThreads(16, [&](int) {
               for (int i = 0; i < 20; ++i) run.Check(run.device_count() == count, "it differs");
             });
           });
}

}  // namespace

void AddRegistrationCases(CaseList& list) {
  list.Group("registration");
  list.Add("registers", "SE_InitPlugin fills the platform as core checks it", kRegister,
           [](Run& run) { run.plugin(); });
  list.Add("exports/TF_InitKernel", "the library exports TF_InitKernel",
           "core asks for it until 2.11, and ends the process without it", [](Run& run) {
             const Plugin& plugin = run.plugin();
             const bool there = plugin.Find<TF_InitKernelFn>("TF_InitKernel") != nullptr;
             if (!plugin.release().NeedsInitKernel()) run.Needs(there, "optional since 2.12");
             run.Check(there, "it is not exported");
           });
  AddNames(list);
  AddDeviceCount(list);
  list.Add("flags/are_bools", "the flags of SP_Platform are 0 or 1",
           "core reads a TF_Bool as a truth value, other languages compare it", [](Run& run) {
             const SP_Platform& platform = *run.plugin().platform();
             run.Check(platform.supports_unified_memory <= 1, "supports_unified_memory is ",
                       int{platform.supports_unified_memory});
             run.Check(platform.use_bfc_allocator <= 1, "use_bfc_allocator is ",
                       int{platform.use_bfc_allocator});
             if (run.plugin().release().sizes.platform > offsetof(SP_Platform, force_memory_growth))
               run.Check(platform.force_memory_growth <= 1, "force_memory_growth is ",
                         int{platform.force_memory_growth});
           });
  list.Add("ext/is_left_null", "ext of the platform's structs stays null",
           "RFC: reserved for extensions of TensorFlow's", [](Run& run) {
             const Plugin& plugin = run.plugin();
             run.Check(plugin.platform()->ext == nullptr, "SP_Platform has one");
             run.Check(plugin.fns().ext == nullptr, "SP_PlatformFns has one");
             run.Check(plugin.params().ext == nullptr, "SE_PlatformRegistrationParams has one");
           });
  list.Add("params/keep_their_pointers", "the params still point to the host's structs",
           "core owns the structs and reads them, wherever the params point", [](Run& run) {
             Plugin& plugin = run.plugin();
             run.Check(plugin.params().platform == plugin.platform(), "platform is another");
             run.Check(plugin.params().platform_fns == &plugin.fns(), "platform_fns is another");
           });
  AddPlatformCallbacks(list);
  AddExecutorCallbacks(list);
  list.Add("destroy/platform", "destroy_platform and destroy_platform_fns can be called",
           "core calls them when a platform ends", [](Run& run) {
             Plugin& plugin = run.plugin();
             plugin.params().destroy_platform_fns(const_cast<SP_PlatformFns*>(&plugin.fns()));
             plugin.params().destroy_platform(plugin.platform());
           });
  list.Add("objects/are_let_go", "loading leaves no status, builder or buffer behind",
           "objects of TensorFlow's belong to whoever made them", [](Run& run) {
             const HostState& host = run.plugin().host();
             run.Check(host.kernel_builders == 0, host.kernel_builders.load(), " kernel builders");
             run.Check(host.op_builders == 0, host.op_builders.load(), " op builders");
             run.Check(host.buffers == 0, host.buffers.load(), " buffers");
             run.Check(host.tensors == 0, host.tensors.load(), " tensors");
           });
}

}  // namespace conformance
