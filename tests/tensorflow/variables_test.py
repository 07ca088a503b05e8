"""Ops that read and update parts of variables, train them, or draw by them: by kernels where TensorFlow lets plugins, and
where not by ops on their values; a clear error where nothing puts those in."""

import unittest

import support

OPS = """ResourceGather ResourceGatherNd ResourceScatterAdd ResourceScatterDiv ResourceScatterMax ResourceScatterMin
    ResourceScatterMul ResourceScatterSub ResourceScatterUpdate""".split()

TRAINING = """ResourceApplyAdaMax ResourceApplyAdadelta ResourceApplyAdagrad ResourceApplyAdagradV2 ResourceApplyAdam
    ResourceApplyAdamWithAmsgrad ResourceApplyAddSign ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyFtrlV2
    ResourceApplyGradientDescent ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyPowerSign ResourceApplyRMSProp
    ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad ResourceSparseApplyAdagradV2
    ResourceSparseApplyCenteredRMSProp ResourceSparseApplyFtrl ResourceSparseApplyFtrlV2
    ResourceSparseApplyKerasMomentum ResourceSparseApplyMomentum ResourceSparseApplyRMSProp""".split()

# Those that the CPU has no kernels in half precision for.
WIDE_TRAINING = """ResourceApplyAdagradDA ResourceApplyProximalAdagrad ResourceApplyProximalGradientDescent
    ResourceSparseApplyAdagradDA ResourceSparseApplyProximalAdagrad ResourceSparseApplyProximalGradientDescent""".split()

BY_TUPLES = "ResourceScatterNdAdd ResourceScatterNdMax ResourceScatterNdMin ResourceScatterNdSub ResourceScatterNdUpdate".split()

SPEC = """
    plugingen: 1
    plugin: {name: test_npu}
    device: {type: TEST_NPU, memory: {capacity: 1GiB, host_visible: false}}
    kernels:
      - {op: AssignAddVariableOp, types: {dtype: [float]}}
      - {op: AssignSubVariableOp, types: {dtype: [float]}}
      - {op: GatherNd, types: {Tparams: [float]}}
      - {op: GatherV2, types: {Tparams: [float]}}
      - {op: ResourceCountUpTo, types: {T: [int32, int64]}}
      - {op: ResourceStridedSliceAssign, types: {T: [float, int64]}}
      - RngReadAndSkip
      - RngSkip
      - {op: StatefulStandardNormalV2, types: {dtype: [float, double, half]}}
      - {op: StatefulTruncatedNormal, types: {dtype: [float, half]}}
      - {op: StatefulUniform, types: {dtype: [float, double, bfloat16]}}
      - {op: StatefulUniformFullInt, types: {dtype: [int32, int64, uint32, uint64]}}
      - {op: StatefulUniformInt, types: {dtype: [int32, int64]}}
      - {op: StridedSlice, types: {T: [int32, int64]}}
      - {op: UnsortedSegmentSum, types: {T: [float]}}
""" + "".join(f"""
      - {{op: {op}, types: {{T: [float]}}}}""" for op in "Abs AddV2 Maximum Mul Neg RealDiv Sqrt Square Sub".split()) \
    + "".join(f"""
      - {{op: TensorScatter{kind}, types: {{T: [float]}}}}""" for kind in ("Add", "Max", "Min", "Sub", "Update")) \
    + "".join(f"""
      - {{op: {op}, types: {{dtype: [float, half, int64]}}}}""" for op in OPS) \
    + "".join(f"""
      - {{op: {op}, types: {{T: [float, int64]}}}}""" for op in BY_TUPLES) \
    + "".join(f"""
      - {{op: {op}, types: {{T: [float, half]}}}}""" for op in TRAINING) \
    + "".join(f"""
      - {{op: {op}, types: {{T: [float]}}}}""" for op in WIDE_TRAINING)

# The environments whose TensorFlow gives plugins no access to variables.
WITHOUT_ACCESS = ("2.19", "2.21")

# What both programs begin with. A call's result is a list of numbers, or the name of its error.
HEAD = """
    import json
    import numpy as np
    import tensorflow as tf

    raw = tf.raw_ops
    random = np.random.default_rng(1)
    different = []

    def outcome(device, function):
        with tf.device(device):
            try:
                return [np.asarray(part, np.float64) for part in function()]
            except Exception as error:
                return f"{type(error).__name__}: {error}"

    def compare(name, function):
        cpu, device = outcome("/CPU:0", function), outcome("/TEST_NPU:0", function)
        if isinstance(cpu, str) or isinstance(device, str):
            same = str(cpu).split(":")[0] == str(device).split(":")[0]
        else:
            # The CPU rounds every step of a formula to half.
            relative, absolute = (1e-2, 5e-3) if "float16" in name else (1e-5, 1e-6)
            same = all(a.shape == b.shape and np.allclose(a, b, relative, absolute, equal_nan=True)
                       for a, b in zip(cpu, device))
        if not same:
            different.append(f"{name}: {device} on the CPU {cpu}"[:500])
"""

