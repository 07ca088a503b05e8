// The normalizations of the fake libcudnn.so.9 (cudnn.cc), in double on the host.
//
// What cuDNN refuses by its documentation fails: wrong modes, layouts, types and sizes, negative
// epsilons, missing statistics, workspaces that are too small. So do activations and sums, which
// this library does not have, and more than 65535 images for inference. The process ends over
// results in the place of inputs, which the documentation does not allow, and over tensors that are
// less aligned than those of TensorFlow's GPUs.
//
// In the persistent mode, sums over tensors in NCHW may overflow. They are NaN here. As in cuDNN,
// the moments before are multiplied by zero if the new ones have all of the share.
//
// FAKE_CUDNN_NORM_MS is by how many milliseconds a normalization seems to take longer than it does;
// it may be negative. With FAKE_CUDNN_RESERVES, training leaves something for the gradient, which
// fails without it if it has a workspace. With FAKE_CUDNN_REPORT the process ends with a line of
// how many normalizations were computed, and how many descriptions of tensors are left.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "cudnn_handle.h"
#include "gpu.h"

namespace fake_cuda {
namespace {

constexpr int kNchw = 0;
constexpr int kNhwc = 1;
constexpr int kSpatial = 1;
constexpr int kPersistent = 2;
constexpr int kMaxImages = 65535;
constexpr uintptr_t kAlignment = 16;
constexpr size_t kBytesOfReserve = 64;
// What a function takes at least, so that others find its handle in use.
constexpr std::chrono::microseconds kWork{200};
constexpr unsigned char kReserved = 0x5C;

struct TensorDescription {
  bool is_set = false;
  int format = 0;
  int type = 0;
  int64_t n = 0;
  int64_t c = 0;
  int64_t h = 0;
  int64_t w = 0;

  int64_t images() const { return n * h * w; }
  size_t size() const { return static_cast<size_t>(images() * c); }
  // Element k of channel `channel`.
  size_t At(int64_t channel, int64_t k) const {
    const int64_t inner = h * w;
    return static_cast<size_t>(format == kNhwc ? k * c + channel
                                               : (k / inner * c + channel) * inner + k % inner);
  }
  Stored stored() const {
    Stored found{};
    Find(type, &found);
    return found;
  }
};

class Report {
 public:
  ~Report() {
    if (std::getenv("FAKE_CUDNN_REPORT") == nullptr) return;
    std::fprintf(stderr, "fake cuDNN: %d normalizations, %d descriptions of tensors\n",
                 count_.load(), descriptions_.load());
  }
  void Add() { ++count_; }
  void CountDescriptions(int more) { descriptions_ += more; }

 private:
  std::atomic<int> count_{0};
  std::atomic<int> descriptions_{0};
};
Report g_report;

const TensorDescription& Checked(const char* function, const TensorDescription* description) {
  TheHandles().Check(function, description);
  return *description;
}

bool HasReserves() { return std::getenv("FAKE_CUDNN_RESERVES") != nullptr; }

// Fast kernels are those of the persistent mode, in NHWC.
size_t WorkspaceOf(int mode, const TensorDescription& x) {
  return mode == kPersistent && x.format == kNhwc ? 4096 + static_cast<size_t>(x.c) * 8 : 0;
}

Code CheckTensors(Handle* handle, int mode, int ops, const TensorDescription& x,
                  const TensorDescription* channels, const void* z, const void* activation) {
  std::this_thread::sleep_for(kWork);
  if (handle->context != CurrentContext()) return kBadParameter;
  if (mode != kSpatial && mode != kPersistent) return mode == 0 ? kNotSupported : kBadParameter;
  if (ops != 0 || z != nullptr || activation != nullptr) return kNotSupported;
  if (!x.is_set || x.type == kTypeDouble) return kNotSupported;
  if (channels == nullptr) return kDone;
  TheHandles().Check("a function for normalizations", channels);
  const bool are_right = channels->is_set && channels->type == kTypeFloat && channels->n == 1 &&
                         channels->c == x.c && channels->h == 1 && channels->w == 1;
  return are_right ? kDone : kBadParameter;
}

// Elements in the device's memory.
struct Elements {
  Elements(const TensorDescription& x, const void* data)
      : numbers(x.stored(), x.size()),
        begin(reinterpret_cast<uintptr_t>(data)),
        end(begin + x.size() * SizeOf(x.stored())) {}
  Elements(int64_t channels, const void* data)
      : numbers(Stored::kFloat, static_cast<size_t>(channels)),
        begin(reinterpret_cast<uintptr_t>(data)),
        end(begin + static_cast<size_t>(channels) * sizeof(float)) {}

