// The part of protobuf's wire format that TensorFlow's messages need here.

#ifndef CONFORMANCE_WIRE_H_
#define CONFORMANCE_WIRE_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace conformance {

// Appends fields to a message.
class WireWriter {
 public:
  void Varint(int field, uint64_t value) {
    Tag(field, 0);
    Raw(value);
  }
  void Float(int field, float value) {
    Tag(field, 5);
    char bytes[sizeof(value)];
    std::memcpy(bytes, &value, sizeof(value));
    bytes_.append(bytes, sizeof(bytes));
  }
  void Bytes(int field, std::string_view value) {
    Tag(field, 2);
    Raw(value.size());
    bytes_.append(value);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void Tag(int field, uint64_t type) { Raw(static_cast<uint64_t>(field) << 3 | type); }
  void Raw(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

// Iterates over the fields of a message. ok() is false if the bytes are not a message.
class WireReader {
 public:
  explicit WireReader(std::string_view message) : rest_(message) {}

  bool Next() {
    if (rest_.empty() || !ok_) return false;
    uint64_t tag = 0;
    if (!Raw(&tag)) return false;
    field_ = static_cast<int>(tag >> 3);
    if (field_ == 0) return ok_ = false;
    switch (tag & 7) {
      case 0:
        return Raw(&varint_);
      case 1:
        return Take(8);
      case 2: {
        uint64_t size = 0;
        return Raw(&size) && Take(size);
      }
      case 5:
        return Take(4);
      default:
        return ok_ = false;
    }
  }
  int field() const { return field_; }
  uint64_t varint() const { return varint_; }
  std::string_view bytes() const { return bytes_; }
  bool ok() const { return ok_; }

 private:
  bool Raw(uint64_t* value) {
    *value = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      *value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return ok_ = false;
  }
  bool Take(uint64_t size) {
    if (size > rest_.size()) return ok_ = false;
    bytes_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  std::string_view rest_;
  std::string_view bytes_;
  uint64_t varint_ = 0;
  int field_ = 0;
  bool ok_ = true;
};

}  // namespace conformance

#endif  // CONFORMANCE_WIRE_H_
