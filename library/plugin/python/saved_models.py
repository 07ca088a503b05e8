# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# The functions of a SavedModel contain ops as they were traced. When the model is loaded, each
# update of a variable is split into a read, a sum, and an assignment with the update's name. The
# edges that order the update in its function then order these. If no edge orders the update and
# another use of the variable, one of both could be lost, so the op stays unchanged.

def split_loaded_updates(importer):
    from tensorflow.core.framework import graph_pb2
    from tensorflow.core.framework import node_def_pb2

    original = importer.import_graph_def_for_function
    sums = {"AssignAddVariableOp": "AddV2", "AssignSubVariableOp": "Sub"}

    def is_update(node):
        return node.op in sums and node.attr["dtype"].type not in KERNELS.get(node.op, ())

    def name_of(node_input):
        return node_input.lstrip("^").split(":")[0]

    def nodes_before(node, inputs):
        seen, left = set(), [node]
        while left:
            new = inputs.get(left.pop(), set()) - seen
            seen |= new
            left.extend(new)
        return seen

    # The names of the updates in a graph that nothing can interrupt.
    def updates_to_split(nodes):
        inputs = {node.name: {name_of(each) for each in node.input} for node in nodes}
        updates = {node.name: node.input[0] for node in nodes if is_update(node)}
        users = {resource: [] for resource in updates.values()}
        for node in nodes:
            if node.op != "ReadVariableOp":
                for resource in users.keys() & set(node.input):
                    users[resource].append(node.name)
        before = {user: nodes_before(user, inputs)
                  for names in users.values() if len(names) > 1 for user in names}
        return {update for update, resource in updates.items()
                if all(other == update or other in before[update] or update in before[other]
                       for other in users[resource])}

    def parts(update, in_function):
        def part(suffix, op, type_attr, *inputs):
            node = node_def_pb2.NodeDef(name=update.name + suffix, op=op, device=update.device)
            node.input.extend([*inputs, *after])
            node.attr[type_attr].CopyFrom(update.attr["dtype"])
            return node

        def output(suffix, arg):
            return f"{update.name}{suffix}:{arg}:0" if in_function else update.name + suffix

        resource, value, *after = update.input
        return [part("/read", "ReadVariableOp", "dtype", resource),
                part("/sum", sums[update.op], "T", output("/read", "value"), value),
                part("", "AssignVariableOp", "dtype", resource, output("/sum", "z"))]

    def split(nodes, in_function):
        old = list(nodes)
        names = updates_to_split(old)
        del nodes[:]
        for node in old:
            nodes.extend(parts(node, in_function) if node.name in names else [node])

    def with_split_updates(graph_def):
        functions = graph_def.library.function
        bodies = [graph_def.node, *(function.node_def for function in functions)]
        if is_for_cpu() or not any(is_update(node) for body in bodies for node in body):
            return graph_def
        graph = graph_pb2.GraphDef()
        graph.CopyFrom(graph_def)
        split(graph.node, False)
        for function in graph.library.function:
            split(function.node_def, True)
        return graph

    @functools.wraps(original)
    def import_function(graph_def, *arguments, **named):
        if isinstance(graph_def, graph_pb2.GraphDef):
            graph_def = with_split_updates(graph_def)
        return original(graph_def, *arguments, **named)

    importer.import_graph_def_for_function = import_function


on_import("tensorflow.python.framework.importer", split_loaded_updates)
