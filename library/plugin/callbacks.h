// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The boundary for TensorFlow's calls into the plugin. No exception may pass into TensorFlow, which
// is compiled without exceptions. In a forked child no call reaches the device (forked_process.h).

#ifndef PLUGGABLE_PLUGIN_CALLBACKS_H_
#define PLUGGABLE_PLUGIN_CALLBACKS_H_

#include <tensorflow/c/tf_status.h>

#include <utility>

#include "pluggable/status.h"

#include "runtime/forked_process.h"
#include "runtime/log.h"

namespace pluggable {

// Returns errors and exceptions through the callback's status.
template <typename Function>
Status Return(TF_Status* out, Function function) {
  Status status = runtime::CheckProcess();
  if (status.ok()) status = StatusOf(function);
  SetTfStatus(out, status);
  return status;
}

// The same. TensorFlow aborts the process for some errors, for example if it cannot create an
// event, so the error is also logged.
template <typename Function>
void Report(const char* callback, TF_Status* out, Function function) {
  const Status status = Return(out, std::move(function));
  if (!status.ok()) runtime::Log(callback, ": ", status.ToString());
}

// For callbacks without a status: an exception returns `otherwise`.
template <typename Result, typename Function>
Result Try(const char* callback, Result otherwise, Function function) {
  if (runtime::IsForked()) return otherwise;
  try {
    return function();
  } catch (...) {
    runtime::Log(callback, ": ", StatusOfException().ToString());
    return otherwise;
  }
}

// For callbacks without a result.
template <typename Function>
void Try(const char* callback, Function function) {
  Try(callback, false, [&] {
    function();
    return true;
  });
}

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_CALLBACKS_H_