  void* data() const { return reinterpret_cast<void*>(begin); }
  double operator[](size_t i) const { return numbers.Get(i); }
  void Set(size_t i, double value) { numbers.Set(i, value); }

  Numbers numbers;
  uintptr_t begin;
  uintptr_t end;
};

// Reads the inputs. False if one is missing, or if that fails.
bool ReadAll(const std::vector<Elements*>& inputs, const std::vector<Elements*>& outputs,
             const char* function, void* stream) {
  std::vector<Elements*> all = inputs;
  all.insert(all.end(), outputs.begin(), outputs.end());
  for (const Elements* const each : all) {
    if (each->begin == 0) return false;
    if (each->begin % kAlignment != 0) Misuse(function, "a tensor at an odd address");
  }
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t o = inputs.size(); o < all.size(); ++o) {
      if (i != o && all[i]->begin < all[o]->end && all[o]->begin < all[i]->end) {
        Misuse(function, "a result in the place of another tensor");
      }
    }
  }
  return std::all_of(inputs.begin(), inputs.end(), [stream](Elements* input) {
    return input->numbers.Read(input->data(), stream);
  });
}

Code WriteAll(const std::vector<Elements*>& outputs, void* stream) {
  if (const char* const more = std::getenv("FAKE_CUDNN_NORM_MS"); more != nullptr) {
    fake_cuda_pretend_work(std::atoi(more));
  }
  g_report.Add();
  const bool are_written = std::all_of(outputs.begin(), outputs.end(), [stream](Elements* output) {
    return output->numbers.Write(output->data(), stream);
  });
  return are_written ? kDone : kExecutionFailed;
}

// A workspace is of the size that was asked for, or missing.
Code UseWorkspace(const char* function, void* workspace, size_t bytes, size_t wanted,
                  const std::vector<Elements*>& tensors, void* stream) {
  if (workspace == nullptr || bytes == 0)
    return workspace == nullptr && bytes == 0 ? kDone : kBadParameter;
  if (bytes < wanted) return kBadParameter;
  const auto begin = reinterpret_cast<uintptr_t>(workspace);
  for (const Elements* const each : tensors) {
    if (begin < each->end && each->begin < begin + bytes) {
      Misuse(function, "a workspace that overlaps a tensor");
    }
  }
  if (cuStreamSynchronize(stream) != kSuccess) return kExecutionFailed;
  return Scribble(workspace, bytes, stream) ? kDone : kExecutionFailed;
}

bool IsFactor(const void* pointer, float value) {
  return pointer != nullptr && *static_cast<const float*>(pointer) == value;
}

// Garbage where cuDNN may fail.
double Kept(int mode, const TensorDescription& x, double value) {
  return mode == kPersistent && x.format == kNchw ? std::numeric_limits<double>::quiet_NaN()
                                                  : value;
}

bool Fails(const char* function) { return fake_cuda_enter_always(function) != kSuccess; }

}  // namespace
}  // namespace fake_cuda

using namespace fake_cuda;

