// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Describes convolutions to cuDNN.

#ifndef PLUGGABLE_DRIVER_CUDA_CUDNN_GRAPH_H_
#define PLUGGABLE_DRIVER_CUDA_CUDNN_GRAPH_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "pluggable/status.h"

#include "driver/cuda/cudnn.h"

namespace pluggable::cuda::cudnn {

// The tensor of a convolution that is computed from the other two: the output, the gradient of the
// input, or the gradient of the filter.
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

  // Identifies the convolution: equal numbers mean equal convolutions.
  std::vector<int64_t> Numbers() const;
};

// The alignment of each tensor in bytes.
inline constexpr int64_t kAlignment = 16;
// The identifiers of tensors in a graph.
inline constexpr int64_t kIdOfX = 'x';  // the input, or its gradient
inline constexpr int64_t kIdOfW = 'w';  // the filter, or its gradient
inline constexpr int64_t kIdOfY = 'y';  // the output, or its gradient

// An engine with values for its choices. The engine lives as long as the descriptor that refers to
// it.
struct Configuration {
  std::unique_ptr<Described> engine;  // null if cuDNN has made the descriptor
  std::unique_ptr<Described> description;
};

// A graph of one operation. float, half and bfloat16 are computed in float.
class ConvolutionGraph {
 public:
  ConvolutionGraph(const Functions& cudnn, Handle handle, const Convolution& convolution);

  // OK if cuDNN accepts the graph.
  const Status& status() const { return graph_.status(); }
  // The configurations of engines that may compute it, the fastest first by cuDNN's heuristic.
  std::vector<Configuration> RankedConfigurations() const;
  // All engines with their default choices. The ranking has at most forty configurations, and may
  // lack those without tensor cores.
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

// Whether the plugin may use an engine's results. They must be the same in each run, no sum may be
// rounded to less than float, and a NaN may spread no further than a small tile around its windows.
bool IsAcceptable(const Functions& cudnn, const Configuration& configuration, ElementType type,
                  bool may_use_tf32);

}  // namespace pluggable::cuda::cudnn

#endif  // PLUGGABLE_DRIVER_CUDA_CUDNN_GRAPH_H_
