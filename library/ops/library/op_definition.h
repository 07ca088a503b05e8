// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Defines ops in the syntax of TensorFlow's REGISTER_OP.

#ifndef PLUGGABLE_OPS_LIBRARY_OP_DEFINITION_H_
#define PLUGGABLE_OPS_LIBRARY_OP_DEFINITION_H_

#include <tensorflow/c/ops.h>

#include <cstdio>

#include "pluggable/shape_inference.h"
#include "pluggable/status.h"

#include "plugin/names.h"

namespace pluggable {

class OpDefinition {
 public:
  explicit OpDefinition(const char* name)
      : name_(name), builder_(TF_NewOpDefinitionBuilder(name)) {}
  OpDefinition(const OpDefinition&) = delete;
  OpDefinition& operator=(const OpDefinition&) = delete;

  OpDefinition& Input(const char* spec) {
    TF_OpDefinitionBuilderAddInput(builder_, spec);
    return *this;
  }
  OpDefinition& Output(const char* spec) {
    TF_OpDefinitionBuilderAddOutput(builder_, spec);
    return *this;
  }
  OpDefinition& Attr(const char* spec) {
    TF_OpDefinitionBuilderAddAttr(builder_, spec);
    return *this;
  }
  // The C API sets the flag whatever its argument is, so only flags that are true are passed.
  OpDefinition& IsCommutative() {
    TF_OpDefinitionBuilderSetIsCommutative(builder_, true);
    return *this;
  }
  OpDefinition& IsAggregate() {
    TF_OpDefinitionBuilderSetIsAggregate(builder_, true);
    return *this;
  }
  OpDefinition& IsStateful() {
    TF_OpDefinitionBuilderSetIsStateful(builder_, true);
    return *this;
  }
  OpDefinition& AllowsUninitializedInput() {
    TF_OpDefinitionBuilderSetAllowsUninitializedInput(builder_, true);
    return *this;
  }
  OpDefinition& Deprecated(int version, const char* explanation) {
    TF_OpDefinitionBuilderDeprecated(builder_, version, explanation);
    return *this;
  }
  // `shape` is a function that returns the op's OpShape.
  template <const OpShape& (*shape)()>
  OpDefinition& Shape() {
    TF_OpDefinitionBuilderSetShapeInferenceFunction(
        builder_, [](TF_ShapeInferenceContext* context, TF_Status* status) {
          InferShapes(shape(), context, status);
        });
    return *this;
  }

  // Ends the definition. TensorFlow takes ownership of the builder and evaluates it later, so it
  // reports a mistake at the op's first use.
  void Register() {
    TfStatus status;
    TF_RegisterOpDefinition(builder_, status.get());
    if (status.ok()) return;
    std::fprintf(stderr, "%s: op %s not registered: %s\n", names::kPlugin, name_,
                 status.ToStatus().ToString().c_str());
  }

 private:
  const char* name_;
  TF_OpDefinitionBuilder* builder_;
};

}  // namespace pluggable

#endif  // PLUGGABLE_OPS_LIBRARY_OP_DEFINITION_H_
