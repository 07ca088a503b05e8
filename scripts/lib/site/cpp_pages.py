"""Makes the pages of the C++ reference, of docs/cpp_api.md and the headers that it lists.

Each section of docs/cpp_api.md becomes a page below `reference/cpp/`, with its headers in the order of the table there. Comments are
plain text in the headers. Here names become code, names that have an entry become links, and indented lines become blocks of code.
"""

import functools
import re
from dataclasses import dataclass

import cpp_headers

OVERVIEW = cpp_headers.ROOT / "docs/cpp_api.md"
FOLDER = "reference/cpp"
# The folders in which a project looks an include up; that of the example has the driver.
INCLUDE_FOLDERS = ("library/include/", "library/", "generated_example/protected_npu/src/")
OPERATORS = {"==": "equals", "!=": "differs", "<": "less", "=": "assign", "[]": "at", "()": "call", "*": "times", "->": "arrow",
             "+": "plus", "-": "minus", "/": "divide", "%": "modulo", "+=": "add", "-=": "subtract", "*=": "multiply", "++": "next"}
ARGUMENTS = r"\((?:[^()]|\([^()]*\))*\)"
# What in the prose of a comment is code, and what is no prose but is none either: quoted text.
CODE = re.compile("|".join([
    r"`[^`]+`",
    r'"[^"]*"',
    r"(?<![\w/.])[*&]?(?:[A-Za-z]\w*(?:::|->|\.))*[A-Za-z]\w*(?:<[\w: ,*]+>)?"  # a call
    rf"(?:{ARGUMENTS})+(?:(?:->|\.)\w+(?:{ARGUMENTS})?)*(?: = [-\w.]+)?",
    r"(?<!\w)[A-Za-z]\w*<[\w: ,*]+>(?:::\w+)*",  # a template
    r"[*&]?\w+(?:::\w+)+",
    r"\b[a-z_/]+\.h\b",
    r"[A-Za-z]\w*(?:\[(?:[^\[\]]|\[[^\]]*\])*\])+",  # an element
    r"[*&]?[A-Za-z]+_\w+|\bk[A-Z]\w*|(?<!\w)\*[a-z]\w*",
    r"(?<![\w-])[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*\b(?!-)",  # a name, or a word with a capital
]))


@dataclass(eq=False)
class Page:
    title: str
    slug: str
    intro: str
    headers: list

    @property
    def place(self):
        return f"{FOLDER}/{self.slug}.md"


