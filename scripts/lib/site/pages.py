"""A hook of MkDocs: what the site has beside docs/.

* Files of the repository outside docs/ that pages link to become pages below `repository/`, so that no link leaves the site.
* `reference/diagnostics.md`, `reference/sets.md` and the page of primitives are what `plugingen` itself writes; PLUGINGEN names the program.
* Pages below `reference/cpp/` are made of the library's public headers (cpp_pages.py). A link to such a header leads to its section.
* SVG files of docs/images are put into the pages, so that they take the colours of the chosen palette.
"""

import json
import os
import pathlib
import posixpath
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from mkdocs.structure.files import File

import cpp_pages

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
PLUGINGEN = os.environ.get("PLUGINGEN", str(ROOT / "build/release/plugingen"))
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^( *)```.*?^\1```$", re.M | re.S)
PRIMITIVES = "generated_example/protected_npu/docs/primitives.md"
LANGUAGES = {".yaml": "yaml", ".cc": "cpp", ".h": "cpp", ".py": "python", ".cmake": "cmake", ".sh": "sh"}
wanted = set()  # paths of the repository that pages of the site link to


def run(*arguments):
    return subprocess.run([PLUGINGEN, *arguments], check=True, capture_output=True, text=True).stdout


def in_prose(text, change):
    """The text, changed outside its fenced blocks."""
    parts, end = [], 0
    for code in FENCE.finditer(text):
        parts += [change(text[end : code.start()]), code.group()]
        end = code.end()
    return "".join(parts) + change(text[end:])


def place_of(path):
    """Where the site has a file or folder of the repository, as the source of a page."""
    path = pathlib.Path(posixpath.normpath(path))
    if path.parts[0] == "docs":
        return path.relative_to("docs").as_posix()
    if (ROOT / path).is_dir():
        path = path / "index.md"
    return posixpath.join("repository", path.as_posix() if path.suffix == ".md" else f"{path}.md")


def with_links(text, path, page=None):
    """The text of a Markdown file of the repository with links as its page needs them, or another page that has the text."""
    here = posixpath.dirname(path)
    to = posixpath.dirname(page or place_of(path))

    def change(link):
        target = posixpath.normpath(posixpath.join(here, link[2]))
        # The example has no copy of the library, which is the same in every project.
        target = re.sub(r"^generated_example/\w+/library/", "library/", target)
        if ":" in link[2] or target.startswith("..") or not (ROOT / target).exists():
            return link.group()
        if link[1].startswith("!"):
            picture = posixpath.relpath(target, "docs")
            return link[1] + posixpath.relpath(picture, to) + link[3]
        target, anchor = cpp_pages.places().get(target) or (target, None)
        if anchor is None:
            wanted.add(target)
            target = place_of(target)
        return link[1] + posixpath.relpath(target, to) + (link[3] if anchor is None else f"#{anchor})")

    return in_prose(text, lambda prose: LINK.sub(change, prose))


def text_of(path):
    """The page of a file or folder outside docs/."""
    file = ROOT / path
    if file.is_dir():
        wanted.update(f"{path}/{entry.name}" for entry in file.iterdir() if entry.is_file())
        rows = "\n".join(f"* [{entry.name}]({entry.name}{'' if entry.suffix == '.md' else '.md'})" if entry.is_file() else
                         f"* {entry.name}/" for entry in sorted(file.iterdir()))
        return f"# {path}\n\nFiles of the repository.\n\n{rows}\n"
    text = file.read_text()
    if path == PRIMITIVES:
        return with_links(with_note(primitives(), "This is the page of a plugin with the kernels of every Keras model."), path)
    if file.suffix == ".md":
        if path.startswith("generated_example/"):
            text = with_note(text, "This is the page of a device called PROTECTED_NPU.")
        return with_links(text, path)
    return f"# {path}\n\nA file of the repository.\n\n~~~~{LANGUAGES.get(file.suffix, 'text')}\n{text.rstrip()}\n~~~~\n"


def with_note(text, whose):
    """A page of a project says below its title where it comes from."""
    note = f"!!! note\n    Every project has this page in its folder `docs`, with its own names. {whose}\n"
    return re.sub(r"^(# .*\n)", lambda title: f"{title[1]}\n{note}", text, count=1, flags=re.M)


def primitives():
    """The page of a project that needs all primitives; that of the example has three of them."""
    with tempfile.TemporaryDirectory() as folder:
        run("new", str(ROOT / "device_specs/training.yaml"), "-o", f"{folder}/project", "-q")
        return pathlib.Path(folder, "project/docs/primitives.md").read_text()


