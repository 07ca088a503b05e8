"""Checks that README.md and docs/ speak of what exists. Each fact looked up is one check.

usage: check_docs.py PLUGINGEN

* links to files, and `paths` in backticks, lead somewhere in the repository or in a project of one of device_specs/;
* links of README.md and docs/ lead to what the sdist has, too, and the page of PyPI has no link to a file;
* so do they in the documents of these projects, where they are looked for in the projects alone;
* in ```sh blocks: scripts and subcommands exist and know the options that they are given; so do they in `plugingen ...` in a sentence;
* docs/comparison.md gives plugingen no command or option that it lacks;
* ```yaml blocks that are whole specs validate;
* the tables in docs/spec.md are those of `plugingen schema` and `plugingen ops --sets`;
* the differences in docs/porting.md are those of the kernels there;
* docs/cli.md has a section for each command, and names each of its options. Its exit codes are those of `plugingen --help`;
* docs/upgrade_transcript.txt is what scripts/lib/upgrade/run.py prints, and docs/upgrading.md has its number of lines;
* the message that README.md shows is what plugingen says of the spec beside it, and the terminal what `plugingen new` prints;
* docs/first_minutes.md shows what plugingen prints at a terminal, and the tests that a project has;
* the table of folders in docs/architecture.md says what each folder of generator/ includes.
"""

import difflib
import functools
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib

import porting_diffs
import recorded_minutes
import spec_reference
import terminal_picture
from facts import Facts
from known_releases import KNOWN

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLUGINGEN = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
LIBRARY = ROOT / "library"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
# Folders in which a path of an emitted project starts; `include` is one of older projects, which no document should name.
PROJECT_FOLDERS = ("src", "library", "include", "python", "tests", "docs", ".plugingen", "cmake")
# What a project's owner may add, and plugingen or the build then reads.
OF_THE_OWNER = ("include/", "tests/CMakeLists.txt")
# For who works on plugingen itself: no help text has it.
HIDDEN_OPTIONS = ("--template-dir",)
# No spec of device_specs/ reaches the release that is not out, for which there are files of their own.
NIGHTLY = """
plugingen: 1
plugin: {name: nightly_npu}
tensorflow: ">=2.12, <%s"
kernels:
  - set: variables
""" % KNOWN.unknown
# Nor has one a driver of the owner's that compiles kernels.
OWN_COMPILER = """
plugingen: 1
plugin: {name: own_npu}
device: {backend: custom, kernels: opencl_c}
kernels:
  - set: variables
"""

facts = Facts()
check = facts.check


