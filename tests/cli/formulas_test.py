#!/usr/bin/env python3
"""plugingen formulas: what it prints is compiled as C++, CUDA and OpenCL C, and computes what the library's formulas do.

usage: formulas_test.py PLUGINGEN"""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

import running

REPOSITORY = Path(__file__).resolve().parents[2]
TYPES = ("float", "double", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
UNARY = ("fabs acos acosh asin asinh atan atanh ceil cos cosh erf erfc exp expm1 floor lgamma log log1p rint sin sinh sqrt tan tanh "
         "trunc").split()
BINARY = "atan2 copysign fmod nextafter pow".split()

# Compares the printed functions (NAME_TYPE) with the formulas as the library's kernels have them, for all pairs of some values.
GLSL_IN_CPP = """
#include <cmath>
#include <cstdint>
#include <cstring>

using uint = uint32_t;
#define inout
template <typename To, typename From>
To BitsOf(From from) {
  To to;
  static_assert(sizeof to == sizeof from);
  std::memcpy(&to, &from, sizeof to);
  return to;
}
inline uint floatBitsToUint(float x) { return BitsOf<uint>(x); }
inline int floatBitsToInt(float x) { return BitsOf<int>(x); }
inline float uintBitsToFloat(uint x) { return BitsOf<float>(x); }
inline float intBitsToFloat(int x) { return BitsOf<float>(x); }
inline float roundEven(float x) { return std::nearbyint(x); }
inline float min(float x, float y) { return y < x ? y : x; }
inline float max(float x, float y) { return x < y ? y : x; }
using std::abs, std::isinf, std::isnan, std::acos, std::asin, std::atan, std::ceil, std::cos, std::exp, std::floor, std::log, std::pow, std::sin,
    std::sqrt, std::tan, std::trunc;
"""

JUDGE = """
#include <cstdio>
#include <limits>
#include <vector>

#include "reference/formula.h"

template <typename T>
std::vector<T> Values() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<T, bool>) return {false, true};
  std::vector<T> values = {T(0), T(1), T(2), T(3), T(5), T(7), T(8), T(16), T(31), T(32), T(63), T(64), T(100), Limits::max(), Limits::lowest(), T(Limits::max() / 2)};
  if constexpr (std::is_signed_v<T>) values.insert(values.end(), {T(-1), T(-2), T(-3), T(-7), T(-90)});
  if constexpr (std::is_floating_point_v<T>) {
    const T more[] = {T(0.5), T(-0.25), T(0.999), T(1e-8), T(-1e-4), T(8.5), T(20.25), Limits::infinity(), -Limits::infinity(),
                      Limits::quiet_NaN()};
    values.insert(values.end(), std::begin(more), std::end(more));
  }
  return values;
}

template <typename R>
bool Agree(R a, R b) {
  if constexpr (std::is_floating_point_v<R>) {
    if (a != a || b != b) return a != a && b != b;
    if (a == b) return true;
    const double x = a, y = b;
    return std::fabs(x - y) <= (sizeof(R) == 4 ? 2e-6 : 1e-12) * std::fmax(std::fmax(std::fabs(x), std::fabs(y)), 1e-30);
  }
  return a == b;
}

int failures = 0;

template <typename T, typename Printed, typename Library>
void Compare(const char* name, Printed printed, Library library) {
  for (const T x : Values<T>()) {
    for (const T y : Values<T>()) {
      const auto found = printed(x, y);
      const auto expected = static_cast<decltype(found)>(library(x, y));
      if (Agree(found, expected)) continue;
      std::printf("%s of %g, %g is %g, not %g\\n", name, double(x), double(y), double(found), double(expected));
      ++failures;
      return;
    }
  }
}
"""


def formulas():
    """Name, types and text of each that has one."""
    lines = (REPOSITORY / "catalog" / "formulas.txt").read_text(encoding="utf-8").splitlines()
    rows = [[part.strip() for part in line.split("|", 2)] for line in lines if line and not line.startswith("#")]
    return [row for row in rows if row[1] != "host"]


def comparison(printed, functions, least):
    """The judge's program for the printed text; `functions` are its signatures, of which at least so many are judged."""
    judged, calls = [], []
    for name, _, text in formulas():
        for signature in functions:
            match = re.match(rf"inline \S+ (formula_{snake(name)}_(\w+?))\((.*)\)", signature)
            if not match or match[2] not in TYPES:
                continue
            function, dtype, parameters = match.groups()
            cpp = {"float": "float", "double": "double", "bool": "bool"}.get(dtype, dtype + "_t")
            given = ["x", "y"][:parameters.count(" x") + parameters.count(" y")]
            if " z" in parameters:
                given = ["x < y", "x", "y"] if name == "Select" else ["x", "y", "y"]
                text = text.replace("x ? y : z", "(x < y) ? x : y") if name == "Select" else text.replace("z", "y")
            if "parameter" in parameters:
                given.append("T(0.25)")
                text = text.replace("parameter", "T(0.25)")
            call = f"{function}({', '.join(given)})"
            unused = "using T = {0}; static_cast<void>(T()); static_cast<void>(y);".format(cpp)
            judged.append(f"inline auto {function}_judged({cpp} x, {cpp} y) {{\n  {unused}\n"
                          f"  return static_cast<decltype({call})>({text});\n}}\n")
            calls.append(f'  Compare<{cpp}>("{function}", []({cpp} x, {cpp} y) {{ {unused} return {call}; }}, '
                         f"pluggable::formula::{function}_judged);\n")
    judges = "namespace pluggable::formula {\n" + "".join(judged) + "}\n"
    return printed + JUDGE + judges + "int main() {\n" + "".join(calls) + f"  return failures != 0 || {len(calls)} < {least};\n}}\n"


# Compares a rule as it was printed, and as the library has it, bit by bit. What the one rounds or leaves out the other does.
JUDGE_OF_RULES = """
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "reference/dense_training_rules.h"
#include "reference/training_rules.h"

int failures = 0;
std::mt19937 engine;

double Draw(const std::vector<double>& values) { return values[engine() % values.size()]; }

template <typename Rule, typename T>
void Compare(void (*printed)(T*, T, const T*, bool), const std::vector<std::string>& variables,
             const std::vector<std::string>& scalars, const std::string& flag, bool counts_steps, pluggable::compute::TrainingRule rule) {
  bool good = Rule::kRule == rule && Rule::kCountsSteps == counts_steps && (Rule::kFlag == nullptr ? "" : Rule::kFlag) == flag &&
              std::vector<std::string>(Rule::kVariables.begin(), Rule::kVariables.end()) == variables &&
              std::vector<std::string>(Rule::kScalars.begin(), Rule::kScalars.end()) == scalars;
  const double nothing = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  int finite = 0;
  for (int i = 0; i < 4000 && good; ++i) {
    const bool is_wild = i % 4 == 0;
    T found[4], numbers[6];
    std::array<T, Rule::kVariables.size()> expected;
    std::array<T, Rule::kScalars.size()> given;
    std::uniform_real_distribution<double> any(-2, 2), positive(0.01, 2);
    for (size_t v = 0; v < expected.size(); ++v) {
      const double value = is_wild ? Draw({0, -0.0, 1, -1, 1e30, infinity, -infinity, nothing}) : v == 0 ? any(engine) : positive(engine);
      found[v] = expected[v] = T(value);
    }
    for (size_t s = 0; s < given.size(); ++s) {
      double value = is_wild ? Draw({0, 1, 0.5, 2, -1}) : positive(engine) / 2;
      if (scalars[s] == "lr_power") value = Draw({-0.5, -0.5, -0.25, -1, 0});
      numbers[s] = given[s] = T(value);
    }
    const T grad = T(is_wild ? Draw({0, -0.0, 1, -1, 1e30, infinity, -infinity, nothing}) : any(engine));
    const bool is_flagged = engine() % 2 == 0;
    printed(found, grad, numbers, is_flagged);
    Rule(given, is_flagged)(expected, grad);
    for (size_t v = 0; v < expected.size(); ++v) {
      finite += std::isfinite(found[v]);
      if (found[v] != found[v] && expected[v] != expected[v]) continue;
      good = good && std::memcmp(&found[v], &expected[v], sizeof(T)) == 0;
      if (!good) std::printf("variable %d is %.17g, not %.17g, ", int(v), double(found[v]), double(expected[v]));
      if (!good) break;
    }
  }
  if (good && finite > 2500) return;
  std::printf("of %s\\n", Rule::kName);
  ++failures;
}
"""


def rules():
    """Name, variables, scalars and flag of each."""
    lines = (REPOSITORY / "catalog" / "training_rules.txt").read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if "|" in line and not line.startswith("#")]


