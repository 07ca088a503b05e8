// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "runtime/fallback_report.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/running_work.h"

#include "plugin/names.h"
#include "runtime/fallback_settings.h"
#include "runtime/forked_process.h"
#include "runtime/log.h"
#include "runtime/stream.h"

namespace pluggable::runtime {

namespace {

constexpr const char* kNoPrimitive = "-";
constexpr const char* kOwnFunction = "a function of the driver";

double MiB(uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }
double Milliseconds(uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }
double Percent(uint64_t part, uint64_t all) {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

// With a point whatever the program's locale is, since the doctor reads it.
std::string OneDecimal(double value) {
  const auto tenths = std::llround(value * 10);
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

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

FallbackReport::Piece::Piece(FallbackReport* report, int ordinal, Stream& stream)
    : report_(report), queue_(stream.queue()) {
  if (report_ == nullptr) return;
  // Work of the stream may run while its thread, or another, is enqueuing a piece.
  if (!internal::RunningWork::Of(&stream)) {
    turn_ = std::unique_lock<std::mutex>(stream.mutex_of_measured_work());
  }
  if (!driver::CreateEvent(ordinal, &begin_).ok()) return;
  if (driver::RecordEvent(queue_, begin_).ok() && driver::CreateEvent(ordinal, &end_).ok()) return;
  driver::DestroyEvent(std::exchange(begin_, nullptr));
}

FallbackReport::Piece::~Piece() {
  if (begin_ != nullptr) driver::DestroyEvent(begin_);
  if (end_ != nullptr) driver::DestroyEvent(end_);
}

void FallbackReport::Piece::EndOnHost(const char* op_type, const char* primitive, size_t bytes_down,
                                      size_t bytes_up) {
  if (begin_ == nullptr) return;
  End(&report_->on_host_, {op_type, primitive == nullptr ? kNoPrimitive : primitive},
      {1, bytes_down, bytes_up, 0});
}

void FallbackReport::Piece::EndOnDevice(const char* op_type, const char* code) {
  if (begin_ == nullptr) return;
  End(&report_->on_device_, {op_type, code == nullptr ? kOwnFunction : code}, {1, 0, 0, 0});
}

void FallbackReport::Piece::End(Totals* totals, Names names, const Total& total) {
  if (!driver::RecordEvent(queue_, end_).ok()) return;
  report_->Add({totals, std::move(names), total, std::exchange(begin_, nullptr),
                std::exchange(end_, nullptr)});
}

void FallbackReport::Add(Pending&& pending) {
  const std::lock_guard<std::mutex> lock(mutex_);
  pending_.push_back(std::move(pending));
  CountCompleted();
}

// The lock must be held. A piece that is late delays only the counting of other streams' pieces.
void FallbackReport::CountCompleted() {
  while (!pending_.empty() &&
         driver::QueryEvent(pending_.front().end) != driver::EventState::kPending) {
    Pending& done = pending_.front();
    uint64_t& nanoseconds = done.total.nanoseconds;
    if (!driver::ElapsedNanoseconds(done.begin, done.end, &nanoseconds).ok()) nanoseconds = 0;
    (*done.totals)[done.names] += done.total;
    driver::DestroyEvent(done.begin);
    driver::DestroyEvent(done.end);
    pending_.pop_front();
  }
}

void FallbackReport::Print() {
  if (IsForked()) return;  // the parent prints it
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
  uint64_t all = 0;
  for (const Totals* const totals : {&on_host_, &on_device_}) {
    for (const auto& [names, total] : *totals) all += total.nanoseconds;
  }
  PrintOnHost(file, all);
  if (!on_device_.empty()) PrintOnDevice(file, all);
}

void FallbackReport::PrintOnHost(std::FILE* file, uint64_t all) const {
  const auto print = [&](const std::string& name, const Total& total) {
    std::fprintf(file, "  %-58s %9lld %12s %12s %10s %5s%%\n", name.c_str(),
                 static_cast<long long>(total.pieces), OneDecimal(MiB(total.bytes_down)).c_str(),
                 OneDecimal(MiB(total.bytes_up)).c_str(),
                 OneDecimal(Milliseconds(total.nanoseconds)).c_str(),
                 OneDecimal(Percent(total.nanoseconds, all)).c_str());
  };
  std::map<std::string, Total> primitives;
  std::map<std::string, Total> ops;
  for (const auto& [names, total] : on_host_) {
    primitives[names.second] += total;
    ops[names.first + ", " + names.second] += total;
  }
  std::fprintf(file, "%s: computed on the host for want of code of the device's own\n",
               names::kPlugin);
  std::fprintf(file, "  %-58s %9s %12s %12s %10s %6s\n", "primitive", "pieces", "MiB to host",
               "MiB back", "ms", "share");
  for (const auto& [name, total] : LongestFirst(primitives)) print(name, total);
  std::fprintf(file, "  %-58s\n", "op, primitive");
  for (const auto& [name, total] : LongestFirst(ops)) print(name, total);
  if (primitives.count(kNoPrimitive) != 0) {
    std::fprintf(
        file,
        "  %s: computed by the op's kernel, in src/kernels/, library/kernels/ or, if it is "
        "fused, library/kernels/fusions/\n",
        kNoPrimitive);
  }
}

void FallbackReport::PrintOnDevice(std::FILE* file, uint64_t all) const {
  std::map<std::string, Total> ops;
  for (const auto& [names, total] : on_device_) ops[names.first + " by " + names.second] += total;
  std::fprintf(file, "%s: computed by code of the device's own\n", names::kPlugin);
  std::fprintf(file, "  %-58s %9s %10s %6s\n", "op", "launches", "ms", "share");
  for (const auto& [name, total] : LongestFirst(ops)) {
    std::fprintf(file, "  %-58s %9lld %10s %5s%%\n", name.c_str(),
                 static_cast<long long>(total.pieces),
                 OneDecimal(Milliseconds(total.nanoseconds)).c_str(),
                 OneDecimal(Percent(total.nanoseconds, all)).c_str());
  }
}

std::vector<FallbackReport::Row> FallbackReport::LongestFirst(
    const std::map<std::string, Total>& totals) {
  std::vector<Row> rows(totals.begin(), totals.end());
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.second.nanoseconds > b.second.nanoseconds;
  });
  return rows;
}

}  // namespace pluggable::runtime
