// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The faults of faulty_driver.cc, for functions in files of their own.

#ifndef PLUGGABLE_TESTING_FAULTY_DRIVER_H_
#define PLUGGABLE_TESTING_FAULTY_DRIVER_H_

namespace pluggable::driver {

// Whether the call of the function that has just begun is to fail.
bool FaultStrikes(const char* function);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_TESTING_FAULTY_DRIVER_H_
