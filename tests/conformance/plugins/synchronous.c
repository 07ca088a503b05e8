/* A plugin as somebody may write it in C in an afternoon: the host's memory, and all work at once on
 * the thread that asks for it. It conforms, but for the fault that the variable FAULT names. */
#define _GNU_SOURCE /* mutexes that a thread may lock again */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <tensorflow/c/experimental/stream_executor/stream_executor.h>
#include <tensorflow/c/kernels.h>
#include <time.h>
#include <unistd.h>

#define UNUSED(x) (void)(x)

enum { kAlignment = 256 };
static const int64_t kCapacity = (int64_t)1 << 30;

/* Work is done where it is asked for, so that a stream is only what keeps callbacks of several
 * threads apart. A callback may put the next one on its own stream. */
struct SP_Stream_st {
  pthread_mutex_t callbacks;
};
struct SP_Event_st {
  int unused;
};
struct SP_Timer_st {
  uint64_t start;
  uint64_t stop;
};

static pthread_mutex_t accounts = PTHREAD_MUTEX_INITIALIZER;
static int64_t used, peak, largest, allocations; /* under `accounts` */

static int fault(const char* name) {
  const char* const wanted = getenv("FAULT");
  return wanted != NULL && strcmp(wanted, name) == 0;
}

/* --- Memory: its size is kept in front of it. */

/* Whether there is room for `size` bytes more, which are then in use. */
static int take(uint64_t size) {
  pthread_mutex_lock(&accounts);
  const int fits = size <= (uint64_t)(kCapacity - used);
  if (fits) {
    used += (int64_t)size;
    if (used > peak) peak = used;
    if ((int64_t)size > largest) largest = (int64_t)size;
    ++allocations;
  }
  pthread_mutex_unlock(&accounts);
  return fits;
}

static void give_back(uint64_t size) {
  pthread_mutex_lock(&accounts);
  used -= (int64_t)size;
  pthread_mutex_unlock(&accounts);
}

static void allocate(const SP_Device* device, uint64_t size, int64_t space,
                     SP_DeviceMemoryBase* memory) {
  UNUSED(device);
  UNUSED(space);
  memory->struct_size = SP_DEVICE_MEMORY_BASE_STRUCT_SIZE;
  memory->opaque = NULL;
  memory->size = 0;
  if (!take(size)) {
    if (fault("no_memory_is_an_address")) memory->opaque = (void*)64;
    return;
  }
  char* const block = aligned_alloc(kAlignment, (size + 3 * kAlignment - 1) / kAlignment * kAlignment);
  memcpy(block, &size, sizeof(size));
  memory->opaque = block + kAlignment + (fault("misaligned") ? 16 : 0);
  memory->size = size;
}

static void deallocate(const SP_Device* device, SP_DeviceMemoryBase* memory) {
  UNUSED(device);
  if (memory->opaque == NULL) return;
  char* const block = (char*)memory->opaque - kAlignment - (fault("misaligned") ? 16 : 0);
  uint64_t size = 0;
  memcpy(&size, block, sizeof(size));
  give_back(fault("frees_by_given_size") ? memory->size : size);
  free(block);
}

static void* host_memory_allocate(const SP_Device* device, uint64_t size) {
  UNUSED(device);
  return fault("host_memory_of_malloc")
             ? (char*)malloc(size + 8) + 8
             : aligned_alloc(kAlignment, (size + kAlignment) / kAlignment * kAlignment);
}
static void host_memory_deallocate(const SP_Device* device, void* memory) {
  UNUSED(device);
  free(fault("host_memory_of_malloc") ? (char*)memory - 8 : memory);
}

static TF_Bool get_allocator_stats(const SP_Device* device, SP_AllocatorStats* stats) {
  UNUSED(device);
  stats->struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;
  pthread_mutex_lock(&accounts);
  stats->num_allocs = allocations;
  stats->bytes_in_use = used;
  stats->peak_bytes_in_use = fault("no_peak") ? 1 : peak;
  stats->largest_alloc_size = largest;
  pthread_mutex_unlock(&accounts);
  return 1;
}
static TF_Bool device_memory_usage(const SP_Device* device, int64_t* free_bytes, int64_t* total) {
  UNUSED(device);
  pthread_mutex_lock(&accounts);
  *free_bytes = kCapacity - used;
  pthread_mutex_unlock(&accounts);
  *total = kCapacity;
  return fault("usage_unknown") ? 0 : 1;
}

