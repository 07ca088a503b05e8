# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# tf.config.set_visible_devices. TensorFlow's Python passes on how many devices of each type are
# visible, and which. Core takes an empty list for all devices, and a type without a number for one
# without a limit. Python begins to count at 0 for the types CPU and GPU only, so that a program
# cannot hide all devices of another type (2.12 to 2.22). This hook adds the 0.

def hide_devices(context):
    original = context.Context.config

    def config(self):
        proto = original.fget(self)
        if DEVICE_TYPE not in proto.device_count:
            proto.device_count[DEVICE_TYPE] = 0
        return proto

    context.Context.config = property(config, original.fset)


on_import("tensorflow.python.eager.context", hide_devices)
