// Messages in the wire format of protocol buffers, for tests.

#ifndef PLUGINGEN_TESTS_UNIT_COVERAGE_WIRE_WRITER_H_
#define PLUGINGEN_TESTS_UNIT_COVERAGE_WIRE_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "include/pluggable/wire_writer.h"

namespace plugingen {

inline std::string NumberField(int number, uint64_t value) {
  pluggable::wire::Writer writer;
  writer.Varint(number, value);
  return writer.Take();
}

inline std::string BytesField(int number, std::string_view bytes) {
  pluggable::wire::Writer writer;
  writer.Bytes(number, bytes);
  return writer.Take();
}

// attr { key: "T" value { type: 1 } }
inline std::string TypeAttr(std::string_view key, uint64_t type) {
  return BytesField(5, BytesField(1, key) + BytesField(2, NumberField(6, type)));
}

// A NodeDef, as a field of a graph (1) or of a function (3).
inline std::string Node(int field, std::string_view op, const std::string& rest = "") {
  return BytesField(field, BytesField(1, "a_node") + BytesField(2, op) + rest);
}

}  // namespace plugingen

#endif  // PLUGINGEN_TESTS_UNIT_COVERAGE_WIRE_WRITER_H_