BY_INDEX = HEAD + """
    def scatter(op, initial, indices, updates, dtype, index_type):
        variable = tf.Variable(tf.cast(initial, dtype))
        before = variable.value()
        getattr(raw, op)(resource=variable.handle, indices=tf.cast(indices, index_type),
                         updates=tf.cast(updates, dtype))
        return variable.numpy(), before.numpy()  # what was read before stays as it was

    def gather(op, initial, indices, dtype, index_type, **more):
        variable = tf.Variable(tf.cast(initial, dtype))
        return [getattr(raw, op)(resource=variable.handle, indices=tf.cast(indices, index_type), dtype=dtype,
                                 **more).numpy()]

    for dtype, index_type in ((tf.float32, tf.int32), (tf.float32, tf.int64), (tf.half, tf.int32), (tf.int64, tf.int64)):
        for shape, index_shape in (((7, 3), (5,)), ((300, 40), (20, 30)), ((4,), (6,)), ((5, 2, 3), (2, 2)), ((3, 2), ()),
                                   ((5, 0), (3,)), ((5, 2), (0,))):
            initial = random.integers(1, 9, shape)
            indices = random.integers(0, shape[0], index_shape)
            updates = random.integers(1, 3, index_shape + shape[1:])
            what = f"{dtype.name} {shape} {index_shape}"
            for op in ("Add", "Sub", "Mul", "Div", "Min", "Max", "Update"):
                op = "ResourceScatter" + op
                if op == "ResourceScatterMul" and len(indices.ravel()) > 50:
                    continue  # overflows
                compare(f"{op} {what}", lambda: scatter(op, initial, indices, updates, dtype, index_type))
                compare(f"{op} by a scalar {what}", lambda: scatter(op, initial, indices, 2, dtype, index_type))
            compare(f"ResourceGather {what}", lambda: gather("ResourceGather", initial, indices, dtype, index_type))
            if 0 not in shape:
                tuples = np.stack([random.integers(0, size, index_shape) for size in shape[:2]], -1)
                compare(f"ResourceGatherNd {what}",
                        lambda: gather("ResourceGatherNd", initial, tuples, dtype, index_type))

    table = [[1, 2], [3, 4], [5, 6]]
    compare("batches", lambda: gather("ResourceGather", table, [[0], [1], [0]], tf.float32, tf.int32, batch_dims=1))
    # Errors. Those of indices come with the work, so the result is waited for.
    for name, indices, updates in (("an index", [0, 3], [[1, 1], [1, 1]]), ("below 0", [-1], 1), ("rank", [0], [2]),
                                   ("rows", [0, 1], [[2, 1]])):
        compare(name, lambda: scatter("ResourceScatterAdd", table, indices, updates, tf.float32, tf.int32))
    for dtype in (tf.int64, tf.float32, tf.half):
        for indices, updates in (([0], 0), ([0, 1], [[1, 1], [1, 0]]), ([3], [[1, 0]]), (np.zeros([0]), 0), (np.zeros([0]), 1)):
            compare(f"divisor {dtype.name} {indices} {updates}",
                    lambda: scatter("ResourceScatterDiv", table, indices, updates, dtype, tf.int32))
    compare("index", lambda: gather("ResourceGather", table, [0, 3], tf.float32, tf.int32))
    # The plugin has a GatherV2 of floats, which takes the place of these ops in eager programs and checks no index here.
    for shape, indices, batch_dims in (((2, 0), [1, 7], 0), ((2, 0), [[-1]], 0), ((2, 0), [1], 0), ((0, 0), [0], 0), ((2, 0), np.zeros([0]), 0),
                                       ((2, 3, 0), [[0], [2]], 1), ((2, 3, 0), [[-1], [2]], 1)):
        compare(f"index of empty slices {shape} {indices}",
                lambda: gather("ResourceGather", np.zeros(shape), indices, tf.int64, tf.int32, batch_dims=batch_dims))
    compare("scalar", lambda: gather("ResourceGather", 1, [0], tf.float32, tf.int32))
    compare("tuple", lambda: gather("ResourceGatherNd", table, [[0, 2]], tf.float32, tf.int32))
    compare("long tuple", lambda: gather("ResourceGatherNd", table, [[0, 0, 0]], tf.float32, tf.int32))
    print(json.dumps({"different": different}))
"""

# What optimizers have besides a gradient: variables, scalars, and an attribute.
OPTIMIZERS = """
    adam = dict(beta1_power=0.8, beta2_power=0.97, lr=0.01, beta1=0.9, beta2=0.99, epsilon=1e-3)
    rms_prop = dict(lr=0.01, rho=0.9, momentum=0.5, epsilon=0.1)
    ftrl = dict(lr=0.1, l1=0.5, l2=0.01)
    optimizers = {
        "GradientDescent": ("var", dict(alpha=0.1), ""),
        "Momentum": ("var accum", dict(lr=0.1, momentum=0.9), "use_nesterov"),
        "KerasMomentum": ("var accum", dict(lr=0.1, momentum=0.9), "use_nesterov"),
        "Adam": ("var m v", adam, "use_nesterov"),
        "AdamWithAmsgrad": ("var m v vhat", adam, ""),
        "AdaMax": ("var m v", {name: value for name, value in adam.items() if name != "beta2_power"}, ""),
        "RMSProp": ("var ms mom", rms_prop, ""),
        "CenteredRMSProp": ("var mg ms mom", rms_prop, ""),
        "Adagrad": ("var accum", dict(lr=0.1), "update_slots"),
        "AdagradV2": ("var accum", dict(lr=0.1, epsilon=0.01), "update_slots"),
        "AdagradDA": ("var gradient_accumulator gradient_squared_accumulator", dict(lr=0.1, l1=0.3, l2=0.02, global_step=3), ""),
        "AddSign": ("var m", dict(lr=0.1, alpha=1.0, sign_decay=0.9, beta=0.8), ""),
        "PowerSign": ("var m", dict(lr=0.1, logbase=1.0, sign_decay=0.9, beta=0.8), ""),
        "Adadelta": ("var accum accum_update", dict(lr=0.1, rho=0.9, epsilon=0.01), ""),
        "Ftrl": ("var accum linear", dict(ftrl, lr_power=-0.5), "multiply_linear_by_lr"),
        "FtrlV2": ("var accum linear", dict(ftrl, l2_shrinkage=0.1, lr_power=-0.7), "multiply_linear_by_lr"),
        "ProximalAdagrad": ("var accum", dict(lr=0.1, l1=0.5, l2=0.2), ""),
        "ProximalGradientDescent": ("var", dict(alpha=0.1, l1=0.5, l2=0.2), ""),
    }

    def dtypes_of(op):
        if "Ftrl" in op or op == "PowerSign":
            return [tf.float32]  # the CPU rounds differences of powers, and means before it looks at their sign
        return [tf.float32] if "Proximal" in op or op == "AdagradDA" else [tf.float32, tf.half]

    def scalar_inputs(scalars, dtype):
        return {name: tf.cast(value, tf.int64 if name == "global_step" else dtype) for name, value in scalars.items()}

    def initial_values(names, shape):
        return [np.abs(random.normal(size=shape)) * 0.1 + 0.5 * (i > 0 and names[i] != "mg") for i in range(len(names))]
"""

