// Memory that detects writes out of bounds.

#ifndef CONFORMANCE_GUARDED_H_
#define CONFORMANCE_GUARDED_H_

#include <cstddef>
#include <cstring>
#include <string>

namespace conformance {

// Bytes that end where an inaccessible page begins. The bytes between, which alignment requires,
// and those before have a pattern that must stay.
class GuardedBytes {
 public:
  // `name` must live as long as the process, since it identifies a crash.
  GuardedBytes(const char* name, size_t size);
  ~GuardedBytes();
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  void* data() const { return data_; }
  size_t size() const { return size_; }
  const char* name() const { return name_; }
  // "", or what was overwritten.
  std::string Damage() const;

  // The name of the guarded bytes before `address`, or null. Safe in signal handlers.
  static const char* NameBehind(const void* address);

 private:
  const char* const name_;
  const size_t size_;
  size_t map_size_ = 0;
  unsigned char* map_ = nullptr;
  unsigned char* data_ = nullptr;
  unsigned char* guard_ = nullptr;
};

// A struct of the C API as allocated by the host of some release: it has `size` bytes, as
// struct_size says, and the rest does not exist.
template <typename Struct>
class GuardedStruct {
 public:
  GuardedStruct(const char* name, size_t size) : bytes_(name, size) {
    std::memset(bytes_.data(), 0, size);
    get()->struct_size = size;
  }
  // Only fields before `size` may be read.
  Struct* get() const { return static_cast<Struct*>(bytes_.data()); }
  Struct* operator->() const { return get(); }
  bool Has(size_t end_of_field) const { return end_of_field <= bytes_.size(); }
  std::string Damage() const { return bytes_.Damage(); }

 private:
  GuardedBytes bytes_;
};

}  // namespace conformance

#endif  // CONFORMANCE_GUARDED_H_