@functools.cache
def pages():
    found = []
    for title, body in re.findall(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", OVERVIEW.read_text(), re.M | re.S):
        paths = re.findall(r"^\| \[.*?\]\(\.\./([\w./]+\.h)\)", body, re.M)
        if paths:
            slug = re.sub(r"\W+", "_", title.lower()).strip("_")
            found.append(Page(title, slug, body.partition("\n|")[0].strip(), [cpp_headers.read(path, include_of(path)) for path in paths]))
    return found


def include_of(path):
    return next(path[len(folder):] for folder in INCLUDE_FOLDERS if path.startswith(folder))


def header_id(header):
    return re.sub(r"\W+", "-", header.path.name)


def forget():
    """Makes the next look read the headers again."""
    for function in (cpp_headers.read, pages, places, index, short_index):
        function.cache_clear()


@functools.cache
def places():
    """Where each header is in the site: a page and an anchor."""
    return {header.path.as_posix(): (page.place, header_id(header)) for page in pages() for header in page.headers}


def everything(entities):
    for entity in entities:
        yield entity
        yield from everything(entity.members)


@functools.cache
def index():
    """From qualified names, below `pluggable`, to the places where they may be: (page, header, id)."""
    found = {}
    for page in pages():
        for header in page.headers:
            for entity in everything(header.entities):
                for name in [entity.name, *entity.others]:
                    found.setdefault("::".join((*entity.scope, name)), []).append((page.slug, header.path.stem, entity))
    return found


@functools.cache
def short_index():
    """From the last name of types, functions and macros outside of classes to qualified names."""
    classes = {name for name, rows in index().items() if rows[0][2].kind == "class"}
    found = {}
    for name in index():
        if name.rpartition("::")[0] not in classes:
            found.setdefault(name.rpartition("::")[2], []).append(name)
    return found


def id_of(entity, header):
    name = re.sub(r"operator ?(\W+)$", lambda match: "operator-" + OPERATORS.get(match[1], "x"), entity.qualified)
    name = re.sub(r"\W+", "-", name).strip("-")
    return name if len(index()[entity.qualified]) == 1 else f"{header.path.stem}-{name}"


def place(qualified, header):
    """The page and the anchor of a name. If several headers have it, that of the same header or the one that is called so."""
    rows = index().get(qualified, [])
    called_so = re.sub(r"\B([A-Z])", r"_\1", qualified.rpartition("::")[2]).lower()
    rows = [row for row in rows if row[1] == header.path.stem] or [row for row in rows if row[1] == called_so] or rows
    if len(rows) != 1:
        return None
    slug, stem, entity = rows[0]
    owner = next(each for page in pages() for each in page.headers if each.path.stem == stem and page.slug == slug)
    return slug, id_of(entity, owner)


def found_place(name, scope, header):
    """What a name in the prose of an entry means: looked up in its scope, outwards, and then anywhere."""
    name = name.removeprefix("pluggable::")
    for depth in range(len(scope), -1, -1):
        if (there := place("::".join((*scope[:depth], name)), header)) is not None:
            return there
    candidates = short_index().get(name, [])
    return place(candidates[0], header) if len(candidates) == 1 else None


def header_place(name):
    matches = [at for path, at in places().items() if ("/" + path).endswith("/" + name.strip('"'))]
    return (matches[0][0].split("/")[-1].removesuffix(".md"), matches[0][1]) if len(matches) == 1 else None


@dataclass
class Speaker:
    """Whose comment is made into Markdown: what its names mean, and which of them are not worth a link."""

    page: Page
    header: object
    scope: tuple = ()
    declarations: str = ""

    def code(self, token):
        """A token as code; as a link if it has an entry elsewhere."""
        bare = token.strip("`")
        name = re.match(r"[*&]?((?:\w+::)*\w+)", bare)
        if bare.strip('"').endswith(".h"):
            there = header_place(bare)
        elif name is None or re.search(rf"\b{name[1]}\b", self.declarations):
            there = None  # a parameter, or the entry itself
        else:
            there = found_place(name[1], self.scope, self.header)
        if there is None:
            return f"`{bare}`"
        slug, anchor = there
        return f"[`{bare}`]({'' if slug == self.page.slug else slug + '.md'}#{anchor})"

    def prose(self, text):
        parts, end = [], 0
        for token in CODE.finditer(text):
            is_word = re.fullmatch(r"[A-Z][A-Za-z0-9]+", token.group())
            if is_word and not self.is_name(token.group(), text[: token.start()]) or re.fullmatch(r'".*(?<!\.h)"', token.group()):
                continue
            parts += [escaped(text[end : token.start()]), self.code(token.group())]
            end = token.end()
        return "".join(parts) + escaped(text[end:])

    def is_name(self, word, before):
        """Whether a word with a capital is a name of the library. One like `Work` begins a sentence as a word of English."""
        if not re.search(r"[a-z0-9][A-Z]", word) and (not before or re.search(r"[.:;] $|[(\"]$", before)):
            return False
        around = ["::".join((*self.scope[:at], word)) for at in range(1, len(self.scope) + 1)]
        is_own = re.search(rf"\b{word}\b", self.declarations) is not None or any(name in index() for name in around)
        return is_own or any(index()[name][0][2].kind != "function" for name in short_index().get(word, []))


def escaped(text):
    return re.sub(r"([\\*_\[\]<>|#])", r"\\\1", text)


def markdown(comment, speaker):
    """A comment as Markdown: paragraphs, lists, and blocks of code."""
    blocks, block = [], []
    for line in [*comment, ""]:
        is_code = line.startswith("  ") and not (block and re.match(r"\* ", block[0]))
        if block and (not line and not block[0].startswith("  ") or line and is_code != block[0].startswith("  ")):
            blocks.append(block)
            block = []
        if line or block:
            block.append(line)
    blocks += [block] if block else []
    done = []
    for block in blocks:
        while block and not block[-1]:
            block.pop()
        if block[0].startswith("  "):
            margin = min(len(line) - len(line.lstrip()) for line in block if line)
            done.append("```cpp\n" + "\n".join(line[margin:] for line in block) + "\n```")
        elif re.match(r"\* ", block[0]):
            items = re.sub(r"\n  +", " ", "\n".join(block)).splitlines()
            done.append("\n".join("* " + speaker.prose(item[2:]) for item in items))
        else:
            done.append(speaker.prose(" ".join(block)))
    return "\n\n".join(done)


def namespace_of(header):
    """The namespace of all that a header declares, as a prefix of names; empty if it is `pluggable` itself or there are several."""
    scopes = {entity.scope for entity in header.entities}
    return "".join(f"{name}::" for name in scopes.pop()) if len(scopes) == 1 else ""


def entry(entity, level, page, header):
    scope = (*entity.scope, entity.name) if entity.kind == "class" else entity.scope
    title = entity.name if level == 4 else entity.qualified.removeprefix(namespace_of(header))
    if entity.kind == "function" and entity.scope and entity.scope[-1] == entity.name:
        title = f"{entity.name} (constructor)"
    if entity.kind == "namespace":
        title = f"namespace {title}"
    if entity.others:
        title += " …"
    lines = [f"{'#' * level} {title.replace('<', '&lt;').replace('*', chr(92) + '*')} {{ #{id_of(entity, header)} .cpp-{entity.kind} }}"]
    for run in entity.runs:
        separator = "\n\n" if entity.kind == "function" and any("\n" in each for each in run.declarations) else "\n"
        lines += ["```cpp\n" + separator.join(run.declarations) + "\n```"] if run.declarations else []
        lines.append(markdown(run.comment, Speaker(page, header, scope, "\n".join(run.declarations))))
    lines += entity.notes
    functions = [member for member in entity.members if member.kind != "class"]
    if len(functions) > 4:
        links = " · ".join(f"[`{name}`](#{id_of(member, header)})" for member in functions
                           if (name := member.name) != entity.name)
        lines.append(f"{links}\n{{ .cpp-members }}")
    lines += [entry(member, level + (member.kind != "class"), page, header) for member in functions]
    lines += [entry(member, level, page, header) for member in entity.members if member.kind == "class"]
    return "\n\n".join(line for line in lines if line)


def section(header, page):
    name = header.include
    lines = [f"## {name} {{ #{header_id(header)} .cpp-header }}", markdown(header.comment, Speaker(page, header))]
    if namespace := namespace_of(header).removesuffix("::"):
        lines.append(f"In the namespace `pluggable::{namespace}`.")
    lines += [entry(each, 3, page, header) for each in header.entities]
    return "\n\n".join(line for line in lines if line)


def text_of(page, intro):
    """The Markdown of a page. Its introduction is that of docs/cpp_api.md, with links that fit the page."""
    return "\n\n".join([f"# {page.title}", intro, *(section(header, page) for header in page.headers)]) + "\n"


def link_of(name, header_page):
    """Where a name in a block of code leads: to a type, a constant or a macro that only one header has."""
    rows = [row for qualified in short_index().get(name, []) for row in index()[qualified]]
    if len(rows) != 1 or rows[0][2].kind == "function":
        return None, None
    slug, stem, entity = rows[0]
    header = next(each for page in pages() if page.slug == slug for each in page.headers if each.path.stem == stem)
    anchor = id_of(entity, header)
    return f"{'' if slug == header_page else slug + '.html'}#{anchor}", anchor


DECLARED = re.compile(r'(?:struct|class|using|enum)</span>(?:<span class="w">\s*</span>|\s)*<span class="n\w*">(\w+)</span>')


def with_links(text, slug):
    """The HTML of a page of the reference, in which the types that its blocks of code name are links."""
    entry_id = ""

    def part(match):
        nonlocal entry_id
        if match["id"]:
            entry_id = match["id"]
            return match.group()
        declared = set(DECLARED.findall(match.group()))

        def name(token):
            link, anchor = link_of(token["name"], slug)
            if token["of"] or link is None or token["name"] in declared or anchor in (entry_id, entry_id.partition("-")[0]):
                return token.group()
            return f'<a href="{link}"><span class="{token["kind"]}">{token["name"]}</span></a>'

        return re.sub(r'(?P<of><span class="o">::</span>)?<span class="(?P<kind>n\w*)">(?P<name>\w+)</span>', name, match.group())

    return re.sub(r'<h[1-6] [^>]*id="(?P<id>[^"]+)"|<div class="highlight">.*?</div>', part, text, flags=re.S)
