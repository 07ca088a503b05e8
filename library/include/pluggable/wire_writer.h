// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Writes protobuf's wire format, for messages that the C API takes in serialized form.

#ifndef PLUGGABLE_WIRE_WRITER_H_
#define PLUGGABLE_WIRE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace pluggable::wire {

// Writes a message, field after field. It also writes fields that have their default value, since a
// oneof needs that to identify its member.
//
//   wire::Writer writer;
//   writer.Bytes(2, "name");
//   writer.Message(3, [](wire::Writer& line) { line.Varint(1, 7); });
//   Send(writer.Take());
class Writer {
 public:
  // A field of an integer type, an enum or a bool. Negative numbers take ten bytes.
  void Varint(int field, uint64_t value) {
    Key(field, kVarint);
    AppendVarint(value);
  }
  void Varint(int field, int64_t value) { Varint(field, static_cast<uint64_t>(value)); }
  void Varint(int field, int value) { Varint(field, static_cast<int64_t>(value)); }
  // A fixed64 or an sfixed64.
  void Fixed64(int field, uint64_t value) {
    Key(field, kFixed64);
    AppendEightBytes(&value);
  }
  // A double.
  void Double(int field, double value) {
    Key(field, kFixed64);
    AppendEightBytes(&value);
  }
  // A float.
  void Float(int field, float value) {
    Key(field, kFixed32);
    PackedFloat(value);
  }
  // A string, bytes, or a message that is serialized already.
  void Bytes(int field, std::string_view bytes) {
    Key(field, kLengthDelimited);
    AppendVarint(bytes.size());
    message_.append(bytes);
  }
  // A nested message: fill(writer) writes its fields.
  template <typename Fill>
  void Message(int field, Fill fill) {
    Key(field, kLengthDelimited);
    const size_t begin = message_.size();
    fill(*this);
    // The length comes before the content, and is known only now.
    char length[kMaxVarintBytes];
    message_.insert(begin, length, EncodeVarint(message_.size() - begin, length));
  }

  // An element of a packed list of integers. The list itself is written by Bytes().
  void PackedVarint(int64_t value) { AppendVarint(static_cast<uint64_t>(value)); }
  // An element of a packed list of floats: four bytes, the lowest first.
  void PackedFloat(float value) {
    char bytes[sizeof(value)];
    std::memcpy(bytes, &value, sizeof(value));
    message_.append(bytes, sizeof(bytes));
  }
  // Fields that are serialized already, with their keys.
  void Raw(std::string_view fields) { message_.append(fields); }

  // What has been written so far.
  const std::string& message() const { return message_; }
  // The same, moved out. The writer is empty then.
  std::string Take() { return std::exchange(message_, std::string()); }

 private:
  enum WireType : uint64_t { kVarint = 0, kFixed64 = 1, kLengthDelimited = 2, kFixed32 = 5 };
  static constexpr size_t kMaxVarintBytes = 10;

  void Key(int field, WireType type) { AppendVarint(static_cast<uint64_t>(field) << 3 | type); }

  static size_t EncodeVarint(uint64_t value, char* bytes) {
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) bytes[size++] = static_cast<char>(value | 0x80);
    bytes[size++] = static_cast<char>(value);
    return size;
  }
  void AppendVarint(uint64_t value) {
    char bytes[kMaxVarintBytes];
    message_.append(bytes, EncodeVarint(value, bytes));
  }
  // Little-endian, like all machines for which there are wheels of TensorFlow.
  void AppendEightBytes(const void* value) {
    char bytes[8];
    std::memcpy(bytes, value, sizeof(bytes));
    message_.append(bytes, sizeof(bytes));
  }

  std::string message_;
};

}  // namespace pluggable::wire

#endif  // PLUGGABLE_WIRE_WRITER_H_