# Two steps of each optimizer, with its attribute false and true.
STEPS = HEAD + OPTIMIZERS + """
    def steps(op, names, initial, scalars, gradient, dtype, **attributes):
        variables = [tf.Variable(tf.cast(value, dtype)) for value in initial]
        before = variables[0].value()
        for _ in range(2):
            arguments = {name: variable.handle for name, variable in zip(names, variables)}
            arguments.update(scalar_inputs(scalars, dtype))
            arguments["delta" if op.endswith("GradientDescent") else "grad"] = tf.cast(gradient, dtype)
            getattr(raw, "ResourceApply" + op)(**arguments, **attributes)
        return [variable.numpy() for variable in variables] + [before.numpy()]

    for op, (names, scalars, flag) in optimizers.items():
        names = names.split()
        for dtype in dtypes_of(op):
            for shape in ((5,), (200, 40), (), (0,)):
                gradient = random.normal(size=shape)
                initial = initial_values(names, shape)
                for attributes in [{flag: False}, {flag: True}] if flag else [{}]:
                    compare(f"{op} {dtype.name} {shape} {attributes}",
                            lambda: steps(op, names, initial, scalars, gradient, dtype, **attributes))

    # No gradient yet, nothing finite, a mean that is none.
    none, wild = [0.0, 0.5, 0.0, -2.0], [np.nan, np.inf, -np.inf, 1e30]
    for op in ("Ftrl", "FtrlV2"):
        names, scalars, _ = optimizers[op]
        for l1, l2, lr_power in ((0.0, 0.0, -0.5), (0.25, 0.0, -0.5), (0.25, 0.5, -0.7)):
            more = dict(scalars, l1=l1, l2=l2, lr_power=lr_power)
            for accum, gradient in ((0.0, none), (0.1, wild)):
                initial = [[1.0, 2.0, 3.0, 4.0], [accum] * 4, [0.0, 0.0, 0.25, 0.0]]
                for multiply in (False, True):
                    compare(f"{op} {l1} {l2} {gradient} {multiply}",
                            lambda: steps(op, names.split(), initial, more, gradient, tf.float32, multiply_linear_by_lr=multiply))
    for op in ("AddSign", "PowerSign"):
        compare(f"{op} of no number", lambda: steps(op, ["var", "m"], [[1.0, 2.0, 3.0, 4.0], [np.nan, 0.0, np.inf, 1.0]], optimizers[op][1],
                                                    [1.0, 1.0, -1.0, np.nan], tf.float32))

    def descend(initial, alpha, delta):
        return steps("GradientDescent", ["var"], [initial], dict(alpha=alpha), delta, tf.float32)

    def one_variable_for_two():
        variable = tf.Variable([1.0, 2.0])
        for _ in range(2):
            raw.ResourceApplyMomentum(var=variable.handle, accum=variable.handle, lr=0.1, grad=[0.5, 0.25], momentum=0.9)
        return [variable.numpy()]

    compare("one variable for two", one_variable_for_two)
    compare("no scalar", lambda: descend([1.0, 2.0], [0.1], [1.0, 2.0]))
    compare("another shape", lambda: descend([1.0, 2.0], 0.1, [1.0]))
    compare("another shape of accum", lambda: steps("Adagrad", ["var", "accum"], [[1.0], [1.0, 1.0]], dict(lr=0.1), [1.0],
                                                    tf.float32))
    print(json.dumps({"different": different}))
"""

# The same along slices, for some rows: of a few rows several times over, of many each once at most, as the CPU's threads
# meet in a row that is named twice.
SPARSE_STEPS = HEAD + OPTIMIZERS + """
    def steps(op, names, initial, scalars, gradient, indices, dtype, index_type, **attributes):
        variables = [tf.Variable(tf.cast(value, dtype)) for value in initial]
        before = variables[0].value()
        for _ in range(2):
            arguments = {name: variable.handle for name, variable in zip(names, variables)}
            arguments.update(scalar_inputs(scalars, dtype))
            getattr(raw, "ResourceSparseApply" + op)(**arguments, grad=tf.cast(gradient, dtype),
                                                     indices=tf.cast(indices, index_type), **attributes)
        return [variable.numpy() for variable in variables] + [before.numpy()]

    for op, (names, scalars, flag) in optimizers.items():
        if op in ("GradientDescent", "AddSign", "PowerSign") or op.startswith("Ada") and op[3] in "mM":
            continue  # they scatter
        names = names.split()
        for dtype in dtypes_of(op):
            for shape, count in (((7, 3), 5), ((300, 40), 200), ((900, 1), 700), ((3, 1500), 3), ((5,), 9), ((6, 2, 3), 4), ((5, 2), 0)):
                indices = random.permutation(shape[0])[:count] if count > 10 else random.integers(0, shape[0], count)
                gradient = random.normal(size=(count, *shape[1:]))
                initial = initial_values(names, shape)
                for index_type in (tf.int32, tf.int64):
                    for attributes in [{flag: False}, {flag: True}] if flag else [{}]:
                        compare(f"{op} {dtype.name} {shape} {attributes}",
                                lambda: steps(op, names, initial, scalars, gradient, indices, dtype, index_type, **attributes))

    # Gradients too large to be squared, and none yet.
    for op, others in (("RMSProp", [0.1, 0.0]), ("CenteredRMSProp", [0.1, 0.1, 0.0]), ("Ftrl", [0.0, 0.0]), ("FtrlV2", [0.0, 0.0])):
        names, scalars, _ = optimizers[op]
        for gradient in ([[[1e20, 1.0, 0.0, np.nan]]] if "RMS" in op else [[[0.0, 0.5, -2.0, np.nan]]]):
            initial = [[[1.0, 2.0, 3.0, 4.0]], *([[value] * 4] for value in others)]
            more = dict(scalars, l2=0.0) if "Ftrl" in op else scalars
            compare(f"{op} {gradient}", lambda: steps(op, names.split(), initial, more, gradient, [0], tf.float32, tf.int32))

    def momentum(shape, gradient, indices, lr=0.1):
        return steps("Momentum", ["var", "accum"], [np.ones(shape)] * 2, dict(lr=lr, momentum=0.5), gradient, indices, tf.float32, tf.int32)

    compare("an index", lambda: momentum((3, 2), np.ones((2, 2)), [0, 3]))
    compare("below 0", lambda: momentum((3, 2), np.ones((1, 2)), [-1]))
    compare("no vector", lambda: momentum((3, 2), np.ones((1, 2)), [[0]]))
    compare("rows", lambda: momentum((3, 2), np.ones((1, 2)), [0, 1]))
    compare("columns", lambda: momentum((3, 2), np.ones((1, 3)), [0]))
    compare("no scalar", lambda: momentum((3, 2), np.ones((1, 2)), [0], [0.1]))
    compare("no rows", lambda: momentum((), np.ones((1,)), [0]))
    print(json.dumps({"different": different}))
"""

