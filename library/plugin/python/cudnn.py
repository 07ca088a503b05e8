# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# Keras assumes that each device of type GPU has cuDNN's recurrent networks, and tf.nn.ctc_loss
# assumes cuDNN's CTC loss. With these hooks they check for a kernel first, and compute step by step
# without one.

def is_registered(op):
    from tensorflow.python.framework import kernels

    registered = kernels.get_registered_kernels_for_op(op).kernel
    return any(kernel.device_type == DEVICE_TYPE for kernel in registered)


# Makes a function that decides whether to use cuDNN check for the op's kernel first.
def ask_for_kernel(name, op):
    def hook(module):
        original = getattr(module, name)

        @functools.wraps(original)
        def would_do(*arguments, **named):
            return is_registered(op) and original(*arguments, **named)

        setattr(module, name, would_do)

    return hook


def compute_ctc_loss_step_by_step(module):
    original = module._ctc_loss_op_cudnn

    # The name must stay: TensorFlow would look up another function's signature, and pass positional
    # arguments.
    def ctc_loss(**named):
        return (original if is_registered("CTCLossV2") else module._ctc_loss_op_standard)(**named)

    module._ctc_loss_op_cudnn = ctc_loss


on_import("tensorflow.python.ops.ctc_ops", compute_ctc_loss_step_by_step)
on_import("keras.src.backend.tensorflow.rnn", ask_for_kernel("_is_gpu_available", "CudnnRNNV3"))
for package in ("keras.src", "keras"):  # Keras 2
    on_import(f"{package}.layers.rnn.gru_lstm_utils",
              ask_for_kernel("is_cudnn_supported_inputs", "CudnnRNNV3"))
