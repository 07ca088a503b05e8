// TF_InitProfiler: the plugin's profiler, called as core's profiler calls it.

#include <string>
#include <vector>

#include "case.h"
#include "run.h"
#include "wire.h"

namespace conformance {
namespace {

constexpr char kWhyProfiling[] = "core: PluggableProfiler";

// The profiler, registered: core copies the structs, and calls the destroy functions at once.
class Profiler {
 public:
  explicit Profiler(Run& run) : run_(run) {
    const Release& release = run.plugin().release();
    const auto init = run.plugin().Find<TF_InitProfilerFn>("TF_InitProfiler");
    run.Needs(init != nullptr, "the plugin has no profiler");
    run.Needs(release.HasProfiler(), "this TensorFlow has no profilers of plugins");
    GuardedStruct<TP_Profiler> profiler("TP_Profiler", sizeof(TP_Profiler));
    GuardedStruct<TP_ProfilerFns> fns("TP_ProfilerFns", sizeof(TP_ProfilerFns));
    GuardedStruct<TF_ProfilerRegistrationParams> params("TF_ProfilerRegistrationParams",
                                                        sizeof(TF_ProfilerRegistrationParams));
    params->patch_version = 1;
    params->profiler = profiler.get();
    params->profiler_fns = fns.get();
    TF_Status status;
    init(params.get(), &status);
    run.Ok(ResultOf("TF_InitProfiler", status));
    run.Require(profiler->device_type != nullptr && IsDeviceName(profiler->device_type),
                "device_type does not match [A-Z][A-Z_]*");
    run.Require(
        fns->start != nullptr && fns->stop != nullptr && fns->collect_data_xspace != nullptr,
        "a callback is not set");
    run.Require(params->destroy_profiler != nullptr && params->destroy_profiler_fns != nullptr,
                "a destroy function is not set");
    profiler_ = *profiler.get();
    fns_ = *fns.get();
    for (int i = 0; i < 2; ++i) {
      params->destroy_profiler(profiler.get());
      params->destroy_profiler_fns(fns.get());
    }
    for (const std::string& damage : {profiler.Damage(), fns.Damage(), params.Damage()}) {
      run.Require(damage.empty(), damage);
    }
  }

  const char* device_type() const { return profiler_.device_type; }
  Result Start() { return Say("start", fns_.start); }
  Result Stop() { return Say("stop", fns_.stop); }
  // Asks twice, for the size and for the bytes.
  std::string Collect() {
    TF_Status status;
    size_t size = ~size_t{0};
    fns_.collect_data_xspace(&profiler_, nullptr, &size, &status);
    run_.Ok(ResultOf("collect_data_xspace", status));
    run_.Require(size < (size_t{1} << 30), "it says a size of ", size);
    std::string bytes(size, '\0');
    if (size == 0) return bytes;
    fns_.collect_data_xspace(&profiler_, reinterpret_cast<uint8_t*>(bytes.data()), &size, &status);
    run_.Ok(ResultOf("collect_data_xspace", status));
    run_.Require(size <= bytes.size(), "it says more the second time");
    bytes.resize(size);
    return bytes;
  }

 private:
  Result Say(const char* name, void (*callback)(const TP_Profiler*, TF_Status*)) {
    TF_Status status;
    callback(&profiler_, &status);
    return ResultOf(name, status);
  }

  Run& run_;
  TP_Profiler profiler_{};
  TP_ProfilerFns fns_{};
};

// The names of the planes of an XSpace; the case fails if the bytes are none.
std::vector<std::string> PlanesOf(Run& run, const std::string& bytes) {
  std::vector<std::string> names;
  WireReader space(bytes);
  while (space.Next()) {
    if (space.field() != 1) continue;
    WireReader plane(space.bytes());
    while (plane.Next()) {
      if (plane.field() == 2) names.emplace_back(plane.bytes());
    }
    run.Require(plane.ok(), "a plane cannot be read");
  }
  run.Require(space.ok(), "what was collected is no XSpace");
  return names;
}

void Work(Run& run) {
  Device& device = run.device();
  const Stream stream = run.NewStream();
  const Memory memory = run.Allocate(100000);
  const auto bytes = run.Pattern(100000);
  for (int i = 0; i < 5; ++i) {
    run.Ok(device.Write(stream.get(), memory.data(), bytes.data(), bytes.size()));
  }
  run.Ok(device.Await(stream.get()));
}

}  // namespace

void AddProfilerCases(CaseList& list) {
  list.Group("profiler");
  list.Add("registers",
           "TF_InitProfiler sets what core checks, and its structs may be destroyed twice",
           "core calls the destroy functions while it registers, on every copy", [](Run& run) {
             const Profiler profiler(run);
             run.Check(std::string(profiler.device_type()) == run.plugin().platform()->type,
                       "it is for ", profiler.device_type());
           });
  list.Add("session", "a session collects an XSpace", kWhyProfiling, [](Run& run) {
    Profiler profiler(run);
    run.Ok(profiler.Start());
    Work(run);
    run.Ok(profiler.Stop());
    run.Check(!PlanesOf(run, profiler.Collect()).empty(), "there is no plane in it");
  });
  list.Add("sessions", "one session follows another", kWhyProfiling, [](Run& run) {
    Profiler profiler(run);
    for (int i = 0; i < 5; ++i) {
      run.Ok(profiler.Start());
      Work(run);
      run.Ok(profiler.Stop());
      PlanesOf(run, profiler.Collect());
    }
  });
  list.Add("idle", "a session in which nothing happens is collected too", kWhyProfiling,
           [](Run& run) {
             Profiler profiler(run);
             run.Ok(profiler.Start());
             run.Ok(profiler.Stop());
             PlanesOf(run, profiler.Collect());
           });
  list.Add("never_started", "collecting without a session is no crash", kWhyProfiling,
           [](Run& run) {
             Profiler profiler(run);
             PlanesOf(run, profiler.Collect());
           });
  list.Add("while_busy", "a session may begin and end while work is under way", kWhyProfiling,
           [](Run& run) {
             Profiler profiler(run);
             run.device();
             InThreads(4, [&](int who) {
               if (who != 0) return Work(run);
               for (int i = 0; i < 10; ++i) {
                 run.Ok(profiler.Start());
                 run.Ok(profiler.Stop());
                 PlanesOf(run, profiler.Collect());
               }
             });
           });
}

}  // namespace conformance