#pragma GCC visibility push(default)
extern "C" {

Code cudnnCreateTensorDescriptor(TensorDescription** description) {
  if (Fails("cudnnCreateTensorDescriptor")) return kNoHostMemory;
  *description = new TensorDescription;
  TheHandles().Add(*description);
  g_report.CountDescriptions(1);
  return kDone;
}

Code cudnnDestroyTensorDescriptor(TensorDescription* description) {
  TheHandles().Remove("cudnnDestroyTensorDescriptor", description);
  delete description;
  g_report.CountDescriptions(-1);
  return Fails("cudnnDestroyTensorDescriptor") ? kInternal : kDone;
}

Code cudnnSetTensor4dDescriptor(TensorDescription* description, int format, int type, int n, int c,
                                int h, int w) {
  Checked("cudnnSetTensor4dDescriptor", description);
  if (Fails("cudnnSetTensor4dDescriptor")) return kInternal;
  Stored stored{};
  if ((format != kNchw && format != kNhwc) || !Find(type, &stored)) return kBadParameter;
  if (n < 1 || c < 1 || h < 1 || w < 1) return kBadParameter;
  *description = {true, format, type, n, c, h, w};
  const bool fits = static_cast<double>(n) * c * h * w <= std::numeric_limits<int32_t>::max();
  return fits ? kDone : kNotSupported;
}

Code cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize(
    Handle* handle, int mode, int ops, TensorDescription* x, TensorDescription* z,
    TensorDescription* y, TensorDescription* channels, void* activation, size_t* bytes) {
  constexpr char kName[] = "cudnnGetBatchNormalizationForwardTrainingExWorkspaceSize";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  if (Fails(kName)) return kInternal;
  Checked(kName, y);
  Checked(kName, z);
  *bytes = WorkspaceOf(mode, Checked(kName, x));
  return CheckTensors(handle, mode, ops, *x, channels, nullptr, activation);
}

Code cudnnGetBatchNormalizationBackwardExWorkspaceSize(Handle* handle, int mode, int ops,
                                                       TensorDescription* x, TensorDescription* y,
                                                       TensorDescription* dy, TensorDescription* dz,
                                                       TensorDescription* dx,
                                                       TensorDescription* channels,
                                                       void* activation, size_t* bytes) {
  constexpr char kName[] = "cudnnGetBatchNormalizationBackwardExWorkspaceSize";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  if (Fails(kName)) return kInternal;
  Checked(kName, y);
  Checked(kName, dy);
  Checked(kName, dx);
  *bytes = 2 * WorkspaceOf(mode, Checked(kName, x));
  return CheckTensors(handle, mode, ops, *x, channels, dz, activation);
}

Code cudnnGetBatchNormalizationTrainingExReserveSpaceSize(Handle* handle, int mode, int ops,
                                                          void* activation, TensorDescription* x,
                                                          size_t* bytes) {
  constexpr char kName[] = "cudnnGetBatchNormalizationTrainingExReserveSpaceSize";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  if (Fails(kName)) return kInternal;
  *bytes = HasReserves() && mode == kPersistent ? kBytesOfReserve : 0;
  return CheckTensors(handle, mode, ops, Checked(kName, x), nullptr, nullptr, activation);
}

Code cudnnBatchNormalizationForwardTrainingEx(
    Handle* handle, int mode, int ops, const void* alpha, const void* beta, TensorDescription* x,
    const void* x_data, TensorDescription* z, const void* z_data, TensorDescription* y,
    void* y_data, TensorDescription* channels, const void* scale_data, const void* offset_data,
    double new_share, void* running_mean_data, void* running_variance_data, double epsilon,
    void* mean_data, void* deviation_data, void* activation, void* workspace,
    size_t workspace_bytes, void* reserve, size_t reserve_bytes) {
  constexpr char kName[] = "cudnnBatchNormalizationForwardTrainingEx";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  if (fake_cuda_enter(kName) != kSuccess) return kExecutionFailed;
  if (Checked(kName, x).size() != Checked(kName, y).size() || x->format != y->format) {
    return kBadParameter;
  }
  const Code code = CheckTensors(handle, mode, ops, *x, channels, z, activation);
  if (code != kDone) return code;
  if (z_data != nullptr || !IsFactor(alpha, 1) || !IsFactor(beta, 0) || epsilon < 0 ||
      new_share < 0 || new_share > 1) {
    return kBadParameter;
  }
  void* const stream = handle->stream;
  Elements in(*x, x_data);
  Elements out(*y, y_data);
  Elements scale(x->c, scale_data);
  Elements offset(x->c, offset_data);
  Elements running_mean(x->c, running_mean_data);
  Elements running_variance(x->c, running_variance_data);
  Elements mean(x->c, mean_data);
  Elements deviation(x->c, deviation_data);
  const std::vector<Elements*> outputs = {&out, &running_mean, &running_variance, &mean,
                                          &deviation};
  if (!ReadAll({&in, &scale, &offset}, outputs, kName, stream)) return kBadParameter;
  if (!running_mean.numbers.Read(running_mean_data, stream) ||
      !running_variance.numbers.Read(running_variance_data, stream)) {
    return kExecutionFailed;
  }
  const Code used =
      UseWorkspace(kName, workspace, workspace_bytes, WorkspaceOf(mode, *x), outputs, stream);
  if (used != kDone) return used;
  if (workspace != nullptr && HasReserves()) {
    const std::vector<unsigned char> kept(kBytesOfReserve, kReserved);
    if (reserve == nullptr || reserve_bytes < kBytesOfReserve) return kBadParameter;
    if (cuMemcpyHtoDAsync_v2(reinterpret_cast<uint64_t>(reserve), kept.data(), kept.size(),
                             stream) != kSuccess) {
      return kExecutionFailed;
    }
  }
  const auto count = static_cast<double>(x->images());
  for (int64_t c = 0; c < x->c; ++c) {
    const auto channel = static_cast<size_t>(c);
    double m = 0;
    for (int64_t k = 0; k < x->images(); ++k) m += in[x->At(c, k)] / count;
    m = Kept(mode, *x, m);
    double v = 0;
    for (int64_t k = 0; k < x->images(); ++k) {
      v += (in[x->At(c, k)] - m) * (in[x->At(c, k)] - m) / count;
    }
    const double inverse = 1 / std::sqrt(v + epsilon);
    for (int64_t k = 0; k < x->images(); ++k) {
      out.Set(x->At(c, k), (in[x->At(c, k)] - m) * inverse * scale[channel] + offset[channel]);
    }
    mean.Set(channel, m);
    deviation.Set(channel, inverse);
    running_mean.Set(channel, running_mean[channel] * (1 - new_share) + m * new_share);
    running_variance.Set(
        channel, running_variance[channel] * (1 - new_share) + v * count / (count - 1) * new_share);
  }
  return WriteAll(outputs, stream);
}

Code cudnnBatchNormalizationForwardInference(Handle* handle, int mode, const void* alpha,
                                             const void* beta, TensorDescription* x,
                                             const void* x_data, TensorDescription* y, void* y_data,
                                             TensorDescription* channels, const void* scale_data,
                                             const void* offset_data, const void* mean_data,
                                             const void* variance_data, double epsilon) {
  constexpr char kName[] = "cudnnBatchNormalizationForwardInference";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  if (fake_cuda_enter(kName) != kSuccess) return kExecutionFailed;
  if (Checked(kName, x).size() != Checked(kName, y).size() || x->format != y->format) {
    return kBadParameter;
  }
  const Code code = CheckTensors(handle, mode, 0, *x, channels, nullptr, nullptr);
  if (code != kDone) return code;
  if (mode != kSpatial || x->n > kMaxImages) return kNotSupported;
  if (!IsFactor(alpha, 1) || !IsFactor(beta, 0) || epsilon < 0) return kBadParameter;
  Elements in(*x, x_data);
  Elements out(*y, y_data);
  Elements scale(x->c, scale_data);
  Elements offset(x->c, offset_data);
  Elements mean(x->c, mean_data);
  Elements variance(x->c, variance_data);
  if (!ReadAll({&in, &scale, &offset, &mean, &variance}, {&out}, kName, handle->stream)) {
    return kBadParameter;
  }
  for (int64_t c = 0; c < x->c; ++c) {
    const auto channel = static_cast<size_t>(c);
    const double factor = scale[channel] / std::sqrt(variance[channel] + epsilon);
    for (int64_t k = 0; k < x->images(); ++k) {
      out.Set(x->At(c, k), (in[x->At(c, k)] - mean[channel]) * factor + offset[channel]);
    }
  }
  return WriteAll({&out}, handle->stream);
}

Code cudnnBatchNormalizationBackwardEx(
    Handle* handle, int mode, int ops, const void* alpha_of_data, const void* beta_of_data,
    const void* alpha_of_parameters, const void* beta_of_parameters, TensorDescription* x,
    const void* x_data, TensorDescription* y, const void* y_data, TensorDescription* dy,
    const void* dy_data, TensorDescription* dz, void* dz_data, TensorDescription* dx, void* dx_data,
    TensorDescription* channels, const void* scale_data, const void* offset_data,
    void* d_scale_data, void* d_offset_data, double epsilon, const void* mean_data,
    const void* deviation_data, void* activation, void* workspace, size_t workspace_bytes,
    void* reserve, size_t reserve_bytes) {
  constexpr char kName[] = "cudnnBatchNormalizationBackwardEx";
  TheHandles().Check(kName, handle);
  const Use use(kName, handle);
  if (fake_cuda_enter(kName) != kSuccess) return kExecutionFailed;
  for (const TensorDescription* const other : {dy, dx}) {
    if (Checked(kName, other).size() != Checked(kName, x).size() || x->format != other->format) {
      return kBadParameter;
    }
  }
  const Code code =
      CheckTensors(handle, mode, ops, *x, channels, y == nullptr ? dz : y, activation);
  if (code != kDone) return code;
  if (y_data != nullptr || dz_data != nullptr || offset_data != nullptr ||
      !IsFactor(alpha_of_data, 1) || !IsFactor(beta_of_data, 0) ||
      !IsFactor(alpha_of_parameters, 1) || !IsFactor(beta_of_parameters, 0) || epsilon < 0) {
    return kBadParameter;
  }
  void* const stream = handle->stream;
  Elements in(*x, x_data);
  Elements slope(*dy, dy_data);
  Elements scale(x->c, scale_data);
  Elements mean(x->c, mean_data);
  Elements deviation(x->c, deviation_data);
  Elements out(*dx, dx_data);
  Elements d_scale(x->c, d_scale_data);
  Elements d_offset(x->c, d_offset_data);
  const std::vector<Elements*> outputs = {&out, &d_scale, &d_offset};
  if (!ReadAll({&in, &slope, &scale, &mean, &deviation}, outputs, kName, stream)) {
    return kBadParameter;
  }
  std::vector<Elements*> all = {&in, &slope, &scale, &mean, &deviation};
  all.insert(all.end(), outputs.begin(), outputs.end());
  const Code used =
      UseWorkspace(kName, workspace, workspace_bytes, 2 * WorkspaceOf(mode, *x), all, stream);
  if (used != kDone) return used;
  if (workspace != nullptr && HasReserves()) {
    std::vector<unsigned char> kept(kBytesOfReserve);
    if (reserve == nullptr || reserve_bytes < kBytesOfReserve ||
        cuMemcpyDtoHAsync_v2(kept.data(), reinterpret_cast<uint64_t>(reserve), kept.size(),
                             stream) != kSuccess ||
        kept != std::vector<unsigned char>(kBytesOfReserve, kReserved)) {
      return kBadParameter;
    }
  }
  const auto count = static_cast<double>(x->images());
  for (int64_t c = 0; c < x->c; ++c) {
    const auto channel = static_cast<size_t>(c);
    const auto distance = [&](int64_t k) {
      return (in[x->At(c, k)] - mean[channel]) * deviation[channel];
    };
    double of_scale = 0;
    double of_offset = 0;
    for (int64_t k = 0; k < x->images(); ++k) {
      of_offset += slope[x->At(c, k)];
      of_scale += slope[x->At(c, k)] * distance(k);
    }
    of_offset = Kept(mode, *x, of_offset);
    for (int64_t k = 0; k < x->images(); ++k) {
      out.Set(x->At(c, k), scale[channel] * deviation[channel] *
                               (slope[x->At(c, k)] - (of_offset + distance(k) * of_scale) / count));
    }
    d_scale.Set(channel, of_scale);
    d_offset.Set(channel, of_offset);
  }
  return WriteAll(outputs, stream);
}

}  // extern "C"
#pragma GCC visibility pop
