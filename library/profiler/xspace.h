// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TensorFlow's XSpace, the message that profiles are exchanged in, field by field: no protobuf is
// linked.

#ifndef PLUGGABLE_PROFILER_XSPACE_H_
#define PLUGGABLE_PROFILER_XSPACE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "pluggable/wire_writer.h"

namespace pluggable::profiler {

class XPlane;

// The numbers of an event or a plane that is being written, each under a name.
class XStats {
 public:
  XStats(XPlane* plane, wire::Writer* writer, int field)
      : plane_(plane), writer_(writer), field_(field) {}

  void Add(std::string_view name, int64_t value);
  // Texts are kept once for a plane.
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

  // An event of that name. `time` is the host's, `duration` how long it took, in nanoseconds;
  // fill(stats) adds its numbers.
  template <typename Fill>
  void AddEvent(std::string_view name, int64_t time, int64_t duration, Fill fill);

 private:
  XPlane* const plane_;
  wire::Writer* const writer_;
  const int64_t begin_;
};

// An XPlane: what happened on one device, or in the threads of the host.
class XPlane {
 public:
  XPlane(int64_t id, std::string_view name);

  // fill(line) adds its events. Those count from `begin`, in the host's nanoseconds, which none of
  // them lies before.
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
  // Of the plane itself.
  template <typename T>
  void AddStat(std::string_view name, T value) {
    XStats(this, &writer_, kPlaneStats).Add(name, value);
  }

  // The whole message.
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
  Ids stat_ids_;  // of the names of stats, and of their texts
};

// An XSpace of serialized planes.
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