/* --- Streams and events: there is never anything to wait for. */

static void create_stream(const SP_Device* device, SP_Stream* stream, TF_Status* status) {
  UNUSED(device);
  UNUSED(status);
  static const struct SP_Stream_st fresh = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
  static struct SP_Stream_st shared = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
  *stream = fault("one_stream_handle") ? &shared : malloc(sizeof(fresh));
  if (*stream != &shared) **stream = fresh;
}
static void destroy_stream(const SP_Device* device, SP_Stream stream) {
  UNUSED(device);
  if (fault("one_stream_handle")) return;
  pthread_mutex_destroy(&stream->callbacks);
  free(stream);
}
static void depend(const SP_Device* device, SP_Stream dependent, SP_Stream other,
                   TF_Status* status) {
  UNUSED(device);
  UNUSED(dependent);
  UNUSED(other);
  UNUSED(status);
}
static void stream_status(const SP_Device* device, SP_Stream stream, TF_Status* status) {
  UNUSED(device);
  UNUSED(stream);
  if (fault("stream_status_fails")) TF_SetStatus(status, TF_INTERNAL, "by fault");
}
static void create_event(const SP_Device* device, SP_Event* event, TF_Status* status) {
  UNUSED(device);
  UNUSED(status);
  *event = calloc(1, sizeof(struct SP_Event_st));
}
static void destroy_event(const SP_Device* device, SP_Event event) {
  UNUSED(device);
  free(event);
}
static SE_EventStatus event_status(const SP_Device* device, SP_Event event) {
  UNUSED(device);
  UNUSED(event);
  return fault("events_unknown") ? SE_EVENT_UNKNOWN : SE_EVENT_COMPLETE;
}
static void stream_and_event(const SP_Device* device, SP_Stream stream, SP_Event event,
                             TF_Status* status) {
  UNUSED(device);
  UNUSED(stream);
  UNUSED(event);
  UNUSED(status);
}
static void block_for_event(const SP_Device* device, SP_Event event, TF_Status* status) {
  UNUSED(device);
  UNUSED(event);
  UNUSED(status);
}
static void block_until_done(const SP_Device* device, SP_Stream stream, TF_Status* status) {
  stream_status(device, stream, status);
}
static void synchronize_all(const SP_Device* device, TF_Status* status) {
  UNUSED(device);
  UNUSED(status);
}
static TF_Bool host_callback(const SP_Device* device, SP_Stream stream, SE_StatusCallbackFn call,
                             void* arg) {
  UNUSED(device);
  TF_Status* const status = fault("callback_without_status") ? NULL : TF_NewStatus();
  if (!fault("callbacks_at_once")) pthread_mutex_lock(&stream->callbacks);
  call(arg, status);
  if (!fault("callbacks_at_once")) pthread_mutex_unlock(&stream->callbacks);
  if (!fault("callback_without_status")) TF_DeleteStatus(status);
  return 1;
}

/* --- Timers */

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
static void create_timer(const SP_Device* device, SP_Timer* timer, TF_Status* status) {
  UNUSED(device);
  UNUSED(status);
  *timer = calloc(1, sizeof(struct SP_Timer_st));
}
static void destroy_timer(const SP_Device* device, SP_Timer timer) {
  UNUSED(device);
  free(timer);
}
static void start_timer(const SP_Device* device, SP_Stream stream, SP_Timer timer, TF_Status* status) {
  stream_status(device, stream, status);
  timer->start = now();
}
static void stop_timer(const SP_Device* device, SP_Stream stream, SP_Timer timer, TF_Status* status) {
  stream_status(device, stream, status);
  timer->stop = now();
}
static uint64_t nanoseconds(SP_Timer timer) {
  return fault("timer_in_microseconds") ? (timer->stop - timer->start) / 1000 : timer->stop - timer->start;
}

/* --- Copies and fills */

