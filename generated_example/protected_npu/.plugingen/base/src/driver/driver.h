// The functions with which the runtime (library/runtime) drives a device. Nothing else touches the
// hardware. This file is the same for every backend; driver.cc implements it.
//
// The runtimes of accelerators (CUDA, HIP, Level Zero, OpenCL) have such functions: memory by
// address, queues that work in order, events, asynchronous copies, launches. The runtime builds
// TensorFlow's streams, events, timers, memory and errors on them.
//
// Several threads may call a function at once, unless its comment says otherwise. Functions that
// enqueue something return without waiting for it. Their status says whether it could be enqueued;
// Synchronize() reports later errors.

#ifndef PLUGGABLE_DRIVER_DRIVER_H_
#define PLUGGABLE_DRIVER_DRIVER_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/device_properties.h"
#include "pluggable/launch.h"
#include "pluggable/status.h"
#include "pluggable/work.h"

namespace pluggable::driver {

// A queue of a device. It runs its commands in order, and independently of other queues. You define
// it, for example as a struct with a cudaStream_t or a cl_command_queue.
struct Queue;

// A position in a queue that others can wait for. You define it. It may be recorded several times;
// queries and waits refer to the latest record at that moment. An event that was never recorded is
// complete.
struct Event;

// --- devices ---

// The number of devices that this process can use. TensorFlow calls it while it is imported, and
// often: be quick, do not fail, and return 0 if there is no hardware or no driver for it.
int DeviceCount();

// Called once, before all other functions of the device. Users see the error when they first use
// the device, so the message should say what to do.
Status OpenDevice(int ordinal);
// Closes the device. Its queues, events and memory are destroyed before. TensorFlow keeps its
// devices, so this is normally not called.
void CloseDevice(int ordinal);

// The device's name, memory and limits. Called for an open device, any number of times; the result
// must always be the same.
DeviceProperties Properties(int ordinal);

// --- memory ---

// Allocates device memory, aligned to Properties().memory_alignment, which is 256 or a higher power
// of two. Null if memory is short. TensorFlow does arithmetic on the address and passes pointers
// into the middle of an allocation to the functions below; it never dereferences them. Address
// ranges of different devices must not overlap. If the device's memory has no addresses, reserve
// address space to represent it.
void* Allocate(int ordinal, uint64_t size);
// Frees memory from Allocate(). Work that uses the memory has ended.
void Free(int ordinal, void* memory);

// Allocates host memory, aligned to 256 bytes, for asynchronous copies from and to the device
// (pinned memory). Null if memory is short.
void* AllocateHost(int ordinal, uint64_t size);
// Frees memory from AllocateHost(). Work that uses the memory has ended.
void FreeHost(int ordinal, void* memory);

// Allocates memory that host and device access at the same address; null if there is none. Called
// only if the spec says `unified: true`.
void* AllocateUnified(int ordinal, uint64_t size);
// Frees memory from AllocateUnified(). Work that uses the memory has ended.
void FreeUnified(int ordinal, void* memory);

// Sets *free and *total to the free and the total bytes of device memory. Return false if these are
// not known; TensorFlow then rejects the device.
bool MemoryUsage(int ordinal, int64_t* free, int64_t* total);

// The device whose memory `pointer` points into, or -1 for host memory.
int DeviceOf(const void* pointer);

// Translates TensorFlow's pointer to the address at which the host's code accesses the memory; host
// pointers are returned unchanged. Called only inside work on a queue, and only if
// Properties().host_reaches_memory is true. It lets the library's kernels run if TensorFlow's
// addresses only identify the memory.
void* DevicePointer(const void* pointer);

// --- queues ---

// Creates a queue. `priority` decides which queue runs first if several have work: lower numbers
// first, as in CUDA. The default is 0. It may be any number: use the nearest that the device
// supports, and do not fail because of it.
//
// TensorFlow passes it since 2.22, to the streams of a virtual device that the ConfigProto of a
// session gives one (pluggable_device_options.experimental.virtual_devices). Eager programs cannot.
Status CreateQueue(int ordinal, int priority, Queue** queue);
// Waits for the queue's commands, and destroys it.
void DestroyQueue(Queue* queue);
// Waits for all commands enqueued so far, and returns an error if one of them has failed, or one of
// a queue that this one has waited for.
Status Synchronize(Queue* queue);
// Whether all commands are done. Called often. It may return false although they are done, but
// never true if one is not.
bool Idle(Queue* queue);

// Enqueues a copy of `size` bytes from host memory to the device. TensorFlow does not change the
// host memory until the copy is done.
Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size);
// The error of a copy to the device that was enqueued and failed later, once, among the copies that
// are done by now. It does not wait. Called only if Properties().fails_late is true, before
// TensorFlow hears that a copy is done: TensorFlow accepts no error then, so the runtime fails
// whatever reads the memory. Synchronize() may return the same error. A device that refuses all
// work after a failure needs none here.
Status TakeCopyError(Queue* queue);
// Enqueues a copy from the device to host memory.
Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size);
// Enqueues a copy of `size` bytes within device memory, perhaps between two devices: DeviceOf()
// says which. The two ranges do not overlap.
Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size);
// Enqueues a fill of `size` bytes with the lowest pattern_bytes (1 or 4) of `pattern`. `size` is a
// multiple of pattern_bytes.
Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size);

// Runs work(), a host closure, when its turn comes; it takes about `cost` nanoseconds on one core.
// The closure replaces device code: the library's kernels compute in it, in memory that the host
// accesses by DevicePointer. Destroy it as soon as it has run. Called only if
// Properties().host_reaches_memory is true. Otherwise these kernels work on copies, which the
// runtime makes by CopyToHost, HostCall and CopyToDevice.
Status Run(Queue* queue, Work&& work, int64_t cost);

// Runs a device function for each thread of the grid. `function` is the argument of Stream::Launch
// in the kernel, usually a handle of the device's own runtime. Copy the arguments before you
// return. shared_bytes is the size of the memory that the threads of a block share.
Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes);

// Calls function(arg) on some host thread when its turn comes. The function may block. If work has
// failed, it calls CreateQueue, copies on that queue, and waits for it.
Status HostCall(Queue* queue, void (*function)(void*), void* arg);

// --- events ---

// Creates an event that has not been recorded.
Status CreateEvent(int ordinal, Event** event);
// Destroys the event. Queues that wait for its latest record still do.
void DestroyEvent(Event* event);

// Records the event in the queue: it is complete when all earlier commands are done.
Status RecordEvent(Queue* queue, Event* event);
// Makes commands that are enqueued from now on wait until the event is complete. The host does not
// wait.
Status WaitEvent(Queue* queue, Event* event);

// The state of an event's latest record. It has failed if the device can no longer reach it.
enum class EventState { kPending, kComplete, kFailed };
// The state of the event, without waiting. TensorFlow polls it, so be quick.
EventState QueryEvent(Event* event);
// Waits until the event is complete.
Status SynchronizeEvent(Event* event);
// Sets *nanoseconds to the device's time between the latest records of two complete events. So an
// event needs the time at which the device reached it. TensorFlow's timers, the profiler and
// reports of fallbacks ask for it, nothing else does: a device without a clock returns an error,
// and timers then say 0.
Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_DRIVER_H_
