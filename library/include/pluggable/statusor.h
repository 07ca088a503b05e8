// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// A value, or the error that prevented it.

#ifndef PLUGGABLE_STATUSOR_H_
#define PLUGGABLE_STATUSOR_H_

#include <cassert>
#include <optional>
#include <utility>

#include "pluggable/status.h"

namespace pluggable {

// The result of a function that may fail: `return 3;` or `return errors::NotFound("...");`.
// OP_REQUIRES_VALUE extracts the value.
template <typename T>
class StatusOr {
 public:
  // The error that prevented the value. It must not be OK.
  StatusOr(const Status& status) : status_(status) {  // NOLINT(google-explicit-constructor)
    assert(!status.ok());
  }
  // A value.
  StatusOr(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)

  // Whether there is a value.
  bool ok() const { return value_.has_value(); }
  // The error; OK if there is a value.
  const Status& status() const { return status_; }

  // The value, which must exist.
  T& value() & { return *Checked(); }
  const T& value() const& { return *Checked(); }
  T&& value() && { return std::move(*Checked()); }
  // The value, which must exist.
  T& operator*() & { return *Checked(); }
  const T& operator*() const& { return *Checked(); }
  T&& operator*() && { return std::move(*Checked()); }
  T* operator->() { return &*Checked(); }
  const T* operator->() const { return &*Checked(); }

  // The value, or `otherwise` if there is none.
  T value_or(T otherwise) const { return ok() ? *value_ : std::move(otherwise); }

 private:
  std::optional<T>& Checked() {
    assert(ok());
    return value_;
  }
  const std::optional<T>& Checked() const {
    assert(ok());
    return value_;
  }

  Status status_;
  std::optional<T> value_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_STATUSOR_H_
