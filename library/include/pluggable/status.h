// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Success, or an error code with a message: TensorFlow's Status over the C API's codes.

#ifndef PLUGGABLE_STATUS_H_
#define PLUGGABLE_STATUS_H_

#include <tensorflow/c/tf_status.h>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "pluggable/checked_int.h"

namespace pluggable {

// Success, or an error: a code and a message. Success is a null pointer, so returning it costs
// nothing.
class [[nodiscard]] Status {
 public:
  Status() = default;
  // An error with a message; success if the code is TF_OK, whatever the message.
  [[gnu::cold]] Status(TF_Code code, std::string message) {
    if (code != TF_OK) error_.reset(new Error{code, std::move(message)});
  }
  Status(const Status& other) { *this = other; }
  Status(Status&&) noexcept = default;
  Status& operator=(const Status& other) {
    if (this != &other) error_.reset(other.error_ ? Copy(*other.error_) : nullptr);
    return *this;
  }
  Status& operator=(Status&&) noexcept = default;

  // Success.
  static Status OK() { return Status(); }

  // Whether it is success.
  bool ok() const { return error_ == nullptr; }
  // The code; TF_OK for success.
  TF_Code code() const { return error_ ? error_->code : TF_OK; }
  // The message; empty for success.
  const std::string& message() const {
    static const std::string* const empty = new std::string;
    return error_ ? error_->message : *empty;
  }

  // "OK", or the code's name and the message: "INVALID_ARGUMENT: axis 3 is out of range".
  std::string ToString() const;

  // Keeps the first error: becomes `other` only if this one is OK.
  void Update(Status other) {
    if (ok()) *this = std::move(other);
  }

  // Does nothing. It says that the caller ignores the status on purpose.
  void IgnoreError() const {}

  // Equal if the codes and the messages are equal.
  friend bool operator==(const Status& a, const Status& b) {
    return a.code() == b.code() && a.message() == b.message();
  }
  friend bool operator!=(const Status& a, const Status& b) { return !(a == b); }

 private:
  struct Error {
    TF_Code code;
    std::string message;
  };
  struct DeleteError {
    [[gnu::cold]] void operator()(const Error* error) const { delete error; }
  };

  [[gnu::cold]] static const Error* Copy(const Error& error) { return new Error(error); }

