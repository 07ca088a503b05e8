// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "driver/cuda/cudnn_graph.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pluggable::cuda::cudnn {

namespace {

// More than cuDNN lists for any convolution.
constexpr int64_t kMaxConfigurations = 256;
constexpr int64_t kMaxEngines = 1024;

// The attributes of an operation.
struct Operation {
  Kind kind;
  Attribute alpha;
  Attribute beta;
  Attribute convolution;
  Attribute x;
  Attribute w;
  Attribute y;
};

constexpr Operation kForwardOperation = {
    kForward, kForwardAlpha, kForwardBeta, kForwardConvolution, kForwardX, kForwardW, kForwardY};
constexpr Operation kInputOperation = {
    kBackwardData,   kBackwardDataAlpha, kBackwardDataBeta, kBackwardDataConvolution,
    kBackwardDataDx, kBackwardDataW,     kBackwardDataDy};
constexpr Operation kFilterOperation = {
    kBackwardFilter,  kBackwardFilterAlpha, kBackwardFilterBeta, kBackwardFilterConvolution,
    kBackwardFilterX, kBackwardFilterDw,    kBackwardFilterDy};

const Operation& OperationOf(Wanted wanted) {
  switch (wanted) {
    case Wanted::kInput:
      return kInputOperation;
    case Wanted::kFilter:
      return kFilterOperation;
    default:
      return kForwardOperation;
  }
}

// One field of every spatial dimension.
std::vector<int64_t> Each(const Convolution& convolution, int64_t SpatialDim::*member) {
  std::vector<int64_t> values;
  for (const SpatialDim& dim : convolution.dims) values.push_back(dim.*member);
  return values;
}

// cuDNN lists dimensions in the order [batch, channels, dims...], whatever their strides are.
void DescribeTensor(int64_t id, int64_t outer, int64_t channels, const std::vector<int64_t>& sizes,
                    const Convolution& convolution, Described* tensor) {
  std::vector<int64_t> dims = {outer, channels};
  dims.insert(dims.end(), sizes.begin(), sizes.end());
  std::vector<int64_t> steps(dims.size(), 1);
  int64_t step = convolution.channels_first ? 1 : channels;
  for (size_t d = dims.size(); d-- > 2;) {
    steps[d] = step;
    step *= dims[d];
  }
  if (convolution.channels_first) {
    steps[1] = step;
    step *= channels;
  }
  steps[0] = step;
  const auto count = static_cast<int64_t>(dims.size());
  tensor->Set(kTensorId, kInt64Value, id);
  tensor->Set(kTensorType, kDataTypeValue, convolution.type);
  tensor->Set(kTensorAlignment, kInt64Value, kAlignment);
  tensor->Set(kTensorDimensions, kInt64Value, dims.data(), count);
  tensor->Set(kTensorStrides, kInt64Value, steps.data(), count);
  tensor->Finalize().IgnoreError();  // descriptors that use it fail, too
}

void DescribeWindow(const Convolution& convolution, Described* window) {
  const auto count = static_cast<int64_t>(convolution.dims.size());
  window->Set(kConvolutionType, kDataTypeValue, convolution.type == kDouble ? kDouble : kFloat);
  window->Set(kConvolutionMode, kConvolutionModeValue, kCrossCorrelation);
  window->Set(kConvolutionSpatialDims, kInt64Value, count);
  window->Set(kConvolutionDilations, kInt64Value, Each(convolution, &SpatialDim::dilation).data(),
              count);
  window->Set(kConvolutionStrides, kInt64Value, Each(convolution, &SpatialDim::stride).data(),
              count);
  window->Set(kConvolutionPrePaddings, kInt64Value,
              Each(convolution, &SpatialDim::padding_before).data(), count);
  window->Set(kConvolutionPostPaddings, kInt64Value,
              Each(convolution, &SpatialDim::padding_after).data(), count);
  window->Finalize().IgnoreError();  // descriptors that use it fail, too
}

// result = 1 * sum + 0 * result.
template <typename T>
void SetFactors(const Operation& names, ValueType type, Described* operation) {
  operation->Set(names.alpha, type, T{1});
  operation->Set(names.beta, type, T{0});
}

}  // namespace

std::vector<int64_t> Convolution::Numbers() const {
  std::vector<int64_t> numbers = {static_cast<int64_t>(wanted),
                                  type,
                                  channels_first ? 1 : 0,
                                  batch,
                                  depth,
                                  output_depth,
                                  groups};
  for (const SpatialDim& dim : dims) {
    numbers.insert(numbers.end(), {dim.input, dim.window, dim.output, dim.stride, dim.dilation,
                                   dim.padding_before, dim.padding_after});
  }
  return numbers;
}

