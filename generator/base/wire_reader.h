// Parses the wire format of protocol buffers from untrusted bytes, field by field.

#ifndef PLUGINGEN_BASE_WIRE_READER_H_
#define PLUGINGEN_BASE_WIRE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace plugingen::base {

struct WireField {
  uint32_t number = 0;
  bool is_bytes =
      false;           // text, bytes, a message or a packed list, in `bytes`; otherwise in `value`
  uint64_t value = 0;  // a number of any size
  std::string_view bytes{};  // a part of the reader's bytes
};

// What is wrong with a message. `message` is empty if there is no error.
struct WireError {
  std::string message;
  size_t offset = 0;  // in the outermost message
};

// Reads the fields of one message. Never reads beyond its bytes, and every step advances.
class WireReader {
 public:
  // `origin` is the start of the outermost message, for offsets in errors. By default it is this
  // message.
  explicit WireReader(std::string_view bytes, const char* origin = nullptr)
      : rest_(bytes), origin_(origin == nullptr ? bytes.data() : origin) {}

  // Reads the next field. Returns false at the end and after an error.
  bool Next(WireField& field);
  const WireError& error() const { return error_; }
  // Returns an error in the content of a field, with the offset of its bytes.
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