def comparison_of_rules(printed):
    """The judge's program for the printed text."""
    def names(text):
        return "{" + ", ".join(f'"{name}"' for name in text.split()) + "}"

    calls = [f"  Compare<pluggable::{name}Rule<{dtype}>, {dtype}>(rule_{snake(name)}_{dtype}, {names(variables)}, {names(scalars)}, "
             f'"{flag}", {"true" if "global_step" in scalars else "false"}, pluggable::compute::TrainingRule::k{name});\n'
             for name, variables, scalars, flag in rules() for dtype in ("float", "double")]
    return printed + JUDGE_OF_RULES + "int main() {\n" + "".join(calls) + f"  return failures != 0 || {len(calls)} < 36;\n}}\n"


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


class FormulasTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def printed(self, *arguments):
        done = running.run("formulas", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def compile(self, name, text, *command):
        source = Path(self.folder.name) / name
        source.write_text(text, encoding="utf-8")
        done = subprocess.run([*command, *WARNINGS, source], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])

    def test_opencl(self):
        # Nothing calls them here.
        text = '#pragma clang diagnostic ignored "-Wunused-function"\n' + self.printed("opencl", "--types", ",".join(TYPES))
        self.compile("all.cl", text, "clang", "-x", "cl", "-cl-std=CL1.2", "-fsyntax-only",
                     "-Xclang", "-finclude-default-header", "-target", "spir64")

    def test_cuda(self):
        declared = "#define __device__ __attribute__((device))\n"
        for dtype, end in (("float", "f"), ("double", "")):
            declared += "".join(f'extern "C" __device__ {dtype} {name}{end}({dtype});\n' for name in UNARY)
            declared += "".join(f'extern "C" __device__ {dtype} {name}{end}({dtype}, {dtype});\n' for name in BINARY)
        self.compile("all.cu", declared + self.printed("cuda", "--types", ",".join(TYPES)), "clang++", "-x", "cuda", "-nocudainc",
                     "-nocudalib", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-fsyntax-only", "-Wno-unknown-cuda-version")

    def test_glsl(self):
        text = "#version 450\n" + self.printed("glsl", "--types", "float,int32,uint32,bool") + "void main() {}\n"
        source = Path(self.folder.name) / "all.comp"
        source.write_text(text, encoding="utf-8")
        done = subprocess.run(["glslangValidator", "--target-env", "vulkan1.2", "-o", source.with_suffix(".spv"), source],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:])

    # With GLSL's own functions in C++. Those of a device may be less exact.
    def test_glsl_computes_what_the_kernels_do(self):
        text = self.printed("glsl", "--types", "float,int32,uint32,bool")
        functions = ["inline " + each for each in re.findall(r"^\w+ formula_[^\n]*\)", text, re.M)]
        self.judge("glsl_judge", GLSL_IN_CPP + re.sub(r"^(?=\w+ \w+\()", "inline ", text, flags=re.M), functions, 140, "-fwrapv", "-Wno-unused-parameter")

    def test_cpp_computes_what_the_kernels_do(self):
        text = self.printed("c++", "--types", ",".join(TYPES))
        self.judge("judge", text, re.findall(r"^inline [^\n]*\)", text, re.M), 200)

    def judge(self, name, text, functions, least, *options):
        program = Path(self.folder.name) / name
        # The judge's own comparisons of truths are none of the printer's.
        self.compile(name + ".cc", comparison(text, functions, least), "g++", *options, "-std=c++17", "-O1", f"-I{REPOSITORY / 'library'}",
                     "-Wno-bool-compare", "-Wno-int-in-bool-context", "-o", program)
        done = subprocess.run([program], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_rules_do_what_the_kernels_do(self):
        program = Path(self.folder.name) / "rules"
        self.compile("rules.cc", comparison_of_rules(self.printed("c++", *[rule[0] for rule in rules()], "--types", "float,double")),
                     "g++", "-std=c++17", "-O1", "-ffp-contract=off", f"-I{REPOSITORY / 'library'}", "-o", program)
        done = subprocess.run([program], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_chosen_formulas_alone(self):
        self.assertEqual(self.printed("cuda", "ReluGrad", "Sigmoid").split("\n", 3)[3],
                         "__device__ float formula_relu_grad_float(float x, float y) {\n  return x * (y > 0.0f ? 1.0f : 0.0f);\n}\n\n"
                         "__device__ float formula_sigmoid_float(float x) {\n  return 1.0f / (1.0f + expf(-x));\n}\n")

    def test_mistakes(self):
        done = running.run("formulas", "opencl", "Relugrad", "Zeta")
        self.assertEqual(done.returncode, 64)
        self.assertIn("there is no formula 'Relugrad'; did you mean 'ReluGrad'?", done.stderr)
        self.assertIn("'Zeta' has no function for devices: only the host computes it", done.stderr)
        self.assertIn("there is no formula 'Momentun'; did you mean 'Momentum'?", running.run("formulas", "cuda", "Momentun").stderr)
        self.assertIn("'Adam' supports only other types: add '--types float,double'",
                      running.run("formulas", "cuda", "Adam", "--types", "int8").stderr)
        self.assertIn("'Invert' supports only other types: add '--types int8,int16,int32,int64,uint8",
                      running.run("formulas", "c++", "Invert", "--types", "float,double").stderr)
        for wrong in (["metal"], ["cuda", "--types", "half"], []):
            self.assertEqual(running.run("formulas", *wrong).returncode, 64, wrong)


if __name__ == "__main__":
    running.main()
