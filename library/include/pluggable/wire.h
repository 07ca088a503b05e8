// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Reads protobuf's wire format, for the few messages that the C API passes in serialized form.

#ifndef PLUGGABLE_WIRE_H_
#define PLUGGABLE_WIRE_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pluggable::wire {

namespace internal {

// Reads a varint from the front.
inline bool TakeVarint(std::string_view* bytes, uint64_t* value) {
  *value = 0;
  for (int shift = 0; shift < 64 && !bytes->empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes->front());
    bytes->remove_prefix(1);
    *value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

}  // namespace internal

// Reads the fields of a message, one after the other. At malformed bytes it stops, and ok() becomes
// false.
//
//   wire::Reader reader(bytes);
//   while (reader.Next()) {
//     if (reader.field() == 5) Use(reader.bytes());
//   }
class Reader {
 public:
  // Reads a serialized message, which must outlive the reader and what it returns.
  explicit Reader(std::string_view message) : rest_(message) {}

  // Advances to the next field. False at the end of the message, and at the first malformed byte.
  bool Next() {
    uint64_t key;
    const std::string_view begin = rest_;
    if (rest_.empty() || !ReadVarint(&key)) return false;
    if (key >> 3 == 0 || key >> 3 > kLastField) return Fail();
    field_ = static_cast<int>(key >> 3);
    is_bytes_ = (key & 7) == 2;
    if (!ReadValue(static_cast<int>(key & 7))) return false;
    raw_ = begin.substr(0, begin.size() - rest_.size());
    return true;
  }

  // Whether all bytes so far were well-formed.
  bool ok() const { return ok_; }
  // The number of the current field.
  int field() const { return field_; }
  // The value of a number field.
  int64_t number() const { return static_cast<int64_t>(number_); }
  // Whether the field is a string, bytes or a message (or a packed list of numbers).
  bool is_bytes() const { return is_bytes_; }
  // The bytes of such a field; empty for a number.
  std::string_view bytes() const { return bytes_; }
  // The whole field with its key, as it is in the message.
  std::string_view raw() const { return raw_; }

 private:
  static constexpr uint64_t kLastField = (1 << 29) - 1;

  bool ReadValue(int wire_type) {
    bytes_ = {};
    switch (wire_type) {
      case 0:
        return ReadVarint(&number_);
      case 1:
        return ReadFixed(8);
      case 2: {
        uint64_t size;
        if (!ReadVarint(&size)) return false;
        if (size > rest_.size()) return Fail();
        bytes_ = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return true;
      }
      case 5:
        return ReadFixed(4);
      default:
        return Fail();
    }
  }

  bool Fail() {
    ok_ = false;
    rest_ = {};
    return false;
  }

  bool ReadVarint(uint64_t* value) { return internal::TakeVarint(&rest_, value) || Fail(); }

  // Little-endian, like all machines for which there are wheels of TensorFlow.
  bool ReadFixed(size_t size) {
    if (size > rest_.size()) return Fail();
    number_ = 0;
    std::memcpy(&number_, rest_.data(), size);
    rest_.remove_prefix(size);
    return true;
  }

  std::string_view rest_;
  bool ok_ = true;
  int field_ = 0;
  bool is_bytes_ = false;
  uint64_t number_ = 0;
  std::string_view bytes_;
  std::string_view raw_;
};

// Calls f(number) for each number of a packed list of varints. It stops at a malformed one.
template <typename F>
void ForEachPacked(std::string_view bytes, F f) {
  uint64_t value = 0;
  while (!bytes.empty() && internal::TakeVarint(&bytes, &value)) f(value);
}

}  // namespace pluggable::wire

#endif  // PLUGGABLE_WIRE_H_
