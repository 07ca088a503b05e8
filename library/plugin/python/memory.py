# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# The limit of tf.config.set_logical_device_configuration. TensorFlow rejects a limit for unknown
# types of device, and ignores one for the type GPU, which is meant for CUDA's. This hook passes it
# to the plugin (runtime/memory_limit.h), which then reports only that much memory. TensorFlow
# allocates all of it, unless there are devices of other plugins, to which its fraction would apply
# as well.

def limit_memory(context):
    import ctypes

    original = context.Context.set_logical_device_configuration
    original_config = context.Context.config
    limit_device = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_uint64)(LIMIT_DEVICE)
    most = (1 << 63) - 1

    def check(devices):
        if len(devices) != 1:
            raise ValueError(f"a {DEVICE_TYPE} device is one logical device, not {len(devices)}")
        limit, *others = devices[0]
        if any(other is not None for other in others):
            raise ValueError(f"logical {DEVICE_TYPE} devices have a memory_limit and nothing else")
        if limit is None or not limit > 0:
            raise ValueError(f"the memory_limit of a {DEVICE_TYPE} device is a number of megabytes, "
                             f"not {limit}")

    @functools.wraps(original)
    def set_logical_device_configuration(self, dev, virtual_devices):
        self._initialize_physical_devices()
        if dev not in self._physical_devices or dev.device_type != DEVICE_TYPE:
            return original(self, dev, virtual_devices)
        check(virtual_devices)
        if self._virtual_device_map.get(dev) == virtual_devices:
            return None
        if self._context_handle is not None:
            raise RuntimeError("Virtual devices cannot be modified after being initialized")
        limit = min(int(min(virtual_devices[0].memory_limit, most) * (1 << 20)), most)
        limit_device(int(dev.name.rpartition(":")[2]), limit)
        self._virtual_device_map[dev] = virtual_devices
        return None

    def config(self):
        proto = original_config.fget(self)
        types = {dev.device_type for dev in self._physical_devices or ()} - {"CPU"}
        if types == {DEVICE_TYPE} and any(dev.device_type in types for dev in self._virtual_device_map):
            is_new = hasattr(self, "_compute_pluggable_device_options")
            options = proto.pluggable_device_options if is_new else proto.gpu_options
            options.per_process_gpu_memory_fraction = 1
        return proto

    context.Context.set_logical_device_configuration = set_logical_device_configuration
    context.Context.config = property(config, original_config.fset)


on_import("tensorflow.python.eager.context", limit_memory)
