// The ops of a model file: a SavedModel or a GraphDef, read without TensorFlow.

#ifndef PLUGINGEN_COVERAGE_GRAPH_DEF_H_
#define PLUGINGEN_COVERAGE_GRAPH_DEF_H_

#include <string_view>

#include "base/wire_reader.h"
#include "coverage/op_use.h"

namespace plugingen::coverage {

// The nodes of the file's graphs and of all functions in their libraries; calls of those functions
// are no ops. The bytes may be anything: `error` tells where they are no such file.
Model ReadModel(std::string_view bytes, base::WireError& error);

}  // namespace plugingen::coverage

#endif  // PLUGINGEN_COVERAGE_GRAPH_DEF_H_
