"""An emitted project in somebody else's build, in odd folders, and with what an owner asks CMake for: that is done, and nothing else changes."""

import json
import shutil
import unittest
from pathlib import Path

import support

SPEC = """\
plugingen: 1
plugin: {{name: {name}}}
device: {{type: {type}}}
kernels:
  - set: variables
  - Relu
  - {{op: Cross, types: {{T: float}}, implementation: stub}}
"""
PLUGINS = ("test_npu", "second_npu")
FOLDER = support.SCRATCH / "superproject"

# What a project of some age says to CMake: an older standard, folders of its own for what it builds, a suffix.
PARENT = """\
cmake_minimum_required(VERSION 3.21)
project(product LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 14)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_DEBUG_POSTFIX d)
enable_testing()
add_executable(product main.cc)
add_test(NAME runtime COMMAND product)
install(TARGETS product)
set(TEST_NPU_BUILD_TESTS ON)
set(SECOND_NPU_BUILD_TESTS ON)
set(TEST_NPU_INSTALL_DIR lib/python)
add_subdirectory(test_npu)
add_subdirectory(second_npu)
"""
MAIN = """\
static_assert(__cplusplus == 201402L, "the standard is the product's own");
int main() { return 0; }
"""

PROGRAM = """
    import json
    from tensorflow.python.framework import load_library
    load_library.load_pluggable_device_library({other!r})
    import tensorflow as tf

    report = {{}}
    for device in ("TEST_NPU", "SECOND_NPU"):
        with tf.device(device):
            result = tf.nn.relu(tf.constant([-1.0, 2.0]))
        report[device] = [result.device.split("device:")[-1], result.numpy().tolist()]
    print(json.dumps(report))
"""

# A vendor's runtime, a source of the owner's that uses it, and a shader that a command turns into a source.
VENDOR = {
    "vendor/runtime.h": "inline constexpr int kFromVendor = VENDOR_API;\nextern \"C\" int vendor_runtime();\nextern \"C\" int vendor_shader();\n",
    "vendor/runtime.cc": "extern \"C\" int vendor_runtime() { return 7; }\n",
    "src/driver/scale.comp": "extern \"C\" int vendor_shader() { return 5; }\n",
    "src/driver/uses_vendor.cc": "#include <runtime.h>\n\nextern \"C\" int uses_vendor();\n"
                                 "extern \"C\" int uses_vendor() { return kFromVendor + vendor_runtime() + vendor_shader(); }\n",
}
VENDORS_LINES = """\
add_library(vendor STATIC vendor/runtime.cc)
target_link_libraries(test_npu_device PRIVATE vendor)
target_include_directories(test_npu_device PRIVATE vendor)
target_compile_definitions(test_npu_device PRIVATE VENDOR_API=3)
set(shader ${PROJECT_BINARY_DIR}/shaders/scale.cc)
add_custom_command(OUTPUT ${shader} DEPENDS ${PROJECT_SOURCE_DIR}/src/driver/scale.comp VERBATIM
  COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/src/driver/scale.comp ${shader})
target_sources(test_npu_device PRIVATE ${shader})
"""

OPTIONS = ["-G", "Ninja", f"-DCMAKE_CXX_COMPILER_LAUNCHER={support.LAUNCHER}", f"-DPython3_EXECUTABLE={support.python_of()}", *support.CHEAP]


def emit(name, folder):
    folder.parent.mkdir(parents=True, exist_ok=True)
    spec = folder.parent / f"{name}.yaml"
    spec.write_text(SPEC.format(name=name, type=name.upper()), encoding="utf-8")
    support.must([support.PLUGINGEN, "new", spec, "-o", folder, "-q"])
    return folder


def configure(source, build, *options):
    support.must(["cmake", "-S", source, "-B", build, *OPTIONS, *options])
    return json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))


def tests_of(build):
    listed = support.must(["ctest", "--test-dir", build, "--show-only=json-v1"]).stdout
    return [test["name"] for test in json.loads(listed)["tests"]]


