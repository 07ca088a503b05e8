// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The faults of faulty_driver.cc, for functions in other files.

#ifndef PLUGGABLE_TESTING_FAULTY_DRIVER_H_
#define PLUGGABLE_TESTING_FAULTY_DRIVER_H_

namespace pluggable::driver {

// Whether the current call of the function must fail.
bool FaultStrikes(const char* function);

}  // namespace pluggable::driver

#endif  // PLUGGABLE_TESTING_FAULTY_DRIVER_H_
