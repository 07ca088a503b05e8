// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Which call reports an error of enqueued work when a tensor is copied to the host: the copy, or
// the wait that TensorFlow calls before it.

#ifndef PLUGGABLE_RUNTIME_COPY_ERRORS_H_
#define PLUGGABLE_RUNTIME_COPY_ERRORS_H_

namespace pluggable::runtime {

// Whether TensorFlow passes the error of a copy on to its user. It does since 2.17; earlier
// releases abort the process.
bool CopiesReportErrors();

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_COPY_ERRORS_H_