ConvolutionGraph::ConvolutionGraph(const Functions& cudnn, Handle handle,
                                   const Convolution& convolution)
    : cudnn_(cudnn),
      x_(cudnn, kTensor),
      w_(cudnn, kTensor),
      y_(cudnn, kTensor),
      window_(cudnn, kConvolution),
      operation_(cudnn, OperationOf(convolution.wanted).kind),
      graph_(cudnn, kOperationGraph) {
  const Operation& names = OperationOf(convolution.wanted);
  DescribeTensor(kIdOfX, convolution.batch, convolution.depth,
                 Each(convolution, &SpatialDim::input), convolution, &x_);
  DescribeTensor(kIdOfW, convolution.output_depth, convolution.depth / convolution.groups,
                 Each(convolution, &SpatialDim::window), convolution, &w_);
  DescribeTensor(kIdOfY, convolution.batch, convolution.output_depth,
                 Each(convolution, &SpatialDim::output), convolution, &y_);
  DescribeWindow(convolution, &window_);
  operation_.Set(names.convolution, window_);
  operation_.Set(names.x, x_);
  operation_.Set(names.w, w_);
  operation_.Set(names.y, y_);
  if (convolution.type == kDouble) {
    SetFactors<double>(names, kDoubleValue, &operation_);
  } else {
    SetFactors<float>(names, kFloatValue, &operation_);
  }
  operation_.Finalize().IgnoreError();  // the graph fails, too
  graph_.Set(kGraphHandle, kHandleValue, handle);
  graph_.Set(kGraphOperations, operation_);
  graph_.Finalize().IgnoreError();  // status() returns the error
}

std::vector<Configuration> ConvolutionGraph::RankedConfigurations() const {
  std::vector<Configuration> all;
  for (const HeuristicsMode mode : {kModeA, kFallback}) {
    Described heuristics(cudnn_, kHeuristics);
    heuristics.Set(kHeuristicsGraph, graph_);
    heuristics.Set(kHeuristicsMode, kHeuristicsModeValue, mode);
    if (!heuristics.Finalize().ok()) continue;
    // cuDNN fills descriptors that the caller makes, possibly fewer than it has announced.
    const int64_t most =
        heuristics.Get<Description>(kHeuristicsResults, kDescriptionValue, nullptr, 0);
    std::vector<std::unique_ptr<Described>> made;
    std::vector<Description> filled;
    for (int64_t i = 0; i < std::min(most, kMaxConfigurations); ++i) {
      made.push_back(std::make_unique<Described>(cudnn_, kEngineConfiguration));
      if (!made.back()->status().ok()) return all;
      filled.push_back(made.back()->get());
    }
    const int64_t count = heuristics.Get(kHeuristicsResults, kDescriptionValue, filled.data(),
                                         static_cast<int64_t>(filled.size()));
    for (int64_t i = 0; i < std::min(count, static_cast<int64_t>(made.size())); ++i) {
      all.push_back({nullptr, std::move(made[static_cast<size_t>(i)])});
    }
  }
  return all;
}

std::vector<Configuration> ConvolutionGraph::EveryConfiguration() const {
  std::vector<Configuration> all;
  int64_t count = 0;
  if (graph_.Get(kGraphEngineCount, kInt64Value, &count, 1) != 1) return all;
  for (int64_t index = 0; index < std::min(count, kMaxEngines); ++index) {
    Configuration made{std::make_unique<Described>(cudnn_, kEngine),
                       std::make_unique<Described>(cudnn_, kEngineConfiguration)};
    made.engine->Set(kEngineGraph, graph_);
    made.engine->Set(kEngineIndex, kInt64Value, index);
    if (!made.engine->Finalize().ok()) continue;  // the engine does not support the graph
    made.description->Set(kConfigurationEngine, *made.engine);
    if (made.description->Finalize().ok()) all.push_back(std::move(made));
  }
  return all;
}

bool IsAcceptable(const Functions& cudnn, const Configuration& configuration, ElementType type,
                  bool may_use_tf32) {
  const Described engine(cudnn, kEngine);
  Description filled = engine.get();
  if (!engine.status().ok() ||
      configuration.description->Get(kConfigurationEngine, kDescriptionValue, &filled, 1) != 1) {
    return false;
  }
  std::array<int, kMaxNumericalNotes> notes{};
  const int64_t count =
      engine.Get(kEngineNumericalNotes, kNumericalNoteValue, notes.data(), kMaxNumericalNotes);
  if (count < 0 || count > kMaxNumericalNotes) return false;
  return std::none_of(notes.begin(), notes.begin() + count, [&](int note) {
    switch (note) {
      case kNondeterministic:
      case kReducedPrecisionReduction:
      case kDownConvertInputs:
      case kFft:  // a single NaN would spread to its whole image
      case kWinogradTile13x13:
        return true;
      case kWinograd:
        return type != kFloat && type != kDouble;  // intermediate tiles are rounded
      case kTensorCore:
        return type == kFloat && !may_use_tf32;
      case kWinogradTile4x4:
      case kWinogradTile6x6:
      case kStrictNan:
        return false;
      default:  // an unknown note, of a later cuDNN
        return true;
    }
  });
}

}  // namespace pluggable::cuda::cudnn
