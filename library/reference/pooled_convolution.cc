// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/pooled_convolution.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "pluggable/half.h"

#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/vectorized.h"

namespace pluggable {

namespace {

// The rows of the convolution's result that rows [begin, end) of the pooling's result need.
struct Rows {
  int64_t begin;
  int64_t end;
};

Rows Needed(const WindowDim& dim, int64_t begin, int64_t end) {
  Rows rows{dim.size, 0};
  for (int64_t y = begin; y < end; ++y) {
    if (dim.First(y) >= dim.Last(y)) continue;  // all padding
    rows.begin = std::min(rows.begin, dim.At(y, dim.First(y)));
    rows.end = std::max(rows.end, dim.At(y, dim.Last(y) - 1) + 1);
  }
  return rows.begin < rows.end ? rows : Rows{0, 0};
}

// What is applied to a value before it is pooled.
struct Finished {
  static constexpr bool kAddsBias = false;
  template <typename C>
  C operator()(C x) const {
    return x;
  }
};
struct Biased : Finished {
  static constexpr bool kAddsBias = true;
};
struct BiasedRelu : Biased {
  template <typename C>
  C operator()(C x) const {
    return formula::max(x, 0);
  }
};
struct BiasedRelu6 : Biased {
  template <typename C>
  C operator()(C x) const {
    return formula::min(formula::max(x, 0), 6);
  }
};

// The maximum of four pixels and, unless it is the first time, of `largest`. As in MaxPool, NaN is
// ignored.
template <typename Prepare, bool kIsFirst, typename T>
void KeepLargest(const T* __restrict a, const T* __restrict b, const T* __restrict c,
                 const T* __restrict d, const T* __restrict bias, int64_t channels, T lowest,
                 T* __restrict largest) {
  using C = ComputeType<T>;
  const auto prepared = [bias](T x, int64_t i) {
    if constexpr (Prepare::kAddsBias) {
      x = static_cast<T>(static_cast<C>(x) + static_cast<C>(bias[i]));
    }
    (void)bias;
    (void)i;
    return Prepare()(static_cast<C>(x));
  };
  for (int64_t i = 0; i < channels; ++i) {
    C result = kIsFirst ? static_cast<C>(lowest) : static_cast<C>(largest[i]);
    const C from_a = prepared(a[i], i);
    const C from_b = prepared(b[i], i);
    const C from_c = prepared(c[i], i);
    const C from_d = prepared(d[i], i);
    result = from_a > result ? from_a : result;
    result = from_b > result ? from_b : result;
    result = from_c > result ? from_c : result;
    result = from_d > result ? from_d : result;
    largest[i] = static_cast<T>(result);
  }
}

// Pixels [begin, end) in one dimension, which are under a window and `step` apart.
struct Covered {
  int64_t begin;
  int64_t end;
  int64_t step;
};

Covered CoveredBy(const WindowDim& dim, int64_t i) {
  return {dim.At(i, dim.First(i)), dim.At(i, dim.Last(i)), dim.dilation};
}

// One pixel of an image's pooling result, for which `input` has the rows from `first` on.
template <typename Prepare, typename T>
void PoolPixel(const Covered& rows, const Covered& columns, int64_t row_size, int64_t channels,
               const T* bias, T lowest, const T* input, int64_t first, T* out) {
  const T* pixels[4];
  int count = 0;
  bool is_first = true;
  const auto keep = [&] {
    for (int i = count; i < 4; ++i) pixels[i] = pixels[0];
    if (is_first) {
      KeepLargest<Prepare, true>(pixels[0], pixels[1], pixels[2], pixels[3], bias, channels, lowest,
                                 out);
    } else {
      KeepLargest<Prepare, false>(pixels[0], pixels[1], pixels[2], pixels[3], bias, channels,
                                  lowest, out);
    }
    is_first = false;
    count = 0;
  };
  for (int64_t y = rows.begin; y < rows.end; y += rows.step) {
    const T* row = input + (y - first) * row_size;
    for (int64_t x = columns.begin; x < columns.end; x += columns.step) {
      pixels[count++] = row + x * channels;
      if (count == 4) keep();
    }
  }
  if (count > 0) keep();
  if (is_first) std::fill(out, out + channels, lowest);
}

// Prepares values after pooling instead of before. The results are equal, since neither adding a
// finite bias nor Prepare changes the order of numbers. False if a value is an exception to that.
template <typename Prepare, typename T>
bool PreparePooled(const T* __restrict bias, int64_t channels, T lowest, T* __restrict pooled) {
  using C = ComputeType<T>;
  const C least = static_cast<C>(lowest);
  int are_numbers = 1;
  for (int64_t i = 0; i < channels; ++i) {
    const C largest = static_cast<C>(pooled[i]);
    are_numbers &= largest > least ? 1 : 0;
    const C sum = static_cast<C>(static_cast<T>(largest + static_cast<C>(bias[i])));
    const C prepared = Prepare()(sum);
    pooled[i] = static_cast<T>(prepared > least ? prepared : least);
  }
  return are_numbers != 0;
}

// Rows [begin, end) of one image's pooling result.
template <typename Prepare, typename T>
void PoolRows(const Pooling& pooling, int64_t channels, const T* bias, const T* input,
              int64_t first, int64_t begin, int64_t end, T* output) {
  using C = ComputeType<T>;
  const T lowest = LowestFinite<T>();
  const bool is_finite =
      Prepare::kAddsBias && std::all_of(bias, bias + channels, [](const T& value) {
        return formula::isfinite(static_cast<C>(value));
      });
  const int64_t row_size = pooling.columns().size * channels;
  std::vector<Covered> columns;
  for (int64_t x = 0; x < pooling.columns().count; ++x) {
    columns.push_back(CoveredBy(pooling.columns(), x));
  }
  Vectorized([&](int64_t from, int64_t to) {
    T* out = output;
    for (int64_t y = from; y < to; ++y) {
      const Covered rows = CoveredBy(pooling.rows(), y);
      for (const Covered& covered : columns) {
        bool is_done = false;
        if constexpr (Prepare::kAddsBias) {
          if (is_finite) {
            PoolPixel<Finished>(rows, covered, row_size, channels, bias, lowest, input, first, out);
            is_done = PreparePooled<Prepare>(bias, channels, lowest, out);
          }
        }
        if (!is_done) {
          PoolPixel<Prepare>(rows, covered, row_size, channels, bias, lowest, input, first, out);
        }
        out += channels;
      }
    }
  })(begin, end);
}

// Pooling with the activations that cost less than storing values once more.
template <typename T>
auto PoolingWith(const Epilogue<T>& epilogue) {
  const bool has_bias = epilogue.bias != nullptr && epilogue.addend == nullptr;
  if (has_bias && epilogue.activation == Activation::kNone) return &PoolRows<Biased, T>;
  if (has_bias && epilogue.activation == Activation::kRelu) return &PoolRows<BiasedRelu, T>;
  if (has_bias && epilogue.activation == Activation::kRelu6) return &PoolRows<BiasedRelu6, T>;
  return &PoolRows<Finished, T>;
}

}  // namespace

template <typename T>
void RunPooledConvolution(const Convolution& convolution, const Pooling& pooling,
                          const Epilogue<T>& epilogue, const T* input, const T* filter, T* output,
                          ThreadPool* threads) {
  const TensorShape shape = convolution.shape();
  const int64_t images = shape.dim_size(0);
  const int64_t columns = shape.dim_size(2);
  const int64_t channels = shape.dim_size(3);
  const Finish<T> finish = [&epilogue, channels](int64_t row, int64_t rows, int64_t column,
                                                 int64_t width, T* part) {
    epilogue.Apply({row, rows, column, width, channels}, part, part);
  };
  if (pooling.depth_window() != 1) {
    std::vector<T> whole(static_cast<size_t>(shape.num_elements()));
    convolution.Run(input, filter, whole.data(), threads, finish);
    pooling.RunMax(whole.data(), output, threads);
    return;
  }
  const auto pool = PoolingWith(epilogue);
  const Finish<T> finish_before = pool == &PoolRows<Finished, T> ? finish : nullptr;
  // The work of a task: bands of rows that fit into a cache, or several small images, but enough
  // tasks for every thread. If windows overlap, adjacent bands both compute the rows that they
  // share.
  constexpr int64_t kTaskElements = 1 << 15;
  const WindowDim& dim = pooling.rows();
  const int64_t fitting = kTaskElements / std::max<int64_t>(1, columns * channels);  // rows
  const int64_t tasks_wanted = int64_t{4} * threads->NumThreads();
  const int64_t band = std::clamp<int64_t>(
      std::min((fitting - dim.window + dim.stride) / dim.stride, dim.count * images / tasks_wanted),
      1, dim.count);
  const int64_t bands = (dim.count + band - 1) / band;
  const int64_t group =
      bands > 1 ? 1
                : std::max<int64_t>(
                      1, std::min(fitting / std::max<int64_t>(1, dim.size), images / tasks_wanted));
  const int64_t tasks = (images + group - 1) / group * bands;
  const int64_t out_row = pooling.columns().count * channels;
  threads->ParallelFor(tasks, convolution.cost() / tasks + 1, [&](int64_t begin, int64_t end) {
    std::unique_ptr<T[]> memory;  // not a vector, which would be zeroed
    int64_t size = 0;
    for (int64_t task = begin; task < end; ++task) {
      const int64_t image = task / bands * group;
      const int64_t count = std::min(group, images - image);
      const int64_t first = task % bands * band;
      const int64_t last = std::min(dim.count, first + band);
      // A group consists of whole images, which are adjacent.
      const Rows needed = bands > 1 ? Needed(dim, first, last) : Rows{0, dim.size};
      const int64_t rows = needed.end - needed.begin;
      const int64_t elements = count * rows * columns * channels;
      if (elements > size) memory.reset(new T[static_cast<size_t>(size = elements)]);
      if (elements > 0) {
        convolution.RunPixels(input, filter, (image * dim.size + needed.begin) * columns,
                              count * rows * columns, memory.get(), finish_before);
      }
      for (int64_t i = 0; i < count; ++i) {
        pool(pooling, channels, epilogue.bias, memory.get() + i * rows * columns * channels,
             needed.begin, first, last, output + ((image + i) * dim.count + first) * out_row);
      }
    }
  });
}

template void RunPooledConvolution(const Convolution&, const Pooling&, const Epilogue<float>&,
                                   const float*, const float*, float*, ThreadPool*);
template void RunPooledConvolution(const Convolution&, const Pooling&, const Epilogue<double>&,
                                   const double*, const double*, double*, ThreadPool*);
template void RunPooledConvolution(const Convolution&, const Pooling&, const Epilogue<half>&,
                                   const half*, const half*, half*, ThreadPool*);
template void RunPooledConvolution(const Convolution&, const Pooling&, const Epilogue<bfloat16>&,
                                   const bfloat16*, const bfloat16*, bfloat16*, ThreadPool*);

}  // namespace pluggable
