// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A profile, read back from the message that the profiler writes.

#ifndef PLUGGABLE_TESTS_PROFILER_TEST_PROFILE_H_
#define PLUGGABLE_TESTS_PROFILER_TEST_PROFILE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pluggable::tests {

struct Event {
  std::string name;
  int64_t begin = 0;  // nanoseconds since 1970
  int64_t duration = 0;
  std::map<std::string, int64_t> numbers;
  std::map<std::string, std::string> texts;

  int64_t end() const { return begin + duration; }
};

struct Line {
  int64_t id = 0;
  std::string name;
  std::vector<Event> events;
};

struct Plane {
  std::string name;
  std::vector<Line> lines;

  // All events of that name, in the order of lines.
  std::vector<Event> Named(std::string_view event_name) const {
    std::vector<Event> found;
    for (const Line& line : lines) {
      for (const Event& event : line.events) {
        if (event.name == event_name) found.push_back(event);
      }
    }
    return found;
  }
};

// From the serialized XPlane, and the serialized XSpace.
Plane ReadPlane(std::string_view message);
std::vector<Plane> ReadSpace(std::string_view message);

}  // namespace pluggable::tests

#endif  // PLUGGABLE_TESTS_PROFILER_TEST_PROFILE_H_
