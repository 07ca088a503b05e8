# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# An op on a variable becomes a read, a pure op, and an assignment, unless the plugin's own kernel
# of it works:
#
# * TensorFlow's kernels of AssignAddVariableOp and AssignSubVariableOp compute on the CPU, in
#   device memory, without waiting for the stream. tensorflow-cpu 2.19 to 2.21 gives plugins no
#   access to variables, so plugins cannot replace these kernels.
# * For updates and reads of parts, which sparse gradients cause, TensorFlow has no kernels for such
#   a device. They cannot run on another device, since a variable stays where it is. If no pure op
#   does the same, the CPU does it on a copy of the variable.
# * If a kernel of the plugin reads parts, it locks the variable like an update, since there is no
#   other way. As long as another tensor shares the value, each such read copies the whole variable.
#   A read of the whole variable copies nothing. So eager reads of parts are split even if that
#   kernel works.
# * Other ops on variables, of optimizers and of a tf.random.Generator, run on the CPU with copies of
#   their variables if nobody has a kernel for the device.
#
# A split update is correct only if nothing interrupts it. In a tf.function, automatic control
# dependencies ensure that; between the threads of an eager program, a lock does. In other graphs,
# those of tf.compat.v1 and of tf.compat.v1.wrap_function, nothing orders two updates, and one could
# be lost. There the op stays unchanged.

def is_on_device(resource):
    return f"device:{DEVICE_TYPE}:" in (getattr(resource, "device", None) or "")


# Whether the graph being built orders the ops on a variable.
def are_updates_ordered():
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import control_flow_util

    graph = framework.get_default_graph()
    return (graph._add_control_dependencies and
            control_flow_util.GetContainingWhileContext(graph._get_control_flow_context()) is None)


# Locked while an eager program updates a variable. All its users share one tensor as the handle.
def lock_of(resource):
    return vars(resource).setdefault(f"_{PLUGIN}_lock", threading.RLock())


def lock_all(resources, stack):
    locks = {id(lock): lock for lock in map(lock_of, resources)}
    for _, lock in sorted(locks.items()):
        stack.enter_context(lock)


# The Python function of an op, in the module that defines it.
def function_of(module, op):
    return getattr(module, getattr(module, op).__name__)


# Replaces an op's function in the module that defines it, in modules that import all its names, and
# in tf.raw_ops.
def replace_function(module, op, function):
    original_of_names = getattr(module, op)
    name = original_of_names.__name__
    original = getattr(module, name)
    functools.update_wrapper(function, original)
    for user in ("array_ops", "resource_variable_ops", "state_ops"):
        user = sys.modules.get("tensorflow.python.ops." + user)
        if getattr(user, name, None) is original:
            setattr(user, name, function)
    setattr(module, name, function)

    @functools.wraps(original_of_names)
    def function_of_names(*arguments, **named):
        return (original_of_names if arguments else function)(*arguments, **named)

    for api in ("tensorflow._api.v2", "tensorflow._api.v2.compat.v1", "tensorflow._api.v2.compat.v2"):
        api = sys.modules.get(api + ".raw_ops")
        if getattr(api, op, None) is original_of_names:
            setattr(api, op, function_of_names)
    setattr(module, op, function_of_names)


# Ends colocation that the program has asked for. tf.nn.embedding_lookup puts its op where the
# variable is. A pure op without a kernel there must run on the CPU instead.
def without_colocation():
    from tensorflow.python.eager import context
    from tensorflow.python.framework import ops as framework

    if context.executing_eagerly():
        return contextlib.nullcontext()
    return framework.get_default_graph().colocate_with(None, ignore_existing=True)


