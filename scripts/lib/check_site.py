"""Checks the site that scripts/docs has built, and the drawings of docs/images. Each fact looked up is one check.

usage: check_site.py, with the Python of build/docs_venv

* no page loads anything from outside the site; links to other sites are links, and no more;
* each page of docs/ is in the site, has one title, and can be found by the search;
* no list or table of a page was taken for text, as MkDocs does where no empty line stands before it;
* docs/cpp_api.md lists each public header: those of library/include, and what else the files include that a project's owner writes;
* each of these headers says what it is for, each class and function in it has a comment, and an entry in the site;
* links within the C++ reference lead somewhere;
* each SVG file is well-formed, has a title and a viewBox, draws with the site's colours alone, and is shown on a page.
"""

import html.parser
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

from facts import Facts

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SITE = ROOT / "build/site"
sys.path.insert(0, str(ROOT / "scripts/lib/site"))

import cpp_headers  # noqa: E402
import cpp_pages  # noqa: E402

# Texts of files that belong to a project's owner, or that `plugingen eject` gives to one.
OF_OWNERS = ("templates/src/driver/**/*.*", "templates/src/kernels/*.cc", "templates/docs/*.md", "library/compute/*.*")
SVG = "{http://www.w3.org/2000/svg}"
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}

facts = Facts()
check = facts.check


class Page(html.parser.HTMLParser):
    """What a page loads, how many titles it has, and the texts of its paragraphs."""

    def __init__(self, text):
        super().__init__()
        self.loaded, self.titles, self.paragraphs, self.open = [], 0, [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        address = dict(attributes).get(LOADED.get(tag))
        if address:
            self.loaded.append(address)
        self.titles += tag == "h1"
        if tag == "p":
            self.paragraphs.append("")
        self.open = tag == "p" or (self.open and tag in ("a", "code", "em", "strong"))

    def handle_endtag(self, tag):
        if tag == "p":
            self.open = False

    def handle_data(self, data):
        if self.open:
            self.paragraphs[-1] += data


def check_pages():
    found = {entry["location"].split("#")[0] for entry in json.loads((SITE / "search/search_index.json").read_text())["docs"]}
    for source in sorted(DOCS.rglob("*.md")):
        name = source.relative_to(DOCS).with_suffix(".html").as_posix()
        check((SITE / name).is_file() and name in found, f"{name}: the site lacks it, or its search does")
    check((SITE / "search/search_index.js").is_file(), "the search needs a server")
    for path in sorted(SITE.rglob("*.html")):
        name = path.relative_to(SITE).as_posix()
        page = Page(path.read_text())
        outside = [address for address in page.loaded if re.match(r"(https?:)?//", address)]
        check(not outside, f"{name}: loads {outside}")
        check(page.titles == 1, f"{name}: {page.titles} titles")
        check(any(address.endswith("iframe-worker.js") for address in page.loaded), f"{name}: its search needs a server")
        lost = [text for text in page.paragraphs if re.search(r"^(\* |\d+\. |\|.*\|$)", text, re.M)]
        check(not lost, f"{name}: an empty line is missing before {lost and lost[0]!r}")
    for path in sorted(SITE.rglob("*.css")):
        check(not re.search(r"(url\(|@import )[\"']?(https?:)?//", path.read_text()), f"{path.name}: loads something from outside")


def public_headers():
    """The headers that kernels, primitives and drivers may include. One with internal names alone is none."""
    found = set((ROOT / "library/include").glob("pluggable/*.h"))
    for pattern in OF_OWNERS:
        for path in (path for path in ROOT.glob(pattern) if not path.stem.endswith("_on_host")):
            for include in re.findall(r'^#include "([\w/]+\.h)"', path.read_text(), re.M):
                found |= {ROOT / "library" / include} & set((ROOT / "library").rglob("*.h"))
    paths = sorted(path.relative_to(ROOT).as_posix() for path in found)
    return [path for path in paths if cpp_headers.read(path, cpp_pages.include_of(path)).entities]


def check_cpp_reference():
    listed = cpp_pages.places()
    for path in public_headers():
        check(path in listed, f"docs/cpp_api.md does not list {path}")
    found = {entry["location"] for entry in json.loads((SITE / "search/search_index.json").read_text())["docs"]}
    pages = {page: (SITE / page.place).with_suffix(".html").read_text() for page in cpp_pages.pages()}
    ids = {page.slug: set(re.findall(r' id="([^"]+)"', text)) for page, text in pages.items()}
    for page in pages:
        for header in page.headers:
            check(header.comment, f"{header.path}: no comment at its beginning says what it is for")
            for entity in cpp_pages.everything(header.entities):
                for declaration in entity.undocumented():
                    check(False, f"{header.path}:{entity.line}: no comment in front of {declaration}")
                name = cpp_pages.id_of(entity, header)
                location = f"{page.place.removesuffix('.md')}.html#{name}"
                check(name in ids[page.slug], f"{location}: there is no such entry, for {header.path}:{entity.line}")
                check(location in found, f"{location}: the search lacks it")
    for page, text in pages.items():
        for target, anchor in set(re.findall(r'<a href="([\w/.]*)#([^"]+)"', text)):
            slug = target.removesuffix(".html") or page.slug
            check(slug not in ids or anchor in ids[slug], f"{page.place}: a link to {target}#{anchor}")


def check_drawings():
    shown = "\n".join(path.read_text() for path in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))])
    colours = set(re.findall(r"^  (--[a-z-]+): #", (ROOT / "scripts/lib/site/theme/stylesheets/site.css").read_text(), re.M))
    for path in sorted(DOCS.glob("images/*.svg")):
        text = path.read_text()
        try:
            drawing = ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            check(False, f"{path.name}: {error}")
            continue
        title = drawing.find(f"{SVG}title")
        check(title is not None and (title.text or "").strip(), f"{path.name}: has no title")
        check(title is not None and drawing.get("aria-labelledby") == title.get("id"), f"{path.name}: is not labelled by its title")
        check(drawing.get("viewBox"), f"{path.name}: has no viewBox")
        body = re.sub(r"<style>.*?</style>", "", text, flags=re.S)
        check(f"images/{path.name})" in shown, f"{path.name}: no page shows it")
        if path.name == "terminal.svg":
            continue  # it has its own ground, light or dark as the reader's may be
        check(not re.search(r"(fill|stroke)[:=]\"?(#|rgb|black|white)", body), f"{path.name}: has a colour of its own")
        used = set(re.findall(r"var\((--[a-z-]+)\)", body))
        check(used and used <= colours and used <= set(re.findall(r"(--[a-z-]+): #", text)), f"{path.name}: {used - colours} is no colour of the site")


check_pages()
check_cpp_reference()
check_drawings()
facts.end()