class TwoPluginsInAProduct(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(FOLDER, ignore_errors=True)
        for name in PLUGINS:
            emit(name, FOLDER / name)
        (FOLDER / "CMakeLists.txt").write_text(PARENT, encoding="utf-8")
        (FOLDER / "main.cc").write_text(MAIN, encoding="utf-8")
        cls.build = FOLDER / "build"
        # As other tests compile, though it is a build without a type.
        cls.units = configure(FOLDER, cls.build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_CXX_FLAGS=-O0")
        support.must(["cmake", "--build", cls.build, "--target", "product", *PLUGINS, *(f"{name}_runtime_test" for name in PLUGINS)])

    def cached(self, name):
        lines = (self.build / "CMakeCache.txt").read_text(encoding="utf-8").splitlines()
        return next((line.split("=", 1)[1] for line in lines if line.startswith(f"{name}:")), None)

    def test_the_products_settings_are_its_own(self):
        self.assertEqual(self.cached("CMAKE_BUILD_TYPE"), "")
        self.assertEqual(self.cached("CMAKE_INSTALL_PREFIX"), "/usr/local")
        for unit in self.units:
            self.assertIn("-std=gnu++14 " if unit["file"] == str(FOLDER / "main.cc") else "-std=c++17 ", unit["command"])

    def test_tests_have_names_and_programs_of_their_own(self):
        names = tests_of(self.build)
        self.assertEqual(len(names), len(set(names)), names)
        self.assertIn("runtime", names, "the product's own")
        self.assertLessEqual({"test_npu_runtime", "second_npu_runtime", "test_npu_kernels", "second_npu_kernels"}, set(names))
        done = support.must(["ctest", "--test-dir", self.build, "-R", "runtime$"])
        self.assertIn("100% tests passed, 0 tests failed out of 3", done.stdout)
        self.assertEqual([file.name for file in (self.build / "bin").iterdir()], ["product"])

    def test_installs_what_the_product_asks_for(self):
        prefix = FOLDER / "installed"
        support.must(["cmake", "--install", self.build, "--prefix", prefix])
        installed = {str(file.relative_to(prefix)) for file in prefix.rglob("*") if file.is_file()}
        self.assertLessEqual({"bin/product", "lib/python/tensorflow-plugins/libtest_npu.so", "lib/python/test_npu/doctor.py"}, installed)
        self.assertEqual([file for file in installed if "second_npu" in file], [])
        self.assertEqual([file for file in installed if not file.startswith(("bin/", "lib/python/"))], [])

    def test_both_load_in_one_process(self):
        plugin, other = (self.build / name / f"lib{name}.so" for name in PLUGINS)
        done, report = support.run_code(PROGRAM.format(other=str(other)), plugin, alone=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        self.assertEqual(report, {"TEST_NPU": ["TEST_NPU:0", [0, 2]], "SECOND_NPU": ["SECOND_NPU:0", [0, 2]]})


class WhatTheOwnerAsksFor(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = support.SCRATCH / "asked_for"
        shutil.rmtree(cls.folder, ignore_errors=True)
        cls.project = emit("test_npu", cls.folder / "plain")
        cls.units = configure(cls.project, cls.project / "build")

    def files(self, units, project):
        return sorted(unit["file"].replace(str(project), "") for unit in units)

    def test_a_later_standard(self):
        for asked, got in (("20", "c++20"), ("14", "c++17"), ("98", "c++17")):
            units = configure(self.project, self.folder / f"standard_{asked}", f"-DCMAKE_CXX_STANDARD={asked}", "-DTEST_NPU_BUILD_TESTS=OFF")
            self.assertEqual({word for unit in units for word in unit["command"].split() if word.startswith("-std=")}, {f"-std={got}"}, asked)

    def test_one_oldest_cmake(self):
        text = {name: (self.project / name).read_text(encoding="utf-8") for name in ("CMakeLists.txt", "CMakePresets.json", "README.md", "pyproject.toml")}
        oldest = json.loads(text["CMakePresets.json"])["cmakeMinimumRequired"]
        oldest = f"{oldest['major']}.{oldest['minor']}"
        self.assertIn(f"cmake_minimum_required(VERSION {oldest})\n", text["CMakeLists.txt"])
        self.assertIn(f"You need CMake {oldest},", text["README.md"])
        self.assertIn(f'cmake.version = ">={oldest}"\n', text["pyproject.toml"])
        self.assertIn(f"| CMake | {oldest}, with Ninja | {oldest} |\n", (support.REPOSITORY / "docs/install.md").read_text(encoding="utf-8"))

    def test_odd_folders(self):
        for name in ("a[b]c", "what? *all* é+'(x)&@y@ #1,2=%"):
            with self.subTest(folder=name):
                project = emit("test_npu", self.folder / name)
                units = configure(project, project / "build")
                self.assertEqual(self.files(units, project), self.files(self.units, self.project))

    def test_folders_that_cmake_cannot_build_in(self):
        for name in ("a[bc", "a]bc", "a<b", "a$b"):
            project = emit("test_npu", self.folder / name)
            done = support.run(["cmake", "-S", project, "-B", project / "build", *OPTIONS, "-DTEST_NPU_BUILD_TESTS=OFF"])
            self.assertNotEqual(done.returncode, 0, name)
            self.assertIn("It may have brackets in pairs", " ".join(done.stderr.split()), name)

    def test_what_lies_about_in_the_generated_folder_is_not_compiled(self):
        stray = self.project / "src/generated/plugin/stray.cc"
        stray.write_text("#error\n", encoding="utf-8")
        self.addCleanup(stray.unlink)
        checked = support.run([support.PLUGINGEN, "regenerate", self.project, "--check"])
        self.assertEqual((checked.returncode, checked.stdout.splitlines()[0].split()), (3, ["stray", "src/generated/plugin/stray.cc"]))
        self.assertEqual(configure(self.project, self.project / "build"), self.units)

    def test_tests_of_the_plugins_own_build_have_short_names(self):
        self.assertLessEqual({"runtime", "kernels", "conformance", "smoke"}, set(tests_of(self.project / "build")))

    def test_what_a_vendor_needs_reaches_the_driver_only(self):
        project = emit("test_npu", self.folder / "vendor")
        before = {unit["file"]: unit["command"] for unit in configure(project, project / "build")}
        for path, text in VENDOR.items():
            (project / path).parent.mkdir(exist_ok=True)
            (project / path).write_text(text, encoding="utf-8")
        text = (project / "CMakeLists.txt").read_text(encoding="utf-8")
        place = "add_library(test_npu_device OBJECT ${test_npu_driver} ${pluggable_own_primitives})\n"
        self.assertEqual(text.count(place), 1)
        (project / "CMakeLists.txt").write_text(text.replace(place, place + VENDORS_LINES), encoding="utf-8")
        after = {unit["file"]: unit["command"] for unit in configure(project, project / "build")}
        changed = {str(Path(file).relative_to(project)) for file, command in after.items() if before.get(file) != command}
        drivers = {str(file.relative_to(project)) for file in project.glob("src/driver/*.cc")}
        self.assertEqual(changed, {"library/testing/faulty_driver.cc", "vendor/runtime.cc", "build/shaders/scale.cc", *drivers})
        support.must(["cmake", "--build", project / "build", "--target", "test_npu", "test_npu_faulty"])
        for library in ("libtest_npu.so", "tests/generated/libtest_npu_faulty.so"):
            symbols = support.must(["nm", "-C", project / "build" / library]).stdout
            for symbol in ("vendor_runtime", "vendor_shader"):
                self.assertRegex(symbols, rf" [Tt] {symbol}\b", library)


if __name__ == "__main__":
    support.main()