def diagnostics():
    listed = [line.split(maxsplit=1) for line in run("explain").splitlines() if re.match(r"[EW]\d", line)]
    with ThreadPoolExecutor() as threads:
        pages = list(threads.map(lambda row: run("explain", row[0]), listed))
    parts = ["# Diagnostics\n\n`plugingen explain` prints the same pages. Codes that begin with E are errors, those with W are warnings.\n"]
    for (code, _), page in zip(listed, pages):
        title, _, body = page.partition("\n")
        parts.append(f"\n## {title} {{ #{code.lower()} }}\n\n{explained(body)}\n")
    return "".join(parts)


def explained(body):
    """A page of `plugingen explain` as Markdown: its paragraphs, with what it indents as code."""
    blocks = re.split(r"\n\s*\n", body.strip("\n"))
    return "\n\n".join(block if re.match(r" {2,}", block) is None else f"~~~~text\n{outdented(block)}\n~~~~"
                       for block in (escaped(block) for block in blocks))


def outdented(block):
    lines = block.splitlines()
    margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[margin:] for line in lines)


def escaped(block):
    if re.match(r" {2,}", block):
        return block
    return re.sub(r"([<*_\[\]\\`|])", r"\\\1", block)


def sets():
    parts = ["# Sets of kernels\n\nAn entry `- set: NAME` under `kernels` of a spec stands for these ops, with these data types. "
             "`plugingen ops --sets` and `plugingen ops --set NAME` print the same.\n"]
    for row in json.loads(run("ops", "--sets", "--json"))["sets"]:
        name, meaning = row["name"], row["purpose"]
        ops = json.loads(run("ops", "--set", name, "--json"))["ops"]
        table = "\n".join(f"| `{op['name']}` | {'<br>'.join(map(types_text, op['types']))} |" for op in ops)
        has = f" It has {', '.join(f'`{other}`' for other in row['includes'])} and more." if row["includes"] else ""
        parts.append(f"\n## {name}\n\n{meaning[0].upper()}{meaning[1:]} ({len(ops)} ops).{has}\n\n"
                     f"??? note \"Ops of `{name}`\"\n\n" + indented(f"| Op | Types |\n|---|---|\n{table}") + "\n")
    return "".join(parts)


def types_text(types):
    return " ".join(f"`{attr}={','.join(dtypes)}`" for attr, dtypes in types.items())


def indented(text):
    return "\n".join("    " + line for line in text.splitlines())


def on_files(files, config):
    cpp_pages.forget()
    for path in sorted(DOCS.rglob("*.md")):
        with_links(path.read_text(), path.relative_to(ROOT).as_posix())
    nav = re.findall(r"repository/([\w./-]+)", str(config["nav"]))
    wanted.update(nav)
    done = set()
    while left := sorted(path for path in wanted - done if not path.startswith("docs/") and path != "docs"):
        for path in left:
            done.add(path)
            files.append(File.generated(config, place_of(path), content=text_of(path)))
        done |= {path for path in wanted if path.startswith("docs/") or path == "docs"}
    files.append(File.generated(config, "reference/diagnostics.md", content=diagnostics()))
    files.append(File.generated(config, "reference/sets.md", content=sets()))
    for page in cpp_pages.pages():
        intro = with_links(page.intro, "docs/cpp_api.md", page.place)
        files.append(File.generated(config, page.place, content=cpp_pages.text_of(page, intro)))
    return files


def inlined(text, folder):
    """The text with each picture ![...](x.svg) replaced by the SVG element, whose style is the site's own."""

    def change(link):
        path = DOCS / folder / link[2]
        svg = re.sub(r"<\?xml.*?\?>|<style>.*?</style>", "", path.read_text(), flags=re.S).strip()
        line = re.sub(r"\n\s*", " ", svg)
        return f'<figure class="drawing" markdown="0">{line}</figure>'

    return in_prose(text, lambda prose: re.sub(r"(!\[[^\]]*\]\()([^)\s]+\.svg)(\))", change, prose))


def on_page_markdown(markdown, page, config, files):
    place = page.file.src_uri
    if not place.startswith(("repository/", "reference/")):
        markdown = with_links(markdown, f"docs/{place}")
        markdown = inlined(markdown, posixpath.dirname(place))
    return markdown


def on_page_content(html, page, config, files):
    folder, _, name = page.file.src_uri.rpartition("/")
    return cpp_pages.with_links(html, name.removesuffix(".md")) if folder == cpp_pages.FOLDER else html
