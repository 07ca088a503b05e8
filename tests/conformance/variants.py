"""Mistakes that authors make in a runtime, a driver or a kernel, as changes inside functions of emitted files (see planting.py)."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Variant:
    name: str
    file: str  # of the emitted project
    old: str
    new: str
    case: str  # of the suite, which must fail
    message: str  # a regular expression for what it must say
    # What makes the mistake matter, as (file, old, new).
    beside: tuple = ()

    @property
    def changes(self):
        return ((self.file, self.old, self.new), *self.beside)


MEMORY = "src/driver/reference_memory.cc"
DRIVER = "src/driver/driver.cc"
CALLBACKS = "library/plugin/stream_executor.cc"
STREAM = "library/runtime/stream.cc"
COPIES = "library/runtime/copies.cc"
FAILED = "library/runtime/failed_results.cc"
RUNTIME_MEMORY = "library/runtime/memory.cc"
QUEUE = "src/driver/reference_queue.cc"
EVENT = "src/driver/reference_event.cc"
ELEMENTWISE = "library/reference/elementwise.h"
ELEMENTWISE_OPS = "library/reference/elementwise.cc"
INIT_KERNEL = "library/plugin/init_kernel.cc"
INIT_PLUGIN = "library/plugin/init_plugin.cc"
GRAPH_PASSES = "src/generated/plugin/graph_passes.h"
CONTEXT = "library/include/pluggable/op_kernel_context.h"
KERNEL_FUNCTIONS = "library/runtime/kernel_functions.cc"

# Where a copy to the host looks for the failure that left its source without a result, before and after it has been made.
FOUND_BY_A_COPY = "= FailedResults::Get().FindOrTakeLost(src, size);\n"
NOT_FOUND_AFTER_A_COPY = (FAILED, "  return FindLocked(Address(begin), Address(begin) + bytes);", "  (void)begin, (void)bytes;\n  return nullptr;")

# A kernel as an author may write it: its work owns memory of the device.
ENQUEUES = "  OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), PlanFormula(formula_, {&x}, y)));\n"
PLANS = "  const compute::ElementwisePlan plan = PlanFormula(formula_, {&x}, y);\n"
OWNED_SCRATCH = (
    ELEMENTWISE_OPS, ENQUEUES,
    f"{PLANS}  Tensor scratch;\n"
    "  OP_REQUIRES_OK(ctx, ctx->allocate_temp(x.dtype(), x.shape(), &scratch));\n"
    "  ctx->stream().ParallelFor(plan.size, plan.cost,\n"
    "                            [scratch = std::make_shared<Tensor>(std::move(scratch)), plan](\n"
    "                                int64_t begin, int64_t end) { plan.loop(plan, begin, end); });\n")

MEMORY_VARIANTS = [
    Variant("allocations aligned to 16 bytes", MEMORY, "RoundUp(size, kAlignment);", "RoundUp(size, 16);",
            "memory/alignment/1", "address .* is not"),
    Variant("allocations that overlap", MEMORY, "free_[offset + rounded] = available - rounded;",
            "free_[offset + rounded / 2] = available - rounded;", "memory/apart", "two of them overlap"),
    Variant("deallocate that keeps the memory", RUNTIME_MEMORY, "    source_.ReturnToDriver(memory);\n  } else {",
            "  } else {", "memory/again_and_again/1048576", "allocate gave no memory"),
    Variant("deallocate that counts on the size", CALLBACKS, "[&] { DeviceOf(device).memory().Deallocate(memory->opaque); }",
            "[&] { if (memory->size != 0) DeviceOf(device).memory().Deallocate(memory->opaque); }",
            "memory/again_and_again/1048576", "allocate gave no memory"),
    Variant("bytes in use that only grow", RUNTIME_MEMORY, "stats_.bytes_in_use -= static_cast<int64_t>(size);", "",
            "statistics/in_use/falls", "from .* to"),
    Variant("memory that is freed under enqueued work", RUNTIME_MEMORY, "  if (device_.Idle()) {", "  if (device_.Idle() || true) {",
            "memory/freed_under_work/4194304", "the copy of what was freed: byte"),
    Variant("more memory free than there is", DRIVER, "*free = MemoryOf(ordinal).BytesFree();",
            "*free = 2 * MemoryOf(ordinal).BytesFree();", "statistics/usage/known", "are free"),
    Variant("addresses of whole allocations only", DRIVER, "static_cast<uint8_t*>(DevicePointer(dst));",
            "static_cast<uint8_t*>(DevicePointer(dst)) - (DeviceOf(dst) < 0 ? 0 : reinterpret_cast<uintptr_t>(dst) % 256);",
            "memory/interior_pointer/1", "the whole allocation: byte"),
    Variant("host memory aligned to 16 bytes", DRIVER, "return std::aligned_alloc(kAlignment, rounded);",
            "return std::malloc(rounded + (1 << 20));",  # of glibc: 16 bytes behind the start of a page
            "host_memory/alignment/64", "is not aligned"),
    Variant("devices at the same addresses", MEMORY, "static_cast<uint64_t>(ordinal) * kRangeStride;",
            "static_cast<uint64_t>(ordinal) * 0 * kRangeStride;", "devices/several/own_addresses", "overlap"),
    Variant("statistics behind the host's struct", CALLBACKS, "  out->struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;",
            "  __builtin_memset(static_cast<void*>(out), 0, sizeof(*out) + 8);\n"
            "  out->struct_size = SP_ALLOCATORSTATS_STRUCT_SIZE;",
            "statistics/keeps_to_struct", "behind SP_AllocatorStats"),
    Variant("an allocation that forgets to say its size", CALLBACKS,
            "memory->size = memory->opaque == nullptr ? 0 : size;", "memory->size = 0;", "memory/says_size", "0 bytes and not"),
]

ORDER_VARIANTS = [
    Variant("a queue that works from its end", QUEUE,
            "(last_ == nullptr ? first_ : last_->next) = std::move(task);",
            "if (first_ != nullptr) task->next = std::move(first_);\n  first_ = std::move(task);",
            "streams/order/callbacks", "ran as|have run"),
    Variant("copies that do not wait for their turn", DRIVER,
            "queue->Run(size <= kShortCopy, [=] { CopyBytes(dst, src, size); });", "(void)queue, CopyBytes(dst, src, size);",
            "streams/order/callback_then_copy", "the memory: byte"),
    Variant("fills that do not wait for their turn", DRIVER,
            "  queue->Run(size <= kShortCopy, [=] {\n    auto* const dst = static_cast<uint8_t*>(DevicePointer(device_dst));",
            "  const auto at_once = [](const auto& fill) { fill(); };\n"
            "  at_once([=] {\n    auto* const dst = static_cast<uint8_t*>(DevicePointer(device_dst));",
            "fills/memset/waits_for_gate", "what was read in front of it: byte"),
    Variant("a dependency that is dropped", CALLBACKS, "if (!dependent->stream->MustWaitFor(other->stream)) return Status();",
            "if (dependent->stream->MustWaitFor(other->stream) || true) return Status();", "dependencies/waits", "did not wait for work"),
    Variant("a dependency the wrong way round", STREAM, "event->LetWait(*this);", "event->LetWait(*other);",
            "dependencies/waits", "did not wait for work"),
    Variant("a dependency that the host waits for", CALLBACKS, "if (!dependent->stream->MustWaitFor(other->stream)) return Status();",
            "if (!dependent->stream->MustWaitFor(other->stream) || driver::Synchronize(other->stream->queue()).ok()) return Status();",
            "dependencies/does_not_block_host", "hangs in create_stream_dependency"),
    Variant("waiting for a stream that does not wait", STREAM,
            "Status status = Finish(queue_);", "Status status;",
            "streams/await/all_done", "of 10 were done"),
    Variant("waiting for the device that forgets streams", "library/runtime/device.cc",
            "for (const auto& stream : streams) stream->Await();",
            "if (!streams.empty()) streams.front()->Await();",
            "streams/await/everything", "of 8 streams were done"),
    Variant("synchronous copies that do not wait", "library/runtime/copies.h",
            "  if (status.ok()) status = stream->Synchronize();\n", "",
            "copies/sync/is_done", "what was read: byte|crashes"),
    Variant("one stream for all", "library/runtime/device.cc", "  Status status = Stream::Create(this, priority, &stream);",
            "  if (!streams_.empty()) {\n    *handle = new SP_Stream_st{streams_.front()};\n    return Status();\n  }\n"
            "  Status status = Stream::Create(this, priority, &stream);",
            "streams/independent", "hangs in block_host_until_done"),
]

EVENT_VARIANTS = [
    Variant("events that are always complete", CALLBACKS,
            "event->event->IsCompleteOrAwaited() ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;",
            "event->event->IsCompleteOrAwaited() ? SE_EVENT_COMPLETE : SE_EVENT_COMPLETE;", "events/pending", "its status is 3"),
    Variant("events that are an error until they are complete", CALLBACKS,
            "event->event->IsCompleteOrAwaited() ? SE_EVENT_COMPLETE : SE_EVENT_PENDING;",
            "event->event->IsCompleteOrAwaited() ? SE_EVENT_COMPLETE : SE_EVENT_ERROR;", "events/never_fails", "status 1"),
    Variant("events that are recorded once", EVENT, "  latest_ = mark;", "  if (latest_ != nullptr) return latest_;\n  latest_ = mark;",
            "events/record_again", "still complete"),
    Variant("streams that do not wait for events", DRIVER,
            "    queue->Wait([mark = std::move(mark)] { mark->Await(); });", "    (void)queue;",
            "events/wait/holds", "the stream did not wait"),
    Variant("waits for whatever is recorded last", DRIVER, "    queue->Wait([mark = std::move(mark)] { mark->Await(); });",
            "    queue->Wait([event] { event->latest()->Await(); });", "events/wait/is_for_that_record", "hangs|crashes"),
    Variant("block_host_for_event that does not wait", DRIVER, "  if (mark != nullptr) mark->Await();\n  return Status();",
            "  return Status();", "events/block/waits", "it did not wait"),
    Variant("block_host_for_event that waits for the stream", "library/runtime/event.cc",
            "status = driver::SynchronizeEvent(event_);",
            "if (const auto stream = recorded_on_.lock()) status = driver::Synchronize(stream->queue());",
            "events/block/not_for_more", "hangs in block_host_for_event"),
    Variant("events that never were recorded and are waited for", DRIVER,
            "  const std::shared_ptr<Mark> mark = event->latest();\n  if (mark != nullptr) mark->Await();",
            "  std::shared_ptr<Mark> mark = event->latest();\n  while (mark == nullptr) mark = event->latest();\n  mark->Await();",
            "events/block/never_recorded", "hangs in block_host_for_event"),
    Variant("records that overtake the stream", QUEUE, "  if (TryClaim()) {\n    mark->Complete();\n    Release();\n    return;\n  }",
            "  mark->Complete();\n  return;", "events/pending", "its status is 3"),
    Variant("a timer that tells nothing", "library/runtime/event.cc", "  return nanoseconds;\n}", "  return 0 * nanoseconds;\n}",
            "timers/measures/2", "it says 0 ns"),
    Variant("a timer that stops when it starts", CALLBACKS, "return timer->timer->Stop(stream->stream);",
            "return timer->timer->Start(stream->stream);", "timers/measures/10", "it says|hangs"),
]

ERROR_VARIANTS = [
    Variant("a refusal that does not refuse", "library/plugin/host_struct.h", "if (EndOf(last) <= host_size_) return Status();",
            "if (EndOf(last) <= host_size_ || true) return Status();", "versions/smaller_structs/stream_executor_of_2.6",
            "writing behind SP_StreamExecutor"),
    Variant("a refusal without a word", "library/plugin/host_struct.h",
            'errors::FailedPrecondition(names::kPlugin, " needs TensorFlow ",\n                                      spec_facts::kOldestTensorFlow, " or newer")',
            'errors::FailedPrecondition("")',
            "versions/smaller_structs/platform_of_2.8", "without a word"),
    Variant("a type in small letters", INIT_PLUGIN, "host->type = names::kDeviceType;", 'host->type = "variant_npu";',
            "registration/registers", r"does not match \[A-Z\]"),
    Variant("a callback that is not set", CALLBACKS, "  host->record_event = &RecordEvent;\n", "",
            "devices/create/sets_sizes", "'record_event' of SP_StreamExecutor must be set"),
    Variant("an error of creation that says OK", INIT_PLUGIN, "  SetTfStatus(status, result);\n  if (!result.ok()) return;\n  const DeviceProperties",
            "  SetTfStatus(status, Status());\n  if (result.ok()) return;\n  const DeviceProperties",
            "devices/create/again", "crashes in allocate"),
    Variant("an error of a callback that never ends", STREAM,
            "  if (taken == nullptr || taken->is_reported.exchange(true)) return Status();\n",
            "  if (taken == nullptr) return Status();\n  kept_.push_front(taken);\n  has_kept_ = true;\n",
            "streams/callback/error_is_not_for_good", "said by the callback"),
    Variant("an error of a callback that is thrown away with the stream", CALLBACKS,
            "    call->function_(call->arg_, status.get());\n", "    call->function_(call->arg_, status.get());\n"
            "    if (!status.ok()) std::abort();\n", "streams/callback/error_leaves_others", "crashes in .*: SIGABRT"),
    Variant("no memory as an internal error", CONTEXT, "    Status status = TfStatus::ThisThread().Take();\n    if (status.ok() && tensor",
            '    Status status = TfStatus::ThisThread().Take();\n    if (!status.ok()) return errors::Internal("no");\n    if (status.ok() && tensor',
            "kernels/AddV2/no_memory", "the error is INTERNAL"),
    Variant("an error of a kernel that nobody is told", CONTEXT, "    TF_OpKernelContext_Failure(context_, failure.get());\n",
            "", "kernels/AddV2/wrong_shapes", "inputs that do not fit are no error"),
    Variant("constants that do not wait for pending work", COPIES, "  Status status = stream.device().WaitForOthers(stream);",
            "  Status status;", "copies/constant/4000", "the constant: byte"),
    Variant("an error that skips other work", STREAM, "  if (failure == nullptr) return true;",
            "  if (failure == nullptr) return results.empty();", "errors/others_run", "element 0|not computed"),
    Variant("work that reads what was never written", STREAM, "  if (failure == nullptr) return true;", "  return true;",
            "errors/readers_learn/1", "fetch 1 of what was not computed succeeds"),
    Variant("an error that is told once", COPIES, FOUND_BY_A_COPY, FOUND_BY_A_COPY + "  if (failure != nullptr && failure->is_reported) return Status();\n",
            "errors/readers_learn/0", "fetch 2 of what was not computed succeeds", (NOT_FOUND_AFTER_A_COPY,)),
    Variant("copies that find no error", COPIES, FOUND_BY_A_COPY, "= nullptr;\n", "errors/other_threads_learn",
            "another thread takes what was not computed for a result", (NOT_FOUND_AFTER_A_COPY,)),
    Variant("memory that is never sound again", COPIES, "FailedResults::Get().Unmark(device_dst, size);\n    } else",
            "(void)device_dst;\n    } else", "errors/memory_is_sound_again", "leaves it as it was"),
    Variant("marks that stay when an op writes the memory again", FAILED,
            "    Remove(Begin(range), End(range));\n    if (!IsUpdated(memory, uses, range)) RemoveLost",
            "    if (!IsUpdated(memory, uses, range)) RemoveLost",
            "stress/errors/8", "of sound inputs fails|a copy of a sound result fails"),
    Variant("a wait that tells whoever waits", STREAM, "if (!attached || !CopiesReportErrors()) Keep", "Keep",
            "errors/others_are_not_told", "a thread that fetches nothing is told"),
    Variant("an error without the name of its op", STREAM, "WithOpName(work.op_name(), status)", "status",
            "errors/readers_learn/0", "does not name the op"),
    Variant("work that frees memory of the device", "library/include/pluggable/tensor_release.h", "if (RunningWork::OfAny()) {", "if (false) {",
            "kernels/Relu/ends_under_lock", "hangs in allocate", (OWNED_SCRATCH,)),
    Variant("no stream that is not noticed", "library/runtime/kernel_stream.cc", "  if (!tf_status.ok()) *status = tf_status.Take();",
            "  (void)status;", "kernels/Relu/no_stream", "crashes in a kernel's compute function"),
]

KERNEL_VARIANTS = [
    Variant("no kernel of what core makes of sums", INIT_KERNEL, '  Log("Snapshot", RegisterSnapshot(names::kDeviceType));\n', "",
            "kernels/core/snapshot", "there is no kernel of Snapshot for T=float"),
    Variant("a snapshot that is an alias", "library/plugin/snapshot.cc", "    if (forwarded >= 0 || size == 0) return;",
            "    ctx->set_output(0, ctx->input(0));\n    if (forwarded >= 0 || size >= 0) return;",
            "kernels/Snapshot/copies", "it lies in the memory of the input"),
    Variant("stacks that lack the kernel that begins them", "library/plugin/parallel_concat.cc",
            "    if (status.ok()) status = RegisterKernel(start, device_type);\n", "    (void)start;\n",
            "kernels/core/parallel_concat", "there is no kernel of _ParallelConcatStart for dtype=float"),
    Variant("a formula that is wrong", "library/kernels/relu.cc", "return max(x, 0);", "return max(x, 1);",
            "kernels/Relu/vector", "element .* is 1 and not"),
    Variant("one element too many", ELEMENTWISE, "OnDevice(static_cast<Out*>(plan.out)) + begin, end - begin);",
            "OnDevice(static_cast<Out*>(plan.out)) + begin, end - begin + 1);", "kernels/Relu/vector", "which is no tensor's"),
    Variant("one element too few", ELEMENTWISE, "OnDevice(static_cast<Out*>(plan.out)) + begin, end - begin);",
            "OnDevice(static_cast<Out*>(plan.out)) + begin, end - begin - 1);", "kernels/Relu/vector", "element 36 of 37"),
    Variant("an input that is never deleted", ELEMENTWISE_OPS, f"  const Tensor x = ctx->input(0);\n{ENQUEUES}",
            f"  const Tensor& x = *new Tensor(ctx->input(0));\n{ENQUEUES}",
            "kernels/Relu/leaves_nothing", "tensors are not deleted"),
    Variant("a kernel that computes at once", ELEMENTWISE_OPS, ENQUEUES, f"{PLANS}  plan.loop(plan, 0, plan.size);\n",
            "kernels/Relu/takes_its_turn", "element"),
    Variant("an output that is always new", ELEMENTWISE_OPS, "ctx->forward_input_or_allocate_output(\n                          {0, 1}, 0, broadcasts",
            "ctx->allocate_output(0, broadcasts", "kernels/AddV2/forwards", "it has other memory"),
    Variant("kernels that are registered twice", INIT_KERNEL,
            "    for (const KernelRow& row : Kernels()) Log(row.op, RegisterKernel(row, names::kDeviceType));",
            "    for (const KernelRow& row : Kernels()) {\n      (void)RegisterKernel(row, names::kDeviceType);\n"
            "      Log(row.op, RegisterKernel(row, names::kDeviceType));\n    }",
            "kernels/registered/once", "AddV2 for VARIANT_NPU"),
    Variant("kernels for another type of device", INIT_KERNEL,
            "for (const KernelRow& row : Kernels()) Log(row.op, RegisterKernel(row, names::kDeviceType));",
            'for (const KernelRow& row : Kernels()) Log(row.op, RegisterKernel(row, "DEFAULT"));',
            "kernels/registered/device_type", "for DEFAULT"),
    Variant("a delete function that wants an object", KERNEL_FUNCTIONS, "{ delete static_cast<OpKernel*>(kernel); }",
            "{\n  if (static_cast<OpKernel*>(kernel)->name().empty()) return;\n  delete static_cast<OpKernel*>(kernel);\n}",
            "kernels/deleted/null", "crashes"),
    Variant("a kernel that writes into an input of others", ELEMENTWISE_OPS,
            "  OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &y));",
            "  ctx->set_output(0, ctx->input(0));\n  Tensor shared = ctx->input(0);\n  y = &shared;",
            "kernels/Relu/keeps_inputs", "the kernel has written input 0"),
    Variant("kernels of sums with core's memory optimizer left on", GRAPH_PASSES, "configs->memory_optimization = TF_TriState_Off;", "",
            "graph/memory_optimizer", "memory_optimization is 0"),
    Variant("paddings that wrap around", "library/reference/pad.cc",
            "shape.AddDimWithStatus(before + input.dim_size(d) + after)",
            "shape.AddDimWithStatus(static_cast<int64_t>(static_cast<uint64_t>(before.value()) +\n"
            "        static_cast<uint64_t>(input.dim_size(d)) + static_cast<uint64_t>(after.value())))",
            "kernels/Pad/hostile", "crashes|was written|has written"),
    Variant("attributes that are cut to 32 bits", "library/include/pluggable/op_kernel_construction.h",
            "if (value != static_cast<int32_t>(value)) {", "if (false) {",
            "kernels/DepthToSpace/int32/block_size", "takes 4294967297 as block_size"),
]

VARIANTS = {
    "memory": MEMORY_VARIANTS,
    "order": ORDER_VARIANTS,
    "events": EVENT_VARIANTS,
    "errors": ERROR_VARIANTS,
    "kernels": KERNEL_VARIANTS,
}

# What authors may do, as changes of a sound plugin, and the cases that show that it goes well.
SOUND = [
    Variant("work that owns memory of the device", *OWNED_SCRATCH, "kernels/Relu/*", ""),
]