def documents():
    return [ROOT / "README.md", ROOT / "SECURITY.md", ROOT / "packaging/README.md", LIBRARY / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@functools.cache
def projects_folder():
    folder = tempfile.TemporaryDirectory()
    specs = {path.stem: path.read_text() for path in sorted((ROOT / "device_specs").glob("*.yaml"))}
    for name, spec in {**specs, "nightly": NIGHTLY, "own_compiler": OWN_COMPILER}.items():
        done = subprocess.run([str(PLUGINGEN), "new", "-", "-q", "-o", name], input=spec, capture_output=True, text=True,
                              cwd=folder.name)
        check(done.returncode == 0, f"no project for {name}:\n{done.stderr}")
    return folder


def projects():
    """A project of each spec of device_specs/, of NIGHTLY and of OWN_COMPILER: what only some specs ask for is in one of them."""
    return sorted(path for path in pathlib.Path(projects_folder().name).iterdir() if path.is_dir())


def is_in(roots, path):
    if path in OF_THE_OWNER:
        return True
    # `plugingen eject` makes src/kernels/relu.cc of library/kernels/relu.cc, and src/compute/reduce.cc of library/compute/reduce.cc.
    texts = [path] + [path.replace("src/", "library/", 1)] * path.startswith(("src/kernels/", "src/compute/"))
    return any(any(True for _ in root.glob(text.rstrip("/").replace("<name>", "*"))) for root in roots for text in texts)


def paths_in(prose, tops):
    """The texts in backticks that are paths which begin in one of the folders."""
    for token in sorted(set(re.findall(r"`([^`\s]+)`", prose))):
        top = token.split("/")[0]
        # What a build or a run makes is not there before it.
        if "/" in token and tops(top) and top not in ("", ".", "~", "build", ".plugingen") and (
                re.fullmatch(r"[\w./<>*+-]+", token)):
            yield token


def without_code(text):
    return re.sub(r"```.*?```", "", text, flags=re.S)


def links_to_files(prose):
    return [target for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", prose) if "://" not in target]


def check_links(document, name, prose):
    for target in links_to_files(prose):
        check((document.parent / target).exists(), f"{name}: link to {target}")


def check_packages(document, prose):
    missing = [ROOT / folder.strip("/") for folder in PYPROJECT["tool"]["scikit-build"]["sdist"]["exclude"]]
    for target in links_to_files(prose):
        path = (document.parent / target).resolve()
        check(not any(path.is_relative_to(folder) for folder in missing),
              f"{document.name}: the sdist lacks {target}, to which there is a link")


def check_page_of_pypi():
    """PyPI shows the page alone: it has neither the files of the repository nor an address of them."""
    page = PYPROJECT["project"]["readme"]
    text = (ROOT / page).read_text()
    local = links_to_files(text) + re.findall(r"^\[[^\]]+\]: +(?!\w+://)(\S+)", text, re.M) + re.findall(r"(?:src|href)=\"(?!\w+://)([^\"]*)", text)
    check(not local, f"{page}: links to {local}, which PyPI does not have")
    check("pip install --no-index ./tf_plugingen-" in text, f"{page} does not say how to install the wheel")


def check_paths(document, text):
    prose = without_code(text)
    name = document.relative_to(ROOT)
    # The library's own page also names its folders as one sees them from there.
    roots = [ROOT, *projects(), *([LIBRARY] if document.parent == LIBRARY else [])]
    check_links(document, name, prose)
    check_packages(document, prose)
    for path in paths_in(prose, lambda top: top in PROJECT_FOLDERS or any((root / top).exists() for root in roots)):
        check(is_in(roots, path), f"{name}: there is no {path}")


def check_emitted_documents():
    """A page is about all specs, so that what it names may be in another project than its own."""
    for project in projects():
        for document in [project / "README.md", *sorted(project.glob("docs/*.md")), project / "tests/README.md"]:
            prose = without_code(document.read_text())
            name = f"{document.relative_to(project)} of {project.name}"
            check_links(document, name, prose)
            for path in paths_in(prose, lambda top: top in PROJECT_FOLDERS):
                check(is_in(projects(), path), f"{name}: there is no {path}")


@functools.cache
def help_text(*command):
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, cwd=ROOT)
    return done.stdout + done.stderr


@functools.cache
def commands_of_plugingen():
    return set(re.findall(r"^  ([a-z][a-z-]+)\s", help_text(str(PLUGINGEN)), re.M))


def subcommands_of(command):
    """Those of `plugingen api`, for one; most commands have none."""
    listed = help_text(str(PLUGINGEN), command).partition("Subcommands:")[2].partition("Exit codes:")[0]
    return re.findall(r"^  ([a-z][a-z-]+)\s", listed, re.M)


def check_command(document, words):
    program, arguments = words[0], words[1:]
    name = program.split("/")[-1]
    if name == "plugingen":
        command = [str(PLUGINGEN)]
        if arguments and not arguments[0].startswith("-"):
            check(arguments[0] in commands_of_plugingen(),
                  f"{document.name}: plugingen has no command {arguments[0]}")
            command.append(arguments[0])
            if subcommands_of(arguments[0]):
                check(len(arguments) > 1 and arguments[1] in subcommands_of(arguments[0]),
                      f"{document.name}: `{' '.join(words)}`: there is no such subcommand")
                command += arguments[1:2]
        text = help_text(*command)
    elif program.startswith(("scripts/", "bench/", ".ci/")):
        check((ROOT / program).is_file(), f"{document.name}: there is no {program}")
        if not (ROOT / program).is_file() or program == ".ci/run":
            return
        text = help_text(str(ROOT / program))
    else:
        return
    for option in arguments:
        option = option.split("=")[0]
        if re.fullmatch(r"--?[a-z][a-z-]*", option):
            check(option in HIDDEN_OPTIONS or re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text),
                  f"{document.name}: `{' '.join(words)}`: no option {option}")