# Replaces an op on a variable of the device. split takes its arguments, and returns the variable's
# type and a function that does the same as the op. For a read, pure_read names the op whose kernel
# this needs.
def replace(module, op, split, pure_read=None):
    from tensorflow.python.eager import context
    from tensorflow.python.framework import ops as framework

    original = function_of(module, op)
    variable = next(iter(inspect.signature(original).parameters))

    def on_variable(*arguments, **named):
        resource = arguments[0] if arguments else named.get(variable)
        if not is_on_device(resource):
            return original(*arguments, **named)
        is_eager = context.executing_eagerly()
        if pure_read is None and not is_eager and not are_updates_ordered():
            return original(*arguments, **named)
        dtype, compute = split(*arguments, **named)
        instead = KERNELS.get(pure_read, ()) if is_eager else ()
        enum = dtype.as_datatype_enum
        if enum in KERNELS.get(op, ()) and enum not in instead:
            return original(*arguments, **named)
        is_locked = is_eager and pure_read is None
        with lock_of(resource) if is_locked else contextlib.nullcontext():
            with without_colocation(), framework.device(resource.device):
                return compute()

    replace_function(module, op, on_variable)


# Applies update, a function on CPU variables, to variables of the device, given with their types.
# Returns its result. Each CPU variable has a buffer of its own: where somebody else holds it, core's
# StatefulRandomBinomial writes the generator's new state to the wrong one.
def update_on_cpu(variables, update):
    from tensorflow.python.eager import context
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_array_ops
    from tensorflow.python.ops import gen_resource_variable_ops as ops

    old = [ops.read_variable_op(resource, dtype) for resource, dtype in variables]
    with framework.device(variables[0][0].device.rpartition("/")[0] + "/device:CPU:0"):
        copies = [ops.var_handle_op(dtype=value.dtype, shape=value.shape,
                                    shared_name=context.anonymous_name()) for value in old]
        try:
            for copy, value in zip(copies, old):
                ops.assign_variable_op(copy, gen_array_ops.deep_copy(value))
            result = update(*copies)
            new = [ops.read_variable_op(copy, value.dtype) for copy, value in zip(copies, old)]
        finally:
            for copy in copies:
                ops.destroy_resource_op(copy, ignore_lookup_error=True)
    for (resource, _), value in zip(variables, new):
        ops.assign_variable_op(resource, gen_array_ops.identity(value))
    return result


# Whether the plugin, or core for every device, has a kernel of the op with these attributes.
@functools.lru_cache(maxsize=None)
def has_kernel(op, attrs):
    from tensorflow.python.framework import kernels

    given = dict(attrs)
    return any(kernel.device_type in (DEVICE_TYPE, "DEFAULT") and
               all(given[each.name] in each.allowed_values.list.type
                   for each in kernel.constraint if each.name in given)
               for kernel in kernels.get_registered_kernels_for_op(op).kernel)


# The type attributes of an op with these arguments, as a tuple of pairs.
def types_of(definition, given):
    from tensorflow.python.framework import dtypes
    from tensorflow.python.framework import ops as framework

    types = {attr.name: dtypes.as_dtype(given[attr.name]) for attr in definition.attr
             if attr.type == "type" and given.get(attr.name) is not None}
    values = [(arg.type_attr, value) for arg, value in zip(definition.input_arg, given.values())
              if arg.type_attr]
    # A Python number takes the type of the tensors beside it.
    for attr, value in sorted(values, key=lambda pair: not hasattr(pair[1], "dtype")):
        if attr not in types:
            types[attr] = framework.convert_to_tensor(value).dtype
    return tuple((attr, dtype.as_datatype_enum) for attr, dtype in types.items())


