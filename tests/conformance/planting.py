"""Puts the mistakes of variants.py into one copy of a project, each beside what is right, to be chosen when the plugin runs.

The body of the function that a mistake is made in becomes

    if (Planted("a mistake")) {
      what it is with the mistake
    } else {
      what it was
    }

so that one compilation serves all mistakes inside functions. The plugin without a choice is sound."""

import re

# The environment variable that names the mistake.
CHOICE = "CONFORMANCE_MISTAKE"

PLANTED_H = f"""#pragma once

#include <cstdlib>
#include <cstring>

// Whether this process is asked to make the mistake.
inline bool Planted(const char* mistake) {{
  static const char* const chosen = std::getenv("{CHOICE}");
  return chosen != nullptr && std::strcmp(mistake, chosen) == 0;
}}
"""

# Comments, strings and characters, whose braces count for nothing.
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])*\'', re.S)
SCOPE = re.compile(r'\b(namespace|class|struct|union|enum)\b[^()]*$|\bextern ""$')


def without_strings(text):
    """The text with blanks where strings and comments are, as long as before."""
    return NO_CODE.sub(lambda found: re.sub(r"[^\n\"]", " ", found[0]), text)


def bodies(text):
    """(begin, end) of what is between the braces of each function outside other functions, but for those that compilers may run."""
    code = re.sub(r"(?m)^#.*$", lambda line: " " * len(line[0]), without_strings(text))
    depth, scopes, begin, header = 0, [], None, 0
    for place in re.finditer(r"[{};]", code):
        at, sign = place.start(), place[0]
        if sign == "{":
            if begin is None:
                before = re.sub(r"\s+", " ", code[header:at]).replace('" "', '""').strip()
                if SCOPE.search(re.sub('" *"', '""', before)):
                    scopes.append(depth)
                elif not before.endswith("=") and "constexpr" not in before:
                    begin = (depth, at + 1)
            depth += 1
        elif sign == "}":
            depth -= 1
            if begin is not None and begin[0] == depth:
                yield begin[1], at
                begin = None
        if begin is None:
            header = at + 1


def edit_of(text, old, new):
    """Where what is changed begins and ends, without what both texts begin and end with, and what comes there."""
    begin, end = text.index(old), text.index(old) + len(old)
    while begin < end and new and text[begin] == new[0]:
        begin, new = begin + 1, new[1:]
    while begin < end and new and text[end - 1] == new[-1]:
        end, new = end - 1, new[:-1]
    return begin, end, new


class Planting:
    """Takes up mistakes, then tells what their files become."""

    def __init__(self, project):
        self.project = project
        self.planted = {}  # file -> the body's place -> [(name, the body with the mistake)]

    def take(self, variant):
        for file, old, new in variant.changes:
            text = (self.project / file).read_text()
            if text.count(old) != 1:
                raise SystemExit(f"{variant.name}: {file} has {text.count(old)} times:\n{old}")
            begin, end, inserted = edit_of(text, old, new)
            body = next(((b, e) for b, e in bodies(text) if b <= begin and end <= e), None)
            if body is None:
                raise SystemExit(f"{variant.name}: this is not inside one function of {file}:\n{old}")
            mistaken = text[body[0]:begin] + inserted + text[end:body[1]]
            self.planted.setdefault(file, {}).setdefault(body, []).append((variant.name, mistaken))

    def write(self):
        for file, places in self.planted.items():
            text = (self.project / file).read_text()
            for (begin, end), mistakes in sorted(places.items(), reverse=True):
                choices = " else ".join(f'if (Planted("{name}")) {{{body}}}' for name, body in mistakes)
                text = f"{text[:begin]}\n{choices} else {{{text[begin:end]}}}\n{text[end:]}"
            (self.project / file).write_text('#include "planted.h"\n' + text)
        (self.project / "src/planted.h").write_text(PLANTED_H)
