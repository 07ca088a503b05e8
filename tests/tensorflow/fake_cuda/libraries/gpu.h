// What the fake libraries of NVIDIA's share: the functions of the fake libcuda.so.1 that they call,
// and memory of the device as the host computes on it.

#ifndef FAKE_CUDA_LIBRARIES_GPU_H_
#define FAKE_CUDA_LIBRARIES_GPU_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "pluggable/half.h"

#include "faults.h"
#include "results.h"

extern "C" {
fake_cuda::Result cuCtxGetCurrent(void** context);
fake_cuda::Result cuMemcpyDtoHAsync_v2(void* to, uint64_t from, size_t size, void* stream);
fake_cuda::Result cuMemcpyHtoDAsync_v2(uint64_t to, const void* from, size_t size, void* stream);
fake_cuda::Result cuStreamSynchronize(void* stream);
// What a call of a library's function comes to before it does anything (faults.h).
fake_cuda::Result fake_cuda_enter(const char* function);
fake_cuda::Result fake_cuda_enter_always(const char* function);
// Makes it seem that what is on streams takes so much longer.
void fake_cuda_pretend_work(int milliseconds);
}

namespace fake_cuda {

// Where the library would be undefined: ends the process.
inline void Misuse(const char* function, const char* what) {
  std::fprintf(stderr, "fake library: %s got %s\n", function, what);
  std::abort();
}

// Null if there is none.
inline void* CurrentContext() {
  void* context = nullptr;
  return cuCtxGetCurrent(&context) == kSuccess ? context : nullptr;
}

// How data types of NVIDIA's libraries are stored.
enum class Stored { kFloat, kDouble, kHalf, kBfloat16 };

inline size_t SizeOf(Stored type) {
  switch (type) {
    case Stored::kFloat:
      return sizeof(float);
    case Stored::kDouble:
      return sizeof(double);
    default:
      return sizeof(uint16_t);
  }
}

// Elements of the device's memory as numbers of the host's.
class Numbers {
 public:
  Numbers(Stored type, size_t count) : type_(type), bytes_(count * SizeOf(type)) {}

  // The first `count` elements, when all is done that is on the stream.
  bool Read(const void* from, void* stream) {
    return cuStreamSynchronize(stream) == kSuccess &&
           cuMemcpyDtoHAsync_v2(bytes_.data(), reinterpret_cast<uint64_t>(from), bytes_.size(),
                                stream) == kSuccess &&
           cuStreamSynchronize(stream) == kSuccess;
  }
  bool Write(void* to, void* stream) const {
    return cuMemcpyHtoDAsync_v2(reinterpret_cast<uint64_t>(to), bytes_.data(), bytes_.size(),
                                stream) == kSuccess &&
           cuStreamSynchronize(stream) == kSuccess;
  }

  double Get(size_t i) const {
    switch (type_) {
      case Stored::kFloat:
        return reinterpret_cast<const float*>(bytes_.data())[i];
      case Stored::kDouble:
        return reinterpret_cast<const double*>(bytes_.data())[i];
      case Stored::kHalf:
        return static_cast<double>(reinterpret_cast<const pluggable::half*>(bytes_.data())[i]);
      default:
        return static_cast<double>(reinterpret_cast<const pluggable::bfloat16*>(bytes_.data())[i]);
    }
  }
  void Set(size_t i, double value) {
    switch (type_) {
      case Stored::kFloat:
        reinterpret_cast<float*>(bytes_.data())[i] = static_cast<float>(value);
        break;
      case Stored::kDouble:
        reinterpret_cast<double*>(bytes_.data())[i] = value;
        break;
      case Stored::kHalf:
        reinterpret_cast<pluggable::half*>(bytes_.data())[i] = static_cast<pluggable::half>(value);
        break;
      default:
        reinterpret_cast<pluggable::bfloat16*>(bytes_.data())[i] =
            static_cast<pluggable::bfloat16>(value);
    }
  }

 private:
  const Stored type_;
  std::vector<unsigned char> bytes_;
};

// Writes into memory that a library may use as it likes: floats that are NaN.
inline bool Scribble(void* memory, size_t bytes, void* stream) {
  const std::vector<unsigned char> garbage(bytes, 0xFF);
  return cuMemcpyHtoDAsync_v2(reinterpret_cast<uint64_t>(memory), garbage.data(), bytes, stream) ==
             kSuccess &&
         cuStreamSynchronize(stream) == kSuccess;
}

}  // namespace fake_cuda

#endif  // FAKE_CUDA_LIBRARIES_GPU_H_
