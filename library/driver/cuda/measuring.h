// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Measures work on CUDA streams, where the fastest of several ways to compute is not known.

#ifndef PLUGGABLE_DRIVER_CUDA_MEASURING_H_
#define PLUGGABLE_DRIVER_CUDA_MEASURING_H_

#include "driver/cuda/api.h"

namespace pluggable::cuda {

// Whether to choose by measured times. The choice may differ between runs, and what is chosen may
// add in another order, so it must not be made if results must be deterministic. The environment
// variable <PLUGIN>_CUDA_MEASURE forbids it if it is 0 or `libraries`.
bool MayMeasure();

// Whether NVIDIA's libraries compute without being measured: where <PLUGIN>_CUDA_MEASURE is
// `libraries`, unless results must be deterministic.
bool PrefersLibraries();

// Measures the time between two CUDA events around work on a stream. The device's context must be
// current in all functions, and while the object is destroyed.
class Stopwatch {
 public:
  explicit Stopwatch(StreamHandle stream);
  ~Stopwatch();
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

  bool Start();
  // Waits, and sets the milliseconds since Start.
  bool Stop(float* milliseconds);

 private:
  const StreamHandle stream_;
  EventHandle start_ = nullptr;
  EventHandle stop_ = nullptr;
};

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_MEASURING_H_
