// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "profiler/xspace.h"

namespace pluggable::profiler {

void XStats::Add(std::string_view name, int64_t value) {
  constexpr int kMetadataId = 1;
  constexpr int kInt64 = 4;
  const int64_t id = plane_->IdOfStat(name);
  writer_->Message(field_, [&](wire::Writer& writer) {
    writer.Varint(kMetadataId, id);
    writer.Varint(kInt64, value);
  });
}

void XStats::Add(std::string_view name, std::string_view text) {
  constexpr int kMetadataId = 1;
  constexpr int kRef = 7;
  const int64_t id = plane_->IdOfStat(name);
  const int64_t text_id = plane_->IdOfStat(text);
  writer_->Message(field_, [&](wire::Writer& writer) {
    writer.Varint(kMetadataId, id);
    writer.Varint(kRef, text_id);
  });
}

XPlane::XPlane(int64_t id, std::string_view name) {
  constexpr int kId = 1;
  constexpr int kName = 2;
  writer_.Varint(kId, id);
  writer_.Bytes(kName, name);
}

std::string XPlane::Take() {
  // Both are maps from an id to a message that contains the id again and the name.
  constexpr int kEventMetadata = 4;
  constexpr int kStatMetadata = 5;
  const auto add = [this](int field, const Ids& ids) {
    for (const auto& [name, id] : ids) {
      writer_.Message(field, [&name = name, id = id](wire::Writer& entry) {
        entry.Varint(1, id);
        entry.Message(2, [&](wire::Writer& metadata) {
          metadata.Varint(1, id);
          metadata.Bytes(2, name);
        });
      });
    }
  };
  add(kEventMetadata, event_ids_);
  add(kStatMetadata, stat_ids_);
  return writer_.Take();
}

int64_t XPlane::IdOf(Ids* ids, std::string_view name) {
  const auto found = ids->find(name);
  if (found != ids->end()) return found->second;
  const auto id = static_cast<int64_t>(ids->size()) + 1;  // 0 means no name
  ids->emplace(name, id);
  return id;
}

}  // namespace pluggable::profiler