  std::unique_ptr<const Error, DeleteError> error_;
};

// Success. The same as Status::OK().
inline Status OkStatus() { return Status(); }

// The name of a code as TensorFlow's logs spell it.
inline const char* StatusCodeName(TF_Code code) {
  switch (code) {
    case TF_OK:
      return "OK";
    case TF_CANCELLED:
      return "CANCELLED";
    case TF_UNKNOWN:
      return "UNKNOWN";
    case TF_INVALID_ARGUMENT:
      return "INVALID_ARGUMENT";
    case TF_DEADLINE_EXCEEDED:
      return "DEADLINE_EXCEEDED";
    case TF_NOT_FOUND:
      return "NOT_FOUND";
    case TF_ALREADY_EXISTS:
      return "ALREADY_EXISTS";
    case TF_PERMISSION_DENIED:
      return "PERMISSION_DENIED";
    case TF_UNAUTHENTICATED:
      return "UNAUTHENTICATED";
    case TF_RESOURCE_EXHAUSTED:
      return "RESOURCE_EXHAUSTED";
    case TF_FAILED_PRECONDITION:
      return "FAILED_PRECONDITION";
    case TF_ABORTED:
      return "ABORTED";
    case TF_OUT_OF_RANGE:
      return "OUT_OF_RANGE";
    case TF_UNIMPLEMENTED:
      return "UNIMPLEMENTED";
    case TF_INTERNAL:
      return "INTERNAL";
    case TF_UNAVAILABLE:
      return "UNAVAILABLE";
    case TF_DATA_LOSS:
      return "DATA_LOSS";
  }
  return "UNKNOWN";
}

[[gnu::cold]] inline std::string Status::ToString() const {
  if (ok()) return "OK";
  return std::string(StatusCodeName(code())) + ": " + message();
}

namespace strings {

// Appends a text or a number in the format of StrAppend().
inline void Append(std::string* out, std::string_view text) { out->append(text); }
inline void Append(std::string* out, int64_t number) { out->append(std::to_string(number)); }
inline void Append(std::string* out, uint64_t number) { out->append(std::to_string(number)); }
inline void Append(std::string* out, double number) {
  char text[32];
  out->append(text, static_cast<size_t>(std::snprintf(text, sizeof(text), "%g", number)));
}

// Appends `value` in the format of TensorFlow's StrCat: text unchanged, truth values as 0 and 1,
// enums as their number, floating-point numbers with six significant digits.
template <typename T>
void StrAppend(std::string* out, const T& value) {
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    Append(out, std::string_view(value));
  } else if constexpr (std::is_enum_v<T>) {
    StrAppend(out, static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_floating_point_v<T>) {
    Append(out, static_cast<double>(value));
  } else {
    static_assert(std::is_integral_v<T>, "StrCat takes text, numbers and enums");
    Append(out, static_cast<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(value));
  }
}

// Appends the value of the integer. If the integer is not ok(), that is the largest or the least
// int64.
inline void StrAppend(std::string* out, CheckedInt number) { Append(out, number.value()); }

// Concatenates all arguments in the format of StrAppend().
template <typename... Args>
[[gnu::cold]] std::string StrCat(const Args&... args) {
  std::string text;
  (StrAppend(&text, args), ...);
  return text;
}

}  // namespace strings

// Functions that make an error with a code. The message is the arguments concatenated by
// strings::StrCat():
//
//   errors::InvalidArgument("axis ", axis, " is out of range [0, ", rank, ")")
namespace errors {

// The caller cancelled the operation.
template <typename... Args>
[[gnu::cold]] Status Cancelled(const Args&... args) {
  return Status(TF_CANCELLED, strings::StrCat(args...));
}
// No other code fits, or the cause is not known.
template <typename... Args>
[[gnu::cold]] Status Unknown(const Args&... args) {
  return Status(TF_UNKNOWN, strings::StrCat(args...));
}
// An input or an attribute is invalid for the op. The mistake is in the graph.
template <typename... Args>
[[gnu::cold]] Status InvalidArgument(const Args&... args) {
  return Status(TF_INVALID_ARGUMENT, strings::StrCat(args...));
}
// The operation did not end in time.
template <typename... Args>
[[gnu::cold]] Status DeadlineExceeded(const Args&... args) {
  return Status(TF_DEADLINE_EXCEEDED, strings::StrCat(args...));
}
// Something with this name, such as an attribute or a file, does not exist.
template <typename... Args>
[[gnu::cold]] Status NotFound(const Args&... args) {
  return Status(TF_NOT_FOUND, strings::StrCat(args...));
}
// Something with this name exists already.
template <typename... Args>
[[gnu::cold]] Status AlreadyExists(const Args&... args) {
  return Status(TF_ALREADY_EXISTS, strings::StrCat(args...));
}
// The process lacks the permission.
template <typename... Args>
[[gnu::cold]] Status PermissionDenied(const Args&... args) {
  return Status(TF_PERMISSION_DENIED, strings::StrCat(args...));
}
// The operation needs credentials that are missing or wrong.
template <typename... Args>
[[gnu::cold]] Status Unauthenticated(const Args&... args) {
  return Status(TF_UNAUTHENTICATED, strings::StrCat(args...));
}
// Memory, or another limited resource, is exhausted.
template <typename... Args>
[[gnu::cold]] Status ResourceExhausted(const Args&... args) {
  return Status(TF_RESOURCE_EXHAUSTED, strings::StrCat(args...));
}
// The state does not allow the operation. For example, a variable has no value.
template <typename... Args>
[[gnu::cold]] Status FailedPrecondition(const Args&... args) {
  return Status(TF_FAILED_PRECONDITION, strings::StrCat(args...));
}
// The operation was aborted, for example after a conflict with another one. Trying again may help.
template <typename... Args>
[[gnu::cold]] Status Aborted(const Args&... args) {
  return Status(TF_ABORTED, strings::StrCat(args...));
}
// The position is past the end, for example of a file.
template <typename... Args>
[[gnu::cold]] Status OutOfRange(const Args&... args) {
  return Status(TF_OUT_OF_RANGE, strings::StrCat(args...));
}
// The op allows this case, but the kernel or the device does not support it.
template <typename... Args>
[[gnu::cold]] Status Unimplemented(const Args&... args) {
  return Status(TF_UNIMPLEMENTED, strings::StrCat(args...));
}
// The plugin has a bug, or the device's runtime reported an error.
template <typename... Args>
[[gnu::cold]] Status Internal(const Args&... args) {
  return Status(TF_INTERNAL, strings::StrCat(args...));
}
// The device cannot be used now. Trying again may help.
template <typename... Args>
[[gnu::cold]] Status Unavailable(const Args&... args) {
  return Status(TF_UNAVAILABLE, strings::StrCat(args...));
}
// Data is lost or damaged.
template <typename... Args>
[[gnu::cold]] Status DataLoss(const Args&... args) {
  return Status(TF_DATA_LOSS, strings::StrCat(args...));
}

}  // namespace errors

// The status for the current exception: RESOURCE_EXHAUSTED for std::bad_alloc, else INTERNAL with
// the exception's message. No exception may reach TensorFlow.
[[gnu::cold]] inline Status StatusOfException() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return errors::ResourceExhausted("out of host memory");
  } catch (const std::exception& exception) {
    return errors::Internal(exception.what());
  } catch (...) {
    return errors::Internal("unknown exception");
  }
}

