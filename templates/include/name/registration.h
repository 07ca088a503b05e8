// @generated_note@

// What the registration table is made of. Kept light on purpose: a table of thousands of rows compiles in a blink.

#ifndef @plugin.upper@_REGISTRATION_H_
#define @plugin.upper@_REGISTRATION_H_

#include <cstdint>

#include "tensorflow/c/kernels.h"

namespace Eigen {
struct half;
struct bfloat16;
}  // namespace Eigen

namespace @plugin.name@ {

class tstring;

// A kernel as the C API knows it.
struct KernelFunctions {
  void* (*create)(TF_OpKernelConstruction* construction);
  void (*compute)(void* kernel, TF_OpKernelContext* context);
  void (*destroy)(void* kernel);
};

// The functions of the kernel class Op. Declared here and defined in make_kernel.h; each kernel file instantiates it
// for its own classes, so that the table needs no kernel's definition.
template <class Op>
KernelFunctions make_kernel();

// The attribute `attr` of the op has to be `type`.
struct TypeConstraint {
  const char* attr = nullptr;
  TF_DataType type = TF_FLOAT;
};

// The types that a row serves: one per type attribute of the op, as in Types{{"T", TF_FLOAT}, {"Tidx", TF_INT32}}.
// (Core would require both of two types given for one attribute, hence a row for every combination.)
// An aggregate, since building thousands of rows by constructors takes a compiler longer.
struct Types {
  TypeConstraint first{}, second{}, third{}, fourth{}, fifth{}, sixth{};

  // Calls f(constraint) for each constraint that is set.
  template <typename F>
  void ForEach(F f) const {
    for (const TypeConstraint* c : {&first, &second, &third, &fourth, &fifth, &sixth}) {
      if (c->attr != nullptr) f(*c);
    }
  }
};

// The arguments, by their names in the op's definition, that the kernel reads or writes in host memory.
struct HostMemory {
  const char* args[16] = {};
};

// One registered kernel.
struct KernelRow {
  const char* op;
  Types types;
  HostMemory host_memory;
  KernelFunctions (*functions)();
  int32_t priority = 0;         // where several rows match a node, the highest wins
  const char* label = nullptr;  // only nodes whose _kernel attribute says the same use a labelled row
};

}  // namespace @plugin.name@

#endif  // @plugin.upper@_REGISTRATION_H_
