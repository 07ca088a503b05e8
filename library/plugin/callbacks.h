// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How TensorFlow's calls into the plugin end: no exception passes into TensorFlow, which is
// compiled for none, whatever a driver throws.

#ifndef PLUGGABLE_PLUGIN_CALLBACKS_H_
#define PLUGGABLE_PLUGIN_CALLBACKS_H_

#include <tensorflow/c/tf_status.h>

#include "pluggable/status.h"

#include "runtime/log.h"

namespace pluggable {

// Reports through the callback's status. TensorFlow may end the process over some errors (when it
// cannot create an event, for one), so what happened is logged as well.
template <typename Function>
void Report(const char* callback, TF_Status* out, Function function) {
  const Status status = StatusOf(function);
  if (!status.ok()) runtime::Log(callback, ": ", status.ToString());
  SetTfStatus(out, status);
}

// Calls what has no status: an exception gives `otherwise`.
template <typename Result, typename Function>
Result Try(const char* callback, Result otherwise, Function function) {
  try {
    return function();
  } catch (...) {
    runtime::Log(callback, ": ", StatusOfException().ToString());
    return otherwise;
  }
}

// Calls what returns nothing.
template <typename Function>
void Try(const char* callback, Function function) {
  Try(callback, false, [&] {
    function();
    return true;
  });
}

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_CALLBACKS_H_
