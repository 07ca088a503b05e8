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
constexpr const char* kNoPrimitive = "-";

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

void FallbackReport::Piece::End(const char* op_type, const char* primitive, size_t bytes_down,
                                size_t bytes_up) {
  if (begin_ == nullptr || !driver::RecordEvent(queue_, end_).ok()) return;
  report_->Add({op_type, primitive == nullptr ? kNoPrimitive : primitive, bytes_down, bytes_up,
                std::exchange(begin_, nullptr), std::exchange(end_, nullptr)});
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
    uint64_t nanoseconds = 0;
    if (!driver::ElapsedNanoseconds(done.begin, done.end, &nanoseconds).ok()) nanoseconds = 0;
    totals_[{done.op_type, done.primitive}] += {1, done.bytes_down, done.bytes_up, nanoseconds};
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

FallbackReport::Total& FallbackReport::Total::operator+=(const Total& other) {
  pieces += other.pieces;
  bytes_down += other.bytes_down;
  bytes_up += other.bytes_up;
  nanoseconds += other.nanoseconds;
  return *this;
}

void FallbackReport::PrintTo(std::FILE* file) const {
  std::map<Names, Total> primitives;
  for (const auto& [names, total] : totals_) primitives[{"", names.second}] += total;
  std::fprintf(file, "%s: computed on the host for want of code of the device's own\n",
               names::kPlugin);
  std::fprintf(file, "  %-58s %9s %12s %12s %10s %6s\n", "primitive", "pieces", "MiB to host",
               "MiB back", "ms", "share");
  PrintRows(file, {primitives.begin(), primitives.end()});
  std::fprintf(file, "  %-58s\n", "op, primitive");
  PrintRows(file, {totals_.begin(), totals_.end()});
}

void FallbackReport::PrintRows(std::FILE* file, std::vector<std::pair<Names, Total>> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return a.second.nanoseconds > b.second.nanoseconds;
  });
  double all = 0;
  for (const auto& [names, total] : rows) all += static_cast<double>(total.nanoseconds);
  for (const auto& [names, total] : rows) {
    const auto& [op, primitive] = names;
    const std::string name = op.empty() ? primitive : op + ", " + primitive;
    const auto time = static_cast<double>(total.nanoseconds);
    std::fprintf(file, "  %-58s %9lld %12.1f %12.1f %10.1f %5.1f%%\n", name.c_str(),
                 static_cast<long long>(total.pieces), static_cast<double>(total.bytes_down) / kMiB,
                 static_cast<double>(total.bytes_up) / kMiB, time / 1e6,
                 all > 0 ? 100 * time / all : 0);
  }
}

}  // namespace pluggable::runtime
