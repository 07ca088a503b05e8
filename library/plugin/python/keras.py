# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# Keras 3 compiles models with XLA if there is any device but the CPU. XLA does not support plugin
# devices ("No JIT device registered"). Keras also compiles some single ops that the CPU cannot run
# without XLA, mainly grouped convolutions. On this plugin's devices they run without XLA, unless
# the program has selected the CPU.

def compile_without_xla(trainer):
    original = trainer.model_supports_jit

    @functools.wraps(original)
    def model_supports_jit(model):
        import tensorflow as tf
        return not tf.config.list_physical_devices(DEVICE_TYPE) and original(model)

    trainer.model_supports_jit = model_supports_jit


def except_on_device(compiled, plain):
    @functools.wraps(plain)
    def call(*arguments, **named):
        return (compiled if is_for_cpu() else plain)(*arguments, **named)

    return call


def compile_no_op_with_xla(module):
    import types

    tensorflow = module.tf

    class TensorFlow(types.ModuleType):
        def __getattr__(self, name):
            return getattr(tensorflow, name)

        @staticmethod
        def function(func=None, jit_compile=None, **named):
            if func is None:
                return functools.partial(TensorFlow.function, jit_compile=jit_compile, **named)
            compiled = tensorflow.function(func, jit_compile=jit_compile, **named)
            return except_on_device(compiled, func) if jit_compile else compiled

    module.tf = TensorFlow("tensorflow")


def compile_no_convolution_with_xla(module):
    if not hasattr(module, "Conv"):  # Keras 3
        return
    compiled = module.Conv._jit_compiled_convolution_op

    @functools.wraps(module.Conv.convolution_op)
    def convolution(self, inputs, kernel):
        bound = compiled.__get__(self, type(self))
        return except_on_device(bound, self.convolution_op)(inputs, kernel)

    module.Conv._jit_compiled_convolution_op = convolution


on_import("keras.src.trainers.trainer", compile_without_xla)
for module in ("nn", "ops.nn", "ops.numpy"):  # Keras 3.16 and later have ops
    on_import(f"keras.src.backend.tensorflow.{module}", compile_no_op_with_xla)
for package in ("keras.src", "keras"):  # Keras 2
    on_import(f"{package}.layers.convolutional.base_conv", compile_no_convolution_with_xla)
