"""A driver of an owner's opens Vulkan's drivers as docs/driver.md of its project shows. Without that, Mesa's driver for processors, lavapipe, which has an
LLVM of its own, corrupts a process of TensorFlow 2.19 to 2.21."""

import functools
import re
import unittest
from pathlib import Path

import support

SPEC = """
plugingen: 1
plugin: {name: test_npu}
device: {type: TEST_NPU, backend: custom}
kernels:
  - Relu
"""
LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
INCLUDES = """#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "driver/isolated_library.h"
"""
# As many of Vulkan's declarations as it takes to list devices.
COUNT = """
struct InstanceInfo {
  int type = 1;  // VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
  const void* next = nullptr;
  uint32_t flags = 0;
  const void* application = nullptr;
  uint32_t layers = 0;
  const char* const* layer_names = nullptr;
  uint32_t extensions = 0;
  const char* const* extension_names = nullptr;
};

int DeviceCount() {
  if (std::getenv("UNPROTECTED") == nullptr) OpenVulkanDrivers();
  void* const vulkan = OpenIsolated("libvulkan.so.1");
  const auto create = reinterpret_cast<int (*)(const InstanceInfo*, const void*, void**)>(dlsym(vulkan, "vkCreateInstance"));
  const auto list = reinterpret_cast<int (*)(void*, uint32_t*, void**)>(dlsym(vulkan, "vkEnumeratePhysicalDevices"));
  const InstanceInfo info;
  void* instance = nullptr;
  uint32_t count = 0;
  if (create(&info, nullptr, &instance) == 0) list(instance, &count, nullptr);
  std::fprintf(stderr, "Vulkan has %u devices\\n", count);
  return 0;
}
"""
PROGRAM = """
    import tensorflow as tf

    print(float(tf.reduce_sum(tf.matmul(tf.ones([8, 8]), tf.ones([8, 8])))))
"""


def open_vulkan(project):
    page = (project / "docs" / "driver.md").read_text(encoding="utf-8")
    function = next(block for block in re.findall(r"```cpp\n(.*?)```", page, re.S) if "OpenVulkanDrivers" in block)
    driver = project / "src" / "driver" / "driver.cc"
    text = (project / ".plugingen" / "base" / "src" / "driver" / "driver.cc").read_text(encoding="utf-8")
    frame = "int DeviceCount() { return 0; }\n"
    include = '#include "driver/driver.h"\n'
    assert text.count(frame) == text.count(include) == 1
    text = text.replace(include, INCLUDES + include).replace(frame, function + COUNT)
    if driver.read_text(encoding="utf-8") != text:
        driver.write_text(text, encoding="utf-8")


@functools.cache
def plugin():
    return support.build_project("test_npu", SPEC, "test_npu", folder="vulkan_drivers", edit=open_vulkan) / "build" / "libtest_npu.so"


class VulkanDrivers(unittest.TestCase):
    def run_in(self, release, **variables):
        self.assertTrue(LAVAPIPE.exists(), "scripts/setup installs mesa-vulkan-drivers")
        done, result = support.run_code(PROGRAM, plugin(), release, alone=True, VK_ICD_FILENAMES=str(LAVAPIPE), **variables)
        self.assertIn("Vulkan has 1 devices", done.stderr)
        self.assertEqual(result, 512.0)
        return done

    def test_each_release(self):
        for release in support.RELEASES:
            with self.subTest(release):
                done = self.run_in(release)
                self.assertEqual(done.returncode, 0, done.stderr[-3000:])

    def test_without_it_the_process_is_corrupted(self):
        self.assertNotEqual(self.run_in("2.21", UNPROTECTED="1").returncode, 0)

    def test_the_newest_release_needs_no_protection(self):
        done = self.run_in("newest", UNPROTECTED="1")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])


if __name__ == "__main__":
    support.main()
