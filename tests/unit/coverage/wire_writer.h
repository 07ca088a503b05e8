// Messages in the wire format of protocol buffers, for tests.

#ifndef PLUGINGEN_TESTS_UNIT_COVERAGE_WIRE_WRITER_H_
#define PLUGINGEN_TESTS_UNIT_COVERAGE_WIRE_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace plugingen {

inline std::string Varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes + static_cast<char>(value);
}

inline std::string NumberField(uint32_t number, uint64_t value) {
  return Varint(number << 3) + Varint(value);
}

inline std::string BytesField(uint32_t number, std::string_view bytes) {
  return Varint(number << 3 | 2) + Varint(bytes.size()) + std::string(bytes);
}

// attr { key: "T" value { type: 1 } }
inline std::string TypeAttr(std::string_view key, uint64_t type) {
  return BytesField(5, BytesField(1, key) + BytesField(2, NumberField(6, type)));
}

// A NodeDef, as a field of a graph (1) or of a function (3).
inline std::string Node(uint32_t field, std::string_view op, const std::string& rest = "") {
  return BytesField(field, BytesField(1, "a_node") + BytesField(2, op) + rest);
}

}  // namespace plugingen

#endif  // PLUGINGEN_TESTS_UNIT_COVERAGE_WIRE_WRITER_H_
