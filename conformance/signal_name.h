#ifndef CONFORMANCE_SIGNAL_NAME_H_
#define CONFORMANCE_SIGNAL_NAME_H_

#include <string>

namespace conformance {

// "SIGABRT" for signals that end processes, "signal 35" for others. glibc has names for all only
// from 2.32 on, and TensorFlow's wheels run on older ones.
std::string SignalName(int signal);

}  // namespace conformance

#endif  // CONFORMANCE_SIGNAL_NAME_H_
