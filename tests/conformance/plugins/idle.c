/* Registers a device whose callbacks do nothing, and say that all is well. */
#include <string.h>
#include <tensorflow/c/experimental/stream_executor/stream_executor.h>

static long nothing(void) { return 0; }

static void get_device_count(const SP_Platform* platform, int* count, TF_Status* status) {
  (void)platform;
  (void)status;
  *count = 2;
}

static void create_device(const SP_Platform* platform, SE_CreateDeviceParams* params,
                          TF_Status* status) {
  (void)platform;
  (void)status;
  params->device->struct_size = SP_DEVICE_STRUCT_SIZE;
}

static void create_device_fns(const SP_Platform* platform, SE_CreateDeviceFnsParams* params,
                              TF_Status* status) {
  (void)platform;
  (void)status;
  params->device_fns->struct_size = SP_DEVICE_FNS_STRUCT_SIZE;
}

/* Every callback is the same function, which takes what it gets and returns 0. */
static void create_stream_executor(const SP_Platform* platform,
                                   SE_CreateStreamExecutorParams* params, TF_Status* status) {
  (void)platform;
  (void)status;
  long (*callback)(void) = &nothing;
  char* const executor = (char*)params->stream_executor;
  for (size_t at = offsetof(SP_StreamExecutor, allocate);
       at <= offsetof(SP_StreamExecutor, host_callback); at += sizeof(callback)) {
    memcpy(executor + at, &callback, sizeof(callback));
  }
}

static void create_timer_fns(const SP_Platform* platform, SP_TimerFns* fns, TF_Status* status) {
  (void)platform;
  (void)status;
  fns->nanoseconds = (uint64_t(*)(SP_Timer))(void*)&nothing;
}

void SE_InitPlugin(SE_PlatformRegistrationParams* params, TF_Status* status) {
  (void)status;
  params->platform->name = "IDLE";
  params->platform->type = "IDLE";
  params->platform_fns->get_device_count = &get_device_count;
  params->platform_fns->create_device = &create_device;
  params->platform_fns->destroy_device = (void*)&nothing;
  params->platform_fns->create_device_fns = &create_device_fns;
  params->platform_fns->destroy_device_fns = (void*)&nothing;
  params->platform_fns->create_stream_executor = &create_stream_executor;
  params->platform_fns->destroy_stream_executor = (void*)&nothing;
  params->platform_fns->create_timer_fns = &create_timer_fns;
  params->platform_fns->destroy_timer_fns = (void*)&nothing;
  params->destroy_platform = (void*)&nothing;
  params->destroy_platform_fns = (void*)&nothing;
}

void TF_InitKernel(void) {}
