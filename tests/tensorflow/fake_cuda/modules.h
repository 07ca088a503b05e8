// Modules of the fake libcuda.so.1: the OpenCL C that a PTX was made of.

#ifndef FAKE_CUDA_MODULES_H_
#define FAKE_CUDA_MODULES_H_

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pluggable/device_kernel.h"

#include "results.h"

namespace fake_cuda {

struct Context;
struct Module;

struct Function {
  Module* module;
  pluggable::DeviceKernel kernel;
  std::vector<pluggable::DeviceKernelArg> args;
  std::vector<size_t> alignments;  // of what pointers point to; 0: no pointer

  // The arguments of a launch in the OpenCL driver's terms: a pointer is a buffer and an offset in
  // CUDA's. `pointers` keeps them.
  Result Arguments(void** parameters, std::vector<char*>* pointers,
                   std::vector<void*>* found) const;
};

// A text of the build's, and the PTX that it made of it.
struct Source {
  std::string ptx;
  std::string text;
  pluggable::DeviceProgram program;  // of the text
};

struct Module {
  Context* context;
  const Source* source;
  std::string ptx;  // of some of the source's kernels
  std::mutex mutex;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

// Null if the build has not made the PTX.
std::unique_ptr<Module> LoadModule(Context* context, const char* ptx);
// Null if there is none of that name. `ordinal` is the context's device.
Function* FindFunction(Module* module, int ordinal, const char* name);

}  // namespace fake_cuda

#endif  // FAKE_CUDA_MODULES_H_
