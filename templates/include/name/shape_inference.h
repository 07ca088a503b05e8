#pragma once
#include <tensorflow/c/ops.h>
#include "@plugin.name@/status.h"
namespace @plugin.name@ {
struct OpShape {};
inline void InferShapes(const OpShape&, TF_ShapeInferenceContext* c, TF_Status* s) { TF_ShapeInferenceContextSetUnknownShape(c, s); }
}
