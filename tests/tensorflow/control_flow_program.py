"""Random graphs of tf.compat.v1 that update variables in loops and conditions, on the CPU and on a device.

usage: TF_PLUGGABLE_DEVICE_LIBRARY_PATH=PLUGIN control_flow_program.py DEVICE_TYPE FIRST COUNT

Runs the least forms, and COUNT programs from the seed FIRST on. Prints JSON: what differs from the CPU. Each program has statements that run
one after the other, and free ones, which nothing orders. These only add, to variables that are read at the end, so the sums are certain.
"""

import functools
import json
import random
import sys

import tensorflow as tf

v1 = tf.compat.v1
ORDERED, FREE, FLAGS = 3, 2, 3
ADD = ("add", 0, 1)
LEAST = {
    "a condition in a loop": [("while", 3, False, [("if", 1, [ADD], [ADD])])],
    "a condition of one branch in a loop": [("while", 3, False, [("if", 1, [ADD], [])])],
    "a condition that the loop waits for": [("while", 3, True, [("if", 1, [ADD], [ADD])])],
    "a loop in a loop, and a condition": [("while", 2, False, [("while", 2, False, [ADD]), ("if", 0, [ADD], [])])],
    "a loop in a condition, and a condition": [("if", 1, [("while", 2, False, [ADD])], []), ("if", 2, [ADD], [])],
    "two conditions": [("if", 1, [ADD], []), ("if", 2, [ADD], [("add", 0, 2)])],
    "two conditions, one with another inside": [("if", 1, [ADD, ("if", 2, [ADD], []), ADD], []), ("if", 0, [ADD], [ADD])],
}


def ordered(draw, depth=0):
    statements = []
    for _ in range(draw.randint(1, 3)):
        kind, variable = draw.random(), draw.randrange(ORDERED)
        if kind < 0.4 or depth == 2:
            method, source = draw.choice(["assign_add", "assign_sub", "assign"]), draw.choice([None, *range(ORDERED)])
            statements.append(("update", method, variable, source, draw.randint(-3, 3)))
        elif kind < 0.5:
            statements.append(("read", variable))
        elif kind < 0.65:
            other = ordered(draw, depth + 1) if draw.random() < 0.6 else []
            statements.append(("if", variable, draw.randint(-4, 4), ordered(draw, depth + 1), other))
        elif kind < 0.8:
            statements.append(("while", draw.randint(0, 3), ordered(draw, depth + 1)))
        else:
            statements.append(("free", free(draw, depth)))
    return statements


def free(draw, depth):
    statements = []
    for _ in range(draw.randint(1, 3)):
        kind = draw.random()
        if kind < 0.5 or depth == 3:
            statements.append(("add", draw.randrange(FREE), draw.randint(1, 9)))
        elif kind < 0.8:
            other = free(draw, depth + 1) if draw.random() < 0.5 else []
            statements.append(("if", draw.randrange(FLAGS), free(draw, depth + 1), other))
        else:
            statements.append(("while", draw.randint(0, 3), draw.random() < 0.3, free(draw, depth + 1)))
    return statements


class Program:
    def __init__(self):
        def variable(name, initial):
            return v1.get_variable(name, initializer=float(initial), use_resource=True)

        self.ordered = [variable(f"ordered{i}", i + 1) for i in range(ORDERED)]
        self.free = [variable(f"free{i}", 0) for i in range(FREE)]
        self.flags = [v1.placeholder_with_default(i % 2 == 1, []) for i in range(FLAGS)]

    def after(self, statements, place):
        """A number that comes after the statements, which come after another."""
        for kind, *parts in statements:
            if kind == "free":
                place = tf.maximum(place, self.beside(*parts))
                continue
            with tf.control_dependencies([place]):
                place = getattr(self, "do_" + kind)(place, *parts)
        return tf.identity(place)

    def do_update(self, place, method, variable, source, number):
        value = tf.constant(float(number)) if source is None else tf.clip_by_value(self.ordered[source].read_value(), -50.0, 50.0)
        with tf.control_dependencies([getattr(self.ordered[variable], method)(value, read_value=False)]):
            return tf.identity(place)

    def do_read(self, place, variable):
        return place * 0.5 + self.ordered[variable].read_value()

    def do_if(self, place, variable, number, then, other):
        return v1.cond(self.ordered[variable].read_value() > float(number), lambda: self.after(then, tf.identity(place)),
                       lambda: self.after(other, tf.identity(place)))

    def do_while(self, place, times, body):
        return v1.while_loop(lambda i, _: i < times, lambda i, inner: (i + 1, self.after(body, tf.identity(inner))),
                             [tf.constant(0), tf.identity(place)], parallel_iterations=4)[1]

    def beside(self, statements, i=None):
        """A number that comes after each of the statements. In a loop, i counts."""
        done = [tf.constant(-100.0)]
        for kind, *parts in statements:
            if kind == "add":
                variable, number = parts
                with tf.control_dependencies([self.free[variable].assign_add(float(number), read_value=False)]):
                    done.append(tf.constant(-99.0))
            elif kind == "if":
                flag, then, other = parts
                decides = self.flags[flag] if i is None or flag == 2 else tf.equal(i % 2, flag)
                done.append(v1.cond(decides, lambda then=then: self.beside(then, i), lambda other=other: self.beside(other, i)))
            else:
                times, waits, body = parts

                def step(j, last, waits=waits, body=body):
                    last = tf.maximum(last, self.beside(body, j))
                    with tf.control_dependencies([last] if waits else []):
                        return j + 1, last

                done.append(v1.while_loop(lambda j, _, times=times: j < times, step, [tf.constant(0), tf.constant(-98.0)])[1])
        return functools.reduce(tf.maximum, done)


def outcome(statements, device):
    with tf.Graph().as_default() as graph, tf.device(device):
        program = Program()
        end = tf.clip_by_value(program.after(statements, tf.constant(1.0)), -50.0, 50.0)
        with tf.control_dependencies([end]):
            values = tf.stack([variable.read_value() for variable in program.ordered + program.free])
        initializer = v1.global_variables_initializer()
        with v1.Session(graph=graph, config=v1.ConfigProto(allow_soft_placement=True)) as session:
            session.run(initializer)
            try:
                return [[float(number), *numbers.tolist()] for number, numbers in (session.run([end, values]) for _ in range(2))]
            except tf.errors.OpError as error:
                return f"{type(error).__name__}: {error}"[:500]


def main():
    device_type, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    v1.disable_control_flow_v2()
    programs = {name: [("free", statements)] for name, statements in LEAST.items()}
    programs.update({str(seed): ordered(random.Random(seed)) for seed in range(first, first + count)})
    different = {}
    for name, statements in programs.items():
        cpu, device = outcome(statements, "/CPU:0"), outcome(statements, f"/{device_type}:0")
        if cpu != device:
            different[name] = {"program": str(statements)[:1000], "device": device, "cpu": cpu}
    print(json.dumps({"programs": len(programs), "different": different}))


main()
