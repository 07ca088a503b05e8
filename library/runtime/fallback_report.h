// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Reports the work of this process that devices computed, the work that fell back to the host, and
// the time of each. It shows which kernel to write next.

#ifndef PLUGGABLE_RUNTIME_FALLBACK_REPORT_H_
#define PLUGGABLE_RUNTIME_FALLBACK_REPORT_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "driver/driver.h"

namespace pluggable::runtime {

class Stream;

// Printed when the process ends: to stderr if <PLUGIN>_FALLBACK is `report`, to FILE if it is
// `report:FILE`. For each primitive and each op that ran on copies, it has the number of runs, the
// bytes copied each way, and the time on the device's queue from the first copy to the last. For
// each op and program that a device ran, it has the number of runs and their time. The largest
// times come first. Percentages refer to the total of the report.
class FallbackReport {
  struct Total {
    int64_t pieces = 0;
    uint64_t bytes_down = 0;
    uint64_t bytes_up = 0;
    uint64_t nanoseconds = 0;

    Total& operator+=(const Total& other);
  };
  // The op, and the primitive that the host computed or the code that the device ran.
  using Names = std::pair<std::string, std::string>;
  using Totals = std::map<Names, Total>;
  using Row = std::pair<std::string, Total>;

 public:
  // Null unless the variable requests a report.
  static FallbackReport* Get();

  // Records events before and after a piece of work. It counts nothing if it is destroyed without
  // End. Other threads whose work on the stream is measured wait until then, so that no piece has
  // the work of another between its events.
  class Piece {
   public:
    Piece(FallbackReport* report, int ordinal, Stream& stream);
    ~Piece();
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;

    // The host computed it on copies. `primitive` is null if the work is no primitive of compute/.
    void EndOnHost(const char* op_type, const char* primitive, size_t bytes_down, size_t bytes_up);
    // The device ran `code`: the name of a program or a library; null for a function of the driver.
    void EndOnDevice(const char* op_type, const char* code);

   private:
    void End(Totals* totals, Names names, const Total& total);

    FallbackReport* const report_;  // null if no report is requested
    driver::Queue* const queue_;
    std::unique_lock<std::mutex> turn_;
    driver::Event* begin_ = nullptr;
    driver::Event* end_ = nullptr;
  };

 private:
  struct Pending {
    Totals* totals;  // on_host_ or on_device_
    Names names;
    Total total;  // all but the time
    driver::Event* begin;
    driver::Event* end;
  };

  void Add(Pending&& pending);
  void CountCompleted();
  void Print();
  void PrintTo(std::FILE* file) const;
  void PrintOnHost(std::FILE* file, uint64_t all) const;
  void PrintOnDevice(std::FILE* file, uint64_t all) const;
  static std::vector<Row> LongestFirst(const std::map<std::string, Total>& totals);

  std::mutex mutex_;
  std::deque<Pending> pending_;
  Totals on_host_;
  Totals on_device_;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FALLBACK_REPORT_H_
