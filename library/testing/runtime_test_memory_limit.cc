// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// How much memory the environment and the program let a device have.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "plugin/names.h"
#include "runtime/memory_limit.h"
#include "runtime_test_host.h"

namespace pluggable::tests {
namespace {

using names::kMemoryLimit;

constexpr uint64_t kMiB = uint64_t{1} << 20;

TEST(ParseBytes, TakesWhatSpecsTake) {
  const auto bytes = [](const char* text) {
    uint64_t parsed = 0;
    const Status status = runtime::ParseBytes(text, &parsed);
    EXPECT_TRUE(status.ok()) << text << ": " << status.message();
    return parsed;
  };
  EXPECT_EQ(bytes("0"), 0U);
  EXPECT_EQ(bytes("1048576"), kMiB);
  EXPECT_EQ(bytes("7B"), 7U);
  EXPECT_EQ(bytes("3KiB"), 3072U);
  EXPECT_EQ(bytes(" 512 MiB "), 512 * kMiB);
  EXPECT_EQ(bytes("4GiB"), 4096 * kMiB);
  EXPECT_EQ(bytes("1.5GiB"), 1536 * kMiB);
  EXPECT_EQ(bytes("0.000001MB"), 1U);
  EXPECT_EQ(bytes("2TiB"), 2048 * 1024 * kMiB);
  EXPECT_EQ(bytes("3kB"), 3000U);
  EXPECT_EQ(bytes("64MB"), 64000000U);
  EXPECT_EQ(bytes("9223372036854775807"), 9223372036854775807U);
}

TEST(ParseBytes, SaysWhatIsWrong) {
  const auto error = [](const char* text) {
    uint64_t parsed = 0;
    const Status status = runtime::ParseBytes(text, &parsed);
    EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT) << text << " is " << parsed;
    return status.message();
  };
  for (const char* text : {"", "much", "-1", "+1", ".5GiB", "GiB", "0x10", "1.GiB", "1.5.5GiB"}) {
    EXPECT_FALSE(error(text).empty());
  }
  EXPECT_NE(error("4G").find("unknown unit 'G'"), std::string::npos);
  EXPECT_NE(error("4gib").find("unknown unit 'gib'"), std::string::npos);
  EXPECT_NE(error("4 GiB more").find("unknown unit"), std::string::npos);
  EXPECT_NE(error("1.5").find("bytes have no parts"), std::string::npos);
  EXPECT_NE(error("1.0000001KiB").find("six decimals"), std::string::npos);
  EXPECT_NE(error("1.0001KiB").find("not a whole number of bytes"), std::string::npos);
  for (const char* text : {"9223372036854775808", "18446744073709551616", "8388608TiB",
                           "99999999999999999999999999", "18014398509481984TiB"}) {
    EXPECT_NE(error(text).find("more bytes than can be counted"), std::string::npos) << text;
  }
}

class MemoryLimitTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    EXPECT_TRUE(Usage(*device_, &free_, &total_));
  }
  void TearDown() override {
    unsetenv(kMemoryLimit);
    if (total_ > 0) runtime::SetMemoryLimit(0, static_cast<uint64_t>(total_));
    DeviceTest::TearDown();
  }

  static bool Usage(HostDevice& device, int64_t* free, int64_t* total) {
    return device.executor()->device_memory_usage(device.device(), free, total) != 0;
  }
  // A fresh device that sees the text in the environment.
  static std::unique_ptr<HostDevice> Limited(const char* text) {
    setenv(kMemoryLimit, text, /*overwrite=*/1);
    return Host::Get().Create(0);
  }
  // Why no device can be created.
  static std::string Refusal(const char* text) {
    setenv(kMemoryLimit, text, /*overwrite=*/1);
    HostAllocated<SP_Device> device(SP_DEVICE_STRUCT_SIZE);
    SE_CreateDeviceParams params{SE_CREATE_DEVICE_PARAMS_STRUCT_SIZE, nullptr, 0, device.get()};
    TfStatus status;
    Host& host = Host::Get();
    host.fns().create_device(&host.platform(), &params, status.get());
    EXPECT_EQ(status.code(), TF_INVALID_ARGUMENT);
    return status.message();
  }

  int64_t free_ = 0;
  int64_t total_ = 0;
};

TEST_F(MemoryLimitTest, IsAllThatTensorFlowSees) {
  const std::unique_ptr<HostDevice> device = Limited("8MiB");
  int64_t free = 0;
  int64_t total = 0;
  ASSERT_TRUE(Usage(*device, &free, &total));
  EXPECT_EQ(total, static_cast<int64_t>(8 * kMiB));
  EXPECT_EQ(free, total);
  EXPECT_EQ(device->Stats().bytes_limit, total);
  SP_DeviceMemoryBase block = device->Allocate(kMiB);
  ASSERT_TRUE(Usage(*device, &free, &total));
  EXPECT_LE(free, static_cast<int64_t>(7 * kMiB));
  device->Deallocate(&block);
}

TEST_F(MemoryLimitTest, IsKeptTo) {
  const std::unique_ptr<HostDevice> device = Limited("8MiB");
  EXPECT_EQ(device->Allocate(8 * kMiB + 1).opaque, nullptr);
  for (int round = 0; round < 3; ++round) {
    std::vector<SP_DeviceMemoryBase> blocks;
    do {
      blocks.push_back(device->Allocate(kMiB));
      ASSERT_LE(blocks.size(), 9U);
    } while (blocks.back().opaque != nullptr);
    EXPECT_EQ(blocks.size(), 9U) << "what is freed can be had again";
    for (SP_DeviceMemoryBase& block : blocks) device->Deallocate(&block);
  }
}

TEST_F(MemoryLimitTest, IsTheLesserOfTheProgramsAndTheEnvironments) {
  const auto limit = [](HostDevice& device) {
    int64_t free = 0;
    int64_t total = 0;
    EXPECT_TRUE(Usage(device, &free, &total));
    return total;
  };
  runtime::SetMemoryLimit(0, 3 * kMiB);
  EXPECT_EQ(limit(*Limited("8MiB")), static_cast<int64_t>(3 * kMiB));
  EXPECT_EQ(limit(*Limited("2MiB")), static_cast<int64_t>(2 * kMiB));
  EXPECT_EQ(limit(*Limited("")), static_cast<int64_t>(3 * kMiB));
}

TEST_F(MemoryLimitTest, WhatIsWrongIsToldWithItsName) {
  EXPECT_NE(Refusal("much").find(std::string(kMemoryLimit) + "='much': expected"),
            std::string::npos);
  EXPECT_NE(Refusal("0").find("a device needs some memory"), std::string::npos);
  const std::string more = std::to_string(total_ + 1);
  EXPECT_NE(Refusal(more.c_str()).find("more than the " + std::to_string(total_) + " bytes"),
            std::string::npos);
  setenv(kMemoryLimit, std::to_string(total_).c_str(), /*overwrite=*/1);
  EXPECT_NE(Host::Get().Create(0), nullptr) << "all of it is no more than there is";
}

}  // namespace
}  // namespace pluggable::tests
