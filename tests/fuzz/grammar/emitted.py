"""What a project has to be before it is built: every file of a language is parsed by that language."""

import ast
import builtins
import json
import pathlib
import re
import subprocess
import tomllib
import warnings


class Broken(Exception):
    """What was emitted is not what it has to be."""


def _python(path, text):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            tree = ast.parse(text, path)
            compile(text, path, "exec")
        except (SyntaxError, SyntaxWarning, ValueError) as mistake:
            raise Broken(f"{path} is no Python: {mistake}") from mistake
    names = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise Broken(f"{path} defines {sorted(twice)} twice")
    return set(names), tree


def _loaded_builtins(tree):
    loaded = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return {name for name in loaded if hasattr(builtins, name)}


def check_texts(project):
    """Parses all that has a grammar. Names of a module, and what its star imports bring, hide no builtin that it uses."""
    for path in sorted(project.rglob("*")):
        if not path.is_file() or ".plugingen" in path.parts and path.suffix != ".json":
            continue
        relative = path.relative_to(project)
        if path.suffix == ".py":
            _python(str(relative), path.read_text(encoding="utf-8"))
        try:
            if path.suffix == ".toml":
                tomllib.loads(path.read_text(encoding="utf-8"))
            elif path.suffix == ".json":
                json.loads(path.read_text(encoding="utf-8"))
        except ValueError as mistake:
            raise Broken(f"{relative}: {mistake}") from mistake
    (package,) = (path for path in (project / "python").iterdir() if path.is_dir())
    if not (package / "ops.py").exists():
        return
    functions, ops = _python("ops.py", (package / "ops.py").read_text(encoding="utf-8"))
    _, init = _python("__init__.py", (package / "__init__.py").read_text(encoding="utf-8"))
    hidden = functions & (_loaded_builtins(ops) | _loaded_builtins(init))
    if hidden:
        raise Broken(f"functions of ops.py hide builtins that the package uses: {sorted(hidden)}")


def new_kernels(project):
    """The files in src/kernels that are of ops of the spec's own."""
    return [path for path in sorted((project / "src/kernels").glob("*.cc")) if "KernelShapes shapes_" in path.read_text(encoding="utf-8")]


def check_cpp(project, headers, compiler="clang++"):
    """Compiles what the spec decides, as far as a compiler goes without making code."""
    sources = sorted((project / "src/generated/ops").glob("*_shape.cc")) + new_kernels(project)
    sources += [project / "src/generated/ops/library/register_ops.cc", project / "src/generated/plugin/graph_rewrites.cc"]
    units = {"together": "".join(f'#include "{source.relative_to(project)}"\n' for source in sources if source.exists()),
             "table": '#include "src/generated/plugin/kernel_table.cc"\n'}
    for name, text in units.items():
        unit = project / f"fuzz_{name}.cc"
        unit.write_text(text, encoding="utf-8")
        run = subprocess.run(
            [compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-Isrc", "-Isrc/generated", "-Ilibrary/include", "-Ilibrary", f"-isystem{headers}", unit.name],
            cwd=project, capture_output=True, text=True)
        if run.returncode:
            raise Broken("C++: " + "\n".join(line for line in run.stderr.splitlines() if "error" in line)[:1500])


def definitions(project):
    """The ops that the library registers: (name, [("Input", "x: float"), ...])."""
    path = pathlib.Path(project, "src/generated/ops/library/register_ops.cc")
    if not path.exists():
        return []
    ops = []
    for name, body in re.findall(r'OpDefinition\("(\w+)"\)(.*?)\.Register\(\);', path.read_text(encoding="utf-8"), re.S):
        parts = re.findall(r'\.(Input|Output|Attr)\("((?:[^"\\]|\\.)*)"\)', body)
        ops.append((name, [(kind, text.encode().decode("unicode_escape").encode("latin-1").decode()) for kind, text in parts]))
    return ops