# Where no graph optimizer comes: raw ops of an eager program, by threads, with variables in either order, with arguments of
# all kinds; functions of three nodes; interactive sessions. The functions are called what TensorFlow calls them.
WITHOUT_OPTIMIZER = HEAD + """
    import inspect
    import tempfile
    import threading
    from tensorflow.python.ops import gen_training_ops

    with tf.device("/TEST_NPU:0"):
        sums, one, two = tf.Variable([0.0, 5.0]), tf.Variable([1.0]), tf.Variable([2.0])

    def work(var, accum):
        for _ in range(50):
            raw.ResourceApplyGradientDescent(var=sums.handle, alpha=1.0, delta=[-1.0, 0.0])
            raw.ResourceScatterNdAdd(ref=sums.handle, indices=[[0]], updates=[1.0])
            raw.ResourceApplyMomentum(var=var.handle, accum=accum.handle, lr=0.0, grad=[0.0], momentum=1.0)

    workers = [threading.Thread(target=work, args=pair) for pair in ((one, two), (two, one)) * 2]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    def error_of(call):
        try:
            return str(call())
        except TypeError as error:
            return str(error)

    def of_another_type():
        variable = tf.Variable([1.0], dtype=tf.float64)  # no kernel of the plugin's is for that
        raw.ResourceApplyGradientDescent(var=variable.handle, alpha=tf.constant(1.0, tf.float64), delta=[1.0])
        return [variable.numpy()]

    def half_missing():
        return [raw.ResourceApplyMomentum(var=one.handle, accum=one.handle, lr=0.0, grad=[0.0])]

    def mixed_types():
        return [raw.ResourceApplyGradientDescent(var=tf.Variable([1.0]).handle, alpha=tf.constant(1.0), delta=tf.constant([1], tf.int32))]

    def by_its_name():
        variable = tf.Variable([1.0, 2.0])
        result = gen_training_ops.resource_apply_gradient_descent(variable.handle, 0.5, delta=[1.0, 1.0], use_locking=None, name="step")
        return [variable.numpy(), result is None]

    def descend(variable):
        one = tf.constant(1.0)
        raw.ResourceApplyGradientDescent(var=variable.handle, alpha=one, delta=one)

    def function_of_three_nodes():
        variable = tf.Variable(3.0)
        tf.function(lambda: descend(variable))()
        return [variable.numpy()]

    def loaded_function():
        with tempfile.TemporaryDirectory() as path:
            with tf.device("/CPU:0"):
                module = tf.Module()
                module.variable = tf.Variable(3.0)
                module.update = tf.function(lambda: descend(module.variable), input_signature=[])
                tf.saved_model.save(module, path, signatures={})
            module = tf.saved_model.load(path)
        module.update()
        return [module.variable.numpy()]

    def interactive_session():
        v1, device = tf.compat.v1, tf.constant(0.0).device
        with tf.Graph().as_default(), tf.device(device):
            variable = v1.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
            steps = [v1.train.MomentumOptimizer(0.5, 0.9).apply_gradients([(tf.constant([1.0, -1.0]), variable)]) for _ in range(2)]
            init = v1.global_variables_initializer()
            session = v1.InteractiveSession()
            session.run(init)
            session.run(steps)
            value = session.run(variable)
            session.close()
        return [value]

    for call in (of_another_type, half_missing, mixed_types, by_its_name, function_of_three_nodes, loaded_function, interactive_session):
        compare(call.__name__, call)
    options = tf.config.optimizer.get_experimental_options()
    tf.config.optimizer.set_experimental_options({"min_graph_nodes": 4})
    function = gen_training_ops.resource_apply_rms_prop
    print(json.dumps({
        "different": different, "sums": sums.numpy().tolist(), "pair": one.numpy().tolist() + two.numpy().tolist(),
        "function": [function.__name__, function.__doc__.splitlines()[0], list(inspect.signature(function).parameters)],
        "raw": [raw.ResourceApplyRMSProp.__name__, error_of(lambda: raw.ResourceApplyRMSProp(1))], "options": list(options),
        "small": str(outcome("/TEST_NPU:0", function_of_three_nodes))}))
"""

# What comes to these ops: an optimizer that is given slices, some of them for the same row.
LEGACY = HEAD + """
    legacy = tf.keras.optimizers.legacy
    v1 = tf.compat.v1.train
    is_keras_2 = int(tf.version.VERSION.split(".")[1]) < 16
    optimizers = {
        "Adadelta": lambda: legacy.Adadelta(0.1), "Adagrad": lambda: legacy.Adagrad(0.1), "Adam": lambda: legacy.Adam(0.1),
        "Adamax": lambda: legacy.Adamax(0.1), "Ftrl": lambda: legacy.Ftrl(0.1), "RMSprop": lambda: legacy.RMSprop(0.1),
        "centered RMSprop": lambda: legacy.RMSprop(0.1, momentum=0.5, centered=True), "SGD": lambda: legacy.SGD(0.1),
        "SGD with momentum": lambda: legacy.SGD(0.1, momentum=0.9, nesterov=True),
        "AdagradOptimizer": lambda: v1.AdagradOptimizer(0.1),
        "AdagradDAOptimizer": lambda: v1.AdagradDAOptimizer(0.1, tf.Variable(2, dtype=tf.int64)), "AdamOptimizer": lambda: v1.AdamOptimizer(0.1),
        "FtrlOptimizer": lambda: v1.FtrlOptimizer(0.1), "MomentumOptimizer": lambda: v1.MomentumOptimizer(0.1, 0.9),
        "ProximalAdagradOptimizer": lambda: v1.ProximalAdagradOptimizer(0.1),
        "ProximalGradientDescentOptimizer": lambda: v1.ProximalGradientDescentOptimizer(0.1),
        "RMSPropOptimizer": lambda: v1.RMSPropOptimizer(0.1)}
    table, slices = random.normal(size=(6, 3)), random.normal(size=(3, 4, 3))

    def train(make, make_step):
        variable, optimizer = tf.Variable(tf.cast(table, tf.float32)), make()

        @make_step
        def step(values):
            optimizer.apply_gradients([(tf.IndexedSlices(values, tf.constant([5, 1, 1, 0], tf.int64)), variable)])

        for values in slices:
            step(tf.cast(values, tf.float32))
        dense = tf.reshape(tf.cast(slices, tf.float32), [-1])[:18]
        optimizer.apply_gradients([(tf.reshape(dense, [6, 3]), variable)])
        return [variable.numpy()]

    for name, make in optimizers.items():
        if not is_keras_2 and not name.endswith("Optimizer"):
            continue  # Keras 3 has none of these
        for what, make_step in ((name, tf.function), (name + " eagerly", lambda step: step)):
            compare(what, lambda: train(make, make_step))
            result = outcome("/TEST_NPU:0", lambda: train(make, make_step))
            if isinstance(result, str):
                different.append(what + result[:300])
    print(json.dumps({"different": different}))
"""

