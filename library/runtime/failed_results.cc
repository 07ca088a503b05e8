// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/failed_results.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pluggable::runtime {

namespace {

using internal::Failure;
using internal::OpMemory;

uintptr_t Address(const void* pointer) { return reinterpret_cast<uintptr_t>(pointer); }
uintptr_t Begin(const OpMemory::Range& range) { return Address(range.begin); }
uintptr_t End(const OpMemory::Range& range) { return Address(range.begin) + range.bytes; }

// Whether an output is the copy of a variable that the op updates.
bool IsUpdated(const OpMemory& memory, size_t uses, const OpMemory::Range& output) {
  bool is_updated = false;
  memory.ForEach(uses, [&](const OpMemory::Range& range) {
    is_updated = range.use == OpMemory::Use::kUpdated && range.begin == output.begin;
    return !is_updated;
  });
  return is_updated;
}

}  // namespace

FailedResults& FailedResults::Get() {
  static auto* const results = new FailedResults;  // never destroyed: streams outlive `main`
  return *results;
}

void FailedResults::Check(OpMemory* memory, size_t uses, std::shared_ptr<Failure>* skipped) {
  *skipped = memory->failure();
  if (*skipped != nullptr || empty()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  ForgetTold(memory->step());
  memory->ForEach(uses, [&](const OpMemory::Range& range) {
    if (range.use == OpMemory::Use::kWritten) return true;
    *skipped = FindLocked(Begin(range), End(range), memory->step());
    return *skipped == nullptr;
  });
}

bool FailedResults::Mark(const OpMemory& memory, size_t uses,
                         const std::shared_ptr<Failure>& failure) {
  bool any = false;
  const bool is_launched = memory.is_launched();
  std::lock_guard<std::mutex> lock(mutex_);
  memory.ForEach(uses, [&](const OpMemory::Range& range) {
    const bool is_unwritten =
        is_launched ? range.use != OpMemory::Use::kRead
                    : range.use == OpMemory::Use::kWritten && !IsUpdated(memory, uses, range);
    if (is_unwritten) {
      Add(Begin(range), End(range), failure);
      any = true;
    } else if (range.use == OpMemory::Use::kUpdated) {
      AddLost({Begin(range), End(range), failure, memory.step()});
      any = true;
    }
    return true;
  });
  Count();
  return any;
}

void FailedResults::Mark(const void* begin, size_t bytes, const std::shared_ptr<Failure>& failure) {
  std::lock_guard<std::mutex> lock(mutex_);
  Add(Address(begin), Address(begin) + bytes, failure);
  Count();
}

void FailedResults::Unmark(const OpMemory& memory, size_t uses) {
  if (empty()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  memory.ForEach(uses, [&](const OpMemory::Range& range) {
    if (range.use != OpMemory::Use::kWritten) return true;
    Remove(Begin(range), End(range));
    if (!IsUpdated(memory, uses, range)) RemoveLost(Begin(range), End(range));
    return true;
  });
  Count();
}

void FailedResults::Unmark(const void* begin, size_t bytes) {
  if (empty()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  Remove(Address(begin), Address(begin) + bytes);
  RemoveLost(Address(begin), Address(begin) + bytes);
  Count();
}

void FailedResults::MarkLost(const void* begin, size_t bytes,
                             const std::shared_ptr<Failure>& failure, int64_t step) {
  std::lock_guard<std::mutex> lock(mutex_);
  Remove(Address(begin), Address(begin) + bytes);
  AddLost({Address(begin), Address(begin) + bytes, failure, step});
  Count();
}

void FailedResults::Copy(const void* from, const void* to, size_t bytes, int64_t step) {
  if (empty()) return;
  std::lock_guard<std::mutex> lock(mutex_);
  const std::shared_ptr<Failure> failure = FindLocked(Address(from), Address(from) + bytes, step);
  Remove(Address(to), Address(to) + bytes);
  RemoveLost(Address(to), Address(to) + bytes);
  if (failure != nullptr) Add(Address(to), Address(to) + bytes, failure);
  Count();
}

void FailedResults::CopyLost(const void* from, const void* to, size_t bytes) {
  if (empty() || from == to) return;
  std::lock_guard<std::mutex> lock(mutex_);
  const uintptr_t begin = Address(from);
  const size_t count = lost_.size();
  for (size_t i = 0; i < count; ++i) {
    LostUpdate lost = lost_[i];
    if (lost.end <= begin || lost.begin >= begin + bytes) continue;
    lost.begin = Address(to) + (std::max(lost.begin, begin) - begin);
    lost.end = Address(to) + (std::min(lost.end, begin + bytes) - begin);
    AddLost(lost);
  }
  Count();
}

std::shared_ptr<Failure> FailedResults::Find(const void* begin, size_t bytes) const {
  if (empty()) return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  return FindLocked(Address(begin), Address(begin) + bytes);
}

std::shared_ptr<Failure> FailedResults::FindOrTakeLost(const void* begin, size_t bytes) {
  if (empty()) return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<Failure> failure = FindLocked(Address(begin), Address(begin) + bytes);
  // A lost update is reported once, since the memory has a value. What the caller reports stays
  // until the step is over.
  const auto is_taken = [&](const LostUpdate& lost) {
    if (lost.end <= Address(begin) || lost.begin >= Address(begin) + bytes) return false;
    if (lost.failure->is_reported) return false;
    if (failure == nullptr) failure = lost.failure;
    return lost.failure != failure;
  };
  lost_.erase(std::remove_if(lost_.begin(), lost_.end(), is_taken), lost_.end());
  Count();
  return failure;
}

void FailedResults::Add(uintptr_t begin, uintptr_t end, const std::shared_ptr<Failure>& failure) {
  Remove(begin, end);
  unwritten_[begin] = {end, failure};
}

void FailedResults::Remove(uintptr_t begin, uintptr_t end) {
  auto mark = unwritten_.lower_bound(begin);
  if (mark != unwritten_.begin()) {
    Unwritten& before = std::prev(mark)->second;
    if (before.end > end) unwritten_[end] = before;  // the part behind stays
    before.end = std::min(before.end, begin);
  }
  while (mark != unwritten_.end() && mark->first < end) {
    if (mark->second.end > end) unwritten_[end] = mark->second;
    mark = unwritten_.erase(mark);
  }
}

void FailedResults::RemoveLost(uintptr_t begin, uintptr_t end) {
  const auto is_over = [=](const LostUpdate& lost) { return lost.begin < end && lost.end > begin; };
  lost_.erase(std::remove_if(lost_.begin(), lost_.end(), is_over), lost_.end());
}

void FailedResults::ForgetTold(int64_t step) {
  const auto is_over = [=](const LostUpdate& lost) {
    return lost.failure->is_reported && (lost.step != step || step == OpMemory::kNoStep);
  };
  lost_.erase(std::remove_if(lost_.begin(), lost_.end(), is_over), lost_.end());
  Count();
}

void FailedResults::AddLost(const LostUpdate& lost) {
  const auto is_same = [&](const LostUpdate& other) {
    return other.begin == lost.begin && other.end == lost.end && other.failure == lost.failure;
  };
  if (std::none_of(lost_.begin(), lost_.end(), is_same)) lost_.push_back(lost);
}

std::shared_ptr<Failure> FailedResults::FindLocked(uintptr_t begin, uintptr_t end) const {
  auto mark = unwritten_.lower_bound(begin);
  if (mark != unwritten_.begin() && std::prev(mark)->second.end > begin) {
    return std::prev(mark)->second.failure;
  }
  return mark != unwritten_.end() && mark->first < end ? mark->second.failure : nullptr;
}

std::shared_ptr<Failure> FailedResults::FindLocked(uintptr_t begin, uintptr_t end,
                                                   int64_t step) const {
  std::shared_ptr<Failure> failure = FindLocked(begin, end);
  if (failure != nullptr || step == OpMemory::kNoStep) return failure;
  const auto lost = std::find_if(lost_.begin(), lost_.end(), [=](const LostUpdate& one) {
    return one.step == step && one.begin < end && one.end > begin;
  });
  return lost == lost_.end() ? nullptr : lost->failure;
}

}  // namespace pluggable::runtime

namespace pluggable::internal {

bool AnyFailure() { return !runtime::FailedResults::Get().empty(); }

}  // namespace pluggable::internal
