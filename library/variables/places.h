// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Lets the variables of an optimizer keep their places in memory.

#ifndef PLUGGABLE_VARIABLES_PLACES_H_
#define PLUGGABLE_VARIABLES_PLACES_H_

#include <vector>

#include "graph/graph.h"
#include "graph/rewrite.h"
#include "graph/surroundings.h"

namespace pluggable::graph {

// Where plugins cannot update variables in place, each step of an optimizer moves every variable
// into a new buffer. TensorFlow's BFC allocator then needs up to half as much memory again as the
// tensors take, since the buffers leave gaps.
//
// Here the buffers of a weight and of the moments from which it is computed change places instead:
// a chain writes its result into the buffer that the previously updated variable has left. The
// last buffer to be left takes a copy of the first result, so that the variables have the same
// buffers as before, in another order. This costs one copy of each weight.
//
//   m = chain(m, g), v = chain(v, g), w = chain(w, m, v)
//   m's value: new, v's: m's buffer, w's: v's buffer, then m's once more: w's buffer
//
// Whether a buffer is still in use is not known here. The kernels try to forward it, and TensorFlow
// allows that if nobody else has it. Returns the number of weights.
int KeepPlaces(const std::vector<Rewrite>& rewrites, const Surroundings& surroundings,
               Graph* graph);

}  // namespace pluggable::graph

#endif  // PLUGGABLE_VARIABLES_PLACES_H_
