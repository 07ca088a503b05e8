"""How much of a device's memory TensorFlow takes: by the plugin's variable, and by tf.config."""

import unittest

import support

VARIABLE = "TEST_NPU_MEMORY_LIMIT"
MIB = 1 << 20

LIMITS = """
    import json
    import tensorflow as tf
    from tensorflow.python.client import device_lib

    # Of each device, what core's allocator may take, and whether a tensor of so many MiB fits. (One that does not makes
    # core wait for ten seconds: the emitted tests show that the plugin gives no more.)
    def seen():
        limits = {device.name: device.memory_limit for device in device_lib.list_local_devices()}
        return [limits["/device:TEST_NPU:0"], limits["/device:TEST_NPU:1"]]

    def fits(device, size):
        with tf.device(f"/TEST_NPU:{device}"):
            return float(tf.zeros([size, 1 << 18])[-1, -1]) == 0
"""
LOGICAL = LIMITS + """
    one, other = tf.config.list_physical_devices("TEST_NPU")
    limited = [tf.config.LogicalDeviceConfiguration(memory_limit=300)]
    refused = []
    for wrong in ([], limited * 2, [tf.config.LogicalDeviceConfiguration()],
                  [tf.config.LogicalDeviceConfiguration(memory_limit=0)],
                  [tf.config.LogicalDeviceConfiguration(memory_limit=float("nan"))],
                  [tf.config.LogicalDeviceConfiguration(memory_limit=9, experimental_priority=1)]):
        try:
            tf.config.set_logical_device_configuration(one, wrong)
        except ValueError as error:
            refused.append(str(error))
    tf.config.set_logical_device_configuration(one, limited)
    tf.config.set_logical_device_configuration(other, [tf.config.LogicalDeviceConfiguration(memory_limit=64)])
    names = [device.name for device in tf.config.list_logical_devices("TEST_NPU")]
    tf.config.set_logical_device_configuration(one, limited)  # what is so already
    late = ""
    try:
        tf.config.set_logical_device_configuration(one, [tf.config.LogicalDeviceConfiguration(memory_limit=200)])
    except RuntimeError as error:
        late = str(error)
    print(json.dumps([names, seen(), [fits(0, 290), fits(1, 60)], refused, late,
                      tf.config.get_logical_device_configuration(one) == limited]))
"""
MANY = LIMITS + """
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("TEST_NPU")[0],
                                               [tf.config.LogicalDeviceConfiguration(memory_limit=1e30)])
    print(json.dumps(fits(0, 1)))
"""


def in_environment(limit, code):
    """A program that sets the variable, which is read when a device is created."""
    return f"    import os\n    os.environ['{VARIABLE}'] = '{limit}'\n" + LIMITS + code


class MemoryLimit(unittest.TestCase):
    def run_code(self, code, release="newest"):
        done, result = support.run_code(code, support.training_plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return result

    def test_of_logical_devices(self):
        """Each gets its own, and all of it. In 2.12 the options have another place in the session's configuration."""
        for release in support.ENDS:
            with self.subTest(release):
                names, seen, fits, refused, late, known = self.run_code(LOGICAL, release)
                self.assertEqual(names, ["/device:TEST_NPU:0", "/device:TEST_NPU:1"])
                self.assertEqual(seen, [300 * MIB, 64 * MIB])
                self.assertEqual(fits, [True, True])
                self.assertEqual(len(refused), 6)
                self.assertIn("a TEST_NPU device is one logical device, not 2", refused)
                self.assertIn("the memory_limit of a TEST_NPU device is a number of megabytes, not nan", refused)
                self.assertIn("cannot be modified after being initialized", late)
                self.assertTrue(known)

    def test_of_the_environment(self):
        """Core keeps 255 MiB of a device of less than 2 GiB for itself, unless it has no more."""
        for limit, seen in (("360MiB", 105 * MIB), ("100 MiB", 100 * MIB), ("2147483648", 2048 * MIB - 300 * MIB)):
            with self.subTest(limit):
                self.assertEqual(self.run_code(in_environment(limit, "    print(json.dumps(seen()))")), [seen] * 2)

    def test_what_is_no_amount_of_memory(self):
        for code, text in ((in_environment("4G", "    fits(0, 1)"), VARIABLE + "='4G': unknown unit 'G'"),
                           (in_environment("3GiB", "    fits(0, 1)"), "more than the 2147483648 bytes of device 0"),
                           (MANY, "more than the 2147483648 bytes of device 0")):
            with self.subTest(text):
                done, _ = support.run_code(code, support.training_plugin())
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    support.main()
