// An OpenCL loader for tests: it stands in front of the machine's own, and fails when a test tells
// it to. Built as libOpenCL.so.1, found by LD_LIBRARY_PATH.
//
//   faulty_opencl_fail("clFlush", 2, 1)   after two calls more that succeed, one of clFlush fails
//   faulty_opencl_fail("clFlush later", 0, 1)   of commands: it is taken, and fails on the device
//   faulty_opencl_fail("*", 9, 1000)      all of them, from the tenth call on: the device is lost
//   faulty_opencl_fail("* later", 9, 1000)   it takes commands, and fails at all
//   faulty_opencl_code(-36)               what fails from now on returns that; 0: as at first
//   faulty_opencl_fail("", 0, 0)          none fails
//   faulty_opencl_calls("clFlush")        how often it has been called
//   faulty_opencl_unflushed()             how many migrations have been left behind on queues
//
// FAULTY_OPENCL names the function whose first calls fail from the beginning on.
// FAULTY_OPENCL_TEXT, "this|that", makes a compiler that takes one text for another, and
// FAULTY_OPENCL_DIES one that dies of a text. FAULTY_OPENCL_LOCAL_MEMORY, in bytes, and
// FAULTY_OPENCL_WORK_ITEMS, along all dimensions but the first, make a device that has less than
// the machine's, and fails launches that need more. FAULTY_OPENCL_PLATFORM and FAULTY_OPENCL_DRIVER
// are another platform's name and driver's version, FAULTY_OPENCL_NAME another device's.
// FAULTY_OPENCL_MEMORY and FAULTY_OPENCL_ALLOCATION are lies about its memory and its largest
// allocation, in bytes. FAULTY_OPENCL_GROUP limits the threads of a block,
// FAULTY_OPENCL_KERNEL_GROUP what each kernel is said to have of these; launches of more fail.
// FAULTY_OPENCL_SECONDS makes each build of a program take longer, FAULTY_OPENCL_OPTIONS are
// options more of it, as a user's own would be. With FAULTY_OPENCL_HOLDS clFinish holds what
// clWaitForEvents needs, as Mesa's does. FAULTY_OPENCL_PLATFORMS lists the first platform so many
// times. FAULTY_OPENCL_KILL is how many bytes of a program's binary the process writes: then it is
// killed.

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <thread>

