// TensorFlow's C API for plugins, as far as the suite simulates it. The suite is built without
// TensorFlow's headers, so that it can simulate releases that are not installed. The fields are
// those of the newest release; releases.h says how much of a struct an older one has.

#ifndef CONFORMANCE_ABI_H_
#define CONFORMANCE_ABI_H_

#include <cstddef>
#include <cstdint>

namespace conformance {

struct TF_Status;
struct TF_Tensor;
struct TF_KernelBuilder;
struct TF_OpKernelConstruction;
struct TF_OpKernelContext;
struct TF_OpDefinitionBuilder;
struct TF_ShapeInferenceContext;
struct TF_ShapeHandle;
struct TF_DimensionHandle;
struct TF_GrapplerItem;
struct TF_VariableInputLockHolder;

// The plugin's own.
using SP_Stream = struct SP_Stream_st*;
using SP_Event = struct SP_Event_st*;
using SP_Timer = struct SP_Timer_st*;

using TF_Bool = unsigned char;
using SE_StatusCallbackFn = void (*)(void* arg, TF_Status* status);

enum TF_Code : int {
  TF_OK = 0,
  TF_CANCELLED = 1,
  TF_UNKNOWN = 2,
  TF_INVALID_ARGUMENT = 3,
  TF_NOT_FOUND = 5,
  TF_RESOURCE_EXHAUSTED = 8,
  TF_FAILED_PRECONDITION = 9,
  TF_ABORTED = 10,
  TF_OUT_OF_RANGE = 11,
  TF_UNIMPLEMENTED = 12,
  TF_INTERNAL = 13,
  TF_UNAVAILABLE = 14,
  TF_DATA_LOSS = 15,
};

enum TF_DataType : int {
  TF_FLOAT = 1,
  TF_DOUBLE = 2,
  TF_INT32 = 3,
  TF_UINT8 = 4,
  TF_INT16 = 5,
  TF_INT8 = 6,
  TF_STRING = 7,
  TF_COMPLEX64 = 8,
  TF_INT64 = 9,
  TF_BOOL = 10,
  TF_QINT8 = 11,
  TF_QUINT8 = 12,
  TF_QINT32 = 13,
  TF_BFLOAT16 = 14,
  TF_QINT16 = 15,
  TF_QUINT16 = 16,
  TF_UINT16 = 17,
  TF_COMPLEX128 = 18,
  TF_HALF = 19,
  TF_RESOURCE = 20,
  TF_VARIANT = 21,
  TF_UINT32 = 22,
  TF_UINT64 = 23,
};

enum SE_EventStatus : int {
  SE_EVENT_UNKNOWN = 0,
  SE_EVENT_ERROR = 1,
  SE_EVENT_PENDING = 2,
  SE_EVENT_COMPLETE = 3,
};

enum TF_TriState : int { TF_TriState_Default = 0, TF_TriState_Off = 1, TF_TriState_On = 2 };

struct TF_StringView {
  const char* data;
  size_t len;
};

struct TF_Buffer {
  const void* data;
  size_t length;
  void (*data_deallocator)(void* data, size_t length);
};

struct TF_AllocatorAttributes {
  size_t struct_size;
  TF_Bool on_host;
};

struct TF_InputRange_Args {
  size_t struct_size;
  void* priv;
  int start;
  int stop;
  TF_Status* status;
};

// --- StreamExecutor

struct SP_TimerFns {
  size_t struct_size;
  void* ext;
  uint64_t (*nanoseconds)(SP_Timer timer);
};

struct SP_AllocatorStats {
  size_t struct_size;
  int64_t num_allocs;
  int64_t bytes_in_use;
  int64_t peak_bytes_in_use;
  int64_t largest_alloc_size;
  int8_t has_bytes_limit;
  int64_t bytes_limit;
  int64_t bytes_reserved;
  int64_t peak_bytes_reserved;
  int8_t has_bytes_reservable_limit;
  int64_t bytes_reservable_limit;
  int64_t largest_free_block_bytes;
};

struct SP_DeviceMemoryBase {
  size_t struct_size;
  void* ext;
  void* opaque;
  uint64_t size;
  uint64_t payload;
};

struct SP_Device {
  size_t struct_size;
  void* ext;
  int32_t ordinal;
  void* device_handle;
  const char* hardware_name;
  const char* device_vendor;
  const char* pci_bus_id;
};

struct SE_CreateDeviceParams {
  size_t struct_size;
  void* ext;
  int32_t ordinal;
  SP_Device* device;
};

struct SP_DeviceFns {
  size_t struct_size;
  void* ext;
  int32_t (*get_numa_node)(const SP_Device* device);
  int64_t (*get_memory_bandwidth)(const SP_Device* device);
  double (*get_gflops)(const SP_Device* device);
};

struct SE_CreateDeviceFnsParams {
  size_t struct_size;
  void* ext;
  SP_DeviceFns* device_fns;
};

struct SP_StreamOptions {
  size_t struct_size;
  void* ext;
  TF_Bool has_priority;
  int priority;
};

struct SP_StreamExecutor {
  size_t struct_size;
  void* ext;
  void (*allocate)(const SP_Device*, uint64_t size, int64_t memory_space, SP_DeviceMemoryBase*);
  void (*deallocate)(const SP_Device*, SP_DeviceMemoryBase*);
  void* (*host_memory_allocate)(const SP_Device*, uint64_t size);
  void (*host_memory_deallocate)(const SP_Device*, void* memory);
  void* (*unified_memory_allocate)(const SP_Device*, uint64_t size);
  void (*unified_memory_deallocate)(const SP_Device*, void* memory);
  TF_Bool (*get_allocator_stats)(const SP_Device*, SP_AllocatorStats*);
  TF_Bool (*device_memory_usage)(const SP_Device*, int64_t* free, int64_t* total);
  void (*create_stream)(const SP_Device*, SP_Stream*, TF_Status*);
  void (*destroy_stream)(const SP_Device*, SP_Stream);
  void (*create_stream_dependency)(const SP_Device*, SP_Stream dependent, SP_Stream other,
                                   TF_Status*);
  void (*get_stream_status)(const SP_Device*, SP_Stream, TF_Status*);
  void (*create_event)(const SP_Device*, SP_Event*, TF_Status*);
  void (*destroy_event)(const SP_Device*, SP_Event);
  SE_EventStatus (*get_event_status)(const SP_Device*, SP_Event);
  void (*record_event)(const SP_Device*, SP_Stream, SP_Event, TF_Status*);
  void (*wait_for_event)(const SP_Device*, SP_Stream, SP_Event, TF_Status*);
  void (*create_timer)(const SP_Device*, SP_Timer*, TF_Status*);
  void (*destroy_timer)(const SP_Device*, SP_Timer);
  void (*start_timer)(const SP_Device*, SP_Stream, SP_Timer, TF_Status*);
  void (*stop_timer)(const SP_Device*, SP_Stream, SP_Timer, TF_Status*);
  void (*memcpy_dtoh)(const SP_Device*, SP_Stream, void* dst, const SP_DeviceMemoryBase* src,
                      uint64_t size, TF_Status*);
  void (*memcpy_htod)(const SP_Device*, SP_Stream, SP_DeviceMemoryBase* dst, const void* src,
                      uint64_t size, TF_Status*);
  void (*memcpy_dtod)(const SP_Device*, SP_Stream, SP_DeviceMemoryBase* dst,
                      const SP_DeviceMemoryBase* src, uint64_t size, TF_Status*);
  void (*sync_memcpy_dtoh)(const SP_Device*, void* dst, const SP_DeviceMemoryBase* src,
                           uint64_t size, TF_Status*);
  void (*sync_memcpy_htod)(const SP_Device*, SP_DeviceMemoryBase* dst, const void* src,
                           uint64_t size, TF_Status*);
  void (*sync_memcpy_dtod)(const SP_Device*, SP_DeviceMemoryBase* dst,
                           const SP_DeviceMemoryBase* src, uint64_t size, TF_Status*);
  void (*block_host_for_event)(const SP_Device*, SP_Event, TF_Status*);
  void (*block_host_until_done)(const SP_Device*, SP_Stream, TF_Status*);
  void (*synchronize_all_activity)(const SP_Device*, TF_Status*);
  void (*mem_zero)(const SP_Device*, SP_Stream, SP_DeviceMemoryBase*, uint64_t size, TF_Status*);
  void (*memset)(const SP_Device*, SP_Stream, SP_DeviceMemoryBase*, uint8_t pattern, uint64_t size,
                 TF_Status*);
  void (*memset32)(const SP_Device*, SP_Stream, SP_DeviceMemoryBase*, uint32_t pattern,
                   uint64_t size, TF_Status*);
  TF_Bool (*host_callback)(const SP_Device*, SP_Stream, SE_StatusCallbackFn, void* arg);
  void (*create_stream_with_options)(const SP_Device*, const SP_StreamOptions*, SP_Stream*,
                                     TF_Status*);
};

struct SE_CreateStreamExecutorParams {
  size_t struct_size;
  void* ext;
  SP_StreamExecutor* stream_executor;
};

struct SP_Platform {
  size_t struct_size;
  void* ext;
  const char* name;
  const char* type;
  TF_Bool supports_unified_memory;
  TF_Bool use_bfc_allocator;
  TF_Bool force_memory_growth;
};

struct SP_PlatformFns {
  size_t struct_size;
  void* ext;
  void (*get_device_count)(const SP_Platform*, int* device_count, TF_Status*);
  void (*create_device)(const SP_Platform*, SE_CreateDeviceParams*, TF_Status*);
  void (*destroy_device)(const SP_Platform*, SP_Device*);
  void (*create_device_fns)(const SP_Platform*, SE_CreateDeviceFnsParams*, TF_Status*);
  void (*destroy_device_fns)(const SP_Platform*, SP_DeviceFns*);
  void (*create_stream_executor)(const SP_Platform*, SE_CreateStreamExecutorParams*, TF_Status*);
  void (*destroy_stream_executor)(const SP_Platform*, SP_StreamExecutor*);
  void (*create_timer_fns)(const SP_Platform*, SP_TimerFns*, TF_Status*);
  void (*destroy_timer_fns)(const SP_Platform*, SP_TimerFns*);
};

struct SE_PlatformRegistrationParams {
  size_t struct_size;
  void* ext;
  int32_t major_version;
  int32_t minor_version;
  int32_t patch_version;
  SP_Platform* platform;
  SP_PlatformFns* platform_fns;
  void (*destroy_platform)(SP_Platform*);
  void (*destroy_platform_fns)(SP_PlatformFns*);
};

// --- Graph optimizers

struct TP_Optimizer {
  size_t struct_size;
  void* ext;
  void* (*create_func)();
  void (*optimize_func)(void* optimizer, const TF_Buffer* graph, const TF_GrapplerItem*,
                        TF_Buffer* optimized, TF_Status*);
  void (*destroy_func)(void* optimizer);
};

struct TP_OptimizerConfigs {
  size_t struct_size;
  void* ext;
  TF_TriState disable_model_pruning;
  TF_TriState implementation_selector;
  TF_TriState function_optimization;
  TF_TriState common_subgraph_elimination;
  TF_TriState arithmetic_optimization;
  TF_TriState debug_stripper;
  TF_TriState constant_folding;
  TF_TriState shape_optimization;
  TF_TriState auto_mixed_precision;
  TF_TriState auto_mixed_precision_onednn_bfloat16;
  TF_TriState auto_mixed_precision_mkl;
  TF_TriState pin_to_host_optimization;
  TF_TriState layout_optimizer;
  TF_TriState remapping;
  TF_TriState loop_optimization;
  TF_TriState dependency_optimization;
  TF_TriState auto_parallel;
  TF_TriState memory_optimization;
  TF_TriState scoped_allocator_optimization;
};

struct TP_OptimizerRegistrationParams {
  size_t struct_size;
  void* ext;
  int32_t major_version;
  int32_t minor_version;
  int32_t patch_version;
  const char* device_type;
  TP_OptimizerConfigs* optimizer_configs;
  TP_Optimizer* optimizer;
};

// --- Profilers

struct TP_Profiler {
  size_t struct_size;
  void* ext;
  const char* device_type;
};

struct TP_ProfilerFns {
  size_t struct_size;
  void* ext;
  void (*start)(const TP_Profiler*, TF_Status*);
  void (*stop)(const TP_Profiler*, TF_Status*);
  void (*collect_data_xspace)(const TP_Profiler*, uint8_t* buffer, size_t* size, TF_Status*);
};

struct TF_ProfilerRegistrationParams {
  size_t struct_size;
  void* ext;
  int32_t major_version;
  int32_t minor_version;
  int32_t patch_version;
  TP_Profiler* profiler;
  TP_ProfilerFns* profiler_fns;
  void (*destroy_profiler)(TP_Profiler*);
  void (*destroy_profiler_fns)(TP_ProfilerFns*);
};

// --- What plugins export

using SE_InitPluginFn = void (*)(SE_PlatformRegistrationParams*, TF_Status*);
using TF_InitKernelFn = void (*)();
using TF_InitGraphFn = void (*)(TP_OptimizerRegistrationParams*, TF_Status*);
using TF_InitProfilerFn = void (*)(TF_ProfilerRegistrationParams*, TF_Status*);

}  // namespace conformance

#endif  // CONFORMANCE_ABI_H_