# Runs an op on the CPU, with copies of its variables, if there is no kernel of it for the device.
# updates.py and the graph optimizer may run the plugin's kernel of its op on tensors.
def run_on_cpu_without_kernel(module, op):
    from tensorflow.python.eager import context
    from tensorflow.python.framework import dtypes
    from tensorflow.python.framework import op_def_registry
    from tensorflow.python.framework import ops as framework

    original = function_of(module, op)
    signature = inspect.signature(original)
    variable = next(iter(signature.parameters))
    kernel = TENSOR_OPS[op][0] if op in TENSOR_OPS else op

    def on_variables(*arguments, **named):
        resource = arguments[0] if arguments else named.get(variable)
        is_eager = context.executing_eagerly()
        if not is_on_device(resource) or not is_eager and not are_updates_ordered():
            return original(*arguments, **named)
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        given, definition = bound.arguments, op_def_registry.get(op)
        if has_kernel(kernel, types_of(definition, given)):
            return original(*arguments, **named)
        names = [name for name, arg in zip(given, definition.input_arg)
                 if arg.type == dtypes.resource.as_datatype_enum]
        handles = {id(given[name]): given[name] for name in names}  # an op may get one twice
        from tensorflow.python.ops import resource_variable_ops
        data = list(map(resource_variable_ops.get_eager_safe_handle_data, handles.values()))
        if not all(each is not None and each.shape_and_type for each in data):
            return original(*arguments, **named)
        variables = [(handle, dtypes.as_dtype(each.shape_and_type[0].dtype))
                     for handle, each in zip(handles.values(), data)]

        def update(*copies):
            copy_of = dict(zip(handles, copies))
            return original(**{**given, **{name: copy_of[id(given[name])] for name in names}})

        with contextlib.ExitStack() as stack:
            if is_eager:
                lock_all(handles.values(), stack)
            stack.enter_context(without_colocation())
            stack.enter_context(framework.device(resource.device))
            return update_on_cpu(variables, update)

    replace_function(module, op, on_variables)


# The module's ops whose first input is a variable.
def ops_on_variables(module):
    from tensorflow.python.framework import dtypes
    from tensorflow.python.framework import op_def_registry

    for name in [name for name in vars(module) if name[0].isupper()]:
        definition = op_def_registry.get(name)
        if definition is not None and definition.input_arg and \
                definition.input_arg[0].type == dtypes.resource.as_datatype_enum:
            yield name


# Fails if shapes differ, since the pure op would broadcast. If that is known only at run time,
# returns what must run before the assignment.
def require_same_shape(old, value):
    if old.shape.is_fully_defined() and old.shape == value.shape:
        return []

    from tensorflow.python.eager import context
    from tensorflow.python.framework import errors
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_array_ops
    from tensorflow.python.ops import gen_logging_ops
    from tensorflow.python.ops import gen_math_ops
    from tensorflow.python.ops import math_ops

    if not old.shape.is_compatible_with(value.shape):
        text = (f"Cannot update variable with shape {old.shape} using a Tensor "
                f"with shape {value.shape}, shapes must be equal.")
        if context.executing_eagerly():
            raise errors.InvalidArgumentError(None, None, text)
        raise ValueError(text)
    shapes = [gen_array_ops.shape(tensor) for tensor in (old, value)]
    with framework.device("/device:CPU:0"):
        are_equal = math_ops.reduce_all(
            gen_math_ops.equal(*shapes, incompatible_shape_error=False))
        return [gen_logging_ops._assert(
            are_equal, ["Cannot update variable with shape", shapes[0], "using a Tensor with shape",
                        shapes[1], "shapes must be equal."], summarize=254)]


def split_update(pure):
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_resource_variable_ops as ops

    def split(resource, value, name=None):
        value = framework.convert_to_tensor(value)

        def compute():
            old = ops.read_variable_op(resource, value.dtype)
            with framework.control_dependencies(require_same_shape(old, value)):
                return ops.assign_variable_op(resource, pure(old, value), name=name)

        return value.dtype, compute

    return split


# No pure op accepts one scalar for all slices.
def split_update_of_slices(original, pure):
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_array_ops
    from tensorflow.python.ops import gen_resource_variable_ops as ops

    def split(resource, indices, updates, name=None):
        updates = framework.convert_to_tensor(updates)

        def compute():
            if pure is None or updates.shape.rank in (None, 0):
                return update_on_cpu([(resource, updates.dtype)],
                                     lambda copy: original(copy, indices, updates, name=name))
            old = ops.read_variable_op(resource, updates.dtype)
            new = pure(old, gen_array_ops.expand_dims(indices, -1), updates)
            return ops.assign_variable_op(resource, new, name=name)

        return updates.dtype, compute

    return split


