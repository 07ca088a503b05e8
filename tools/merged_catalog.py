"""The text of catalog/tensorflow.txt and catalog/c_api.txt: several releases in one file, each line with the releases
that have it.

A release alone is a dict of sections; a section is a head ("op Abs") and its lines in order. Merging keeps the order of
every release: a line that some releases lack stands where the others have it.
"""

import difflib
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """How one of the files is written."""

    header: str  # the comment at its top
    words: tuple  # the first words of heads, in the order of their sections
    prefixed_heads: bool = False  # "2.15- op Abs" rather than "op Abs 2.15-"
    oldest_first: bool = False  # of lines that replaced each other


def release_key(release):
    """"2.9" before "2.10"."""
    return tuple(int(part) for part in release.split("."))


def range_text(releases, known):
    """[2.15, 2.16, ..., 2.21] -> "2.15-"; "" for all that are known; gaps make several ranges."""
    runs = []
    for index, release in enumerate(known):
        if release not in releases:
            continue
        if runs and runs[-1][1] == index - 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    if runs == [[0, len(known) - 1]]:
        return ""
    texts = []
    for first, last in runs:
        begin = known[first] if first > 0 else ""
        end = known[last] if last < len(known) - 1 else ""
        texts.append(begin if begin and begin == end else f"{begin}-{end}")
    return ",".join(texts)


def releases_of(text, known):
    """The reverse of range_text."""
    if not text:
        return set(known)
    found = set()
    for part in text.split(","):
        begin, dash, end = part.partition("-")
        first = known.index(begin) if begin else 0
        last = known.index(end) if end else (len(known) - 1 if dash else first)
        found.update(known[first : last + 1])
    return found


def merged_lines(versions):
    """[(release, lines)] -> [[line, {release, ...}]] in an order that fits all of them."""
    merged = []
    for release, lines in versions:
        matcher = difflib.SequenceMatcher(None, [line for line, _ in merged], lines, autojunk=False)
        result = []
        for kind, old_begin, old_end, begin, end in matcher.get_opcodes():
            for line, releases in merged[old_begin:old_end]:
                result.append([line, releases | {release} if kind == "equal" else releases])
            if kind != "equal":
                result += [[line, {release}] for line in lines[begin:end]]
        merged = result
    return merged


def render(style, releases, nightly=None):
    """{release: {head: [line]}} -> the text of the file. `nightly` is the release that is not out yet, if one is."""
    known = sorted(releases, key=release_key)
    out = [style.header, "tensorflow " + " ".join(known) + "\n"]
    if nightly:
        out.append(f"nightly {nightly}\n")

    def place(head):
        word, _, name = head.partition(" ")
        return style.words.index(word), name

    for head in sorted({head for sections in releases.values() for head in sections}, key=place):
        having = [release for release in known if head in releases[release]]
        text = range_text(having, known)
        parts = (text, head) if style.prefixed_heads else (head, text)
        out.append(" ".join(part for part in parts if part) + "\n")
        versions = [(release, releases[release][head]) for release in having]
        for line, of in merged_lines(versions if style.oldest_first else reversed(versions)):
            text = range_text(of, known) if len(of) < len(having) else ""
            out.append(f"{text} {line}\n" if text else f"{line}\n")
    return "".join(out)


def parse(style, text):
    """The reverse of render: ({release: {head: [line]}}, nightly)."""
    known, nightly, head = [], None, None
    releases = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        having = ""
        if line[0].isdigit() or line[0] == "-":
            having, _, line = line.partition(" ")
        word, _, rest = line.partition(" ")
        if word == "tensorflow" and head is None:
            known = rest.split()
            releases = {release: {} for release in known}
        elif word == "nightly" and head is None:
            nightly = rest
        elif word in style.words:
            name, _, behind = rest.partition(" ")
            head = f"{word} {name}"
            for release in releases_of(having or behind, known):
                releases[release][head] = []
        else:
            for release in releases_of(having, known):
                if head in releases[release]:
                    releases[release][head].append(line)
    return releases, nightly


def update(path, style, release, sections, is_nightly=False):
    """Replaces a release in the file, or adds it; a file that is not there yet is made."""
    releases, nightly = parse(style, path.read_text()) if path.exists() else ({}, None)
    releases[release] = sections
    if is_nightly:
        nightly = release
    elif nightly == release:
        nightly = None
    path.write_text(render(style, releases, nightly))
    print(f"{path.name}: TensorFlow {release}, {sum(len(lines) for lines in sections.values())} facts")
