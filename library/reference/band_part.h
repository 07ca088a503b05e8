// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Matrices without what lies outside of a band of diagonals, on the host.

#ifndef PLUGGABLE_REFERENCE_BAND_PART_H_
#define PLUGGABLE_REFERENCE_BAND_PART_H_

#include "pluggable/thread_pool.h"

#include "compute/band_part.h"

namespace pluggable {

// Computes a plan. In work on the stream only.
void RunBandPart(const compute::BandPartPlan& plan, ThreadPool* threads);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_BAND_PART_H_