// Returns the result of function(), or StatusOfException() if it throws.
template <typename Function>
Status StatusOf(const Function& function) {
  try {
    return function();
  } catch (...) {
    return StatusOfException();
  }
}

// Returns the error with op_name and a colon before its message; OK stays OK.
inline Status WithOpName(std::string_view op_name, const Status& status) {
  if (status.ok()) return status;
  return Status(status.code(), strings::StrCat(op_name, ": ", status.message()));
}

// Owns a TF_Status of the C API.
class TfStatus {
 public:
  // A new TF_Status, which is OK.
  TfStatus() : status_(TF_NewStatus()) {}
  ~TfStatus() { TF_DeleteStatus(status_); }
  TfStatus(const TfStatus&) = delete;
  TfStatus& operator=(const TfStatus&) = delete;

  // The C API's object, for calls that report their status through it.
  TF_Status* get() const { return status_; }
  // Whether it is OK.
  bool ok() const { return TF_GetCode(status_) == TF_OK; }
  // The code.
  TF_Code code() const { return TF_GetCode(status_); }
  // The message, valid until the status changes.
  const char* message() const { return TF_Message(status_); }

  // Sets code and message.
  void Set(const Status& status) { TF_SetStatus(status_, status.code(), status.message().c_str()); }
  // The status as a value. This object is unchanged.
  Status ToStatus() const { return ok() ? Status() : Status(code(), message()); }

  // The status as a value. This object becomes OK, ready for the next call of the C API.
  Status Take() { return ok() ? Status() : TakeError(); }

  // The TfStatus of this thread, so that calls of the C API need no allocation. Each user must
  // leave it OK.
  static TfStatus& ThisThread() {
    static thread_local TfStatus status;
    return status;
  }

 private:
  [[gnu::cold]] Status TakeError() {
    Status status(code(), message());
    TF_SetStatus(status_, TF_OK, "");
    return status;
  }

  TF_Status* status_;
};

// Reports `status` through a callback's TF_Status.
inline void SetTfStatus(TF_Status* out, const Status& status) {
  TF_SetStatus(out, status.code(), status.message().c_str());
}

}  // namespace pluggable

#endif  // PLUGGABLE_STATUS_H_