# Generators of random numbers move a state on, and give what they give on the CPU.
GENERATORS = HEAD + """
    def skip(state, alg, delta, dtype=tf.int64):
        variable = tf.Variable(state, dtype=dtype)
        value = raw.RngReadAndSkip(resource=variable.handle, alg=tf.constant(alg), delta=tf.constant(delta, tf.uint64))
        return value.numpy(), variable.numpy()

    for state in ([5, 6, 7], [-2, 5, 7], [-1, -1, 0]):
        for alg in (0, 1, 2, 3, 4):
            for delta in (0, 3, 2**50, 2**62, 2**64 - 1, 2**64 - 3):
                compare(f"skip {state} {alg} {delta}", lambda: skip(state, alg, delta))
    for what, arguments in dict(short=([5, 7], 1, 3), rank=([[5, 6, 7]], 1, 3), algs=([5, 6, 7], [1], 3),
                                deltas=([5, 6, 7], 1, [3]), dtype=([5, 6, 7], 1, 3, tf.int32)).items():
        compare(what, lambda: skip(*arguments))

    def draw():
        generator = tf.random.Generator.from_state([-200, 5, 7], alg="philox")
        draws = [generator.uniform([3]), generator.normal([2, 2]), generator.make_seeds(2)]

        @tf.function
        def more():
            generator.skip(4)
            return generator.uniform([3])

        draws += [more(), more(), generator.state]
        for blocks in (-1, -3):
            generator.skip(blocks)
            draws += [generator.state, generator.uniform([2])]
        return draws

    compare("draw", draw)
    print(json.dumps({"different": different}))
"""

# What holds a state: draws by it, counters, and variables that are updated by tuples of indices or by slices.
STATES = HEAD + """
    def numbers(values):
        values = np.asarray(values)
        return [values >> 32, values & 0xffffffff] if values.dtype.kind in "iu" else [values]

    def draw(op, state, shape, alg=1, state_type=tf.int64, **more):
        variable, drawn = tf.Variable(state, dtype=state_type), []
        for _ in range(2):
            drawn += numbers(getattr(raw, op)(resource=variable.handle, algorithm=tf.constant(alg, tf.int64), shape=shape, **more))
        return drawn + numbers(variable.numpy())

    floats = {"StatefulStandardNormalV2": (tf.float32, tf.float64, tf.half), "StatefulTruncatedNormal": (tf.float32, tf.half),
              "StatefulUniform": (tf.float32, tf.float64, tf.bfloat16),
              "StatefulUniformFullInt": (tf.int32, tf.int64, tf.uint32, tf.uint64)}
    draws = {op: [dict(dtype=dtype) for dtype in dtypes] for op, dtypes in floats.items()}
    draws["StatefulUniformInt"] = [dict(minval=tf.constant(-5, dtype), maxval=tf.constant(2**31 - 1, dtype)) for dtype in (tf.int32, tf.int64)]
    for op, choices in draws.items():
        for more in choices:
            for state in ([5, 6, 7], [-2, -1, 7]):
                for shape in ([], [3], [257, 4], [0]):
                    compare(f"{op} {state} {shape} {more.get('dtype', '')}", lambda: draw(op, state, shape, **more))
        for what, arguments in dict(alg=([5, 6, 7], [3], 0), threefry=([5, 7], [3], 2), short=([5, 7], [3]), rank=([[5, 6, 7]], [3]),
                                    by_device=([5, 6, 7], [3], 3), shape=([5, 6, 7], [-3]), dtype=([5, 6, 7], [3], 1, tf.int32)).items():
            compare(f"{op} {what}", lambda: draw(op, *arguments, **choices[0]))

    def skip(state, alg, delta):
        variable = tf.Variable(state, dtype=tf.int64)
        raw.RngSkip(resource=variable.handle, algorithm=tf.constant(alg, tf.int64), delta=tf.constant(delta, tf.int64))
        return numbers(variable.numpy())

    for alg, state in ((1, [-2, 6, 7]), (1, [-2, -1, 7]), (1, [1000, 5, 7]), (2, [-2, 7]), (3, [5, 6, 7]), (0, [5, 6, 7]), (1, [5, 6])):
        for delta in (0, 3, 2**50, -1, -3):
            compare(f"skip {alg} {state} {delta}", lambda: skip(state, alg, delta))

    def count(start, dtype):
        variable = tf.Variable(start, dtype=dtype)
        return [*(raw.ResourceCountUpTo(resource=variable.handle, limit=5, T=dtype).numpy() for _ in range(2)), variable.numpy()]

    for dtype in (tf.int32, tf.int64):
        for start in (-1, 3, 4, 7, [1]):
            compare(f"count {start} {dtype.name}", lambda: count(start, dtype))

    def scatter(op, initial, indices, updates, dtype, index_type):
        variable = tf.Variable(tf.cast(initial, dtype))
        before = variable.value()
        getattr(raw, op)(ref=variable.handle, indices=tf.cast(indices, index_type), updates=tf.cast(updates, dtype))
        return variable.numpy(), before.numpy()  # what was read before stays as it was

    for kind in ("Add", "Sub", "Max", "Min", "Update"):
        op = "ResourceScatterNd" + kind
        for dtype, index_type in ((tf.float32, tf.int32), (tf.int64, tf.int64)):
            for shape, depth, tuples in (((7, 3), 1, (5,)), ((7, 3), 2, (4, 2)), ((5, 4, 3), 2, (6,)), ((9,), 1, (0,)), ((6,), 1, ())):
                every = np.stack(np.meshgrid(*map(np.arange, shape[:depth]), indexing="ij"), -1).reshape(-1, depth)
                several = kind != "Update"  # as the CPU's threads update in any order
                chosen = random.choice(every, int(np.prod(tuples)), replace=several).reshape(*tuples, depth)
                updates = random.integers(1, 9, tuples + shape[depth:])
                compare(f"{op} {dtype.name} {shape} {tuples}",
                        lambda: scatter(op, random.integers(1, 9, shape) * 0 + 4, chosen, updates, dtype, index_type))
        for what, indices, updates in (("index", [[7]], [1]), ("below 0", [[-1]], [1]), ("depth", [[1, 1]], [1]), ("shape", [[1], [2]], [1]),
                                       ("depth 0", np.zeros([0, 0]), np.zeros([0, 3]))):
            compare(f"{op} {what}", lambda: scatter(op, [1, 2, 3], indices, updates, tf.float32, tf.int32))

    def assign(value, dtype, begin, end, strides, **masks):
        variable = tf.Variable(tf.cast(np.arange(24).reshape(4, 3, 2), dtype))
        before = variable.value()
        raw.ResourceStridedSliceAssign(ref=variable.handle, begin=begin, end=end, strides=strides, value=tf.cast(value, dtype), **masks)
        return variable.numpy(), before.numpy()

    for dtype in (tf.float32, tf.int64):
        for shape, *slices, masks in (((2, 3, 2), [1], [3], [1], {}), ((3, 2), [2], [3], [1], dict(shrink_axis_mask=1)),
                                      ((2, 3), [3, 0, 1], [0, 3, 2], [-2, 1, 1], dict(shrink_axis_mask=4)),
                                      ((4, 3), [0, 1], [0, 2], [1, 1], dict(ellipsis_mask=1, shrink_axis_mask=2)),
                                      ((4, 1, 3, 2), [0, 0, 0], [4, 0, 3], [1, 1, 1], dict(new_axis_mask=2)),
                                      ((4, 1, 1), [0, 1, 1], [9, 0, 0], [1, -1, 1], dict(begin_mask=1, end_mask=4)),
                                      ((0, 3, 2), [3], [3], [1], {}), ((2, 3, 2), [1], [2], [1], {}), ((3, 2), [4], [5], [1], dict(shrink_axis_mask=1)),
                                      ((4, 3, 2), [0], [4], [0], {}), ((1, 1, 1, 2), [1], [3], [1], {}), ((2, 1, 1, 2), [1], [3], [1], {}),
                                      ((), [0, 1], [4, 3], [1, 1], {}), ((0,), [0], [1], [1], {}), ((2, 5), [3], [3], [1], {}), ((1,), [0, 0], [1], [1], {})):
            value = random.integers(100, 200, shape)
            compare(f"assign {dtype.name} {shape} {slices} {masks}", lambda: assign(value, dtype, *slices, **masks))
    print(json.dumps({"different": different}))
"""