namespace {

constexpr char kReal[] = "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1";

struct State {
  std::mutex mutex;
  std::string failing;
  int after = 0;
  int count = 0;
  cl_int code = 0;
  std::map<std::string, int> calls;
  std::map<cl_command_queue, int> unflushed;  // migrations, which nobody waits for
};

State& TheState() {
  static auto* const state = [] {
    auto* const created = new State;
    if (const char* const name = std::getenv("FAULTY_OPENCL"); name != nullptr) {
      created->failing = name;
      created->count = 1 << 30;
    }
    return created;
  }();
  return *state;
}

// What all of its kind are called.
const char* Any(const std::string& name) {
  constexpr char kLater[] = " later";
  return name.find(kLater) == std::string::npos ? "*" : "* later";
}

bool Fails(const char* name) {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  ++state.calls[name];
  ++state.calls[Any(name)];
  const bool is_meant = state.failing == name || state.failing == Any(name);
  if (!is_meant || state.count == 0) return false;
  if (state.after > 0) {
    --state.after;
    return false;
  }
  --state.count;
  return true;
}

// What a call that fails returns.
cl_int CodeOr(cl_int usual) {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  return state.code == 0 ? usual : state.code;
}

// One more, or none any more.
void CountUnflushed(cl_command_queue queue, int more) {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  int& count = state.unflushed[queue];
  count = more == 0 ? 0 : count + more;
}

void MiscompileOrDie(std::string* text) {
  const char* const dies = std::getenv("FAULTY_OPENCL_DIES");
  if (dies != nullptr && text->find(dies) != std::string::npos) std::abort();
  const char* const variable = std::getenv("FAULTY_OPENCL_TEXT");
  const std::string words = variable == nullptr ? "|" : variable;
  const std::string this_one = words.substr(0, words.find('|'));
  const size_t place = this_one.empty() ? std::string::npos : text->find(this_one);
  if (place == std::string::npos) return;
  text->replace(place, this_one.size(), words.substr(this_one.size() + 1));
}

// What the variable says, or more than anybody needs.
size_t Limit(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? SIZE_MAX : std::strtoull(value, nullptr, 10);
}

size_t LocalMemory() { return Limit("FAULTY_OPENCL_LOCAL_MEMORY"); }
size_t WorkItems() { return Limit("FAULTY_OPENCL_WORK_ITEMS"); }
size_t GroupSize() { return Limit("FAULTY_OPENCL_GROUP"); }

// Has this thread write a part of the next so many bytes, and die.
void DieOfWriting(uint32_t size) {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO;
  action.sa_sigaction = [](int, siginfo_t*, void* context) {
    const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto file = static_cast<int>(registers[REG_RDI]);
    const auto* const bytes = reinterpret_cast<const void*>(registers[REG_RSI]);
    if (write(file, bytes, Limit("FAULTY_OPENCL_KILL")) > 0) std::raise(SIGKILL);
  };
  sigaction(SIGSYS, &action, nullptr);
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, size, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const sock_fprog filter = {std::size(steps), steps};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

// What clFinish holds while it waits.
std::unique_lock<std::mutex> HoldQueues() {
  static auto* const queues = new std::mutex;
  if (std::getenv("FAULTY_OPENCL_HOLDS") == nullptr) return {};
  return std::unique_lock<std::mutex>(*queues);
}

// Answers a question for a text by the variable; false where that is not set.
bool AnswerBy(const char* variable, size_t size, void* value, size_t* needed) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return false;
  if (needed != nullptr) *needed = std::strlen(text) + 1;
  if (value != nullptr) std::strncpy(static_cast<char*>(value), text, size);
  return true;
}

template <typename Function>
Function Real(const char* name) {
  static void* const library = dlopen(kReal, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function>(dlsym(library, name));
}

// Forwards a call that returns a code.
template <typename... Parameters, typename... Arguments>
cl_int Coded(const char* name, cl_int (*)(Parameters...), Arguments... arguments) {
  if (Fails(name)) return CodeOr(CL_OUT_OF_RESOURCES);
  return Real<cl_int (*)(Parameters...)>(name)(arguments...);
}

// What the kernel declares.
size_t LocalMemoryOf(cl_command_queue queue, cl_kernel kernel) {
  cl_device_id device = nullptr;
  Real<decltype(&clGetCommandQueueInfo)>("clGetCommandQueueInfo")(queue, CL_QUEUE_DEVICE,
                                                                  sizeof(device), &device, nullptr);
  cl_ulong bytes = 0;
  Real<decltype(&clGetKernelWorkGroupInfo)>("clGetKernelWorkGroupInfo")(
      kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(bytes), &bytes, nullptr);
  return bytes;
}

// Forwards a call that puts a command on a queue. One that fails later has no other trace than its
// event, as OpenCL allows.
template <typename... Parameters, typename... Arguments>
cl_int Enqueueing(const char* name, cl_int (*function)(Parameters...), cl_command_queue queue,
                  cl_event* event, Arguments... arguments) {
  if (!Fails((std::string(name) + " later").c_str()))
    return Coded(name, function, queue, arguments..., event);
  cl_context context = nullptr;
  cl_int code = Real<decltype(&clGetCommandQueueInfo)>("clGetCommandQueueInfo")(
      queue, CL_QUEUE_CONTEXT, sizeof(context), &context, nullptr);
  if (code != CL_SUCCESS) return code;
  const cl_event failed = Real<decltype(&clCreateUserEvent)>("clCreateUserEvent")(context, &code);
  if (code != CL_SUCCESS) return code;
  code = Real<decltype(&clSetUserEventStatus)>("clSetUserEventStatus")(failed,
                                                                       CodeOr(CL_OUT_OF_RESOURCES));
  if (event != nullptr) *event = failed;
  return code;
}

// Forwards a call that returns something new, and a code through its last argument.
template <typename Made, typename... Parameters, typename... Arguments>
Made Creating(const char* name, Made (*)(Parameters...), cl_int* code, Arguments... arguments) {
  if (Fails(name)) {
    if (code != nullptr) *code = CodeOr(CL_OUT_OF_HOST_MEMORY);
    return nullptr;
  }
  return Real<Made (*)(Parameters...)>(name)(arguments..., code);
}

}  // namespace

extern "C" {

void faulty_opencl_fail(const char* name, int after, int count) {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.failing = name;
  state.after = after;
  state.count = count;
}

void faulty_opencl_code(int code) {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  state.code = code;
}

int faulty_opencl_unflushed() {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  int sum = 0;
  for (const auto& [queue, count] : state.unflushed) sum += count;
  return sum;
}

int faulty_opencl_calls(const char* name) {
  State& state = TheState();
  const std::lock_guard<std::mutex> lock(state.mutex);
  return state.calls[name];
}

cl_int CL_API_CALL clBuildProgram(
    cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
    void(CL_CALLBACK* pfn_notify)(cl_program program, void* user_data), void* user_data) {
  const char* const seconds = std::getenv("FAULTY_OPENCL_SECONDS");
  if (seconds != nullptr) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::strtod(seconds, nullptr)));
  }
  const char* const more = std::getenv("FAULTY_OPENCL_OPTIONS");
  const std::string all = std::string(options) + (more == nullptr ? "" : std::string(" ") + more);
  return Coded("clBuildProgram", &clBuildProgram, program, num_devices, device_list, all.c_str(),
               pfn_notify, user_data);
}

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                  void* host_ptr, cl_int* errcode_ret) {
  return Creating("clCreateBuffer", &clCreateBuffer, errcode_ret, context, flags, size, host_ptr);
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int* errcode_ret) {
  return Creating("clCreateCommandQueue", &clCreateCommandQueue, errcode_ret, context, device,
                  properties);
}

