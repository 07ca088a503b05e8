// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Hosts of releases that have more than the oldest one that the plugin serves.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "plugin/newer_api.h"
#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

TEST(Registration, FillsAStreamExecutorOfAnyReleaseAndNothingBehindIt) {
  Host& host = Host::Get();
  constexpr size_t kNewest = kCreateStreamWithOptions.end();
  constexpr size_t kOldest = kCreateStreamWithOptions.offset;
  for (const size_t size : {kOldest, kNewest, kNewest + 16}) {
    HostAllocated<SP_StreamExecutor> executor(size);
    SE_CreateStreamExecutorParams params{SE_CREATE_STREAM_EXECUTOR_PARAMS_STRUCT_SIZE, nullptr,
                                         executor.get()};
    TfStatus status;
    host.fns().create_stream_executor(&host.platform(), &params, status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(executor->struct_size, std::min(size, kNewest));
    EXPECT_TRUE(executor.CanaryIntact()) << size;
    CreateStreamWithOptionsField create = nullptr;
    if (size < kNewest) continue;
    std::memcpy(&create, reinterpret_cast<const char*>(executor.get()) + kOldest, sizeof(create));
    EXPECT_NE(create, nullptr);
  }
}

}  // namespace
}  // namespace pluggable::tests
