// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Applies shape rules while a graph is built.

#ifndef PLUGGABLE_SHAPE_INFERENCE_H_
#define PLUGGABLE_SHAPE_INFERENCE_H_

#include <tensorflow/c/ops.h>

#include "pluggable/shape_rule.h"

namespace pluggable {

// The shape function of an op. It sets the shapes of the outputs as far as the rule and the known
// parts of the inputs determine them. Fails for inputs that do not fit the rule.
//
//   TF_OpDefinitionBuilderSetShapeInferenceFunction(
//       builder, [](TF_ShapeInferenceContext* ctx, TF_Status* status) {
//         InferShapes(AcmeMatMulShape(), ctx, status);
//       });
void InferShapes(const OpShape& op, TF_ShapeInferenceContext* ctx, TF_Status* status);

}  // namespace pluggable

#endif  // PLUGGABLE_SHAPE_INFERENCE_H_
