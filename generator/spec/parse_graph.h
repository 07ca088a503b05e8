// The section `graph:`.

#ifndef PLUGINGEN_SPEC_PARSE_GRAPH_H_
#define PLUGINGEN_SPEC_PARSE_GRAPH_H_

#include "spec/section.h"
#include "spec/spec.h"

namespace plugingen::spec {

GraphSection ParseGraph(const Section& root);

}  // namespace plugingen::spec

#endif  // PLUGINGEN_SPEC_PARSE_GRAPH_H_
