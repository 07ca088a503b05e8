// Kernels make plans, which a device may compute. Work that is a closure always runs on the host.

#include <gmock/gmock-more-matchers.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <iterator>
#include <map>
#include <regex>
#include <string>
#include <string_view>

#include "base/embedded.h"

namespace plugingen::catalog {
namespace {

// The number of closures that a text enqueues: by the stream's functions, or by EnqueueWork.
// Functions called Enqueue that get a context enqueue plans.
size_t ClosuresIn(std::string_view text) {
  static const std::regex kClosure(R"((\.|->)Enqueue(<\w+>)?\((?!ctx\b))"
                                   R"(|stream(\(\))?(\.|->)(ParallelFor|ForEach)\()"
                                   R"(|[^\w]EnqueueWork\((?!OpKernelContext))");
  const std::string in(text);
  return static_cast<size_t>(
      std::distance(std::sregex_iterator(in.begin(), in.end(), kClosure), std::sregex_iterator()));
}

bool IsOfKernels(std::string_view path) {
  constexpr std::array<std::string_view, 7> kFolders = {
      "library/kernels/", "library/reference/", "library/compute/",  "library/graph/",
      "library/ops/",     "library/plugin/",    "library/variables/"};
  bool is = false;
  for (const std::string_view folder : kFolders) is = is || path.starts_with(folder);
  // The host's part of a primitive.
  return is && !path.ends_with("_on_host.cc");
}

TEST(ClosuresTest, AreFound) {
  EXPECT_EQ(ClosuresIn("ctx->stream().Enqueue(1, [] {}); stream.Enqueue(1, f); op->Enqueue(n, f)"),
            3u);
  EXPECT_EQ(ClosuresIn("ctx->stream().ParallelFor(n, 1, f); stream.ForEach(x, y, f)"), 2u);
  EXPECT_EQ(ClosuresIn(" EnqueueWork(ctx, 1, [](ThreadPool*) {});"), 1u);
  EXPECT_EQ(ClosuresIn("einsum.Enqueue<T>(ctx, x, y); threads->ParallelFor(n, 1, f); "
                       "void EnqueueWork(OpKernelContext* ctx"),
            0u);
}

// docs/architecture.md says why these enqueue closures. Any other kernel makes a plan.
TEST(BuiltInClosuresTest, AreThoseOfThePageAboutTheArchitecture) {
  const std::map<std::string_view, size_t> known = {
      // They change a few words of state.
      {"library/kernels/resource_count_up_to.cc", 1},
      {"library/kernels/rng_read_and_skip.cc", 1},
      {"library/kernels/rng_skip.cc", 1},
      // It copies a value after a failure.
      {"library/variables/kept_value_op.cc", 1},
      // Fused ops compute everything in one pass if the host can access device memory.
      {"library/kernels/fusions/attention.cc", 1},
      {"library/kernels/fusions/elementwise.cc", 1},
      {"library/kernels/fusions/fused_bias_add.cc", 1},
      {"library/kernels/fusions/fused_conv2d_max_pool.cc", 1},
      {"library/kernels/fusions/layer_norm.cc", 1},
      {"library/kernels/fusions/masked_softmax.cc", 1},
      {"library/kernels/fusions/normalize.cc", 1},
      {"library/reference/fused_product.h", 2},
      {"library/reference/enqueue.h", 1},
  };
  std::map<std::string_view, size_t> found;
  for (const base::EmbeddedFile& file : base::EmbeddedFiles()) {
    if (!IsOfKernels(file.path)) continue;
    if (const size_t closures = ClosuresIn(file.text); closures > 0) found[file.path] = closures;
  }
  EXPECT_EQ(found, known) << "a device cannot compute a closure: make a plan of a primitive";
}

}  // namespace
}  // namespace plugingen::catalog