# The ops themselves, where the plugin's Python does not stand in for them.
WITHOUT_HOOKS = HEAD + """
    def gather():
        return [raw.ResourceGather(resource=tf.Variable([[1.0, 2.0]]).handle, indices=[0], dtype=tf.float32)]

    def skip():
        return [raw.RngReadAndSkip(resource=tf.Variable([5, 6, 7], dtype=tf.int64).handle, alg=1, delta=tf.constant(3, tf.uint64))]

    def descend():
        return [raw.ResourceApplyGradientDescent(var=tf.Variable([1.0]).handle, alpha=0.1, delta=[1.0])]

    def sparse_momentum():
        variables = [tf.Variable([1.0]).handle for _ in range(2)]
        return [raw.ResourceSparseApplyMomentum(var=variables[0], accum=variables[1], lr=0.1, grad=[1.0], indices=[0], momentum=0.5)]

    print(json.dumps({"different": different, "errors": [str(outcome("/TEST_NPU:0", call)) for call in (gather, skip, descend, sparse_momentum)]}))
"""

# Methods of tf.Variable come to these ops, or, where the ops cannot work, to others that give the same, or fail in the
# same way: eagerly and in a function.
METHODS = HEAD + """
    def slices(indices, values):
        return tf.IndexedSlices(tf.constant(values), tf.constant(indices))

    def scatter(kind, *arguments):
        return lambda variable: getattr(variable, "scatter_" + kind)(slices(*arguments))

    def scatter_nd(kind, *arguments):
        return lambda variable: getattr(variable, "scatter_nd_" + kind)(*arguments)

    updates = {
        "assign_add": lambda v: v.assign_add(np.ones([3, 2], np.float32)),
        "assign_sub of another shape": lambda v: v.assign_sub([1.0, 1.0]),
        "batches": lambda v: v.batch_scatter_update(slices([[0], [1], [0]], [[9.0], [8.0], [7.0]])),
        "v[0]": lambda v: v[0].assign([8.0, 9.0]), "v[1, 1]": lambda v: v[1, 1].assign(8.0),
        "v[1:3]": lambda v: v[1:3].assign([[8.0, 9.0], [1.0, 1.0]]), "v[:, 1]": lambda v: v[:, 1].assign([8.0, 9.0, 7.0]),
        "v[::2, 0:1]": lambda v: v[::2, 0:1].assign([[8.0], [9.0]]), "v[0] of another shape": lambda v: v[0].assign([8.0]),
        "v[..., tf.newaxis]": lambda v: v[..., tf.newaxis].assign(np.ones([3, 2, 1], np.float32)),
        "v[9]": lambda v: v[9].assign([8.0, 9.0]),
        "several": lambda v: (v.assign_add(np.ones([3, 2], np.float32)), v[0].assign([1.0, 2.0]),
                              v.scatter_mul(slices([0], [[3.0, 3.0]])), v.scatter_nd_sub([[0, 1]], [4.0])),
    }
    for kind in ("add", "sub", "min", "max", "update", "mul", "div"):
        for what, indices, values in (("one", [2], [[3.0, 2.0]]), ("scalar", [1, 1], 3.0), ("shape", [1], [1.0]), ("rows", [0, 1], [[3.0, 2.0]]),
                                      ("index", [3], [[1.0, 1.0]]), ("none", np.zeros([0], np.int32), np.zeros([0, 2], np.float32)),
                                      ("one twice", [0, 0], [[3.0, 2.0], [2.0, 5.0]])):
            updates[f"scatter_{kind} {what}"] = scatter(kind, indices, values)
        if kind in ("mul", "div"):
            continue
        for what, indices, values in (("rows", [[0], [2]], [[3.0, 2.0], [0.0, 9.0]]), ("elements", [[0, 1], [2, 1]], [7.0, 8.0]),
                                      ("shape", [[0, 1]], [7.0, 8.0]), ("index", [[5, 0]], [1.0])):
            updates[f"scatter_nd_{kind} {what}"] = scatter_nd(kind, indices, values)

    def updated(update, in_function):
        variable = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        before = variable.value()
        if in_function:
            tf.function(lambda: update(variable) and None, autograph=False)()
        else:
            update(variable)
        return variable.numpy(), before.numpy()  # what was read before stays as it was

    for name, update in updates.items():
        compare(name, lambda: updated(update, False))
        compare(name + " in a function", lambda: updated(update, True))

    def reads():
        variable = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        results = [variable.sparse_read([2, 0]), variable.gather_nd([[0, 1]]), tf.gather(variable, [[1]])]

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.gather(variable, [[0], [2]]) ** 2)
            gradient = tape.gradient(loss, variable)
            variable.scatter_sub(tf.IndexedSlices(gradient.values * 0.1, gradient.indices))
            return loss

        return results + [step(), step(), variable.numpy()]

    # TensorFlow reads these rows where the variable is, and the plugin has no kernel for that type.
    def colocated_read():
        variable = tf.Variable(tf.cast([[1, 2], [3, 4]], tf.float64))
        return [tf.function(lambda: tf.nn.embedding_lookup(variable, [1]))()]

    def count(start):
        variable = tf.Variable(start)
        return variable.count_up_to(5), variable.count_up_to(5), variable

    # Reads of parts copy no table, whoever holds it.
    def copied(method):
        variable = tf.Variable(tf.zeros([1 << 18, 4]))
        held = variable.value()
        in_use = tf.config.experimental.get_memory_info("TEST_NPU:0")["current"]
        result = method(variable)
        return tf.config.experimental.get_memory_info("TEST_NPU:0")["current"] - in_use

    def of_type(dtype):
        variable = tf.Variable(tf.cast([[1, 2], [3, 4]], dtype))
        variable.assign_add(tf.cast([[1, 2], [3, 4]], dtype))
        variable[0].assign(tf.cast([5, 6], dtype))
        variable.scatter_mul(tf.IndexedSlices(tf.cast([[2, 2]], dtype), [1]))
        variable.scatter_nd_add([[0, 0]], tf.cast([3], dtype))
        return [variable.numpy()]

    def raw_ops():
        variable = tf.Variable([1.0, 2.0])
        raw.AssignAddVariableOp(resource=variable.handle, value=[1.0, 1.0])
        raw.ResourceScatterMul(resource=variable.handle, indices=[0], updates=[5.0])
        return variable.numpy(), raw.ResourceGather(resource=variable.handle, indices=[1], dtype=tf.float32)

    compare("reads", reads)
    compare("count", lambda: count(3))
    compare("count to the end", lambda: count(4))
    for dtype in (tf.int32, tf.int64, tf.float64, tf.bfloat16, tf.uint8):
        compare(dtype.name, lambda: of_type(dtype))
    compare("raw ops", raw_ops)
    compare("a colocated read", colocated_read)
    with tf.device("/TEST_NPU:0"):
        placed = tf.Variable([[1.0, 2.0]]).sparse_read([0]).device
        copies = [copied(lambda variable: variable.sparse_read([1])), copied(lambda variable: variable.gather_nd([[1, 1]]))]

    def read_in_graph(device):
        with tf.Graph().as_default(), tf.device(device), tf.compat.v1.Session() as session:
            variable = tf.compat.v1.get_variable("v", initializer=[[1.0, 2.0]], use_resource=True)
            read = variable.sparse_read([0])
            session.run(variable.initializer)
            return [session.run(read)]

    compare("a read in a graph", lambda: read_in_graph(tf.constant(0.0).device))
    print(json.dumps({"different": different, "placed": placed, "copies": copies}))
"""

