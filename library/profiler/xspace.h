// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Writes TensorFlow's XSpace, the message format of profiles, field by field, so that protobuf is
// not linked.

#ifndef PLUGGABLE_PROFILER_XSPACE_H_
#define PLUGGABLE_PROFILER_XSPACE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "pluggable/wire_writer.h"

namespace pluggable::profiler {

class XPlane;

// The statistics of an event or a plane that is being written, each with a name.
class XStats {
 public:
  XStats(XPlane* plane, wire::Writer* writer, int field)
      : plane_(plane), writer_(writer), field_(field) {}

  void Add(std::string_view name, int64_t value);
  // Each text is stored once in a plane.
  void Add(std::string_view name, std::string_view text);

 private:
  XPlane* const plane_;
  wire::Writer* const writer_;
  const int field_;
};

// An XLine that is being written: a row of a timeline.
class XLine {
 public:
  XLine(XPlane* plane, wire::Writer* writer, int64_t begin)
      : plane_(plane), writer_(writer), begin_(begin) {}

  // Adds an event. `time` is the host's and `duration` is in nanoseconds; fill(stats) adds its
  // statistics.
  template <typename Fill>
  void AddEvent(std::string_view name, int64_t time, int64_t duration, Fill fill);

 private:
  XPlane* const plane_;
  wire::Writer* const writer_;
  const int64_t begin_;
};

// An XPlane: the events of one device, or of the host's threads.
class XPlane {
 public:
  XPlane(int64_t id, std::string_view name);

  // Adds a line; fill(line) adds its events. Times are relative to `begin`, in the host's
  // nanoseconds, and no event is earlier.
  template <typename Fill>
  void AddLine(int64_t id, std::string_view name, int64_t begin, Fill fill) {
    writer_.Message(kLines, [&](wire::Writer& writer) {
      writer.Varint(kLineId, id);
      writer.Bytes(kLineName, name);
      writer.Varint(kLineTimestamp, begin);
      XLine line(this, &writer, begin);
      fill(line);
    });
  }
  // Adds a statistic of the plane itself.
  template <typename T>
  void AddStat(std::string_view name, T value) {
    XStats(this, &writer_, kPlaneStats).Add(name, value);
  }

  // The serialized message.
  std::string Take();

  int64_t IdOfEvent(std::string_view name) { return IdOf(&event_ids_, name); }
  int64_t IdOfStat(std::string_view name) { return IdOf(&stat_ids_, name); }

 private:
  using Ids = std::map<std::string, int64_t, std::less<>>;

  static constexpr int kLines = 3;
  static constexpr int kLineId = 1;
  static constexpr int kLineName = 2;
  static constexpr int kLineTimestamp = 3;
  static constexpr int kPlaneStats = 6;

  static int64_t IdOf(Ids* ids, std::string_view name);

  wire::Writer writer_;
  Ids event_ids_;
  Ids stat_ids_;  // ids of statistics' names and texts
};

// Concatenates serialized planes to an XSpace.
class XSpace {
 public:
  void AddPlane(std::string_view plane) { writer_.Bytes(1, plane); }
  std::string Take() { return writer_.Take(); }

 private:
  wire::Writer writer_;
};

template <typename Fill>
void XLine::AddEvent(std::string_view name, int64_t time, int64_t duration, Fill fill) {
  constexpr int kEvents = 4;
  constexpr int kMetadataId = 1;
  constexpr int kOffset = 2;
  constexpr int kDuration = 3;
  constexpr int kStats = 4;
  constexpr int64_t kPicoseconds = 1000;
  writer_->Message(kEvents, [&](wire::Writer& writer) {
    writer.Varint(kMetadataId, plane_->IdOfEvent(name));
    writer.Varint(kOffset, (time - begin_) * kPicoseconds);
    writer.Varint(kDuration, duration * kPicoseconds);
    XStats stats(plane_, &writer, kStats);
    fill(stats);
  });
}

}  // namespace pluggable::profiler

#endif  // PLUGGABLE_PROFILER_XSPACE_H_
