// Measures loops of the library beside Eigen's and oneDNN's: a line each, with microseconds of the
// one thread's processor time. What they compute is compared.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <dnnl.hpp>

#include "eigen.h"
#include "reference/convolution.h"
#include "reference/matmul.h"
#include "reference/reduction.h"

namespace bench {
namespace {

using dnnl::memory;
using Dims = memory::dims;
using Tag = memory::format_tag;
using Arguments = std::unordered_map<int, memory>;
using Function = std::function<void()>;

constexpr int kRounds = 40;
constexpr double kFlopsOfARound = 3e7;  // at least

template <typename T>
std::vector<T> Numbers(int64_t count) {
  std::vector<T> numbers(static_cast<size_t>(count));
  uint32_t state = 1;
  for (T& number : numbers) {
    state = state * 1664525 + 1013904223;
    number = static_cast<T>(static_cast<int>(state >> 24) - 128) / 64;
  }
  return numbers;
}

double Seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The least of many rounds that alternate.
void Measure(const std::string& what, double flops,
             const std::vector<std::pair<const char*, Function>>& cases) {
  const int calls = std::max(1, static_cast<int>(kFlopsOfARound / flops));
  std::vector<double> least(cases.size(), std::numeric_limits<double>::infinity());
  for (const auto& [name, run] : cases) run();
  for (int round = 0; round < kRounds; ++round) {
    for (size_t i = 0; i < cases.size(); ++i) {
      const double begin = Seconds();
      for (int call = 0; call < calls; ++call) cases[i].second();
      least[i] = std::min(least[i], (Seconds() - begin) / calls);
    }
  }
  std::printf("%-36s", what.c_str());
  for (size_t i = 0; i < cases.size(); ++i) {
    std::printf(" %s %.1f", cases[i].first, least[i] * 1e6);
  }
  std::printf("\n");
}

// Ends the program if results differ by more than sums in another order do.
template <typename T>
void Compare(const std::vector<T>& ours, const std::vector<T>& others, const char* name) {
  double difference = 0;
  double largest = 1;
  for (size_t i = 0; i < ours.size(); ++i) {
    difference = std::max(difference, std::abs(static_cast<double>(ours[i] - others[i])));
    largest = std::max(largest, std::abs(static_cast<double>(ours[i])));
  }
  if (difference <= 1e-4 * largest) return;
  std::printf("%s computes something else\n", name);
  std::exit(1);
}

class OneDnn {
 public:
  const dnnl::engine& engine() const { return engine_; }
  memory Of(const Dims& dims, Tag tag, const float* data) const {
    return {{dims, memory::data_type::f32, tag}, engine_, const_cast<float*>(data)};
  }
  void Run(const dnnl::primitive& primitive, const Arguments& arguments) {
    primitive.execute(stream_, arguments);
  }

