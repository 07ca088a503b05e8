// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Memory that shows when somebody writes where he must not.

#ifndef CONFORMANCE_GUARDED_H_
#define CONFORMANCE_GUARDED_H_

#include <cstddef>
#include <cstring>
#include <string>

namespace conformance {

// Some bytes that end where a page begins which nobody may touch. Bytes that alignment leaves
// between the two, and those in front, hold a pattern that must stay.
class GuardedBytes {
 public:
  // `name` must outlive the process: a crash is told by it.
  GuardedBytes(const char* name, size_t size);
  ~GuardedBytes();
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  void* data() const { return data_; }
  size_t size() const { return size_; }
  const char* name() const { return name_; }
  // "" or what was written over.
  std::string Damage() const;

  // The name of the guarded bytes behind which `address` lies, or null. Safe in signal handlers.
  static const char* NameBehind(const void* address);

 private:
  const char* const name_;
  const size_t size_;
  size_t map_size_ = 0;
  unsigned char* map_ = nullptr;
  unsigned char* data_ = nullptr;
  unsigned char* guard_ = nullptr;
};

// A struct of the C API as a host of some release allocates it: `size` bytes of it are the host's,
// which says so in struct_size, and the rest is not there.
template <typename Struct>
class GuardedStruct {
 public:
  GuardedStruct(const char* name, size_t size) : bytes_(name, size) {
    std::memset(bytes_.data(), 0, size);
    get()->struct_size = size;
  }
  // Only fields in front of `size` may be read.
  Struct* get() const { return static_cast<Struct*>(bytes_.data()); }
  Struct* operator->() const { return get(); }
  bool Has(size_t end_of_field) const { return end_of_field <= bytes_.size(); }
  std::string Damage() const { return bytes_.Damage(); }

 private:
  GuardedBytes bytes_;
};

}  // namespace conformance

#endif  // CONFORMANCE_GUARDED_H_