cl_context CL_API_CALL clCreateContext(const cl_context_properties* properties, cl_uint num_devices,
                                       const cl_device_id* devices,
                                       void(CL_CALLBACK* pfn_notify)(const char* errinfo,
                                                                     const void* private_info,
                                                                     size_t cb, void* user_data),
                                       void* user_data, cl_int* errcode_ret) {
  return Creating("clCreateContext", &clCreateContext, errcode_ret, properties, num_devices,
                  devices, pfn_notify, user_data);
}

cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char* kernel_name,
                                     cl_int* errcode_ret) {
  return Creating("clCreateKernel", &clCreateKernel, errcode_ret, program, kernel_name);
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                                 const cl_device_id* device_list,
                                                 const size_t* lengths,
                                                 const unsigned char** binaries,
                                                 cl_int* binary_status, cl_int* errcode_ret) {
  return Creating("clCreateProgramWithBinary", &clCreateProgramWithBinary, errcode_ret, context,
                  num_devices, device_list, lengths, binaries, binary_status);
}

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                 const char** strings, const size_t* lengths,
                                                 cl_int* errcode_ret) {
  std::string text;
  for (cl_uint i = 0; i < count; ++i) text += strings[i];  // the driver passes no lengths
  (void)lengths;
  MiscompileOrDie(&text);
  const char* const all = text.c_str();
  return Creating("clCreateProgramWithSource", &clCreateProgramWithSource, errcode_ret, context,
                  cl_uint{1}, const_cast<const char**>(&all), static_cast<const size_t*>(nullptr));
}

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return Creating("clCreateUserEvent", &clCreateUserEvent, errcode_ret, context);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue command_queue,
                                                cl_uint num_events_in_wait_list,
                                                const cl_event* event_wait_list, cl_event* event) {
  return Enqueueing("clEnqueueBarrierWithWaitList", &clEnqueueBarrierWithWaitList, command_queue,
                    event, num_events_in_wait_list, event_wait_list);
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer,
                                       cl_mem dst_buffer, size_t src_offset, size_t dst_offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return Enqueueing("clEnqueueCopyBuffer", &clEnqueueCopyBuffer, command_queue, event, src_buffer,
                    dst_buffer, src_offset, dst_offset, size, num_events_in_wait_list,
                    event_wait_list);
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       const void* pattern, size_t pattern_size, size_t offset,
                                       size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return Enqueueing("clEnqueueFillBuffer", &clEnqueueFillBuffer, command_queue, event, buffer,
                    pattern, pattern_size, offset, size, num_events_in_wait_list, event_wait_list);
}

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue command_queue,
                                               cl_uint num_events_in_wait_list,
                                               const cl_event* event_wait_list, cl_event* event) {
  return Enqueueing("clEnqueueMarkerWithWaitList", &clEnqueueMarkerWithWaitList, command_queue,
                    event, num_events_in_wait_list, event_wait_list);
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue,
                                              cl_uint num_mem_objects, const cl_mem* mem_objects,
                                              cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list,
                                              const cl_event* event_wait_list, cl_event* event) {
  CountUnflushed(command_queue, 1);
  return Coded("clEnqueueMigrateMemObjects", &clEnqueueMigrateMemObjects, command_queue,
               num_mem_objects, mem_objects, flags, num_events_in_wait_list, event_wait_list,
               event);
}

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel,
                                          cl_uint work_dim, const size_t* global_work_offset,
                                          const size_t* global_work_size,
                                          const size_t* local_work_size,
                                          cl_uint num_events_in_wait_list,
                                          const cl_event* event_wait_list, cl_event* event) {
  if (std::any_of(local_work_size + 1, local_work_size + work_dim,
                  [](size_t size) { return size > WorkItems(); })) {
    return CL_INVALID_WORK_ITEM_SIZE;
  }
  const size_t threads = std::accumulate(local_work_size, local_work_size + work_dim, size_t{1},
                                         std::multiplies<size_t>());
  if (threads > GroupSize() || threads > Limit("FAULTY_OPENCL_KERNEL_GROUP")) {
    return CL_INVALID_WORK_GROUP_SIZE;
  }
  if (LocalMemory() != SIZE_MAX && LocalMemoryOf(command_queue, kernel) > LocalMemory()) {
    return CL_OUT_OF_RESOURCES;
  }
  return Enqueueing("clEnqueueNDRangeKernel", &clEnqueueNDRangeKernel, command_queue, event, kernel,
                    work_dim, global_work_offset, global_work_size, local_work_size,
                    num_events_in_wait_list, event_wait_list);
}

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer,
                                       cl_bool blocking_read, size_t offset, size_t size, void* ptr,
                                       cl_uint num_events_in_wait_list,
                                       const cl_event* event_wait_list, cl_event* event) {
  return Enqueueing("clEnqueueReadBuffer", &clEnqueueReadBuffer, command_queue, event, buffer,
                    blocking_read, offset, size, ptr, num_events_in_wait_list, event_wait_list);
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer,
                                        cl_bool blocking_write, size_t offset, size_t size,
                                        const void* ptr, cl_uint num_events_in_wait_list,
                                        const cl_event* event_wait_list, cl_event* event) {
  return Enqueueing("clEnqueueWriteBuffer", &clEnqueueWriteBuffer, command_queue, event, buffer,
                    blocking_write, offset, size, ptr, num_events_in_wait_list, event_wait_list);
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  CountUnflushed(command_queue, 0);
  const std::unique_lock<std::mutex> held = HoldQueues();
  return Coded("clFinish", &clFinish, command_queue);
}

cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  CountUnflushed(command_queue, 0);
  return Coded("clFlush", &clFlush, command_queue);
}

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type,
                                  cl_uint num_entries, cl_device_id* devices,
                                  cl_uint* num_devices) {
  return Coded("clGetDeviceIDs", &clGetDeviceIDs, platform, device_type, num_entries, devices,
               num_devices);
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
                                   size_t param_value_size, void* param_value,
                                   size_t* param_value_size_ret) {
  if (param_name == CL_DRIVER_VERSION &&
      AnswerBy("FAULTY_OPENCL_DRIVER", param_value_size, param_value, param_value_size_ret)) {
    return CL_SUCCESS;
  }
  if (param_name == CL_DEVICE_NAME &&
      AnswerBy("FAULTY_OPENCL_NAME", param_value_size, param_value, param_value_size_ret)) {
    return CL_SUCCESS;
  }
  const cl_int code = Coded("clGetDeviceInfo", &clGetDeviceInfo, device, param_name,
                            param_value_size, param_value, param_value_size_ret);
  if (code != CL_SUCCESS || param_value == nullptr) return code;
  if (param_name == CL_DEVICE_LOCAL_MEM_SIZE) {
    auto* const bytes = static_cast<cl_ulong*>(param_value);
    *bytes = std::min<cl_ulong>(*bytes, LocalMemory());
  } else if (param_name == CL_DEVICE_GLOBAL_MEM_SIZE &&
             std::getenv("FAULTY_OPENCL_MEMORY") != nullptr) {
    *static_cast<cl_ulong*>(param_value) = Limit("FAULTY_OPENCL_MEMORY");
  } else if (param_name == CL_DEVICE_MAX_MEM_ALLOC_SIZE &&
             std::getenv("FAULTY_OPENCL_ALLOCATION") != nullptr) {
    *static_cast<cl_ulong*>(param_value) = Limit("FAULTY_OPENCL_ALLOCATION");
  } else if (param_name == CL_DEVICE_MAX_WORK_GROUP_SIZE) {
    auto* const threads = static_cast<size_t*>(param_value);
    *threads = std::min(*threads, GroupSize());
  } else if (param_name == CL_DEVICE_MAX_WORK_ITEM_SIZES) {
    auto* const items = static_cast<size_t*>(param_value);
    for (size_t i = 1; i < param_value_size / sizeof(size_t); ++i) {
      items[i] = std::min(items[i], WorkItems());
    }
  }
  return code;
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                                  void* param_value, size_t* param_value_size_ret) {
  return Coded("clGetEventInfo", &clGetEventInfo, event, param_name, param_value_size, param_value,
               param_value_size_ret);
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                                           size_t param_value_size, void* param_value,
                                           size_t* param_value_size_ret) {
  return Coded("clGetEventProfilingInfo", &clGetEventProfilingInfo, event, param_name,
               param_value_size, param_value, param_value_size_ret);
}

cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                            cl_kernel_work_group_info param_name,
                                            size_t param_value_size, void* param_value,
                                            size_t* param_value_size_ret) {
  const cl_int code = Coded("clGetKernelWorkGroupInfo", &clGetKernelWorkGroupInfo, kernel, device,
                            param_name, param_value_size, param_value, param_value_size_ret);
  if (code == CL_SUCCESS && param_name == CL_KERNEL_WORK_GROUP_SIZE &&
      Limit("FAULTY_OPENCL_KERNEL_GROUP") != SIZE_MAX) {
    *static_cast<size_t*>(param_value) = Limit("FAULTY_OPENCL_KERNEL_GROUP");
  }
  return code;
}

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms,
                                    cl_uint* num_platforms) {
  if (std::getenv("FAULTY_OPENCL_PLATFORMS") == nullptr) {
    return Coded("clGetPlatformIDs", &clGetPlatformIDs, num_entries, platforms, num_platforms);
  }
  cl_platform_id first = nullptr;
  const cl_int code = Coded("clGetPlatformIDs", &clGetPlatformIDs, cl_uint{1}, &first,
                            static_cast<cl_uint*>(nullptr));
  const auto count = static_cast<cl_uint>(Limit("FAULTY_OPENCL_PLATFORMS"));
  if (num_platforms != nullptr) *num_platforms = count;
  if (platforms != nullptr) std::fill_n(platforms, std::min(num_entries, count), first);
  return code;
}

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                     size_t param_value_size, void* param_value,
                                     size_t* param_value_size_ret) {
  if (param_name == CL_PLATFORM_NAME &&
      AnswerBy("FAULTY_OPENCL_PLATFORM", param_value_size, param_value, param_value_size_ret)) {
    return CL_SUCCESS;
  }
  return Coded("clGetPlatformInfo", &clGetPlatformInfo, platform, param_name, param_value_size,
               param_value, param_value_size_ret);
}

cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                         cl_program_build_info param_name, size_t param_value_size,
                                         void* param_value, size_t* param_value_size_ret) {
  return Coded("clGetProgramBuildInfo", &clGetProgramBuildInfo, program, device, param_name,
               param_value_size, param_value, param_value_size_ret);
}

cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info param_name,
                                    size_t param_value_size, void* param_value,
                                    size_t* param_value_size_ret) {
  const cl_int code = Coded("clGetProgramInfo", &clGetProgramInfo, program, param_name,
                            param_value_size, param_value, param_value_size_ret);
  static thread_local size_t size = 0;
  if (param_name == CL_PROGRAM_BINARY_SIZES && param_value != nullptr)
    std::memcpy(&size, param_value, sizeof(size));
  if (param_name == CL_PROGRAM_BINARIES && Limit("FAULTY_OPENCL_KILL") != SIZE_MAX)
    DieOfWriting(static_cast<uint32_t>(size));
  return code;
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return Coded("clReleaseCommandQueue", &clReleaseCommandQueue, command_queue);
}

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return Coded("clReleaseEvent", &clReleaseEvent, event);
}

cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return Coded("clReleaseMemObject", &clReleaseMemObject, memobj);
}

cl_int CL_API_CALL clReleaseProgram(cl_program program) {
  return Coded("clReleaseProgram", &clReleaseProgram, program);
}

cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return Coded("clRetainEvent", &clRetainEvent, event);
}

cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size,
                                  const void* arg_value) {
  return Coded("clSetKernelArg", &clSetKernelArg, kernel, arg_index, arg_size, arg_value);
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return Coded("clSetUserEventStatus", &clSetUserEventStatus, event, execution_status);
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  HoldQueues();
  return Coded("clWaitForEvents", &clWaitForEvents, num_events, event_list);
}

}  // extern "C"
