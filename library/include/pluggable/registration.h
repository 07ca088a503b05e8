// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the table of kernels is made of. Its types are simple, so that a table of thousands of rows
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

// A kernel as the C API knows it.
struct KernelFunctions {
  void* (*create)(TF_OpKernelConstruction* construction);
  void (*compute)(void* kernel, TF_OpKernelContext* context);
  void (*destroy)(void* kernel);
};

// The functions of the kernel class Op. Declared here and defined in make_kernel.h; each kernel
// file instantiates it for its own classes, so that the table needs no kernel's definition.
template <class Op>
KernelFunctions make_kernel();

// The attribute `attr` of the op has to be `type`.
struct TypeConstraint {
  const char* attr = nullptr;
  TF_DataType type = TF_FLOAT;
  // Where some releases of TensorFlow do not have the attribute yet: the type that the op works
  // with there. 0 where all have it.
  int32_t implied = 0;
};

// The types that a row serves: one per type attribute of the op, as in Types{{"T", TF_FLOAT},
// {"Tidx", TF_INT32}}. (Core would require both of two types given for one attribute, hence a row
// for every combination.) An aggregate, since building thousands of rows by constructors takes a
// compiler longer.
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

// The arguments, by their names in the op's definition, that the kernel reads or writes in host
// memory.
struct HostMemory {
  const char* args[16] = {};
};

// One registered kernel.
struct KernelRow {
  const char* op;
  Types types;
  HostMemory host_memory;
  KernelFunctions (*functions)();
  int32_t priority = 0;  // where several rows match a node, the highest wins
  // Only nodes whose attribute _kernel is the same text use a row with a label.
  const char* label = nullptr;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REGISTRATION_H_
