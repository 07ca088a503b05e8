# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# If TensorFlow gives plugins no access to variables, the graph optimizer splits the ops that update
# them (variables/variable_updates.h). This hook handles the ops that the optimizer does not see:
#
# * An eager op becomes reads, the plugin's op on tensors, and assignments. A lock for each variable
#   keeps threads from losing each other's updates.
# * TensorFlow does not optimize a function of fewer than four nodes unless its options say so. The
#   hook sets that option if the program does not. A session's graph that changes a variable has
#   more nodes.
# * TensorFlow does not optimize the graph of an interactive session either, since it prunes the
#   graph to the fetched nodes before placement. With this hook the whole graph is placed, as in
#   other sessions.

def optimize_small_functions(context):
    options = context.FunctionCallOptions
    original = options.config_proto_serialized
    proto = context.config_pb2.ConfigProto

    @functools.wraps(original.fset)
    def set_config(self, config):
        if config is None or isinstance(config, proto):
            given, config = config, proto()
            if given is not None:
                config.CopyFrom(given)
            rewriter = config.graph_options.rewrite_options
            rewriter.min_graph_nodes = rewriter.min_graph_nodes or -1
        original.fset(self, config)

    options.config_proto_serialized = original.setter(set_config)


def optimize_interactive_sessions(session):
    original = session.BaseSession.__init__

    @functools.wraps(original)
    def create(self, target="", graph=None, config=None):
        if isinstance(self, session.InteractiveSession):
            config.graph_options.place_pruned_graph = False
        original(self, target, graph, config)

    session.BaseSession.__init__ = create


# Converts an op's arguments for its op on tensors.
class TensorOp:
    def __init__(self, op, parameters):
        from tensorflow.python.eager import execute
        from tensorflow.python.framework import dtypes
        from tensorflow.python.framework import op_def_registry
        from tensorflow.python.framework import ops as framework

        self.match = execute.args_to_matching_eager
        self.make_tensor = framework.convert_to_tensor
        self.name, self.variables = TENSOR_OPS[op]
        definition = op_def_registry.get(op)
        on_tensors = op_def_registry.get(self.name)
        self.outputs = len(definition.output_arg)
        self.type_of_variables = on_tensors.input_arg[0]

        inputs = list(zip(parameters, on_tensors.input_arg))[self.variables:]
        self.typed = [(name, arg.type) for name, arg in inputs if not arg.type_attr]
        self.inputs = [name for name, arg in inputs]
        known = {attr.name for attr in on_tensors.attr}
        makers = {"bool": execute.make_bool, "int": execute.make_int, "string": execute.make_str,
                  "type": execute.make_type}
        self.attrs, self.inferred = [], []
        for attr in definition.attr:
            if attr.name in parameters:
                if attr.name in known:
                    default = parameters[attr.name].default
                    self.attrs.append((attr.name, makers[attr.type], default))
                continue
            names = [name for name, arg in inputs if arg.type_attr == attr.name]
            allowed = [dtypes.as_dtype(enum) for enum in attr.allowed_values.list.type]
            default = attr.default_value.type
            default = dtypes.as_dtype(default) if default else None
            self.inferred.append((attr.name, names, allowed, default))

    # The op's inputs after the variables, its attributes, and the variables' type.
    def convert(self, given, ctx):
        tensors, attrs = {}, {}
        for attr, names, allowed, default in self.inferred:
            values = [given[name] for name in names]
            attrs[attr], converted = self.match(values, ctx, allowed, default)
            tensors.update(zip(names, converted))
        for name, dtype in self.typed:
            tensors[name] = self.make_tensor(given[name], dtype)
        for attr, make, default in self.attrs:
            attrs[attr] = make(default if given[attr] is None else given[attr], attr)
        of_variables = self.type_of_variables
        enum = attrs[of_variables.type_attr] if of_variables.type_attr else of_variables.type
        return [tensors[name] for name in self.inputs], attrs, enum


def update_eagerly(op, original):
    from tensorflow.python.eager import context
    from tensorflow.python.eager import execute
    from tensorflow.python.framework import dtypes
    from tensorflow.python.framework import ops as framework
    from tensorflow.python.ops import gen_resource_variable_ops as ops

    signature = inspect.signature(original)
    variable = next(iter(signature.parameters))

    @functools.lru_cache(maxsize=None)
    def tensor_op():
        return TensorOp(op, signature.parameters)

    def update(*arguments, **named):
        resource = arguments[0] if arguments else named.get(variable)
        if not is_on_device(resource) or not context.executing_eagerly():
            return original(*arguments, **named)
        plan, ctx = tensor_op(), context.context()
        bound = signature.bind(*arguments, **named)
        bound.apply_defaults()
        given = bound.arguments
        handles = [given[name] for name in list(given)[:plan.variables]]
        inputs, attrs, enum = plan.convert(given, ctx)
        if not has_kernel(plan.name, tuple(attrs.items())) or not all(map(is_on_device, handles)):
            return original(*arguments, **named)
        attrs = tuple(part for attr in attrs.items() for part in attr)
        dtype = dtypes.as_dtype(enum)
        with contextlib.ExitStack() as stack:
            lock_all(handles, stack)
            stack.enter_context(framework.device(resource.device))
            values = [ops.read_variable_op(handle, dtype) for handle in handles]
            results = execute.execute(plan.name, plan.outputs + len(handles), [*values, *inputs],
                                      attrs, ctx, given["name"])
            for handle, value in zip(handles, results[plan.outputs:]):
                ops.assign_variable_op(handle, value)
        return results[0] if plan.outputs else None

    return update


# For AssignAddVariableOp and AssignSubVariableOp, a sum of two tensors is faster.
def hook_updates(module):
    for op in TENSOR_OPS:
        if hasattr(module, op) and not op.startswith("Assign"):
            replace_function(module, op, update_eagerly(op, function_of(module, op)))


if TENSOR_OPS:
    on_import("tensorflow.python.eager.context", optimize_small_functions)
    on_import("tensorflow.python.client.session", optimize_interactive_sessions)
    for module in ("array", "resource_variable", "state", "stateful_random", "training"):
        on_import(f"tensorflow.python.ops.gen_{module}_ops", hook_updates)
