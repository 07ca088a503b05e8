// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Who tells an error of enqueued work when a tensor is copied to the host: the copy or the wait
// that TensorFlow puts before it.

#ifndef PLUGGABLE_RUNTIME_COPY_ERRORS_H_
#define PLUGGABLE_RUNTIME_COPY_ERRORS_H_

namespace pluggable::runtime {

// Whether TensorFlow passes on the error of a copy to whoever asked for it. It does since 2.17;
// before, it ends the process.
bool CopiesReportErrors();

}  // namespace pluggable::runtime

#endif  // PLUGGABLE_RUNTIME_COPY_ERRORS_H_
