"""The text of catalog/tensorflow.txt: several releases in one file, each line with the releases that have it.

A release alone is a list of sections; a section is a head and its lines in order. Merging keeps the order of
every release: a line that some releases lack stands where the others have it.
"""

import difflib


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
    """[(release, lines)], newest first -> [[line, {release, ...}]] in an order that fits all of them."""
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


def render(header, word, releases):
    """{release: {section: [line]}} -> the text of the file. `word` starts a section's head line."""
    known = sorted(releases, key=release_key)
    out = [header, "tensorflow " + " ".join(known) + "\n"]
    for name in sorted({name for sections in releases.values() for name in sections}):
        having = [release for release in known if name in releases[release]]
        head = range_text(having, known)
        out.append(f"{word} {name}{' ' + head if head else ''}\n")
        versions = [(release, releases[release][name]) for release in reversed(having)]
        for line, of in merged_lines(versions):
            text = range_text(of, known) if len(of) < len(having) else ""
            out.append(f"{text} {line}\n" if text else f"{line}\n")
    return "".join(out)


def parse(text, word):
    """The reverse of render: {release: {section: [line]}}."""
    known = []
    releases = {}
    name = None
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        first, _, rest = line.partition(" ")
        if first == "tensorflow" and name is None:
            known = rest.split()
            releases = {release: {} for release in known}
        elif first == word:
            name, _, having = rest.partition(" ")
            for release in releases_of(having, known):
                releases[release][name] = []
        elif first[0].isdigit() or first[0] == "-":
            for release in releases_of(first, known):
                releases[release][name].append(rest)
        else:
            for sections in releases.values():
                if name in sections:
                    sections[name].append(line)
    return releases
