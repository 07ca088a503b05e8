// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the host computes on copies, in a profile.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pluggable/stream.h"

#include "copy_only.h"
#include "profiler_test_host.h"
#include "profiler_test_profile.h"

namespace pluggable::tests {
namespace {

using internal::OpMemory;

class ProfiledFallbackTest : public ProfilerTest {
 protected:
  void SetUp() override {
    const CopyOnlyDevices copy_only;
    ProfilerTest::SetUp();
    memory_ = device_->Allocate(4096);
  }
  void TearDown() override {
    device_->Deallocate(&memory_);
    ProfilerTest::TearDown();
  }

  // The memory of an op that reads 4000 bytes and updates 96.
  std::shared_ptr<OpMemory> Uses() const {
    auto uses = std::make_shared<OpMemory>();
    const auto* const begin = static_cast<const char*>(memory_.opaque);
    uses->Add(OpMemory::Use::kRead, begin, 4000);
    uses->Add(OpMemory::Use::kUpdated, begin + 4000, 96);
    return uses;
  }

  SP_DeviceMemoryBase memory_{};
};

TEST_F(ProfiledFallbackTest, HasItsOwnNameAndItsCopies) {
  const std::shared_ptr<OpMemory> of_primitive = Uses();
  of_primitive->set_primitive("softmax");
  ASSERT_TRUE(Start().ok());
  Stream(stream_, "MyOp", of_primitive).Enqueue(1, [] {});
  Stream(stream_, "MyOp", Uses()).Enqueue(1, [] {});
  op_.Enqueue(1, [] {});  // computes nothing
  const std::vector<Plane> planes = Finish();
  ASSERT_EQ(planes.size(), 2u);
  for (const char* const name : {"softmax", "MyOp"}) {
    const std::vector<Event> events = planes[0].Named(std::string(name) + " on the host");
    ASSERT_EQ(events.size(), 1u) << name;
    EXPECT_EQ(events[0].texts.at("fallback"), name);
    EXPECT_EQ(events[0].numbers.at("bytes_to_host"), 4096) << name;
    EXPECT_EQ(events[0].numbers.at("bytes_to_device"), 96) << name;
  }
  const std::vector<Event> others = planes[0].Named("MyOp");
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(others[0].texts.count("fallback"), 0u);
}

}  // namespace
}  // namespace pluggable::tests
