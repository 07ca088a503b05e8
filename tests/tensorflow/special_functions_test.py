"""Special functions: a device has the CPU's infinities and NaNs, its results, and true ones where the CPU is not exact."""

import unittest

import support

BESSEL = [f"Bessel{name}" for name in ("I0", "I0e", "I1", "I1e", "K0", "K0e", "K1", "K1e")]
UNARY = ["BesselJ0", "BesselJ1", "BesselY0", "BesselY1", "Dawsn", "Expint", "FresnelCos", "FresnelSin", "Spence"]
OPS = (*BESSEL, *UNARY, "ApproximateEqual", "Betainc", "ClipByValue", "Cumprod", "Digamma", "Erfinv", "Igamma", "IgammaGradA", "Igammac", "Lgamma",
       "Ndtri", "Polygamma", "RandomGammaGrad", "Zeta")
SPEC = """
    plugingen: 1
    plugin: {name: test_npu}
    device: {type: TEST_NPU, memory: {capacity: 1GiB, host_visible: false}}
    kernels:
""" + "".join(f"""
      - {{op: {op}, types: {{T: [float, double]}}}}""" for op in OPS)

PROGRAM = """
    import itertools, json
    import numpy as np
    import tensorflow as tf

    raw = tf.raw_ops
    inf, nan = np.inf, np.nan
    BESSEL = [f"Bessel{name}" for name in ("I0", "I0e", "I1", "I1e", "K0", "K0e", "K1", "K1e")]
    random = np.random.default_rng(1)
    cpu, device = "/CPU:0", "/TEST_NPU:0"
    different = []

    def run(where, op, **arguments):
        with tf.device(where):
            result = getattr(raw, op)(**arguments)
            if result.device.split(":")[-2] != where.split(":")[0][1:]:
                different.append(f"{op} ran on {result.device}")
            return np.add(result.numpy(), 0)

    tiny = 1e-37  # threads of TensorFlow's take denormal numbers for 0

    def same(a, b, bound):
        with np.errstate(invalid="ignore"):
            return (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= bound * np.abs(b) + tiny)

    def compare(op, bounds, attrs={}, **arguments):
        for dtype, bound in zip((np.float32, np.float64), bounds):
            cast = {name: np.asarray(values, dtype) for name, values in arguments.items()}
            actual, expected = run(device, op, **cast, **attrs), run(cpu, op, **cast, **attrs)
            for i in np.flatnonzero(~same(actual, expected, bound).ravel())[:3]:
                where = [float(np.broadcast_to(v, actual.shape).ravel()[i]) for v in cast.values()]
                different.append(f"{op}{where} of {dtype.__name__}: {actual.ravel()[i]}, on the CPU {expected.ravel()[i]}")

    def grid(*axes):
        return np.array(list(itertools.product(*axes))).T

    SPECIAL = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, inf, -inf, nan, 2.0, -2.0, 20.0, -20.0, 1e4, -1e4, -2.5]
    compare("Digamma", (1e-6, 1e-13), x=SPECIAL + [1e-300, -1e-300, 1e-30, -1e-30, 1e30, 1e9, -1e9, 1e300])
    compare("Digamma", (1e-6, 1e-13), x=random.uniform(2, 100, 1000))
    compare("Erfinv", (2e-6, 1e-13), x=SPECIAL + [2.0 ** -8, -(2.0 ** -8), 1 - 2.0 ** -7, 2.0 ** -7 - 1])
    compare("Erfinv", (2e-6, 1e-13), x=random.integers(-63, 64, 1000) / 64)
    compare("Ndtri", (2e-6, 1e-13), x=SPECIAL + [1e-30, 1e-5, 0.999, 0.1, 0.9])
    compare("Ndtri", (2e-6, 1e-13), x=random.integers(1, 64, 1000) / 64)
    n, x = grid([0, 1, 2, 3, 7, 20, -1, 0.5, nan, -inf], SPECIAL[:14])
    compare("Polygamma", (2e-6, 1e-13), a=n, x=x)
    compare("Polygamma", (2e-6, 1e-13), a=random.integers(1, 12, 1000), x=random.uniform(0.1, 20, 1000))
    compare("Polygamma", (2e-6, 1e-13), a=inf, x=[0, 1, 1.5, -1, inf, nan])
    x, q = grid([2, 3, 1, 1.5, 20, 33.5, 0, -1, 0.5, nan, inf, -inf], SPECIAL[:12] + [-1.5])
    compare("Zeta", (3e-6, 1e-13), x=x, q=q)
    compare("Zeta", (2e-6, 1e-13), x=random.uniform(1.01, 30, 1000), q=random.uniform(0.1, 20, 1000))
    for op in BESSEL:
        compare(op, (2e-6, 1e-13), x=SPECIAL + [1e-5, 1e9, -1e9, 60, -60, 200, 800, -800])
        compare(op, (3e-6, 1e-13), x=np.append(random.uniform(0, 30, 1000), random.uniform(0, 1, 1000)))
    for op in ("BesselJ0", "BesselJ1", "BesselY0", "BesselY1", "Dawsn", "Expint", "FresnelCos", "FresnelSin", "Spence"):
        bounds = (2e-4, 1e-11) if op.startswith(("Bessel", "Fresnel")) else (3e-6, 1e-13)
        compare(op, bounds, x=SPECIAL[:13] + [1e-5, 60.5])
        compare(op, (1e-4, 1e-10), x=random.uniform(0.5, 2, 1000))
    x = SPECIAL[:15]
    for low, high in ((-1, 1), (1, -1), (nan, 1), (-1, nan), (inf, nan), (x[::-1], 1), (-1, x[::-1]), (x[::-1], x[3:] + x[:3])):
        compare("ClipByValue", (0, 0), t=x, clip_value_min=low, clip_value_max=high)
    for exclusive, reverse in itertools.product((False, True), (False, True)):
        compare("Cumprod", (2e-6, 1e-14), dict(axis=1, exclusive=exclusive, reverse=reverse), x=random.normal(size=(3, 70, 5)))

    numbers = [0.0, -0.0, 1.0, 0.5, 20.0, -1.0, inf, -inf, nan]
    a, x = grid(numbers, numbers)
    compare("Igamma", (1e-5, 1e-12), a=a, x=x)
    compare("Igammac", (1e-5, 1e-12), a=a, x=x)
    compare("IgammaGradA", (1e-4, 1e-11), a=a, x=x)
    compare("RandomGammaGrad", (1e-4, 1e-11), alpha=a, sample=x)
    a, x = random.uniform(0.1, 20, (2, 1000))
    compare("Igamma", (1e-5, 1e-12), a=a, x=x)
    compare("Igammac", (1e-4, 1e-12), a=a, x=x)
    compare("IgammaGradA", (2e-4, 1e-10), a=a, x=a * random.uniform(0.5, 1.5, 1000))
    compare("RandomGammaGrad", (2e-4, 1e-10), alpha=a, sample=a * random.uniform(0.5, 1.5, 1000))
    compare("Betainc", (1e-5, 1e-12), **dict(zip("abx", grid(numbers, numbers, [0, -0.0, 1, 0.5, -1, 1.5, inf, -inf, nan]))))
    compare("Betainc", (2e-5, 2e-12), a=a, b=x, x=random.uniform(0.1, 0.9, 1000))
    compare("Betainc", (1e-5, 1e-12), a=[1, 2], b=2, x=[0.25, 0.5])
    for shapes in ([2, 1, 0], [2, 0, 1], [0, 2, 1]):
        said = []
        for where in (cpu, device):
            try:
                run(where, "Betainc", **dict(zip("abx", [np.ones([size] if size else []) for size in shapes])))
            except tf.errors.InvalidArgumentError as error:
                said.append(error.message.split("}} ")[-1].split(" [Op")[0])
        if len(said) != 2 or said[0] != said[1]:
            different.append(f"errors {said}")

    for tolerance in (1e-5, 0.5, 0.0, -1.0):
        compare("ApproximateEqual", (0, 0), x=[0, 0, 0, inf, inf, nan, 1, 1, 3], y=[1e-5, 9.9e-6, 1.1e-5, inf, -inf, nan, 1.5, 1.6, 3],
                attrs=dict(tolerance=tolerance))

    # What they are by calculations of 50 digits, where the CPU is right to a few digits or to none.
    TRUE = [
        ("Digamma", dict(x=-99.5), 4.60517435258184521),
        ("Erfinv", dict(x=1e-5), 8.86226925475959453e-06),
        ("Erfinv", dict(x=1 - 1e-12), 5.04203189857269613),
        ("Ndtri", dict(x=1e-300), -37.0470962993611992),
        ("Polygamma", dict(a=20, x=-2.5), -9182070.20494562671),
        ("Zeta", dict(x=2, q=-9.1640625), 40.5208600880681538),
        ("BesselJ0", dict(x=24.355760931616192), 0.0005318643419272588),
        ("BesselY1", dict(x=2.1954012274268857), -0.0009065783915000946),
        ("Dawsn", dict(x=0.7495520406751103), 0.5229161036895973),
        ("Expint", dict(x=27.558053339325774), 35057875834.5314),
        ("FresnelSin", dict(x=6928.291658465176), 0.5000211632792525),
        ("Spence", dict(x=2.3104498689362765), -1.0289706324375927),
        ("Zeta", dict(x=1.5, q=1e200), 2e-100),
        ("Igamma", dict(a=1e-10, x=1e-3), 0.999999999366846064),
        ("Igammac", dict(a=1e-10, x=1e-3), 6.33153936221387677e-10),
        ("Igamma", dict(a=1e8, x=1e8), 0.500013298076013),
        ("Igamma", dict(a=1e5, x=1e5 - 3000), 4.7435268410334277e-22),
        ("Betainc", dict(a=306002.21875, b=2.6107447147369385, x=0.9999918341636658), 0.4450259729694304),
        ("Betainc", dict(a=16, b=7e-6, x=0.9999), 4.12544636357209912e-05),
    ]
    for op, arguments, truth in TRUE:
        actual = run(device, op, **{name: np.float64(value) for name, value in arguments.items()})
        if not abs(actual - truth) <= 1e-11 * abs(truth):
            different.append(f"{op}{arguments}: {actual}, which is {truth}")

    def gradients(where, dtype):
        with tf.device(where), tf.GradientTape() as tape:
            x = tf.constant([0.1, 0.3, 0.7, 0.9], dtype)
            tape.watch(x)
            three = tf.constant(3, dtype)
            y = [tf.math.lgamma(x), tf.math.digamma(x), tf.math.erfinv(x), tf.math.ndtri(x), tf.math.zeta(three, x),
                 tf.math.polygamma(three, x), tf.math.betainc(three, three, x), tf.math.igamma(x, three), tf.math.igammac(three, x), tf.math.cumprod(x),
                 tf.clip_by_value(x, tf.constant(0.2, dtype), x * 0 + 0.8), tf.math.bessel_i0(x), tf.math.bessel_i1(x),
                 tf.math.bessel_i0e(x), tf.math.bessel_i1e(x), tf.math.special.bessel_k0(x), tf.math.special.bessel_k1(x),
                 tf.math.special.bessel_k0e(x), tf.math.special.bessel_k1e(x)]
            return tape.gradient(tf.add_n(y), x).numpy()

    for dtype, bound in ((tf.float32, 1e-5), (tf.float64, 1e-12)):
        if not same(gradients(device, dtype), gradients(cpu, dtype), bound).all():
            different.append(f"gradients of {dtype}: {gradients(device, dtype)}, on the CPU {gradients(cpu, dtype)}")
    print(json.dumps(different))
"""


class SpecialFunctions(unittest.TestCase):
    def test_agree_with_the_cpu_and_with_the_truth(self):
        plugin = support.build_project("test_npu", SPEC, folder="special_functions", many_kernels=True) / "build" / "libtest_npu.so"
        done, different = support.run_code(PROGRAM, plugin, "2.21")  # docs/accuracy.md says in what 2.22 differs
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(different, [])


if __name__ == "__main__":
    support.main()