def check_commands(document, text):
    for block in re.findall(r"```sh\n(.*?)```", text, re.S):
        for line in block.replace("\\\n", " ").splitlines():
            for part in re.split(r"&&|\|", line):
                words = shlex.split(part, comments=True)
                if words:
                    check_command(document, words)


def check_commands_in_sentences(document, text):
    for command in sorted(set(re.findall(r"`(plugingen [a-z-][^`]*)`", without_code(text)))):
        check_command(document, command.split())


def check_comparison():
    """The second column of each table is about plugingen: `new`, `undo --dry-run`, `--color`."""
    page = ROOT / "docs/comparison.md"
    options = "".join(help_text(str(PLUGINGEN), *command) for command in [[], *([name] for name in sorted(commands_of_plugingen()))])
    words = [word for cell in re.findall(r"^\| [^|]+ \|([^|]+)\|", page.read_text(), re.M) for word in re.findall(r"`([^`]+)`", cell)]
    for word in (word for word in words if re.match(r"-|[a-z]+( |$)", word)):
        if word.startswith("-"):
            check(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", options), f"comparison.md: plugingen has no option {word}")
        else:
            check_command(page, ["plugingen", *word.split()])


def check_specs(document, text):
    for index, block in enumerate(re.findall(r"```yaml\n(.*?)```", text, re.S)):
        if not re.search(r"^plugingen: 1", block, re.M):
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(block)
            file.flush()
            done = subprocess.run([str(PLUGINGEN), "validate", file.name], capture_output=True, text=True)
            check(done.returncode == 0, f"{document.name}: spec {index + 1}:\n{done.stdout}{done.stderr}")



def check_reference():
    page = spec_reference.PAGE.read_text()
    check(page == spec_reference.with_tables(page, PLUGINGEN),
          "spec.md: its tables are not those of `plugingen schema` and `plugingen ops --sets` (scripts/lib/spec_reference.py writes them)")


def check_porting():
    page = porting_diffs.PAGE.read_text()
    check(page == porting_diffs.with_diffs(page),
          "porting.md: its differences are not those of the kernels (scripts/lib/porting_diffs.py writes them)")


def check_exit_codes():
    page = (ROOT / "docs/cli.md").read_text().split("## Exit codes", 1)[1]
    ours = re.findall(r"^\| (\d+) \|", page, re.M)
    theirs = re.findall(r"^\s+(\d+)\s\s+\S", help_text(str(PLUGINGEN)).lower().split("exit", 1)[-1], re.M)
    check(ours and ours == theirs, f"cli.md: exit codes {ours}, `plugingen --help` has {theirs}")


def check_reference():
    sections = dict(re.findall(r"^## ([a-z]+)\n(.*?)(?=^## |\Z)", (ROOT / "docs/cli.md").read_text(), re.M | re.S))
    for command in sorted(commands_of_plugingen()):
        check(command in sections, f"cli.md: no section about {command}")
        text = "".join(help_text(str(PLUGINGEN), command, *inner) for inner in
                       [[], *([name] for name in subcommands_of(command))])
        for option in re.findall(r"^ +(?:-\w,)?(--[a-z-]+)", text, re.M):
            short = re.search(rf"(-\w),{option}", text)
            names = [option, short.group(1)] if short else [option]
            named = any(re.search(rf"(?<![\w-]){name}(?![\w-])", sections.get(command, "")) for name in names)
            check(option == "--help" or named, f"cli.md: {command} has the option {option}")


def check_message():
    """README.md shows a mistake: its spec with the attr T of Relu called U."""
    readme = (ROOT / "README.md").read_text()
    shown = re.search(r"^    (acme\.yaml:.*?)(?=^\S)", readme, re.M | re.S)
    spec = next(block for block in re.findall(r"```yaml\n(.*?)```", readme, re.S) if "{T: [float, half]}" in block)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "acme.yaml").write_text(spec.replace("{T: [float, half]}", "{U: [float, half]}"))
        said = subprocess.run([str(PLUGINGEN), "validate", "acme.yaml"], capture_output=True, text=True, cwd=folder)
    lines = [line.strip() for line in shown.group(1).strip().splitlines()] if shown else []
    check(lines and lines == [line.strip() for line in said.stderr.splitlines()[:-1]],
          f"README.md shows another message than\n{said.stderr}")