static void copy(void* dst, const void* src, uint64_t size) {
  memmove(dst, src, fault("copies_words") ? size / 8 * 8 : size);
}
static void dtoh(const SP_Device* device, SP_Stream stream, void* dst,
                 const SP_DeviceMemoryBase* src, uint64_t size, TF_Status* status) {
  stream_status(device, stream, status);
  copy(dst, src->opaque, size);
}
static void htod(const SP_Device* device, SP_Stream stream, SP_DeviceMemoryBase* dst,
                 const void* src, uint64_t size, TF_Status* status) {
  stream_status(device, stream, status);
  copy(dst->opaque, src, size);
}
static void dtod(const SP_Device* device, SP_Stream stream, SP_DeviceMemoryBase* dst,
                 const SP_DeviceMemoryBase* src, uint64_t size, TF_Status* status) {
  stream_status(device, stream, status);
  if (fault("copies_backwards")) copy(src->opaque, dst->opaque, size);
  else copy(dst->opaque, src->opaque, size);
}
static void sync_dtoh(const SP_Device* device, void* dst, const SP_DeviceMemoryBase* src,
                      uint64_t size, TF_Status* status) {
  dtoh(device, NULL, dst, src, size, status);
}
static void sync_htod(const SP_Device* device, SP_DeviceMemoryBase* dst, const void* src,
                      uint64_t size, TF_Status* status) {
  htod(device, NULL, dst, src, size, status);
}
static void sync_dtod(const SP_Device* device, SP_DeviceMemoryBase* dst,
                      const SP_DeviceMemoryBase* src, uint64_t size, TF_Status* status) {
  dtod(device, NULL, dst, src, size, status);
}
static void mem_zero(const SP_Device* device, SP_Stream stream, SP_DeviceMemoryBase* location,
                     uint64_t size, TF_Status* status) {
  stream_status(device, stream, status);
  memset(location->opaque, 0, size);
}
static void fill(const SP_Device* device, SP_Stream stream, SP_DeviceMemoryBase* location,
                 uint8_t pattern, uint64_t size, TF_Status* status) {
  stream_status(device, stream, status);
  memset(location->opaque, pattern, fault("fills_one_more") ? size + 1 : size);
}
static void fill32(const SP_Device* device, SP_Stream stream, SP_DeviceMemoryBase* location,
                   uint32_t pattern, uint64_t size, TF_Status* status) {
  stream_status(device, stream, status);
  for (uint64_t i = 0; i + 4 <= size; i += fault("fills_words_by_count") ? 16 : 4) {
    memcpy((char*)location->opaque + i, &pattern, 4);
  }
}

/* --- The platform */

static void get_device_count(const SP_Platform* platform, int* count, TF_Status* status) {
  UNUSED(platform);
  UNUSED(status);
  static int calls;
  *count = fault("count_changes") ? 1 + calls++ % 2 : 1;
}
static void create_device(const SP_Platform* platform, SE_CreateDeviceParams* params, TF_Status* status) {
  UNUSED(platform);
  UNUSED(status);
  params->device->struct_size = SP_DEVICE_STRUCT_SIZE;
  params->device->ordinal = params->ordinal;
  if (fault("writes_behind_device")) (&params->device->pci_bus_id)[1] = "behind";
}
static void destroy_device(const SP_Platform* platform, SP_Device* device) {
  UNUSED(platform);
  UNUSED(device);
}
static void create_device_fns(const SP_Platform* platform, SE_CreateDeviceFnsParams* params, TF_Status* status) {
  UNUSED(platform);
  UNUSED(status);
  params->device_fns->struct_size = SP_DEVICE_FNS_STRUCT_SIZE;
}
static void destroy_device_fns(const SP_Platform* platform, SP_DeviceFns* fns) {
  UNUSED(platform);
  UNUSED(fns);
}
static void create_stream_executor(const SP_Platform* platform, SE_CreateStreamExecutorParams* params,
                                   TF_Status* status) {
  UNUSED(platform);
  SP_StreamExecutor* const e = params->stream_executor;
  if (e->struct_size < offsetof(SP_StreamExecutor, host_callback) + sizeof(e->host_callback) && !fault("ignores_host_size")) {
    TF_SetStatus(status, TF_FAILED_PRECONDITION, "needs TensorFlow 2.7 or newer");
    return;
  }
  e->allocate = &allocate;
  e->deallocate = &deallocate;
  e->host_memory_allocate = &host_memory_allocate;
  e->host_memory_deallocate = &host_memory_deallocate;
  e->get_allocator_stats = &get_allocator_stats;
  e->device_memory_usage = &device_memory_usage;
  e->create_stream = &create_stream;
  e->destroy_stream = &destroy_stream;
  e->create_stream_dependency = &depend;
  e->get_stream_status = &stream_status;
  e->create_event = &create_event;
  e->destroy_event = &destroy_event;
  e->get_event_status = &event_status;
  e->record_event = &stream_and_event;
  e->wait_for_event = &stream_and_event;
  e->create_timer = &create_timer;
  e->destroy_timer = &destroy_timer;
  e->start_timer = &start_timer;
  e->stop_timer = &stop_timer;
  e->memcpy_dtoh = &dtoh;
  e->memcpy_htod = &htod;
  e->memcpy_dtod = fault("no_dtod") ? NULL : &dtod;
  e->sync_memcpy_dtoh = &sync_dtoh;
  e->sync_memcpy_htod = &sync_htod;
  e->sync_memcpy_dtod = &sync_dtod;
  e->block_host_for_event = &block_for_event;
  e->block_host_until_done = &block_until_done;
  e->synchronize_all_activity = &synchronize_all;
  e->mem_zero = &mem_zero;
  e->memset = &fill;
  e->memset32 = &fill32;
  e->host_callback = &host_callback;
}
static void destroy_stream_executor(const SP_Platform* platform, SP_StreamExecutor* executor) {
  UNUSED(platform);
  UNUSED(executor);
}
static void create_timer_fns(const SP_Platform* platform, SP_TimerFns* fns, TF_Status* status) {
  UNUSED(platform);
  UNUSED(status);
  fns->nanoseconds = &nanoseconds;
}
static void destroy_timer_fns(const SP_Platform* platform, SP_TimerFns* fns) {
  UNUSED(platform);
  UNUSED(fns);
}
static void destroy_platform(SP_Platform* platform) { UNUSED(platform); }
static void destroy_platform_fns(SP_PlatformFns* fns) { UNUSED(fns); }