# No update is lost: by threads, or where nothing orders them. Shapes are those of the variable, as soon as they are known.
ORDER = HEAD + """
    import inspect
    import threading

    def threads():
        variable = tf.Variable(0.0)

        def work():
            for _ in range(200):
                variable.assign_add(1.0)

        workers = [threading.Thread(target=work) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return [variable.numpy()]

    def graph(device):
        with tf.Graph().as_default(), tf.device(device), tf.compat.v1.Session() as session:
            variable = tf.compat.v1.get_variable("v", initializer=0.0, use_resource=True)
            updates = [variable.assign_add(1.0, read_value=False) for _ in range(8)]
            session.run(variable.initializer)
            session.run(updates)
            return [session.run(variable)]

    def wrapped_function():
        variable = tf.Variable(0.0)

        def update():
            with tf.control_dependencies([variable.assign_add(1.0, read_value=False) for _ in range(8)]):
                return tf.constant(1.0)

        tf.compat.v1.wrap_function(update, [])()
        return [variable.numpy()]

    def shapes_known_late(initial, shape, values):
        variable = tf.Variable(initial, shape=tf.TensorShape(shape))

        @tf.function(input_signature=[tf.TensorSpec(shape)])
        def update(value):
            variable.assign_sub(value)

        result = []
        for value in values:
            try:
                update(tf.constant(value))
                result.append(1)
            except tf.errors.InvalidArgumentError:
                result.append(0)
        return result + [variable.numpy()]

    compare("threads", threads)
    compare("shapes", lambda: shapes_known_late([5.0, 6.0], [None], [[1.0], [1.0, 2.0], [1.0, 2.0, 3.0]]))
    compare("ranks", lambda: shapes_known_late([[5.0, 6.0]], None, [[1.0, 2.0], [[1.0, 2.0]], 1.0]))
    compare("a graph on the CPU", lambda: graph("/CPU:0"))
    found = [outcome("/CPU:0", lambda: graph("/TEST_NPU:0")), outcome("/TEST_NPU:0", wrapped_function)]
    from tensorflow.python.ops import gen_resource_variable_ops as ops
    print(json.dumps({"different": different, "unordered": [each if isinstance(each, str) else float(each[0]) for each in found],
                      "function": [ops.assign_add_variable_op.__name__, ops.assign_add_variable_op.__doc__,
                                   list(inspect.signature(ops.assign_add_variable_op).parameters)]}))
"""

