// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What fell back to the host in this process, and what it took: which kernel to write next.

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

// Printed when the process ends, to stderr if <PLUGIN>_FALLBACK is `report`, into FILE if it is
// `report:FILE`: for each primitive, and for each op, how often its work ran on copies, the bytes
// copied each way, and the time on the device's queue from the first copy to the last. What took
// the most time comes first.
class FallbackReport {
 public:
  // Null unless the variable says so.
  static FallbackReport* Get();

  // Marks the queue before and behind a piece of work. Destroyed without End it counts nothing.
  class Piece {
   public:
    Piece(FallbackReport* report, int ordinal, driver::Queue* queue);
    ~Piece();
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;

    // `primitive` is null if the work computes none (compute/).
    void End(const char* op_type, const char* primitive, size_t bytes_down, size_t bytes_up);

   private:
    FallbackReport* const report_;  // null if there is none to write
    const int ordinal_;
    driver::Queue* const queue_;
    driver::Event* begin_ = nullptr;
    driver::Event* end_ = nullptr;
  };

 private:
  struct Pending {
    const char* op_type;
    const char* primitive;
    size_t bytes_down;
    size_t bytes_up;
    driver::Event* begin;
    driver::Event* end;
  };
  struct Total {
    int64_t pieces = 0;
    uint64_t bytes_down = 0;
    uint64_t bytes_up = 0;
    uint64_t nanoseconds = 0;

    Total& operator+=(const Total& other);
  };
  using Names = std::pair<std::string, std::string>;  // of an op and a primitive

  void Add(const Pending& pending);
  void CountCompleted();
  void Print();
  void PrintTo(std::FILE* file) const;
  static void PrintRows(std::FILE* file, std::vector<std::pair<Names, Total>> rows);

  std::mutex mutex_;
  std::deque<Pending> pending_;
  std::map<Names, Total> totals_;
};

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_FALLBACK_REPORT_H_