void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status) {
  UNUSED(status);
  params->platform->name = fault("name_with_digit") ? "HAND_MADE2" : "HAND_MADE";
  params->platform->type = fault("type_cpu") ? "CPU" : fault("type_before_cpu") ? "BY_HAND" : "HAND_MADE";
  if (fault("forgets_size")) params->platform->struct_size = 0;
  SP_PlatformFns* const fns = params->platform_fns;
  fns->get_device_count = &get_device_count;
  fns->create_device = &create_device;
  fns->destroy_device = &destroy_device;
  fns->create_device_fns = &create_device_fns;
  fns->destroy_device_fns = &destroy_device_fns;
  fns->create_stream_executor = &create_stream_executor;
  fns->destroy_stream_executor = &destroy_stream_executor;
  fns->create_timer_fns = &create_timer_fns;
  fns->destroy_timer_fns = &destroy_timer_fns;
  params->destroy_platform = fault("no_destroy_platform") ? NULL : &destroy_platform;
  params->destroy_platform_fns = &destroy_platform_fns;
}

/* --- A kernel: Neg of float */

static void negate(void* kernel, TF_OpKernelContext* context) {
  UNUSED(kernel);
  TF_Status* const status = TF_NewStatus();
  TF_Tensor* input = NULL;
  TF_GetInput(context, 0, &input, status);
  int64_t dims[8];
  const int rank = TF_NumDims(input);
  int64_t count = 1;
  for (int i = 0; i < rank; ++i) count *= dims[i] = TF_Dim(input, i);
  TF_Tensor* const output =
      fault("ignores_shape") ? TF_AllocateOutput(context, 0, TF_FLOAT, &count, 1, (size_t)count * 4, status)
                             : TF_AllocateOutput(context, 0, TF_FLOAT, dims, rank, (size_t)count * 4, status);
  if (TF_GetCode(status) == TF_OK) TF_GetStream(context, status);
  if (TF_GetCode(status) == TF_OK) {
    const float* const x = TF_TensorData(input);
    float* const y = TF_TensorData(output);
    for (int64_t i = 0; i < count; ++i) y[i] = -x[i];
  } else {
    TF_OpKernelContext_Failure(context, status);
  }
  if (!fault("leaks_input")) TF_DeleteTensor(input);
  if (output != NULL) TF_DeleteTensor(output);
  if (!fault("leaks_status")) TF_DeleteStatus(status);
}

/* --- AddV2 of float and of int32: two inputs of shapes that fit */

enum { kMaxDims = 8 };