# What a SavedModel's functions do to a variable, ordered and not.
SAVED = HEAD + """
    import tempfile

    def loops(variable):
        for _ in range(3):
            variable.assign_add(1.0)
            variable.assign_sub(0.25)
        return variable.read_value()

    def in_any_order(variable):
        with tf.control_dependencies([variable.assign_add(1.0, read_value=False) for _ in range(8)]):
            return tf.constant(1.0)

    def loaded(update, make_function):
        with tempfile.TemporaryDirectory() as path:
            with tf.device("/CPU:0"):
                module = tf.Module()
                module.variable = tf.Variable(0.0)
                module.update = make_function(lambda: update(module.variable))
                tf.saved_model.save(module, path, signatures={})
            module = tf.saved_model.load(path)
        module.update()
        return [module.variable.numpy()]

    compare("ordered", lambda: loaded(loops, lambda function: tf.function(function, input_signature=[])))
    unordered = outcome("/TEST_NPU:0", lambda: loaded(in_any_order, lambda function: tf.compat.v1.wrap_function(function, [])))
    print(json.dumps({"different": different, "unordered": unordered if isinstance(unordered, str) else float(unordered[0])}))
"""


def plugin():
    return support.build_project("test_npu", SPEC, folder="variables", many_kernels=True) / "build" / "libtest_npu.so"


class Variables(unittest.TestCase):
    def run_in(self, code, release):
        done, result = support.run_code(code, plugin(), release)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(result["different"], [])
        return result

    def test_agree_with_the_cpu(self):
        for release in support.of_this_run("2.12", "2.15", "newest"):
            with self.subTest(release):
                self.run_in(BY_INDEX, release)

    def test_optimizers_agree_with_the_cpu(self):
        for release in support.of_this_run("2.12", "2.15", "2.21", "newest"):
            with self.subTest(release):
                self.run_in(STEPS, release)

    def test_optimizers_agree_with_the_cpu_by_slices(self):
        for release in support.of_this_run("2.12", "2.15", "2.21", "newest"):
            with self.subTest(release):
                self.run_in(SPARSE_STEPS, release)

    def test_legacy_optimizers_agree_with_the_cpu(self):
        for release in support.of_this_run("2.12", "2.15", "2.21", "newest"):
            with self.subTest(release):
                self.run_in(LEGACY, release)

    def test_generators_agree_with_the_cpu(self):
        for release in support.RELEASES:
            with self.subTest(release):
                self.run_in(GENERATORS, release)

    def test_states_agree_with_the_cpu(self):
        for release in support.of_this_run("2.15", "2.21", "newest"):
            with self.subTest(release):
                self.run_in(STATES, release)

    def test_no_optimizer_is_needed(self):
        for release in support.of_this_run("2.19", "2.21", "newest", "nightly"):
            with self.subTest(release):
                result = self.run_in(WITHOUT_OPTIMIZER, release)
                self.assertEqual((result["sums"], result["pair"]), ([400.0, 5.0], [1.0, 2.0]))
                name, text, parameters = result["function"]
                self.assertEqual((name, text), ("resource_apply_rms_prop", "Update '*var' according to the RMSProp algorithm."))
                self.assertEqual(parameters, "var ms mom lr rho momentum epsilon grad use_locking name".split())
                name, error = result["raw"]
                self.assertEqual(name, "resource_apply_rms_prop")
                self.assertIn("resource_apply_rms_prop only takes keyword args", error)
                self.assertNotIn("min_graph_nodes", result["options"])
                if release in WITHOUT_ACCESS:
                    self.assertIn("ResourceApplyGradientDescent needs to lock a variable", result["small"])  # as the program said
                else:
                    self.assertEqual(result["small"], "[array(2.)]", "the kernel does without the optimizer")

    def test_methods_of_variables_work_everywhere(self):
        for release in support.RELEASES:
            with self.subTest(release):
                result = self.run_in(METHODS, release)
                self.assertIn("TEST_NPU:0", result["placed"])
                self.assertLess(max(result["copies"]), 1 << 20)  # the table has four times that

    def test_no_update_is_lost(self):
        for release in support.RELEASES:
            with self.subTest(release):
                result = self.run_in(ORDER, release)
                self.check_unordered(result["unordered"], release)
                name, text, parameters = result["function"]
                self.assertEqual((name, parameters), ("assign_add_variable_op", ["resource", "value", "name"]))
                self.assertIn("Adds a value to the current value of a variable.", text)

    def test_no_update_of_a_loaded_function_is_lost(self):
        for release in support.RELEASES:
            with self.subTest(release):
                self.check_unordered([self.run_in(SAVED, release)["unordered"]], release)

    def check_unordered(self, results, release):
        """Eight updates that nothing orders are all there: by a kernel, or by the graph optimizer."""
        for result in results:
            self.assertEqual(result, 8.0, release)

    def test_ops_need_no_hooks_where_there_is_access(self):
        done, result = support.run_code(WITHOUT_HOOKS, plugin(), TEST_NPU_PYTHON_HOOKS="0")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual([text for text in result["errors"] if "Error" in text], [])

    def test_ops_fail_clearly_without_access(self):
        done, result = support.run_code(WITHOUT_HOOKS, plugin(), WITHOUT_ACCESS[-1], TEST_NPU_PYTHON_HOOKS="0")
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        gather, skip, descend, sparse_momentum = result["errors"]
        self.assertIn("UnimplementedError: ", gather)
        self.assertIn("ResourceGather needs to lock a variable", gather)
        self.assertIn("gather from what tf.Variable.read_value() returns", gather)
        self.assertIn("RngReadAndSkip needs to lock a variable", skip)
        self.assertIn("ResourceApplyGradientDescent needs to lock a variable", descend)
        self.assertIn("train with an optimizer of Keras 3", descend)
        self.assertIn("UnimplementedError: ", sparse_momentum)
        self.assertIn("ResourceSparseApplyMomentum needs to lock a variable", sparse_momentum)


if __name__ == "__main__":
    support.main()
