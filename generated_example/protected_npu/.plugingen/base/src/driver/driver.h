// The functions with which the runtime (library/runtime) drives a device. Nothing else touches the
// hardware. This file is the same for every backend; driver.cc implements it.
//
// They are what the runtimes of accelerators (CUDA, HIP, Level Zero, OpenCL) offer anyway: memory
// by address, queues that work in order, events, asynchronous copies, launches. From them the
// runtime makes the streams, events, timers, memory and errors that TensorFlow expects.
//
// Several threads may call a function at once, unless it says otherwise. Functions that put
// something on a queue return without waiting for it. Their status says whether it could be put
// there; Synchronize() reports what goes wrong later.

#ifndef PLUGGABLE_DRIVER_DRIVER_H_
#define PLUGGABLE_DRIVER_DRIVER_H_

#include <cstddef>
#include <cstdint>

#include "pluggable/device_properties.h"
#include "pluggable/launch.h"
#include "pluggable/status.h"
#include "pluggable/work.h"

namespace pluggable::driver {

// A queue of a device. It runs what is put on it one after the other, and beside other queues. You
// define it, as a struct with a cudaStream_t or a cl_command_queue, for example.
struct Queue;

// A mark in a queue that others can wait for. You define it. It may be recorded again and again;
// whoever asks for its state, or waits, means the latest record at that moment. An event that was
// never recorded is complete.
struct Event;

// --- devices ---

// How many devices this process can use. Called while TensorFlow is imported, and often: be quick,
// do not fail, and return 0 if there is no hardware or no driver for it.
int DeviceCount();

// Called once, before anything else is done with the device. The error reaches the user when the
// device is first used, so its message says what to do.
Status OpenDevice(int ordinal);
// Ends the use of the device. Its queues, events and memory are gone by now. TensorFlow keeps its
// devices, so this is normally not called.
void CloseDevice(int ordinal);

// What the device is like: its name, its memory, its limits. Called for an open device, any number
// of times; the answer stays the same.
DeviceProperties Properties(int ordinal);

// --- memory ---

// Device memory, aligned to Properties().memory_alignment, which is 256 or a higher power of two.
// Null when there is none left. TensorFlow does arithmetic on the address and hands pointers into
// the middle of an allocation to every function below; it never dereferences them. Ranges of
// different devices must not overlap. A device whose memory has no addresses reserves address space
// to stand for it.
void* Allocate(int ordinal, uint64_t size);
// Frees what Allocate() returned. Work that uses the memory has ended.
void Free(int ordinal, void* memory);

// Memory of the host, aligned to 256 bytes, from and to which the device copies asynchronously
// (pinned). Null when there is none left.
void* AllocateHost(int ordinal, uint64_t size);
// Frees what AllocateHost() returned. Work that uses the memory has ended.
void FreeHost(int ordinal, void* memory);

// Memory that host and device use at the same address; null if there is none. Called only if the
// spec says `unified: true`.
void* AllocateUnified(int ordinal, uint64_t size);
// Frees what AllocateUnified() returned. Work that uses the memory has ended.
void FreeUnified(int ordinal, void* memory);

// Sets *free and *total to bytes of device memory: what is left, and all of it. False means that
// nobody knows; TensorFlow then rejects the device.
bool MemoryUsage(int ordinal, int64_t* free, int64_t* total);

// The device whose memory `pointer` points into, or -1 for the host's.
int DeviceOf(const void* pointer);

// Where code that runs on the device finds the memory that TensorFlow calls `pointer`; host
// pointers are returned as they are. Called inside work on a queue only, and never unless
// Properties().host_reaches_memory: it lets the library's kernels run where TensorFlow's address is
// only a name.
void* DevicePointer(const void* pointer);

// --- queues ---

// Makes a queue. `priority` says which queue goes first if several have work: the lower the number,
// the sooner, as in CUDA. 0 is the priority of queues for which nobody requested one. It may be any
// number: take the nearest that the device supports, and do not fail for it.
Status CreateQueue(int ordinal, int priority, Queue** queue);
// Waits for what is on the queue, and destroys it.
void DestroyQueue(Queue* queue);
// Waits until everything on the queue so far is done, and returns an error of it if there is one.
Status Synchronize(Queue* queue);
// Whether everything on the queue is done. Called often. It may return false although all is done,
// but never true although something is not.
bool Idle(Queue* queue);

// Enqueues a copy of `size` bytes of host memory to the device. TensorFlow leaves the host memory
// alone until the copy is done.
Status CopyToDevice(Queue* queue, void* device_dst, const void* host_src, uint64_t size);
// The same in the other direction.
Status CopyToHost(Queue* queue, void* host_dst, const void* device_src, uint64_t size);
// Enqueues a copy of `size` bytes between two places in device memory, which may belong to
// different devices: DeviceOf() says to which.
Status CopyOnDevice(Queue* queue, void* device_dst, const void* device_src, uint64_t size);
// Repeats the lowest pattern_bytes (1 or 4) of `pattern` over `size` bytes, which are a multiple of
// pattern_bytes.
Status Fill(Queue* queue, void* device_dst, uint32_t pattern, int pattern_bytes, uint64_t size);

// Runs work(), a closure of the host's, when its turn comes; it takes about `cost` nanoseconds on
// one core. The closure stands for device code: it is how the library's kernels compute, in memory
// that the host reaches by DevicePointer. Destroy it as soon as it has run. Never called unless
// Properties().host_reaches_memory: on other devices these kernels work on copies, which the
// runtime makes by CopyToHost, HostCall and CopyToDevice.
Status Run(Queue* queue, Work&& work, int64_t cost);

// Runs a device function for each thread of the grid. `function` is what the kernel passed to
// Stream::Launch, usually a handle of the device's own runtime. Arguments are copied before this
// returns. shared_bytes is the memory that the threads of a block share.
Status Launch(Queue* queue, const void* function, Dim3 grid, Dim3 block, void** args,
              size_t shared_bytes);

// Calls function(arg) on some host thread when its turn comes. The function may block.
Status HostCall(Queue* queue, void (*function)(void*), void* arg);

// --- events ---

// Makes an event that has not been recorded.
Status CreateEvent(int ordinal, Event** event);
// Destroys the event. Queues that wait for its latest record still get it.
void DestroyEvent(Event* event);

// Puts the mark on the queue: the event is complete when everything in front of it is done.
Status RecordEvent(Queue* queue, Event* event);
// Makes what is put on the queue from now on wait until the event is complete. The host does not
// wait.
Status WaitEvent(Queue* queue, Event* event);

// What has become of the latest record of an event. It has failed if the device can no longer reach
// it.
enum class EventState { kPending, kComplete, kFailed };
// The state of the event, without waiting. TensorFlow polls it, so be quick.
EventState QueryEvent(Event* event);
// Waits until the event is complete.
Status SynchronizeEvent(Event* event);
// Sets *nanoseconds to the time on the device between two events, which are complete.
Status ElapsedNanoseconds(Event* start, Event* stop, uint64_t* nanoseconds);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_DRIVER_DRIVER_H_