struct shape {
  int rank;
  int64_t dims[kMaxDims];
};

static struct shape shape_of(const TF_Tensor* tensor) {
  struct shape shape = {TF_NumDims(tensor), {0}};
  for (int i = 0; i < shape.rank; ++i) shape.dims[i] = TF_Dim(tensor, i);
  return shape;
}
static int64_t elements(const struct shape* shape) {
  int64_t count = 1;
  for (int i = 0; i < shape->rank; ++i) count *= shape->dims[i];
  return count;
}
/* The size of axis `i` of `rank`, where missing ones in front are 1. */
static int64_t size_at(const struct shape* shape, int rank, int i) {
  const int own = i - (rank - shape->rank);
  return own < 0 ? 1 : shape->dims[own];
}
static int broadcast(const struct shape* a, const struct shape* b, struct shape* result) {
  result->rank = a->rank > b->rank ? a->rank : b->rank;
  for (int i = 0; i < result->rank; ++i) {
    const int64_t x = size_at(a, result->rank, i), y = size_at(b, result->rank, i);
    if (x != y && x != 1 && y != 1) return 0;
    result->dims[i] = x == 1 ? y : x;
  }
  return 1;
}
/* Where element `index` of the result comes from. */
static int64_t source_of(int64_t index, const struct shape* from, const struct shape* result) {
  int64_t source = 0, stride = 1;
  for (int i = result->rank - 1; i >= 0; --i) {
    const int64_t size = size_at(from, result->rank, i);
    source += (size == 1 ? 0 : index % result->dims[i]) * stride;
    index /= result->dims[i];
    stride *= size;
  }
  return source;
}

struct operand {
  struct shape shape;
  const void* data;
};

/* Lets go of the tensor again: what is still held is not handed on as the output. Its memory stays, with the context or as the output. */
static struct operand read_operand(TF_OpKernelContext* context, int i, TF_DataType* type, TF_Status* status) {
  TF_Tensor* tensor = NULL;
  TF_GetInput(context, i, &tensor, status);
  const struct operand operand = {shape_of(tensor), TF_TensorData(tensor)};
  *type = TF_TensorType(tensor);
  TF_DeleteTensor(tensor);
  return operand;
}

static void add_elements(const struct operand* a, const struct operand* b, const struct shape* result, TF_Tensor* sum) {
  void* const data = TF_TensorData(sum);
  const int64_t count = elements(result);
  for (int64_t i = 0; i < count; ++i) {
    const int64_t at_a = source_of(i, &a->shape, result), at_b = source_of(i, &b->shape, result);
    if (TF_TensorType(sum) == TF_FLOAT) {
      ((float*)data)[i] = ((const float*)a->data)[at_a] + ((const float*)b->data)[at_b];
    } else {  /* unsigned, as sums wrap around */
      const uint32_t x = ((const uint32_t*)a->data)[at_a], y = ((const uint32_t*)b->data)[at_b];
      ((uint32_t*)data)[i] = fault("subtracts_int32") ? x - y : x + y;
    }
  }
}

static void add(void* kernel, TF_OpKernelContext* context) {
  UNUSED(kernel);
  TF_Status* const status = TF_NewStatus();
  TF_DataType type;
  const struct operand a = read_operand(context, 0, &type, status), b = read_operand(context, 1, &type, status);
  TF_Tensor* sum = NULL;
  struct shape result;
  if (broadcast(&a.shape, &b.shape, &result)) {
    const int candidates[] = {0, 1};
    int taken;
    sum = TF_ForwardInputOrAllocateOutput(context, candidates, 2, 0, result.dims, result.rank, &taken, status);
    if (TF_GetCode(status) == TF_OK) TF_GetStream(context, status);
  } else {
    TF_SetStatus(status, TF_INVALID_ARGUMENT, "Incompatible shapes");
  }
  if (TF_GetCode(status) == TF_OK) add_elements(&a, &b, &result, sum);
  else TF_OpKernelContext_Failure(context, status);
  if (sum != NULL) TF_DeleteTensor(sum);
  TF_DeleteStatus(status);
}

/* --- Fill of float: its shape is read on the host */

