// Loops of Eigen's, in a unit of its own that is compiled for AVX-512.

#ifndef BENCH_LOOPS_EIGEN_H_
#define BENCH_LOOPS_EIGEN_H_

#include <cstdint>

namespace bench::by_eigen {

// c = a * b for matrices of rows x depth and depth x columns.
void Product(int64_t rows, int64_t columns, int64_t depth, const float* a, const float* b,
             float* c);
void Product(int64_t rows, int64_t columns, int64_t depth, const double* a, const double* b,
             double* c);
// A convolution of 3 x 3, padded to the same size, of images with `size` x `size` pixels.
void Convolution(int64_t images, int64_t size, int64_t depth, int64_t output_depth,
                 const float* input, const float* filter, float* output);
void SumOfRows(int64_t rows, int64_t columns, const float* in, float* out);
void SumOfColumns(int64_t rows, int64_t columns, const float* in, float* out);

}  // namespace bench::by_eigen

#endif  // BENCH_LOOPS_EIGEN_H_
