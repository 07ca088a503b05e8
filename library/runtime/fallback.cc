// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/fallback.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "pluggable/running_work.h"

#include "driver/driver.h"
#include "plugin/names.h"
#include "runtime/device.h"
#include "runtime/fallback_report.h"
#include "runtime/fallback_settings.h"
#include "runtime/recording.h"
#include "runtime/staged_memory.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

namespace {

constexpr size_t kSmallestBlock = size_t{1} << 20;

}  // namespace

struct Fallback::Piece {
  Work work;
  StagedMemory memory;
  const char* op_type;  // null if the work computes nothing
  const char* primitive;
};

// The turn of a thread. It starts with the lock held.
class Fallback::Enqueuing {
 public:
  explicit Enqueuing(Fallback* fallback) : fallback_(*fallback) { fallback_.is_enqueuing_ = true; }
  ~Enqueuing() { fallback_.EnqueueNested(); }
  Enqueuing(const Enqueuing&) = delete;
  Enqueuing& operator=(const Enqueuing&) = delete;

 private:
  Fallback& fallback_;
};

Fallback::Fallback(Stream& stream) : stream_(stream), ordinal_(stream.device().ordinal()) {}

Fallback::~Fallback() {
  for (char* const block : outgrown_) driver::FreeHost(ordinal_, block);
  if (block_ != nullptr) driver::FreeHost(ordinal_, block_);
}

Status Fallback::Enqueue(Work&& work, Memory used, bool* runs) {
  *runs = false;
  internal::OpMemory* const op = work.memory();
  StagedMemory memory;
  // Work that belongs to no op only records errors.
  const bool computes = op != nullptr && used == Memory::kAll;
  if (computes) {
    if (FallbackSettings::Get().is_refused) {
      return errors::Unimplemented("the device has no code of its own for this op, and ",
                                   names::kFallback, "=error forbids to compute it on the host");
    }
    memory.AddUses(*op, work.memory_uses());
    op->CountInWork();
  }
  memory.Finish();
  return EnqueueInOrder({std::move(work), std::move(memory), computes ? op->op_type() : nullptr,
                         computes ? op->primitive() : nullptr},
                        runs);
}

Status Fallback::EnqueueInOrder(Piece&& piece, bool* runs) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (is_enqueuing_ && internal::RunningWork::Of(&stream_)) {
    nested_.push_back(std::move(piece));
    *runs = true;
    return Status();
  }
  turn_.wait(lock, [this] { return !is_enqueuing_; });
  const Enqueuing enqueuing(this);
  lock.unlock();
  return EnqueueParts(std::move(piece), runs);
}

Status Fallback::EnqueueParts(Piece&& piece, bool* runs) {
  driver::Queue* const queue = stream_.queue();
  Status status = Grow(piece.memory.bytes());
  if (!status.ok()) return status;
  StagedMemory& memory = piece.memory;
  memory.Place(block_);
  const char* const op_type = piece.op_type;
  const char* const primitive = piece.primitive;
  FallbackReport::Piece reported(op_type == nullptr ? nullptr : FallbackReport::Get(), ordinal_,
                                 stream_);
  for (const StagedMemory::Range& range : memory.ranges()) {
    if (!range.is_read) continue;
    status = driver::CopyToHost(queue, memory.CopyOf(range), range.begin, range.bytes);
    if (!status.ok()) return status;
  }
  const StagedMemory written = memory;
  auto on_queue = std::make_unique<Piece>(std::move(piece));
  const auto run = [](void* arg) {
    const std::unique_ptr<Piece> running(static_cast<Piece*>(arg));
    const StagedMemory::Scope scope(&running->memory);
    running->work();
  };
  status = driver::HostCall(queue, run, on_queue.get());
  if (!status.ok()) return status;
  (void)on_queue.release();
  *runs = true;
  for (const StagedMemory::Range& range : written.ranges()) {
    if (!range.is_written) continue;
    status = driver::CopyToDevice(queue, const_cast<char*>(range.begin), written.CopyOf(range),
                                  range.bytes);
    if (!status.ok()) return status;
  }
  if (op_type != nullptr) {
    RecordFallback(stream_, primitive, written.bytes_read(), written.bytes_written());
  }
  reported.EndOnHost(op_type, primitive, written.bytes_read(), written.bytes_written());
  return status;
}

void Fallback::EnqueueNested() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!nested_.empty()) {
    std::vector<Piece> nested = std::exchange(nested_, {});
    lock.unlock();
    for (Piece& piece : nested) {
      const bool may_fail = piece.work.may_fail();
      bool runs = false;
      Status status = StatusOf([&] { return EnqueueParts(std::move(piece), &runs); });
      if (!status.ok()) stream_.Report(std::move(status));
      if (!runs) stream_.IsOver(may_fail);
    }
    lock.lock();
  }
  is_enqueuing_ = false;
  lock.unlock();
  turn_.notify_one();
}

Status Fallback::Grow(size_t bytes) {
  if (bytes <= block_bytes_) return Status();
  if (driver::Idle(stream_.queue())) {
    for (char* const block : outgrown_) driver::FreeHost(ordinal_, block);
    outgrown_.clear();
  }
  // Each block is at least twice as large as the one before, so that all earlier blocks together
  // are no larger than the last.
  size_t size = std::max({bytes, kSmallestBlock, 2 * block_bytes_});
  auto* block = static_cast<char*>(driver::AllocateHost(ordinal_, size));
  if (block == nullptr && size > bytes) {
    size = bytes;
    block = static_cast<char*>(driver::AllocateHost(ordinal_, size));
  }
  if (block == nullptr) {
    return errors::ResourceExhausted("no host memory for copies of ", bytes,
                                     " bytes of device memory, which this op computes on");
  }
  if (block_ != nullptr) outgrown_.push_back(block_);
  block_ = block;
  block_bytes_ = size;
  return Status();
}

}  // namespace pluggable::runtime