def split_update_by_tuples(pure):
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_resource_variable_ops as ops

    def split(ref, indices, updates, use_locking=True, bad_indices_policy="", name=None):
        updates = framework.convert_to_tensor(updates)
        policy = {"bad_indices_policy": bad_indices_policy} if bad_indices_policy else {}

        def compute():
            old = ops.read_variable_op(ref, updates.dtype)
            return ops.assign_variable_op(ref, pure(old, indices, updates, **policy), name=name)

        return updates.dtype, compute

    return split


def hook_variables(ops):
    from tensorflow.python.eager import context
    from tensorflow.python.framework import dtypes
    from tensorflow.python.ops import gen_array_ops
    from tensorflow.python.ops import gen_math_ops

    assign = ops.assign_variable_op

    def assign_variable_op(resource, *arguments, **named):
        if not context.executing_eagerly() or not is_on_device(resource):
            return assign(resource, *arguments, **named)
        with lock_of(resource):
            return assign(resource, *arguments, **named)

    replace_function(ops, "AssignVariableOp", assign_variable_op)
    replace(ops, "AssignAddVariableOp", split_update(gen_math_ops.add_v2))
    replace(ops, "AssignSubVariableOp", split_update(gen_math_ops.sub))

    for kind in ("Add", "Sub", "Min", "Max", "Update", "Mul", "Div"):
        op = "ResourceScatter" + kind
        pure = getattr(gen_array_ops, "tensor_scatter_" + kind.lower(), None)
        replace(ops, op, split_update_of_slices(function_of(ops, op), pure))

    def split_gather(resource, indices, dtype, batch_dims=0, validate_indices=True, name=None):
        dtype = dtypes.as_dtype(dtype)
        return dtype, lambda: gen_array_ops.gather_v2(
            ops.read_variable_op(resource, dtype), indices, batch_dims, batch_dims=batch_dims,
            name=name)

    def split_gather_nd(resource, indices, dtype, name=None):
        dtype = dtypes.as_dtype(dtype)
        return dtype, lambda: gen_array_ops.gather_nd(ops.read_variable_op(resource, dtype),
                                                      indices, name=name)

    replace(ops, "ResourceGather", split_gather, pure_read="GatherV2")
    replace(ops, "ResourceGatherNd", split_gather_nd, pure_read="GatherNd")


def hook_states(ops):
    from tensorflow.python.ops import gen_array_ops

    for kind in ("Add", "Sub", "Min", "Max", "Update"):
        replace(ops, "ResourceScatterNd" + kind,
                split_update_by_tuples(getattr(gen_array_ops, "tensor_scatter_" + kind.lower())))

    run_on_cpu_without_kernel(ops, "ResourceCountUpTo")


def hook_slices(arrays):
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_resource_variable_ops as ops

    def split(ref, begin, end, strides, value, name=None, **masks):
        value = framework.convert_to_tensor(value)

        def compute():
            old = ops.read_variable_op(ref, value.dtype)
            new = arrays.tensor_strided_slice_update(old, begin, end, strides, value, **masks)
            return ops.assign_variable_op(ref, new, name=name)

        return value.dtype, compute

    replace(arrays, "ResourceStridedSliceAssign", split)


def hook_random_states_and_training(ops):
    for op in ops_on_variables(ops):
        run_on_cpu_without_kernel(ops, op)


on_import("tensorflow.python.ops.gen_resource_variable_ops", hook_variables)
on_import("tensorflow.python.ops.gen_state_ops", hook_states)
on_import("tensorflow.python.ops.gen_array_ops", hook_slices)
for module in ("stateful_random", "training"):
    on_import(f"tensorflow.python.ops.gen_{module}_ops", hook_random_states_and_training)
