// The conformance suite declares the C API in its own words and knows what releases lack of it. The
// catalogue has the same from the released wheels.

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "../../../conformance/abi.h"
#include "../../../conformance/releases.h"
#include "catalog/c_api.h"

namespace plugingen {
namespace {

using catalog::ApiEntry;
using catalog::ApiKind;
using catalog::CApi;

struct Field {
  std::string name;
  size_t offset;
  size_t size;

  friend bool operator==(const Field&, const Field&) = default;
  friend void PrintTo(const Field& field, std::ostream* out) {
    *out << field.name << " at " << field.offset << ", " << field.size << " bytes";
  }
};

// Where a field lies, from a pointer to it.
template <typename Struct, typename Type>
Field At(const char* name, Type Struct::*field) {
  static const Struct place{};
  const auto* const begin = reinterpret_cast<const char*>(&place);
  const auto* const at = reinterpret_cast<const char*>(&(place.*field));
  return {name, static_cast<size_t>(at - begin), sizeof(Type)};
}

struct Declared {
  std::string name;
  size_t size;
  std::vector<Field> fields;
};

const std::vector<Declared>& AllDeclared() {
  using namespace conformance;  // NOLINT: the names are what this is about
  static const std::vector<Declared> declared = {
      {"TF_StringView",
       sizeof(TF_StringView),
       {At("data", &TF_StringView::data), At("len", &TF_StringView::len)}},
      {"TF_Buffer",
       sizeof(TF_Buffer),
       {At("data", &TF_Buffer::data), At("length", &TF_Buffer::length),
        At("data_deallocator", &TF_Buffer::data_deallocator)}},
      {"TF_AllocatorAttributes",
       sizeof(TF_AllocatorAttributes),
       {At("struct_size", &TF_AllocatorAttributes::struct_size),
        At("on_host", &TF_AllocatorAttributes::on_host)}},
      {"TF_InputRange_Args",
       sizeof(TF_InputRange_Args),
       {At("struct_size", &TF_InputRange_Args::struct_size), At("priv", &TF_InputRange_Args::priv),
        At("start", &TF_InputRange_Args::start), At("stop", &TF_InputRange_Args::stop),
        At("status", &TF_InputRange_Args::status)}},
      {"SP_TimerFns",
       sizeof(SP_TimerFns),
       {At("struct_size", &SP_TimerFns::struct_size), At("ext", &SP_TimerFns::ext),
        At("nanoseconds", &SP_TimerFns::nanoseconds)}},
      {"SP_AllocatorStats",
       sizeof(SP_AllocatorStats),
       {At("struct_size", &SP_AllocatorStats::struct_size),
        At("num_allocs", &SP_AllocatorStats::num_allocs),
        At("bytes_in_use", &SP_AllocatorStats::bytes_in_use),
        At("peak_bytes_in_use", &SP_AllocatorStats::peak_bytes_in_use),
        At("largest_alloc_size", &SP_AllocatorStats::largest_alloc_size),
        At("has_bytes_limit", &SP_AllocatorStats::has_bytes_limit),
        At("bytes_limit", &SP_AllocatorStats::bytes_limit),
        At("bytes_reserved", &SP_AllocatorStats::bytes_reserved),
        At("peak_bytes_reserved", &SP_AllocatorStats::peak_bytes_reserved),
        At("has_bytes_reservable_limit", &SP_AllocatorStats::has_bytes_reservable_limit),
        At("bytes_reservable_limit", &SP_AllocatorStats::bytes_reservable_limit),
        At("largest_free_block_bytes", &SP_AllocatorStats::largest_free_block_bytes)}},
      {"SP_DeviceMemoryBase",
       sizeof(SP_DeviceMemoryBase),
       {At("struct_size", &SP_DeviceMemoryBase::struct_size), At("ext", &SP_DeviceMemoryBase::ext),
        At("opaque", &SP_DeviceMemoryBase::opaque), At("size", &SP_DeviceMemoryBase::size),
        At("payload", &SP_DeviceMemoryBase::payload)}},
      {"SP_Device",
       sizeof(SP_Device),
       {At("struct_size", &SP_Device::struct_size), At("ext", &SP_Device::ext),
        At("ordinal", &SP_Device::ordinal), At("device_handle", &SP_Device::device_handle),
        At("hardware_name", &SP_Device::hardware_name),
        At("device_vendor", &SP_Device::device_vendor), At("pci_bus_id", &SP_Device::pci_bus_id)}},
      {"SE_CreateDeviceParams",
       sizeof(SE_CreateDeviceParams),
       {At("struct_size", &SE_CreateDeviceParams::struct_size),
        At("ext", &SE_CreateDeviceParams::ext), At("ordinal", &SE_CreateDeviceParams::ordinal),
        At("device", &SE_CreateDeviceParams::device)}},
      {"SP_DeviceFns",
       sizeof(SP_DeviceFns),
       {At("struct_size", &SP_DeviceFns::struct_size), At("ext", &SP_DeviceFns::ext),
        At("get_numa_node", &SP_DeviceFns::get_numa_node),
        At("get_memory_bandwidth", &SP_DeviceFns::get_memory_bandwidth),
        At("get_gflops", &SP_DeviceFns::get_gflops)}},
      {"SE_CreateDeviceFnsParams",
       sizeof(SE_CreateDeviceFnsParams),
       {At("struct_size", &SE_CreateDeviceFnsParams::struct_size),
        At("ext", &SE_CreateDeviceFnsParams::ext),
        At("device_fns", &SE_CreateDeviceFnsParams::device_fns)}},
      {"SP_StreamOptions",
       sizeof(SP_StreamOptions),
       {At("struct_size", &SP_StreamOptions::struct_size), At("ext", &SP_StreamOptions::ext),
        At("has_priority", &SP_StreamOptions::has_priority),
        At("priority", &SP_StreamOptions::priority)}},
      {"SP_StreamExecutor",
       sizeof(SP_StreamExecutor),
       {At("struct_size", &SP_StreamExecutor::struct_size),
        At("ext", &SP_StreamExecutor::ext),
        At("allocate", &SP_StreamExecutor::allocate),
        At("deallocate", &SP_StreamExecutor::deallocate),
        At("host_memory_allocate", &SP_StreamExecutor::host_memory_allocate),
        At("host_memory_deallocate", &SP_StreamExecutor::host_memory_deallocate),
        At("unified_memory_allocate", &SP_StreamExecutor::unified_memory_allocate),
        At("unified_memory_deallocate", &SP_StreamExecutor::unified_memory_deallocate),
        At("get_allocator_stats", &SP_StreamExecutor::get_allocator_stats),
        At("device_memory_usage", &SP_StreamExecutor::device_memory_usage),
        At("create_stream", &SP_StreamExecutor::create_stream),
        At("destroy_stream", &SP_StreamExecutor::destroy_stream),
        At("create_stream_dependency", &SP_StreamExecutor::create_stream_dependency),
        At("get_stream_status", &SP_StreamExecutor::get_stream_status),
        At("create_event", &SP_StreamExecutor::create_event),
        At("destroy_event", &SP_StreamExecutor::destroy_event),
        At("get_event_status", &SP_StreamExecutor::get_event_status),
        At("record_event", &SP_StreamExecutor::record_event),
        At("wait_for_event", &SP_StreamExecutor::wait_for_event),
        At("create_timer", &SP_StreamExecutor::create_timer),
        At("destroy_timer", &SP_StreamExecutor::destroy_timer),
        At("start_timer", &SP_StreamExecutor::start_timer),
        At("stop_timer", &SP_StreamExecutor::stop_timer),
        At("memcpy_dtoh", &SP_StreamExecutor::memcpy_dtoh),
        At("memcpy_htod", &SP_StreamExecutor::memcpy_htod),
        At("memcpy_dtod", &SP_StreamExecutor::memcpy_dtod),
        At("sync_memcpy_dtoh", &SP_StreamExecutor::sync_memcpy_dtoh),
        At("sync_memcpy_htod", &SP_StreamExecutor::sync_memcpy_htod),
        At("sync_memcpy_dtod", &SP_StreamExecutor::sync_memcpy_dtod),
        At("block_host_for_event", &SP_StreamExecutor::block_host_for_event),
        At("block_host_until_done", &SP_StreamExecutor::block_host_until_done),
        At("synchronize_all_activity", &SP_StreamExecutor::synchronize_all_activity),
        At("mem_zero", &SP_StreamExecutor::mem_zero),
        At("memset", &SP_StreamExecutor::memset),
        At("memset32", &SP_StreamExecutor::memset32),
        At("host_callback", &SP_StreamExecutor::host_callback),
        At("create_stream_with_options", &SP_StreamExecutor::create_stream_with_options)}},
      {"SE_CreateStreamExecutorParams",
       sizeof(SE_CreateStreamExecutorParams),
       {At("struct_size", &SE_CreateStreamExecutorParams::struct_size),
        At("ext", &SE_CreateStreamExecutorParams::ext),
        At("stream_executor", &SE_CreateStreamExecutorParams::stream_executor)}},
      {"SP_Platform",
       sizeof(SP_Platform),
       {At("struct_size", &SP_Platform::struct_size), At("ext", &SP_Platform::ext),
        At("name", &SP_Platform::name), At("type", &SP_Platform::type),
        At("supports_unified_memory", &SP_Platform::supports_unified_memory),
        At("use_bfc_allocator", &SP_Platform::use_bfc_allocator),
        At("force_memory_growth", &SP_Platform::force_memory_growth)}},
      {"SP_PlatformFns",
       sizeof(SP_PlatformFns),
       {At("struct_size", &SP_PlatformFns::struct_size), At("ext", &SP_PlatformFns::ext),
        At("get_device_count", &SP_PlatformFns::get_device_count),
        At("create_device", &SP_PlatformFns::create_device),
        At("destroy_device", &SP_PlatformFns::destroy_device),
        At("create_device_fns", &SP_PlatformFns::create_device_fns),
        At("destroy_device_fns", &SP_PlatformFns::destroy_device_fns),
        At("create_stream_executor", &SP_PlatformFns::create_stream_executor),
        At("destroy_stream_executor", &SP_PlatformFns::destroy_stream_executor),
        At("create_timer_fns", &SP_PlatformFns::create_timer_fns),
        At("destroy_timer_fns", &SP_PlatformFns::destroy_timer_fns)}},
      {"SE_PlatformRegistrationParams",
       sizeof(SE_PlatformRegistrationParams),
       {At("struct_size", &SE_PlatformRegistrationParams::struct_size),
        At("ext", &SE_PlatformRegistrationParams::ext),
        At("major_version", &SE_PlatformRegistrationParams::major_version),
        At("minor_version", &SE_PlatformRegistrationParams::minor_version),
        At("patch_version", &SE_PlatformRegistrationParams::patch_version),
        At("platform", &SE_PlatformRegistrationParams::platform),
        At("platform_fns", &SE_PlatformRegistrationParams::platform_fns),
        At("destroy_platform", &SE_PlatformRegistrationParams::destroy_platform),
        At("destroy_platform_fns", &SE_PlatformRegistrationParams::destroy_platform_fns)}},
      {"TP_Optimizer",
       sizeof(TP_Optimizer),
       {At("struct_size", &TP_Optimizer::struct_size), At("ext", &TP_Optimizer::ext),
        At("create_func", &TP_Optimizer::create_func),
        At("optimize_func", &TP_Optimizer::optimize_func),
        At("destroy_func", &TP_Optimizer::destroy_func)}},
      {"TP_OptimizerConfigs",
       sizeof(TP_OptimizerConfigs),
       {At("struct_size", &TP_OptimizerConfigs::struct_size),
        At("ext", &TP_OptimizerConfigs::ext),
        At("disable_model_pruning", &TP_OptimizerConfigs::disable_model_pruning),
        At("implementation_selector", &TP_OptimizerConfigs::implementation_selector),
        At("function_optimization", &TP_OptimizerConfigs::function_optimization),
        At("common_subgraph_elimination", &TP_OptimizerConfigs::common_subgraph_elimination),
        At("arithmetic_optimization", &TP_OptimizerConfigs::arithmetic_optimization),
        At("debug_stripper", &TP_OptimizerConfigs::debug_stripper),
        At("constant_folding", &TP_OptimizerConfigs::constant_folding),
        At("shape_optimization", &TP_OptimizerConfigs::shape_optimization),
        At("auto_mixed_precision", &TP_OptimizerConfigs::auto_mixed_precision),
        At("auto_mixed_precision_onednn_bfloat16",
           &TP_OptimizerConfigs::auto_mixed_precision_onednn_bfloat16),
        At("auto_mixed_precision_mkl", &TP_OptimizerConfigs::auto_mixed_precision_mkl),
        At("pin_to_host_optimization", &TP_OptimizerConfigs::pin_to_host_optimization),
        At("layout_optimizer", &TP_OptimizerConfigs::layout_optimizer),
        At("remapping", &TP_OptimizerConfigs::remapping),
        At("loop_optimization", &TP_OptimizerConfigs::loop_optimization),
        At("dependency_optimization", &TP_OptimizerConfigs::dependency_optimization),
        At("auto_parallel", &TP_OptimizerConfigs::auto_parallel),
        At("memory_optimization", &TP_OptimizerConfigs::memory_optimization),
        At("scoped_allocator_optimization", &TP_OptimizerConfigs::scoped_allocator_optimization)}},
      {"TP_OptimizerRegistrationParams",
       sizeof(TP_OptimizerRegistrationParams),
       {At("struct_size", &TP_OptimizerRegistrationParams::struct_size),
        At("ext", &TP_OptimizerRegistrationParams::ext),
        At("major_version", &TP_OptimizerRegistrationParams::major_version),
        At("minor_version", &TP_OptimizerRegistrationParams::minor_version),
        At("patch_version", &TP_OptimizerRegistrationParams::patch_version),
        At("device_type", &TP_OptimizerRegistrationParams::device_type),
        At("optimizer_configs", &TP_OptimizerRegistrationParams::optimizer_configs),
        At("optimizer", &TP_OptimizerRegistrationParams::optimizer)}},
      {"TP_Profiler",
       sizeof(TP_Profiler),
       {At("struct_size", &TP_Profiler::struct_size), At("ext", &TP_Profiler::ext),
        At("device_type", &TP_Profiler::device_type)}},
      {"TP_ProfilerFns",
       sizeof(TP_ProfilerFns),
       {At("struct_size", &TP_ProfilerFns::struct_size), At("ext", &TP_ProfilerFns::ext),
        At("start", &TP_ProfilerFns::start), At("stop", &TP_ProfilerFns::stop),
        At("collect_data_xspace", &TP_ProfilerFns::collect_data_xspace)}},
      {"TF_ProfilerRegistrationParams",
       sizeof(TF_ProfilerRegistrationParams),
       {At("struct_size", &TF_ProfilerRegistrationParams::struct_size),
        At("ext", &TF_ProfilerRegistrationParams::ext),
        At("major_version", &TF_ProfilerRegistrationParams::major_version),
        At("minor_version", &TF_ProfilerRegistrationParams::minor_version),
        At("patch_version", &TF_ProfilerRegistrationParams::patch_version),
        At("profiler", &TF_ProfilerRegistrationParams::profiler),
        At("profiler_fns", &TF_ProfilerRegistrationParams::profiler_fns),
        At("destroy_profiler", &TF_ProfilerRegistrationParams::destroy_profiler),
        At("destroy_profiler_fns", &TF_ProfilerRegistrationParams::destroy_profiler_fns)}},
  };
  return declared;
}

ApiEntry Newest(const std::string& name) {
  const CApi& api = CApi::BuiltIn();
  const catalog::ApiSection* const section = api.Find(ApiKind::kStruct, name);
  return section == nullptr ? ApiEntry{} : api.Read(*section, api.releases().size() - 1);
}

TEST(ConformanceAbi, LaysStructsOutAsTheNewestRelease) {
  for (const Declared& declared : AllDeclared()) {
    SCOPED_TRACE(declared.name);
    const ApiEntry entry = Newest(declared.name);
    EXPECT_EQ(declared.size, entry.size);
    std::vector<Field> fields;
    for (const catalog::ApiField& field : entry.fields) {
      fields.push_back({std::string(field.name), field.offset, field.size});
    }
    EXPECT_THAT(declared.fields, testing::ElementsAreArray(fields));
  }
}

// Where the struct of a release ends, as TensorFlow itself says it.
size_t EndOf(const std::string& name, size_t release) {
  const CApi& api = CApi::BuiltIn();
  return api.Read(*api.Find(ApiKind::kStruct, name), release).end;
}

TEST(ConformanceReleases, AreThoseOfTheCatalogue) {
  std::vector<std::string_view> names;
  for (const auto& release : conformance::Releases()) names.push_back(release.name);
  EXPECT_THAT(names, testing::ElementsAreArray(CApi::BuiltIn().releases()));
}

TEST(ConformanceReleases, HaveStructsOfTheirSizes) {
  for (const auto& release : conformance::Releases()) {
    SCOPED_TRACE(release.name);
    const auto index = CApi::BuiltIn().IndexOf(release.name);
    ASSERT_TRUE(index);
    EXPECT_EQ(release.sizes.platform, EndOf("SP_Platform", *index));
    EXPECT_EQ(release.sizes.stream_executor, EndOf("SP_StreamExecutor", *index));
    EXPECT_EQ(release.sizes.optimizer_configs, EndOf("TP_OptimizerConfigs", *index));
  }
}

// Of all other structs the suite takes the size of now for that of all releases.
TEST(ConformanceReleases, HaveOtherStructsOfOneSize) {
  const CApi& api = CApi::BuiltIn();
  for (const Declared& declared : AllDeclared()) {
    if (declared.name == "SP_Platform" || declared.name == "SP_StreamExecutor" ||
        declared.name == "TP_OptimizerConfigs") {
      continue;
    }
    SCOPED_TRACE(declared.name);
    const catalog::ApiSection* const section = api.Find(ApiKind::kStruct, declared.name);
    ASSERT_NE(section, nullptr);
    for (size_t i = 0; i < api.releases().size(); ++i) {
      if (catalog::Holds(section->releases, i)) {
        EXPECT_EQ(api.Read(*section, i).size, declared.size) << api.releases()[i];
      }
    }
  }
}

TEST(ConformanceSymbols, AreExportedByTheReleasesThatTheySay) {
  const CApi& api = CApi::BuiltIn();
  EXPECT_GT(conformance::Symbols().size(), 140u);
  for (const auto& symbol : conformance::Symbols()) {
    SCOPED_TRACE(symbol.name);
    const catalog::ApiSection* const section = api.Find(ApiKind::kFunction, symbol.name);
    ASSERT_NE(section, nullptr);
    for (const auto& release : conformance::Releases()) {
      const size_t index = *api.IndexOf(release.name);
      const bool exported =
          catalog::Holds(section->releases, index) && !api.Read(*section, index).exported.empty();
      EXPECT_EQ(symbol.IsIn(release), exported) << release.name;
    }
  }
}

}  // namespace
}  // namespace plugingen
