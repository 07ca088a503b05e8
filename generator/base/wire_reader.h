// The wire format of protocol buffers, read field by field from bytes that anyone may have made.

#ifndef PLUGINGEN_BASE_WIRE_READER_H_
#define PLUGINGEN_BASE_WIRE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plugingen::base {

struct WireField {
  uint32_t number = 0;
  bool is_bytes = false;     // text, bytes, a message or a packed list, in `bytes`; else in `value`
  uint64_t value = 0;        // a number of any size
  std::string_view bytes{};  // part of the reader's bytes
};

// What is wrong with a message: nothing while `message` is empty.
struct WireError {
  std::string message;
  size_t offset = 0;  // in the outermost message
};

// Reads the fields of one message. Every step moves forward inside the bytes it was given.
class WireReader {
 public:
  // `origin`: where the outermost message begins, for offsets in errors; by default this is it.
  explicit WireReader(std::string_view bytes, const char* origin = nullptr)
      : rest_(bytes), origin_(origin == nullptr ? bytes.data() : origin) {}

  // The next field; false at the end and at a mistake.
  bool Next(WireField& field);
  const WireError& error() const { return error_; }
  // A mistake found in what a field holds, told at the place of its bytes.
  WireError ErrorAt(const WireField& field, std::string message) const;

 private:
  bool ReadVarint(uint64_t& value);
  bool Fail(std::string message);

  std::string_view rest_;
  const char* origin_;
  WireError error_;
};

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_WIRE_READER_H_
