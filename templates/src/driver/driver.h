// What touches the hardware: the functions that the runtime (library/runtime) drives a device with.
// This file is the same for every backend; driver.cc implements it.
//
// Streams, events, timers, memory and errors as TensorFlow wants them are the runtime's business.
// What is asked for here is what the runtimes of accelerators offer anyway (CUDA, HIP, Level Zero,
// OpenCL): memory by address, queues that work in order, events, asynchronous copies, launches.
// Every function may be called by several threads at once, unless it says otherwise.

#ifndef PLUGGABLE_DRIVER_DRIVER_H_
#define PLUGGABLE_DRIVER_DRIVER_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/device_properties.h"
#include "pluggable/launch.h"
#include "pluggable/status.h"
#include "pluggable/work.h"

namespace pluggable::driver {

// A queue of a device: runs what is put on it one after the other, and next to other queues. Yours
// to define (a cudaStream_t, a cl_command_queue...), as is Event.
struct Queue;

// A mark in a queue that others can wait for. It may be recorded again and again; what asks for its
// state, or waits, means the latest record at that moment. Never recorded counts as complete.
struct Event;

// --- Devices
// ---------------------------------------------------------------------------------------

// How many devices this process can use. Called while TensorFlow is imported, and often: be quick,
// do not fail, and answer 0 where there is no hardware or no driver for it.
int DeviceCount();

// Before anything else is done with the device, once. The error reaches the user when he first uses
// the device: name what to do about it.
Status OpenDevice(int ordinal);
// Queues, events and memory of the device are gone by now. TensorFlow keeps its devices, so this is
// normally not called.
void CloseDevice(int ordinal);

DeviceProperties Properties(int ordinal);

// --- Memory
// ----------------------------------------------------------------------------------------

// Device memory, aligned to Properties().memory_alignment, which is 256 or a higher power of two.
// Null when there is none left. TensorFlow does arithmetic on the address and hands pointers into
// the middle of an allocation to every function below; it never dereferences them. Ranges of
// different devices must not overlap. A device whose memory has no addresses reserves address space
// to stand for it.
void* Allocate(int ordinal, uint64_t size);
// Work that uses the memory has ended.
void Free(int ordinal, void* memory);

// Memory of the host, aligned to 256 bytes, that the device copies from and to asynchronously
// (pinned).
void* AllocateHost(int ordinal, uint64_t size);
void FreeHost(int ordinal, void* memory);

// Memory that host and device use at the same address. Null where there is none; called only if the
// spec says `unified: true`.
void* AllocateUnified(int ordinal, uint64_t size);
void FreeUnified(int ordinal, void* memory);

// Bytes of device memory: what is left, and all of it. False means that nobody knows; TensorFlow
// then refuses the device.
bool MemoryUsage(int ordinal, int64_t* free, int64_t* total);

// The device whose memory `pointer` points into, -1 for the host's.
int DeviceOf(const void* pointer);

// Where code that runs on the device finds the memory that TensorFlow calls `pointer`; host
// pointers are returned as they are. Called inside work on a queue only, and never unless
// Properties().host_reaches_memory: it lets the library's kernels run where TensorFlow's address is
// only a name.
void* DevicePointer(const void* pointer);

// --- Queues
// ----------------------------------------------------------------------------------------

// Functions that put something on a queue return without waiting for it. Their status is about
// putting it there; what goes wrong later is reported by Synchronize.

// `priority` says which queue goes first where several have work: the lower the number the sooner,
// as CUDA counts; 0 is that of queues for which nobody asked for any. It is any number: take the
// nearest that the device has, and do not fail for it.
//% if api.stream_options.some
//
// TensorFlow passes it since 2.22, to the streams of a virtual device that the ConfigProto of a
// session gives one (pluggable_device_options.experimental.virtual_devices). Eager programs cannot.
//% end
Status CreateQueue(int ordinal, int priority, Queue** queue);
// Lets the queue finish first.
void DestroyQueue(Queue* queue);
// Waits until everything on the queue so far is done.
Status Synchronize(Queue* queue);
// Whether everything on the queue is done. Called often: a guess of false is allowed, never of
// true.
bool Idle(Queue* queue);

// Host memory must stay untouched until the copy is done. (TensorFlow sees to that.)
Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size);
Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size);
// Source and destination may be on different devices: ask DeviceOf.
Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size);
// Repeats the lowest pattern_bytes (1 or 4) of `pattern` over `size` bytes, a multiple of those.
Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size);

// Runs work(), a closure of the host's, when its turn comes; it takes about `cost` nanoseconds on
// one core. The closure stands for device code: it is how the library's kernels compute, in memory
// that the host reaches by DevicePointer. Destroy it as soon as it has run. Never called unless
// Properties().host_reaches_memory: on other devices these kernels work on copies, which the
// runtime makes by CopyToHost, HostCall and CopyToDevice.
Status Run(Queue* queue, Work&& work, int64_t cost);

// Runs a device function for each thread of the grid. `function` is what the kernel passed, as a
// rule a handle of the device's own runtime. Arguments are copied before this returns.
Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes);

// Calls function(arg) on some host thread when its turn comes. The function may block.
Status HostCall(Queue* queue, void (*function)(void*), void* arg);

// --- Events
// ----------------------------------------------------------------------------------------

Status CreateEvent(int ordinal, Event** event);
// Queues may still be waiting for it: they do get what they wait for.
void DestroyEvent(Event* event);

Status RecordEvent(Queue* queue, Event* event);
// What is put on the queue from now on waits until the event is complete. The host does not.
Status WaitEvent(Queue* queue, Event* event);

enum class EventState { kPending, kComplete, kFailed };
// TensorFlow polls: be quick.
EventState QueryEvent(Event* event);
Status SynchronizeEvent(Event* event);
// Device time between two complete events.
Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_DRIVER_H_
