// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Streams as TensorFlow asks for them where it has SP_StreamOptions.

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include "plugin/spec_facts.h"
#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

class StreamOptionsTest : public DeviceTest {
 protected:
  SP_Stream CreateStream(const SP_StreamOptions* options) {
    // By its place, since the headers need not have the field.
    void (*create)(const SP_Device*, const SP_StreamOptions*, SP_Stream*, TF_Status*) = nullptr;
    const auto* const executor = reinterpret_cast<const char*>(device_->executor());
    std::memcpy(&create, executor + spec_facts::kCreateStreamWithOptionsOffset, sizeof(create));
    SP_Stream stream = nullptr;
    TfStatus status;
    create(device_->device(), options, &stream, status.get());
    EXPECT_TRUE(status.ok()) << status.message();
    return stream;
  }
};

// Whatever is asked for, there is a stream.
TEST_F(StreamOptionsTest, CreatesStreamsOfEveryPriority) {
  std::vector<SP_Stream> streams = {CreateStream(nullptr)};
  SP_StreamOptions options{};
  options.struct_size = sizeof(options);
  options.priority = 7;  // nobody asks for it
  streams.push_back(CreateStream(&options));
  options.has_priority = 1;
  for (const int priority :
       {0, -1, 1, -5, 20, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()}) {
    options.priority = priority;
    streams.push_back(CreateStream(&options));
  }
  std::atomic<size_t> calls{0};
  for (SP_Stream stream : streams) {
    ASSERT_NE(stream, nullptr);
    device_->Call(stream, [&] { ++calls; });
  }
  for (SP_Stream stream : streams) {
    EXPECT_TRUE(device_->Synchronize(stream).ok());
    device_->DestroyStream(stream);
  }
  EXPECT_EQ(calls, streams.size());
}

}  // namespace
}  // namespace pluggable::tests
