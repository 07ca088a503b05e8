// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#ifndef PLUGGABLE_DRIVER_ISOLATED_LIBRARY_H_
#define PLUGGABLE_DRIVER_ISOLATED_LIBRARY_H_

namespace pluggable {

// Opens a library of a hardware vendor, by a path or by a name that the dynamic loader finds. The
// library looks for symbols in itself and in its dependencies first, and then in the process. It
// stays open. Returns null if it cannot be opened; dlerror() says why.
//
// TensorFlow 2.19 to 2.21 export the symbols of their LLVM to the global scope. A driver that is
// linked with another LLVM, such as PoCL or any of Mesa's, binds to these symbols. It then crashes
// while it is loaded, or corrupts the process at its end. This was seen with 2.19.1 and 2.21.0,
// PoCL 3.1 and Mesa 22.3.6; upstream issues 104038 and 124205. 2.22.0rc0 is not affected.
//
// A loader of drivers, such as Vulkan's or OpenCL's, opens them without this protection. Open each
// driver before you call the loader: it gets the library that is already open.
void* OpenIsolated(const char* library);

}  // namespace pluggable

#endif  // PLUGGABLE_DRIVER_ISOLATED_LIBRARY_H_
