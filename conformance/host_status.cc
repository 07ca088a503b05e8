// Statuses, buffers and strings of the C API.

#include <cstdlib>
#include <cstring>

#include "host_objects.h"

namespace conformance {

HostState& HostState::Get() {
  static auto* const state = new HostState;
  return *state;
}

namespace {

// A string of TensorFlow's own layout: 24 bytes, of which the lowest two bits of the first tell the
// kind. Here a string owns its bytes on the heap, or looks at somebody else's, or is short and
// inside.
struct HostString {
  unsigned char bytes[24];

  enum Kind { kSmall = 0, kLarge = 1, kOffset = 2, kView = 3 };

  Kind kind() const { return static_cast<Kind>(bytes[0] & 3); }
  size_t Word(size_t index) const {
    size_t word = 0;
    std::memcpy(&word, bytes + index * sizeof(word), sizeof(word));
    return word;
  }
  void SetWord(size_t index, size_t word) {
    std::memcpy(bytes + index * sizeof(word), &word, sizeof(word));
  }
  size_t size() const { return kind() == kSmall ? bytes[0] >> 2 : Word(0) >> 2; }
  const char* data() const {
    switch (kind()) {
      case kSmall:
        return reinterpret_cast<const char*>(bytes + 1);
      case kLarge:
        return reinterpret_cast<const char*>(Word(2));
      case kView:
        return reinterpret_cast<const char*>(Word(1));
      case kOffset:
        break;
    }
    uint32_t offset = 0;
    std::memcpy(&offset, bytes + 4, sizeof(offset));
    return reinterpret_cast<const char*>(bytes) + offset;
  }
};

constexpr size_t kSmallCapacity = 22;

void Reset(HostString* string) {
  if (string->kind() == HostString::kLarge) std::free(const_cast<char*>(string->data()));
  std::memset(string->bytes, 0, sizeof(string->bytes));
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

HostState* conformance_host_state() { return &HostState::Get(); }

// Other libraries of TensorFlow's have it, which plugins find in the process.
const char* TF_Version() { return HostState::Get().version.c_str(); }

TF_Status* TF_NewStatus() {
  ++HostState::Get().statuses;
  return new TF_Status;
}
void TF_DeleteStatus(TF_Status* status) {
  if (status == nullptr) return;
  --HostState::Get().statuses;
  delete status;
}
void TF_SetStatus(TF_Status* status, TF_Code code, const char* message) {
  status->Set(code, code == TF_OK || message == nullptr ? "" : message);
}
void TF_SetPayload(TF_Status* status, const char* key, const char* value) {
  if (!status->ok()) status->payloads[key] = value;
}
void TF_ForEachPayload(const TF_Status* status,
                       void (*visitor)(const char* key, const char* value, void* capture),
                       void* capture) {
  for (const auto& [key, value] : status->payloads) visitor(key.c_str(), value.c_str(), capture);
}
void TF_SetStatusFromIOError(TF_Status* status, int error_code, const char* context) {
  status->Set(TF_UNKNOWN, std::string(context) + "; " + std::strerror(error_code));
}
TF_Code TF_GetCode(const TF_Status* status) { return status->code; }
const char* TF_Message(const TF_Status* status) { return status->message.c_str(); }

// What the functions above are since 2.12.
TF_Status* TSL_NewStatus() { return TF_NewStatus(); }
void TSL_DeleteStatus(TF_Status* status) { TF_DeleteStatus(status); }
void TSL_SetStatus(TF_Status* status, TF_Code code, const char* message) {
  TF_SetStatus(status, code, message);
}
void TSL_SetPayload(TF_Status* status, const char* key, const char* value) {
  TF_SetPayload(status, key, value);
}
void TSL_ForEachPayload(const TF_Status* status,
                        void (*visitor)(const char* key, const char* value, void* capture),
                        void* capture) {
  TF_ForEachPayload(status, visitor, capture);
}
void TSL_SetStatusFromIOError(TF_Status* status, int error_code, const char* context) {
  TF_SetStatusFromIOError(status, error_code, context);
}
TF_Code TSL_GetCode(const TF_Status* status) { return TF_GetCode(status); }
const char* TSL_Message(const TF_Status* status) { return TF_Message(status); }

TF_Buffer* TF_NewBuffer() {
  ++HostState::Get().buffers;
  return new TF_Buffer{nullptr, 0, nullptr};
}
TF_Buffer* TF_NewBufferFromString(const void* proto, size_t size) {
  TF_Buffer* const buffer = TF_NewBuffer();
  void* const copy = std::malloc(size == 0 ? 1 : size);
  std::memcpy(copy, proto, size);
  buffer->data = copy;
  buffer->length = size;
  buffer->data_deallocator = [](void* data, size_t) { std::free(data); };
  return buffer;
}
void TF_DeleteBuffer(TF_Buffer* buffer) {
  if (buffer == nullptr) return;
  --HostState::Get().buffers;
  if (buffer->data_deallocator != nullptr) {
    buffer->data_deallocator(const_cast<void*>(buffer->data), buffer->length);
  }
  delete buffer;
}
TF_Buffer TF_GetBuffer(TF_Buffer* buffer) { return *buffer; }

void TF_StringInit(HostString* string) { std::memset(string->bytes, 0, sizeof(string->bytes)); }
void TF_StringCopy(HostString* string, const char* source, size_t size) {
  Reset(string);
  if (size <= kSmallCapacity) {
    string->bytes[0] = static_cast<unsigned char>(size << 2);
    std::memcpy(string->bytes + 1, source, size);
    return;
  }
  auto* const copy = static_cast<char*>(std::malloc(size + 1));
  std::memcpy(copy, source, size);
  copy[size] = 0;
  string->SetWord(0, size << 2 | HostString::kLarge);
  string->SetWord(1, size);
  string->SetWord(2, reinterpret_cast<size_t>(copy));
}
void TF_StringAssignView(HostString* string, const char* source, size_t size) {
  Reset(string);
  string->SetWord(0, size << 2 | HostString::kView);
  string->SetWord(1, reinterpret_cast<size_t>(source));
}
const char* TF_StringGetDataPointer(const HostString* string) { return string->data(); }
int TF_StringGetType(const HostString* string) { return string->kind(); }
size_t TF_StringGetSize(const HostString* string) { return string->size(); }
size_t TF_StringGetCapacity(const HostString* string) {
  return string->kind() == HostString::kLarge   ? string->Word(1)
         : string->kind() == HostString::kSmall ? kSmallCapacity
                                                : 0;
}
void TF_StringDealloc(HostString* string) { Reset(string); }

}  // extern "C"
#pragma GCC visibility pop

}  // namespace conformance
