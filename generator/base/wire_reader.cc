#include "base/wire_reader.h"

#include <utility>

namespace plugingen::base {
namespace {

constexpr int kMaxVarintBytes = 10;
constexpr uint64_t kLastFieldNumber = (uint64_t{1} << 29) - 1;

enum WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

}  // namespace

bool WireReader::Fail(std::string message) {
  error_ = {std::move(message), static_cast<size_t>(rest_.data() - origin_)};
  rest_ = {};
  return false;
}

bool WireReader::ReadVarint(uint64_t& value) {
  value = 0;
  for (int i = 0; i < kMaxVarintBytes; ++i) {
    if (static_cast<size_t>(i) >= rest_.size()) return Fail("a number is cut off");
    const auto byte = static_cast<uint8_t>(rest_[static_cast<size_t>(i)]);
    value |= static_cast<uint64_t>(byte & 0x7f) << (7 * i);
    if (byte >= 0x80) continue;
    rest_.remove_prefix(static_cast<size_t>(i) + 1);
    return true;
  }
  return Fail("a number has more than ten bytes");
}

bool WireReader::Next(WireField& field) {
  if (rest_.empty()) return false;
  uint64_t tag = 0;
  if (!ReadVarint(tag)) return false;
  if (tag >> 3 == 0 || tag >> 3 > kLastFieldNumber) return Fail("there is no such field");
  field = {static_cast<uint32_t>(tag >> 3), false, 0, {}};
  size_t size = 0;
  switch (tag & 7) {
    case kVarint:
      return ReadVarint(field.value);
    case kFixed64:
      size = 8;
      break;
    case kFixed32:
      size = 4;
      break;
    case kBytes: {
      uint64_t length = 0;
      if (!ReadVarint(length)) return false;
      if (length > rest_.size()) return Fail("a field is longer than its message");
      field.is_bytes = true;
      field.bytes = rest_.substr(0, static_cast<size_t>(length));
      rest_.remove_prefix(static_cast<size_t>(length));
      return true;
    }
    default:
      return Fail("no field is of this kind");
  }
  if (rest_.size() < size) return Fail("a number is cut off");
  for (size_t i = 0; i < size; ++i) {
    field.value |= static_cast<uint64_t>(static_cast<uint8_t>(rest_[i])) << (8 * i);
  }
  rest_.remove_prefix(size);
  return true;
}

WireError WireReader::ErrorAt(const WireField& field, std::string message) const {
  return {std::move(message),
          field.is_bytes ? static_cast<size_t>(field.bytes.data() - origin_) : 0};
}

}  // namespace plugingen::base
