// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions as cuDNN describes them.

#ifndef PLUGGABLE_DRIVER_CUDA_CUDNN_GRAPH_H_
#define PLUGGABLE_DRIVER_CUDA_CUDNN_GRAPH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "pluggable/status.h"

#include "driver/cuda/cudnn.h"

namespace pluggable::cuda::cudnn {

// Which of a convolution's three tensors is computed of the other two: the output, the gradient of
// the input, or that of the filter.
enum class Wanted { kOutput, kInput, kFilter };

// A dimension of the images.
struct SpatialDim {
  int64_t input = 1;
  int64_t window = 1;
  int64_t output = 1;
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t padding_before = 0;
  int64_t padding_after = 0;
};

// A convolution. Its tensors are dense:
//
//   channels last    input, output [batch, dims..., channels], filter [output_depth, dims...,
//                    depth / groups]
//   channels first   input, output [batch, channels, dims...], filter [output_depth, depth /
//                    groups, dims...]
struct Convolution {
  Wanted wanted = Wanted::kOutput;
  ElementType type = kFloat;
  bool channels_first = false;
  int64_t batch = 0;
  int64_t depth = 0;
  int64_t output_depth = 0;
  int64_t groups = 1;
  std::vector<SpatialDim> dims;  // two or three, outermost first

  // Two of the same numbers are the same convolution.
  std::vector<int64_t> Numbers() const;
};

// Every tensor begins at a multiple of this many bytes.
inline constexpr int64_t kAlignment = 16;
// What identifies tensors in a graph.
inline constexpr int64_t kIdOfX = 'x';  // the input, or its gradient
inline constexpr int64_t kIdOfW = 'w';  // the filter, or its gradient
inline constexpr int64_t kIdOfY = 'y';  // the output, or its gradient

// An engine with its choices. What a description refers to lives as long.
struct Configuration {
  std::unique_ptr<Described> engine;  // null if cuDNN has made the description
  std::unique_ptr<Described> description;
};

// A graph of one operation. Floats are computed in float, and so are half and bfloat16.
class ConvolutionGraph {
 public:
  ConvolutionGraph(const Functions& cudnn, Handle handle, const Convolution& convolution);

  // Whether cuDNN takes it for a convolution.
  const Status& status() const { return graph_.status(); }
  // Configurations of engines that may compute it, the fastest first as far as cuDNN can tell.
  std::vector<Configuration> RankedConfigurations() const;
  // All engines, as they are without a choice. The ranking has forty configurations at the most,
  // and those without tensor cores may not be among them.
  std::vector<Configuration> EveryConfiguration() const;

 private:
  const Functions& cudnn_;
  Described x_;
  Described w_;
  Described y_;
  Described window_;
  Described operation_;
  Described graph_;
};

// Whether an engine's results may be the plugin's: they are the same every time, no sum is rounded
// to less than float, and no NaN spreads further than a small tile around the windows that it is
// in.
bool IsAcceptable(const Functions& cudnn, const Configuration& configuration, ElementType type,
                  bool may_use_tf32);

}  // namespace pluggable::cuda::cudnn

#endif  // PLUGGABLE_DRIVER_CUDA_CUDNN_GRAPH_H_