def check_terminal():
    """The terminal at the top of README.md shows what `plugingen new` prints."""
    text = terminal_picture.TEXT.read_text()
    check(terminal_picture.PICTURE.read_text() == terminal_picture.drawn(text),
          "docs/images/terminal.svg is not the picture of terminal.txt; run scripts/lib/terminal_picture.py")
    shown = re.match(r"\$ plugingen (new my_npu)\n(.*?)  \.\.\.\n", text, re.S)
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run([str(PLUGINGEN), *shown[1].split()], capture_output=True, text=True, cwd=folder).stdout
    check(said.startswith(shown[2]), f"docs/images/terminal.txt shows another answer than\n{said}")


def check_first_minutes():
    page = recorded_minutes.PAGE.read_text()
    now, tests = recorded_minutes.of_this_run(page, PLUGINGEN)
    for recorded, new in zip(recorded_minutes.BLOCK.findall(page), recorded_minutes.BLOCK.findall(now)):
        changes = difflib.unified_diff(recorded.splitlines(), new.splitlines(), "recorded", "now", n=1, lineterm="")
        check(recorded == new, "first_minutes.md is not what plugingen prints (scripts/lib/recorded_minutes.py writes it):\n" + "\n".join(changes))
    shown = {name for name, _ in recorded_minutes.TEST.findall(page)}
    check(shown == tests, f"first_minutes.md: tests {sorted(shown)}, the project has {sorted(tests)}")


def check_upgrade():
    transcript = ROOT / "docs/upgrade_transcript.txt"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([sys.executable, str(ROOT / "scripts/lib/upgrade/run.py"), str(PLUGINGEN), f"{folder}/upgrade"],
                              capture_output=True, text=True)
    check(done.returncode == 0, f"scripts/lib/upgrade/run.py failed:\n{done.stdout[-2000:]}{done.stderr}")
    changes = list(difflib.unified_diff(transcript.read_text().splitlines(), done.stdout.splitlines(), "recorded", "now", n=1, lineterm=""))
    check(not changes, "upgrade_transcript.txt is not what plugingen prints; docs/upgrading.md has the command that writes it:\n" + "\n".join(changes[:30]))
    lines = re.search(r"^all (\d+) lines that are new", done.stdout, re.M)
    check(lines and f"all {lines[1]} new lines" in " ".join((ROOT / "docs/upgrading.md").read_text().split()),
          f"upgrading.md: another number of new lines than {lines and lines[1]}")


def check_folders():
    page = (ROOT / "docs/architecture.md").read_text()
    rows = re.findall(r"^\| `generator/(\w+)/` \|[^|]*\| (.*) \|$", page, re.M)
    check(sorted(folder for folder, _ in rows) == sorted(path.name for path in (ROOT / "generator").iterdir()),
          "architecture.md: the table of folders is not that of generator/")
    for folder, may in rows:
        text = "\n".join(path.read_text() for path in (ROOT / "generator" / folder).glob("*.*"))
        used = set(re.findall(r'#include "((\w+)/\w+\.h)"', text))
        for header, other in sorted(used):
            check(other == folder or may == "everything" or other in may.split(", "),
                  f"architecture.md: generator/{folder} includes {header}")


def main():
    for document in documents():
        text = document.read_text()
        check_paths(document, text)
        check_commands(document, text)
        check_commands_in_sentences(document, text)
        check_specs(document, text)
    check_emitted_documents()
    check_page_of_pypi()
    check_reference()
    check_porting()
    check_exit_codes()
    check_reference()
    check_comparison()
    check_message()
    check_terminal()
    check_first_minutes()
    check_upgrade()
    check_folders()
    facts.end()


if __name__ == "__main__":
    main()
