// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The rows of the table of kernels. The types are simple, so that a table of thousands of rows
// compiles fast.

#ifndef PLUGGABLE_REGISTRATION_H_
#define PLUGGABLE_REGISTRATION_H_

#include <tensorflow/c/kernels.h>

#include <cstdint>
#include <initializer_list>

namespace Eigen {
struct half;
struct bfloat16;
}  // namespace Eigen

namespace pluggable {

class tstring;

// The three functions by which the C API uses a kernel.
struct KernelFunctions {
  void* (*create)(TF_OpKernelConstruction* construction);
  void (*compute)(void* kernel, TF_OpKernelContext* context);
  void (*destroy)(void* kernel);
};

// The functions of the kernel class Op. They are declared here and defined in make_kernel.h. Each
// kernel file instantiates them for its own classes, so that the table needs no kernel's
// definition.
template <class Op>
KernelFunctions make_kernel();

// Restricts the attribute `attr` of the op to `type`.
struct TypeConstraint {
  const char* attr = nullptr;
  TF_DataType type = TF_FLOAT;
  // The type that the op works with in releases of TensorFlow that do not have the attribute yet; 0
  // if all releases have it.
  int32_t implied = 0;
};

// The types that a row serves: one for each type attribute of the op, as in Types{{"T", TF_FLOAT},
// {"Tidx", TF_INT32}}. TensorFlow would require a node to match both of two types for one
// attribute, so each combination has its own row. The struct is an aggregate, since compilers take
// longer for thousands of rows that call constructors.
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

// The arguments that the kernel reads or writes in host memory, by their names in the op's
// definition.
struct HostMemory {
  const char* args[16] = {};
};

// One registered kernel.
struct KernelRow {
  const char* op;
  Types types;
  HostMemory host_memory;
  KernelFunctions (*functions)();
  int32_t priority = 0;  // if several rows match a node, the highest priority wins
  // A row with a label serves only nodes whose attribute _kernel is the same text.
  const char* label = nullptr;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REGISTRATION_H_
