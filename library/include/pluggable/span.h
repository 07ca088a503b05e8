// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A pointer and a length: the form in which kernels and work on a stream use tensors' elements.

#ifndef PLUGGABLE_SPAN_H_
#define PLUGGABLE_SPAN_H_

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace pluggable {

// A view of elements, which it does not own. It is cheap to copy, and closures capture it by value.
// The host may be unable to access elements in device memory: work on the stream translates the
// span with OnDevice() before it touches them.
template <typename T>
class Span {
 public:
  using value_type = std::remove_cv_t<T>;
  using element_type = T;
  using iterator = T*;

  constexpr Span() = default;
  // `size` elements that start at `data`.
  constexpr Span(T* data, size_t size) : data_(data), size_(size) {}

  // A view of a vector, which must outlive it. Read-only spans can also view temporaries; use that
  // for parameters only.
  constexpr Span(const std::vector<value_type>& v)  // NOLINT(google-explicit-constructor)
      : data_(v.data()), size_(v.size()) {
    static_assert(std::is_const_v<T>, "a Span of a const vector has const elements");
  }
  constexpr Span(std::vector<value_type>& v)  // NOLINT(google-explicit-constructor)
      : data_(v.data()), size_(v.size()) {}

  // A view of a list such as the sizes in t.shaped<float, 2>({rows, columns}). It is valid until
  // the end of the statement. There is no such view of bool: {data, size} would be a list, since
  // pointers convert to bool.
  template <typename U = T,
            typename = std::enable_if_t<std::is_const_v<U> && !std::is_same_v<U, const bool>>>
  constexpr Span(std::initializer_list<value_type> v)  // NOLINT(google-explicit-constructor)
      : Span(v.begin(), v.size()) {}

  // The elements of an array, which must outlive the span.
  template <size_t N>
  constexpr Span(T (&array)[N]) : data_(array), size_(N) {}  // NOLINT(google-explicit-constructor)

  // Span<T> converts to Span<const T>.
  template <typename U,
            typename = std::enable_if_t<std::is_same_v<const U, T> && !std::is_const_v<U>>>
  constexpr Span(Span<U> other)  // NOLINT(google-explicit-constructor)
      : data_(other.data()), size_(other.size()) {}

  // The first element. It may be null if the span is empty.
  constexpr T* data() const { return data_; }
  // The number of elements.
  constexpr size_t size() const { return size_; }
  // Whether there are no elements.
  constexpr bool empty() const { return size_ == 0; }

  // Element i, which must exist.
  constexpr T& operator[](size_t i) const {
    assert(i < size_);
    return data_[i];
  }
  // The first element, for loops.
  constexpr T* begin() const { return data_; }
  // One past the last element.
  constexpr T* end() const { return data_ + size_; }

  // `count` elements that start at `offset`, which must exist.
  constexpr Span subspan(size_t offset, size_t count) const {
    assert(offset + count <= size_);
    return Span(data_ + offset, count);
  }

 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace pluggable

#endif  // PLUGGABLE_SPAN_H_
