// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/fallback_report.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "plugin/names.h"
#include "runtime/fallback_settings.h"
#include "runtime/log.h"

namespace pluggable::runtime {

namespace {

constexpr double kMiB = 1 << 20;

}  // namespace

FallbackReport* FallbackReport::Get() {
  // Never destroyed: TensorFlow's threads may use devices until the process ends.
  static FallbackReport* const report = [] {
    if (!FallbackSettings::Get().is_reported) return static_cast<FallbackReport*>(nullptr);
    std::atexit([] { Get()->Print(); });
    return new FallbackReport;
  }();
  return report;
}

FallbackReport::Piece::Piece(FallbackReport* report, int ordinal, driver::Queue* queue)
    : report_(report), ordinal_(ordinal), queue_(queue) {
  if (report_ == nullptr || !driver::CreateEvent(ordinal_, &begin_).ok()) return;
  if (driver::RecordEvent(queue_, begin_).ok() && driver::CreateEvent(ordinal_, &end_).ok()) return;
  driver::DestroyEvent(std::exchange(begin_, nullptr));
}

FallbackReport::Piece::~Piece() {
  if (begin_ != nullptr) driver::DestroyEvent(begin_);
  if (end_ != nullptr) driver::DestroyEvent(end_);
}

void FallbackReport::Piece::End(const char* op_type, size_t bytes_down, size_t bytes_up) {
  if (begin_ == nullptr || !driver::RecordEvent(queue_, end_).ok()) return;
  report_->Add({op_type, bytes_down, bytes_up, std::exchange(begin_, nullptr),
                std::exchange(end_, nullptr)});
}

void FallbackReport::Add(const Pending& pending) {
  const std::lock_guard<std::mutex> lock(mutex_);
  pending_.push_back(pending);
  CountCompleted();
}

// With the lock held. Of several streams' pieces one that is late holds up the others' count only.
void FallbackReport::CountCompleted() {
  while (!pending_.empty() &&
         driver::QueryEvent(pending_.front().end) != driver::EventState::kPending) {
    const Pending& done = pending_.front();
    Total& total = totals_[done.op_type];
    ++total.pieces;
    total.bytes_down += done.bytes_down;
    total.bytes_up += done.bytes_up;
    uint64_t nanoseconds = 0;
    if (driver::ElapsedNanoseconds(done.begin, done.end, &nanoseconds).ok()) {
      total.nanoseconds += nanoseconds;
    }
    driver::DestroyEvent(done.begin);
    driver::DestroyEvent(done.end);
    pending_.pop_front();
  }
}

void FallbackReport::Print() {
  const std::lock_guard<std::mutex> lock(mutex_);
  CountCompleted();
  const std::string& path = FallbackSettings::Get().report_path;
  if (path.empty()) return PrintTo(stderr);
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) {
    Log("cannot write ", path, ": ", std::strerror(errno));
    return PrintTo(stderr);
  }
  PrintTo(file);
  std::fclose(file);
}

void FallbackReport::PrintTo(std::FILE* file) const {
  std::vector<std::pair<std::string, Total>> rows(totals_.begin(), totals_.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second.nanoseconds > b.second.nanoseconds;
  });
  double all = 0;
  for (const auto& [op, total] : rows) all += static_cast<double>(total.nanoseconds);
  std::fprintf(file, "%s: computed on the host for want of code of the device's own\n",
               names::kPlugin);
  std::fprintf(file, "  %-40s %9s %12s %12s %10s %6s\n", "op", "pieces", "MiB to host", "MiB back",
               "ms", "share");
  for (const auto& [op, total] : rows) {
    const auto time = static_cast<double>(total.nanoseconds);
    std::fprintf(file, "  %-40s %9lld %12.1f %12.1f %10.1f %5.1f%%\n", op.c_str(),
                 static_cast<long long>(total.pieces), static_cast<double>(total.bytes_down) / kMiB,
                 static_cast<double>(total.bytes_up) / kMiB, time / 1e6,
                 all > 0 ? 100 * time / all : 0);
  }
}

}  // namespace pluggable::runtime
