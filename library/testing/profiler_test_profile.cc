// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler_test_profile.h"

#include <gtest/gtest.h>

#include "pluggable/wire.h"

namespace pluggable::tests {
namespace {

using Names = std::map<int64_t, std::string>;

// An entry of one of a plane's maps from ids to names.
void ReadName(std::string_view entry, Names* names) {
  wire::Reader reader(entry);
  int64_t id = 0;
  while (reader.Next()) {
    if (reader.field() == 1) id = reader.number();
    if (reader.field() != 2) continue;
    wire::Reader metadata(reader.bytes());
    while (metadata.Next()) {
      if (metadata.field() == 1) {
        EXPECT_EQ(metadata.number(), id);
      }
      if (metadata.field() == 2) (*names)[id] = metadata.bytes();
    }
  }
}

Event ReadEvent(std::string_view message, int64_t line_begin, const Names& events,
                const Names& stats) {
  Event event;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == 1) event.name = events.at(reader.number());
    if (reader.field() == 2) event.begin = line_begin + reader.number() / 1000;
    if (reader.field() == 3) event.duration = reader.number() / 1000;
    if (reader.field() != 4) continue;
    wire::Reader stat(reader.bytes());
    std::string name;
    while (stat.Next()) {
      if (stat.field() == 1) name = stats.at(stat.number());
      if (stat.field() == 4) event.numbers[name] = stat.number();
      if (stat.field() == 7) event.texts[name] = stats.at(stat.number());
    }
  }
  EXPECT_TRUE(reader.ok());
  return event;
}

Line ReadLine(std::string_view message, const Names& events, const Names& stats) {
  Line line;
  int64_t begin = 0;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == 1) line.id = reader.number();
    if (reader.field() == 2) line.name = reader.bytes();
    if (reader.field() == 3) begin = reader.number();
    if (reader.field() == 4) line.events.push_back(ReadEvent(reader.bytes(), begin, events, stats));
  }
  EXPECT_TRUE(reader.ok());
  return line;
}

}  // namespace

Plane ReadPlane(std::string_view message) {
  Plane plane;
  Names events;
  Names stats;
  std::vector<std::string_view> lines;
  wire::Reader reader(message);
  while (reader.Next()) {
    if (reader.field() == 2) plane.name = reader.bytes();
    if (reader.field() == 3) lines.push_back(reader.bytes());
    if (reader.field() == 4) ReadName(reader.bytes(), &events);
    if (reader.field() == 5) ReadName(reader.bytes(), &stats);
  }
  EXPECT_TRUE(reader.ok());
  for (const std::string_view line : lines) plane.lines.push_back(ReadLine(line, events, stats));
  return plane;
}

std::vector<Plane> ReadSpace(std::string_view message) {
  std::vector<Plane> planes;
  wire::Reader reader(message);
  while (reader.Next()) planes.push_back(ReadPlane(reader.bytes()));
  EXPECT_TRUE(reader.ok());
  return planes;
}

}  // namespace pluggable::tests
