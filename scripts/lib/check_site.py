"""Checks the site that scripts/docs has built, and the drawings of docs/images. Each fact looked up is one check.

usage: check_site.py

* no page loads anything from outside the site; links to other sites are links, and no more;
* each page of docs/ is in the site, has one title, and can be found by the search;
* no list or table of a page was taken for text, as MkDocs does where no empty line stands before it;
* each SVG file is well-formed, has a title and a viewBox, draws with the site's colours alone, and is shown on a page.
"""

import html.parser
import json
import pathlib
import re
import xml.etree.ElementTree as ElementTree

from facts import Facts

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SITE = ROOT / "build/site"
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
check_drawings()
facts.end()