 private:
  const dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
};

memory::desc Layout(const Dims& dims, Tag tag) { return {dims, memory::data_type::f32, tag}; }

void MeasureProduct(OneDnn& one_dnn, int64_t rows, int64_t columns, int64_t depth) {
  const auto a = Numbers<float>(rows * depth);
  const auto b = Numbers<float>(depth * columns);
  std::vector<float> ours(static_cast<size_t>(rows * columns));
  std::vector<float> eigens(ours.size());
  std::vector<float> one_dnns(ours.size());
  const dnnl::matmul product(dnnl::matmul::primitive_desc(
      one_dnn.engine(), Layout({rows, depth}, Tag::ab), Layout({depth, columns}, Tag::ab),
      Layout({rows, columns}, Tag::ab)));
  const Arguments arguments = {
      {DNNL_ARG_SRC, one_dnn.Of({rows, depth}, Tag::ab, a.data())},
      {DNNL_ARG_WEIGHTS, one_dnn.Of({depth, columns}, Tag::ab, b.data())},
      {DNNL_ARG_DST, one_dnn.Of({rows, columns}, Tag::ab, one_dnns.data())}};
  const std::string what = "product " + std::to_string(rows) + " x " + std::to_string(columns) +
                           " x " + std::to_string(depth);
  Measure(what, 2.0 * static_cast<double>(rows * columns * depth),
          {{"ours",
            [&] {
              pluggable::MatrixProduct<float>(rows, columns, depth, {a.data(), depth},
                                              {b.data(), columns}, ours.data(), columns, nullptr);
            }},
           {"Eigen",
            [&] { by_eigen::Product(rows, columns, depth, a.data(), b.data(), eigens.data()); }},
           {"oneDNN", [&] { one_dnn.Run(product, arguments); }}});
  Compare(ours, eigens, "Eigen");
  Compare(ours, one_dnns, "oneDNN");
}

void MeasureProductOfDoubles(int64_t size) {
  const auto a = Numbers<double>(size * size);
  std::vector<double> ours(a.size());
  std::vector<double> eigens(a.size());
  Measure(
      "product of doubles " + std::to_string(size), 2.0 * std::pow(size, 3),
      {{"ours",
        [&] {
          pluggable::MatrixProduct<double>(size, size, size, {a.data(), size}, {a.data(), size},
                                           ours.data(), size, nullptr);
        }},
       {"Eigen", [&] { by_eigen::Product(size, size, size, a.data(), a.data(), eigens.data()); }}});
  Compare(ours, eigens, "Eigen");
}

void MeasureConvolution(OneDnn& one_dnn, int64_t images, int64_t size, int64_t depth,
                        int64_t output_depth) {
  const auto input = Numbers<float>(images * size * size * depth);
  const auto filter = Numbers<float>(9 * depth * output_depth);
  std::vector<float> ours(static_cast<size_t>(images * size * size * output_depth));
  std::vector<float> eigens(ours.size());
  std::vector<float> one_dnns(ours.size());
  pluggable::compute::ConvolutionGeometry geometry;
  geometry.batch = images;
  geometry.depth = depth;
  geometry.output_depth = output_depth;
  geometry.filter_elements = static_cast<int64_t>(filter.size());
  geometry.rows = geometry.columns = {size, 3, 1, 1, 1, size};
  const pluggable::Convolution convolution(geometry);
  const Dims of_input = {images, depth, size, size};
  const Dims of_filter = {output_depth, depth, 3, 3};
  const Dims of_output = {images, output_depth, size, size};
  const dnnl::convolution_forward::primitive_desc description(
      one_dnn.engine(), dnnl::prop_kind::forward_inference, dnnl::algorithm::convolution_direct,
      Layout(of_input, Tag::nhwc), Layout(of_filter, Tag::any), Layout(of_output, Tag::nhwc),
      {1, 1}, {1, 1}, {1, 1});
  const dnnl::convolution_forward by_one_dnn(description);
  const memory original = one_dnn.Of(of_filter, Tag::hwio, filter.data());
  const memory reordered(description.weights_desc(), one_dnn.engine());
  const dnnl::reorder reorder(original, reordered);
  const Arguments arguments = {{DNNL_ARG_SRC, one_dnn.Of(of_input, Tag::nhwc, input.data())},
                               {DNNL_ARG_WEIGHTS, reordered},
                               {DNNL_ARG_DST, one_dnn.Of(of_output, Tag::nhwc, one_dnns.data())}};
  const std::string what = "convolution " + std::to_string(images) + " x " + std::to_string(size) +
                           "^2, " + std::to_string(depth) + " to " + std::to_string(output_depth);
  Measure(
      what, 2.0 * static_cast<double>(ours.size()) * 9.0 * static_cast<double>(depth),
      {{"ours", [&] { convolution.Run<float>(input.data(), filter.data(), ours.data(), nullptr); }},
       {"Eigen",
        [&] {
          by_eigen::Convolution(images, size, depth, output_depth, input.data(), filter.data(),
                                eigens.data());
        }},
       {"oneDNN", [&] {
          one_dnn.Run(reorder, {{DNNL_ARG_FROM, original}, {DNNL_ARG_TO, reordered}});
          one_dnn.Run(by_one_dnn, arguments);
        }}});
  Compare(ours, eigens, "Eigen");
  Compare(ours, one_dnns, "oneDNN");
}

void MeasureSum(OneDnn& one_dnn, int64_t rows, int64_t columns, bool of_rows) {
  const auto in = Numbers<float>(rows * columns);
  std::vector<float> ours(static_cast<size_t>(of_rows ? rows : columns));
  std::vector<float> eigens(ours.size());
  std::vector<float> one_dnns(ours.size());
  pluggable::ThreadPool thread(1);
  pluggable::Reduction reduction;
  const std::vector<int64_t> axes = {of_rows ? 1 : 0};
  if (!reduction.Init(pluggable::TensorShape({rows, columns}), axes, false).ok()) std::abort();
  const Dims result = of_rows ? Dims{rows, 1} : Dims{1, columns};
  const dnnl::reduction by_one_dnn(dnnl::reduction::primitive_desc(
      one_dnn.engine(), dnnl::algorithm::reduction_sum, Layout({rows, columns}, Tag::ab),
      Layout(result, Tag::ab), 0, 0));
  const Arguments arguments = {{DNNL_ARG_SRC, one_dnn.Of({rows, columns}, Tag::ab, in.data())},
                               {DNNL_ARG_DST, one_dnn.Of(result, Tag::ab, one_dnns.data())}};
  Measure(std::string("sums of ") + (of_rows ? "rows" : "columns") + " " + std::to_string(rows) +
              " x " + std::to_string(columns),
          8.0 * static_cast<double>(rows * columns),
          {{"ours",
            [&] { reduction.Run<pluggable::SumReducer, float>(in.data(), ours.data(), &thread); }},
           {"Eigen",
            [&] {
              const auto sum = of_rows ? by_eigen::SumOfRows : by_eigen::SumOfColumns;
              sum(rows, columns, in.data(), eigens.data());
            }},
           {"oneDNN", [&] { one_dnn.Run(by_one_dnn, arguments); }}});
  Compare(ours, eigens, "Eigen");
  Compare(ours, one_dnns, "oneDNN");
}

}  // namespace
}  // namespace bench

int main() {
  bench::OneDnn one_dnn;
  bench::MeasureProduct(one_dnn, 32, 128, 64);
  for (const int64_t size : {256, 512, 1024}) bench::MeasureProduct(one_dnn, size, size, size);
  bench::MeasureProduct(one_dnn, 3136, 64, 576);
  bench::MeasureProduct(one_dnn, 1, 1000, 2048);
  bench::MeasureProductOfDoubles(512);
  bench::MeasureConvolution(one_dnn, 1, 56, 64, 64);
  bench::MeasureConvolution(one_dnn, 1, 28, 128, 128);
  bench::MeasureConvolution(one_dnn, 4, 28, 1, 32);
  for (const bool of_rows : {true, false}) {
    bench::MeasureSum(one_dnn, 1000, 1000, of_rows);
    bench::MeasureSum(one_dnn, 25088, 64, of_rows);
  }
}