static void fill_tensor(void* kernel, TF_OpKernelContext* context) {
  UNUSED(kernel);
  if (fault("fill_crashes")) abort();
  if (fault("fill_hangs")) pause();
  TF_Status* const status = TF_NewStatus();
  TF_Tensor *dims = NULL, *value = NULL, *output = NULL;
  TF_GetInput(context, 0, &dims, status);
  TF_GetInput(context, 1, &value, status);
  struct shape shape = {0, {0}};
  const int64_t rank = TF_TensorElementCount(dims); /* graphs of old have a scalar for a vector of one, and the reverse */
  if (TF_NumDims(dims) > 1 || TF_NumDims(value) > 1 || TF_TensorElementCount(value) != 1 || rank > kMaxDims) {
    TF_SetStatus(status, TF_INVALID_ARGUMENT, "dims must be a vector, value a scalar");
  } else {
    shape.rank = (int)rank;
  }
  for (int i = 0; i < shape.rank; ++i) {
    shape.dims[i] = ((const int32_t*)TF_TensorData(dims))[i];
    if (shape.dims[i] < 0) TF_SetStatus(status, TF_INVALID_ARGUMENT, "dims must not be negative");
  }
  if (TF_GetCode(status) == TF_OK) {
    output = TF_AllocateOutput(context, 0, TF_FLOAT, shape.dims, shape.rank, (size_t)elements(&shape) * 4, status);
  }
  if (TF_GetCode(status) == TF_OK) TF_GetStream(context, status);
  if (TF_GetCode(status) == TF_OK) {
    const int64_t count = elements(&shape);
    for (int64_t i = 0; i < count; ++i) ((float*)TF_TensorData(output))[i] = *(const float*)TF_TensorData(value);
  } else {
    TF_OpKernelContext_Failure(context, status);
  }
  TF_DeleteTensor(dims);
  TF_DeleteTensor(value);
  if (output != NULL) TF_DeleteTensor(output);
  TF_DeleteStatus(status);
}

/* --- Snapshot: what core makes of x + 0 */

static void snapshot(void* kernel, TF_OpKernelContext* context) {
  UNUSED(kernel);
  TF_Status* const status = TF_NewStatus();
  TF_Tensor *input = NULL, *output = NULL;
  TF_GetInput(context, 0, &input, status);
  const struct shape shape = shape_of(input);
  const size_t size = TF_TensorByteSize(input);
  TF_GetStream(context, status);
  if (TF_GetCode(status) == TF_OK && fault("snapshot_aliases")) {
    TF_SetOutput(context, 0, input, status);
  } else if (TF_GetCode(status) == TF_OK) {
    output = TF_AllocateOutput(context, 0, TF_TensorType(input), shape.dims, shape.rank, size, status);
    if (TF_GetCode(status) == TF_OK && size != 0) memcpy(TF_TensorData(output), TF_TensorData(input), size);
  }
  if (TF_GetCode(status) != TF_OK) TF_OpKernelContext_Failure(context, status);
  TF_DeleteTensor(input);
  if (output != NULL) TF_DeleteTensor(output);
  TF_DeleteStatus(status);
}

static void register_kernel(const char* op, TF_DataType type, void (*compute)(void*, TF_OpKernelContext*)) {
  TF_Status* const status = TF_NewStatus();
  TF_KernelBuilder* const builder = TF_NewKernelBuilder(op, "HAND_MADE", NULL, compute, NULL);
  TF_KernelBuilder_TypeConstraint(builder, "T", type, status);
  if (compute == &fill_tensor) {
    TF_KernelBuilder_TypeConstraint(builder, "index_type", TF_INT32, status);
    TF_KernelBuilder_HostMemory(builder, "dims");
  }
  if (fault("two_types") && compute == &negate) TF_KernelBuilder_TypeConstraint(builder, "T", TF_DOUBLE, status);
  TF_RegisterKernelBuilder(op, builder, status);
  TF_DeleteStatus(status);
}

void TF_InitKernel(void) {
  register_kernel("Neg", TF_FLOAT, &negate);
  register_kernel("AddV2", TF_FLOAT, &add);
  register_kernel("AddV2", TF_INT32, &add);
  register_kernel("Fill", TF_FLOAT, &fill_tensor);
  register_kernel("Snapshot", TF_FLOAT, &snapshot);
  if (!fault("no_snapshot")) register_kernel("Snapshot", TF_INT32, &snapshot);
  if (fault("leaks_builder")) TF_NewKernelBuilder("Neg", "HAND_MADE", NULL, &negate, NULL);
}
