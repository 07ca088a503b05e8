// One library and many releases: structs of other sizes, missing functions.

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

constexpr char kStructs[] =
    "core allocates the structs in the size of its release and says it in struct_size; what is "
    "written behind them is core's stack";

// The shortest message after "SE_InitPlugin failed with FAILED_PRECONDITION: ".
constexpr size_t kShortestWord = sizeof("SE_InitPlugin failed with FAILED_PRECONDITION: ");

// A copy to a new device and back, to check that the callbacks are where this release expects them.
void UseDevice(Run& run) {
  if (run.device_count() == 0) return;
  Device& device = run.device();
  const Memory memory = run.Allocate(4096);
  const std::vector<uint8_t> bytes = run.Pattern(4096);
  run.Ok(device.Write(memory.data(), bytes.data(), bytes.size()));
  const Stream stream = run.NewStream();
  std::vector<uint8_t> found(bytes.size());
  run.Ok(device.Read(stream.get(), found.data(), memory.data(), found.size()));
  run.Ok(device.Await(stream.get()));
  run.ExpectEqual(found, bytes, "device memory");
}

// Whether there is a device that can be used. If a listed device cannot be created, the plugin must
// say why.
bool HasUsableDevice(Run& run) {
  if (run.device_count() == 0) return false;
  std::string problem;
  const auto device = Device::Create(&run.plugin(), 0, &problem);
  if (device != nullptr) {
    run.Check(device->Damage().empty(), device->Damage());
    return true;
  }
  run.Check(problem.find("failed with") != std::string::npos, problem);
  return false;
}

// Loading a plugin must succeed, or fail early with a message.
void LoadOrRefuse(Run& run, const Release& release) {
  Plugin& plugin = run.Load(release);
  switch (plugin.stage()) {
    case Plugin::Stage::kRegistered:
      if (HasUsableDevice(run)) UseDevice(run);
      run.Check(plugin.Damage().empty(), plugin.Damage());
      return;
    case Plugin::Stage::kRefused:
      run.Check(plugin.problem().size() > kShortestWord, "it refuses without a word");
      run.Check(plugin.Damage().empty(), plugin.Damage());
      return;
    case Plugin::Stage::kMissingSymbol:
      // The linker's message: `import tensorflow` fails with a NotFoundError that names the
      // function.
      run.Check(IsOfOtherReleases(plugin.missing_symbol(), release), plugin.problem());
      return;
    case Plugin::Stage::kNotLoaded:
    case Plugin::Stage::kNoPlugin:
    case Plugin::Stage::kInvalid:
      run.Fail("it neither works nor refuses: ", plugin.problem());
  }
}

}  // namespace

void AddVersionCases(CaseList& list) {
  list.Group("versions");
  for (const Release& release : Releases()) {
    list.Add("loads_or_refuses/" + std::string(release.name),
             "in TensorFlow " + std::string(release.name) +
                 " the plugin works, or says that it does not",
             kStructs, [&release](Run& run) { LoadOrRefuse(run, release); });
  }
  list.AddEach("newer_host", std::vector<int>{8, 16, 64, 256},
               "structs that a later release has made larger are taken",
               "fields are added at the end, and SE_MAJOR stays", [](Run& run, int room) {
                 Plugin& plugin = run.Load(*run.settings().release, {}, static_cast<size_t>(room));
                 run.Require(plugin.stage() == Plugin::Stage::kRegistered, plugin.problem());
                 UseDevice(run);
                 run.Check(plugin.Damage().empty(), plugin.Damage());
               });
  // What the linker has let through may still be too old: with all functions, and structs of then.
  struct Smaller {
    const char* name;
    StructSizes sizes;
  };
  for (const Smaller& smaller :
       {Smaller{"platform_of_2.8", {34, 288, 92}}, Smaller{"stream_executor_of_2.6", {35, 264, 92}},
        Smaller{"both_of_2.5", {34, 264, 92}}}) {
    list.Add(std::string("smaller_structs/") + smaller.name,
             "structs that end before what the plugin fills are refused in words, or filled so far",
             kStructs, [smaller](Run& run) {
               Release release = *run.settings().release;
               release.sizes = smaller.sizes;
               Plugin& plugin = run.Load(release);
               run.Require(plugin.stage() != Plugin::Stage::kInvalid &&
                               plugin.stage() != Plugin::Stage::kNoPlugin,
                           plugin.problem());
               run.Check(plugin.Damage().empty(), plugin.Damage());
               if (plugin.stage() == Plugin::Stage::kRefused) {
                 run.Check(plugin.problem().size() > kShortestWord, "it refuses without a word");
                 return;
               }
               run.Require(plugin.stage() == Plugin::Stage::kRegistered, plugin.problem());
               HasUsableDevice(run);
             });
  }
  // Removes each of the functions that came or went, one at a time.
  for (const Symbol& symbol : Symbols()) {
    const bool always = symbol.first_minor <= Releases().front().minor &&
                        symbol.last_minor >= Releases().back().minor;
    if (always) continue;
    const std::string name(symbol.name);
    list.Add("without/" + name,
             "where TensorFlow lacks " + name +
                 ", the plugin loads or the "
                 "linker refuses it",
             "releases differ in what libtensorflow_framework exports", [name](Run& run) {
               Plugin& plugin = run.Load(*run.settings().release, {name});
               if (plugin.stage() == Plugin::Stage::kMissingSymbol) {
                 run.Check(plugin.missing_symbol() == name ||
                               IsOfOtherReleases(plugin.missing_symbol(), plugin.release()),
                           plugin.problem());
                 return;
               }
               run.Require(plugin.stage() == Plugin::Stage::kRegistered, plugin.problem());
               UseDevice(run);
             });
  }
}

}  // namespace conformance
