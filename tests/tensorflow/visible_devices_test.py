"""tf.config.set_visible_devices: all devices of the plugin, one of two, and too late."""

import unittest

import support

VISIBLE = """
    import json
    import tensorflow as tf

    one, other = tf.config.list_physical_devices("TEST_NPU")
    tf.config.set_visible_devices(CHOSEN)
    visible = [device.name for device in tf.config.get_visible_devices("TEST_NPU")]
    logical = [device.name for device in tf.config.list_logical_devices("TEST_NPU")]
    used = [(tf.constant([1.0]) + 1.0).device, tf.Variable(1.0).device, tf.function(lambda x: x * 2.0 + 1.0)(tf.constant([1.0])).device]
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        listed = sum("TEST_NPU" in device.name for device in session.list_devices())
    late = ""
    try:
        tf.config.set_visible_devices([one, other], "TEST_NPU")
    except RuntimeError as error:
        late = str(error)
    print(json.dumps([visible, logical, sorted({name.rpartition("device:")[2] for name in used}), listed, late]))
"""
ONE, OTHER = "/physical_device:TEST_NPU:0", "/physical_device:TEST_NPU:1"
RELEASES = ("2.12", "2.15", "newest", "nightly")


class VisibleDevices(unittest.TestCase):
    def check(self, chosen, visible, release, **variables):
        done, result = support.run_code(VISIBLE.replace("CHOSEN", chosen), support.training_plugin(), release, **variables)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        names = [f"/device:TEST_NPU:{i}" for i in range(len(visible))]
        self.assertEqual(result[:4], [visible, names, ["TEST_NPU:0" if visible else "CPU:0"], len(visible)])
        self.assertEqual(result[4], "" if len(visible) == 2 else "Visible devices cannot be modified after being initialized")

    def test_none(self):
        for release in support.of_this_run(*RELEASES):
            for chosen in ('[], "TEST_NPU"', 'tf.config.list_physical_devices("CPU")'):
                with self.subTest(release=release, chosen=chosen):
                    self.check(chosen, [], release)

    def test_one_of_two(self):
        for release in support.of_this_run(*RELEASES):
            with self.subTest(release):
                self.check('[other], "TEST_NPU"', [OTHER], release)

    def test_all(self):
        self.check('[one, other], "TEST_NPU"', [ONE, OTHER], "newest")


if __name__ == "__main__":
    support.main()
