# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# TensorFlow runs an eager op as a function of that op (2.12 to 2.21). If the device needs an
# argument in host memory, such as a shape, the function sends it from the CPU to the device. Calls
# of one function in several threads then receive each other's arguments: wrong shapes without an
# error (tensorflow#62523, #123980; any device but the CPU). So does an error. Ops that run directly
# have no such functions, and are faster.

def run_eager_ops_as_they_are(context):
    wrappers = context.pywrap_tfe
    original = wrappers.TFE_ContextOptionsSetRunEagerOpAsFunction

    @functools.wraps(original)
    def set_run_eager_op_as_function(options, _):
        original(options, False)

    wrappers.TFE_ContextOptionsSetRunEagerOpAsFunction = set_run_eager_op_as_function
    current = context.context_safe()
    if current is not None and current._context_handle is not None:
        wrappers.TFE_ContextSetRunEagerOpAsFunction(current._context_handle, False)


on_import("tensorflow.python.eager.context", run_eager_ops_as_they_are)
