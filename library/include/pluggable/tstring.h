// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The element of string tensors.

#ifndef PLUGGABLE_TSTRING_H_
#define PLUGGABLE_TSTRING_H_

#include <tensorflow/core/platform/ctstring.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace pluggable {

// Owns a TF_TString, TensorFlow's string, whose layout all releases share. It has exactly that
// layout, so the data of a string tensor is an array of these. Short strings (up to 22 bytes) are
// stored inside.
class tstring {
 public:
  // An empty string.
  tstring() { TF_TString_Init(&str_); }
  // NOLINTBEGIN(google-explicit-constructor)
  // A copy of the text.
  tstring(std::string_view text) : tstring() { assign(text); }
  tstring(const std::string& text) : tstring(std::string_view(text)) {}
  tstring(const char* text) : tstring(std::string_view(text)) {}
  // NOLINTEND(google-explicit-constructor)
  tstring(const tstring& other) : tstring() { TF_TString_Assign(&str_, &other.str_); }
  tstring(tstring&& other) noexcept : tstring() { TF_TString_Move(&str_, &other.str_); }
  ~tstring() { TF_TString_Dealloc(&str_); }

  tstring& operator=(const tstring& other) {
    if (this != &other) TF_TString_Assign(&str_, &other.str_);
    return *this;
  }
  tstring& operator=(tstring&& other) noexcept {
    if (this != &other) TF_TString_Move(&str_, &other.str_);
    return *this;
  }
  // Becomes a copy of the text.
  tstring& operator=(std::string_view text) { return assign(text); }
  tstring& operator=(const std::string& text) { return assign(text); }
  tstring& operator=(const char* text) { return assign(text); }

  // Becomes a copy of the text, which may have zero bytes.
  tstring& assign(std::string_view text) {
    TF_TString_Copy(&str_, text.data(), text.size());
    return *this;
  }
  // Refers to `text` without copying it. The text must outlive this string and its copies.
  tstring& assign_as_view(std::string_view text) {
    TF_TString_AssignView(&str_, text.data(), text.size());
    return *this;
  }
  // Adds the text at the end.
  tstring& append(std::string_view text) {
    TF_TString_AppendN(&str_, text.data(), text.size());
    return *this;
  }
  // Changes the size in bytes. Bytes beyond the old size become `fill`.
  void resize(size_t size, char fill = 0) { TF_TString_Resize(&str_, size, fill); }
  // Makes the string empty.
  void clear() { resize(0); }

  // The bytes. They need not end with a zero byte.
  const char* data() const { return TF_TString_GetDataPointer(&str_); }
  // The bytes, for writing. A view first becomes a copy of its text.
  char* mdata() { return TF_TString_GetMutableDataPointer(&str_); }
  // The number of bytes.
  size_t size() const { return TF_TString_GetSize(&str_); }
  // The same as size().
  size_t length() const { return size(); }
  // Whether the size is 0.
  bool empty() const { return size() == 0; }
  // Byte i, which must exist.
  char operator[](size_t i) const { return data()[i]; }
  // The first byte, for loops.
  const char* begin() const { return data(); }
  // One past the last byte.
  const char* end() const { return data() + size(); }

  // The text as a view, valid until the string changes.
  std::string_view view() const { return {data(), size()}; }
  // The same as view().
  operator std::string_view() const { return view(); }  // NOLINT(google-explicit-constructor)
  // A copy of the text.
  std::string as_string() const { return std::string(view()); }

  // Compares the bytes.
  friend bool operator==(const tstring& a, const tstring& b) { return a.view() == b.view(); }
  friend bool operator!=(const tstring& a, const tstring& b) { return a.view() != b.view(); }
  friend bool operator<(const tstring& a, const tstring& b) { return a.view() < b.view(); }

 private:
  TF_TString str_;
};

static_assert(sizeof(tstring) == sizeof(TF_TString), "a string tensor is an array of tstring");

}  // namespace pluggable

#endif  // PLUGGABLE_TSTRING_H_
