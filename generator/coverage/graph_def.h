// Reads the ops of a SavedModel or a GraphDef without TensorFlow.

#ifndef PLUGINGEN_COVERAGE_GRAPH_DEF_H_
#define PLUGINGEN_COVERAGE_GRAPH_DEF_H_

#include <string_view>

#include "base/wire_reader.h"
#include "coverage/op_use.h"

namespace plugingen::coverage {

// Returns the nodes of the graphs in the file and of all functions in their libraries. Calls of
// these functions are no ops. The bytes are untrusted; `error` describes why they are no such file.
Model ReadModel(std::string_view bytes, base::WireError& error);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_GRAPH_DEF_H_
