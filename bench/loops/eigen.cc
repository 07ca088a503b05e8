#include "eigen.h"

#include <unsupported/Eigen/CXX11/Tensor>

namespace bench::by_eigen {

namespace {

template <int kRank>
using Floats = Eigen::Tensor<float, kRank, Eigen::RowMajor>;
template <int kRank>
using Map = Eigen::TensorMap<Floats<kRank>>;
template <int kRank>
using ConstMap = Eigen::TensorMap<const Floats<kRank>>;

template <typename T>
void Multiply(int64_t rows, int64_t columns, int64_t depth, const T* a, const T* b, T* c) {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Matrix> left(a, rows, depth);
  const Eigen::Map<const Matrix> right(b, depth, columns);
  Eigen::Map<Matrix>(c, rows, columns).noalias() = left * right;
}

}  // namespace

void Product(int64_t rows, int64_t columns, int64_t depth, const float* a, const float* b,
             float* c) {
  Multiply(rows, columns, depth, a, b, c);
}

void Product(int64_t rows, int64_t columns, int64_t depth, const double* a, const double* b,
             double* c) {
  Multiply(rows, columns, depth, a, b, c);
}

void Convolution(int64_t images, int64_t size, int64_t depth, int64_t output_depth,
                 const float* input, const float* filter, float* output) {
  constexpr int64_t kWindow = 3;
  const int64_t pixels = images * size * size;
  const int64_t patch = kWindow * kWindow * depth;
  const Eigen::array<Eigen::IndexPair<Eigen::Index>, 1> meet = {
      Eigen::IndexPair<Eigen::Index>(1, 0)};
  const Eigen::array<Eigen::Index, 2> matrix = {pixels, patch};
  Map<2>(output, pixels, output_depth) =
      ConstMap<4>(input, images, size, size, depth)
          .extract_image_patches(kWindow, kWindow)
          .reshape(matrix)
          .contract(ConstMap<2>(filter, patch, output_depth), meet);
}

void SumOfRows(int64_t rows, int64_t columns, const float* in, float* out) {
  const Eigen::array<int, 1> along = {1};
  Map<1>(out, rows) = ConstMap<2>(in, rows, columns).sum(along);
}

void SumOfColumns(int64_t rows, int64_t columns, const float* in, float* out) {
  const Eigen::array<int, 1> along = {0};
  Map<1>(out, columns) = ConstMap<2>(in, rows, columns).sum(along);
}

}  // namespace bench::by_eigen
