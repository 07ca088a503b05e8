"""C's preprocessor, as far as headers need it: which lines count, and what each macro stands for.

Macros are not replaced in the text (declarations keep the names that people read) but only where a condition or a
constant is computed.
"""

import re
from dataclasses import dataclass

import c_expressions

TOKEN = re.compile(
    r"""(?P<name>[A-Za-z_]\w*)
      | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
      | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
      | (?P<sign>\.\.\.|->|<<|>>|&&|\|\||[<>=!]=|\#\#|::|[^\s\w])""",
    re.X,
)
# What a plugin's compiler says of itself: C++ on Linux for x86-64.
PREDEFINED = {"__cplusplus": "201703L", "__linux__": "1", "__x86_64__": "1", "__GNUC__": "12", "__GNUC_MINOR__": "2",
              "__ORDER_LITTLE_ENDIAN__": "1234", "__ORDER_BIG_ENDIAN__": "4321", "__BYTE_ORDER__": "1234"}


@dataclass(frozen=True)
class Token:
    text: str
    file: str


@dataclass(frozen=True)
class Macro:
    name: str
    parameters: tuple | None  # None for one that looks like a constant
    body: tuple  # texts of tokens
    text: str  # the body as it is written, blanks apart
    file: str


def tokens_of(text):
    return [match.group() for match in TOKEN.finditer(text)]


def without_comments(text):
    """The text with comments as blanks, and with lines joined that end in a backslash."""
    pattern = r"""//(?:\\\n|[^\n])*|/\*.*?\*/|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
    text = re.sub(r"\\\r?\n", " ", text)
    return re.sub(pattern, lambda match: match.group(1) or " ", text, flags=re.S)


class Preprocessor:
    """Reads headers into one list of tokens. `read` gives the text of an include file, or None for unknown ones."""

    def __init__(self, read):
        self.read = read
        self.tokens = []
        self.macros = {}
        for name, value in PREDEFINED.items():
            self._define("", f"{name} {value}")
        self.done = set()

    def include(self, file):
        """Reads a header once, and what it includes before it; whether there is one."""
        if file in self.done:
            return True
        text = self.read(file)
        if text is None:
            return False
        self.done.add(file)
        conditions = []  # for each open #if: "on" now, "off" still to come, "past" has been, "dead" within another
        for line in without_comments(text).splitlines():
            directive = re.match(r"\s*#\s*(\w+)\s*(.*)", line)
            if directive:
                self._directive(file, directive.group(1), directive.group(2).strip(), conditions)
            elif all(state == "on" for state in conditions):
                self.tokens += [Token(text, file) for text in tokens_of(line)]
        return True

    def _directive(self, file, word, rest, conditions):
        if word in ("if", "ifdef", "ifndef"):
            if any(state != "on" for state in conditions):
                conditions.append("dead")
            else:
                conditions.append("on" if self._holds(word, rest) else "off")
        elif word == "elif" and conditions[-1] != "dead":
            holds = conditions[-1] == "off" and self._holds("if", rest)
            conditions[-1] = "on" if holds else ("off" if conditions[-1] == "off" else "past")
        elif word == "else" and conditions[-1] != "dead":
            conditions[-1] = "on" if conditions[-1] == "off" else "past"
        elif word == "endif":
            conditions.pop()
        elif any(state != "on" for state in conditions):
            return
        elif word == "include":
            quoted = re.match(r'"([^"]+)"', rest)
            if quoted:
                self.include(quoted.group(1))
        elif word == "define":
            self._define(file, rest)
        elif word == "undef":
            self.macros.pop(rest, None)
        elif word == "error":
            raise ValueError(f"{file}: #error {rest}")

    def _define(self, file, rest):
        name, listed, body = re.match(r"(\w+)(\([^)]*\))?(.*)", rest).groups()
        parameters = tuple(part.strip() for part in listed[1:-1].split(",") if part.strip()) if listed else None
        macro = Macro(name, parameters, tuple(tokens_of(body)), " ".join(body.split()), file)
        known = self.macros.get(name)
        if known is None or (known.parameters, known.body) != (parameters, macro.body):  # else: said twice
            self.macros[name] = macro

    def _holds(self, word, rest):
        if word != "if":
            return (rest.split()[0] in self.macros) == (word == "ifdef")

        def truth(match):
            return str(int((match.group(1) or match.group(2)) in self.macros))

        rest = re.sub(r"\bdefined\s*(?:\(\s*(\w+)\s*\)|(\w+))", truth, rest)
        return bool(c_expressions.evaluate(self.expanded(tokens_of(rest)), names=lambda name: 0))

    def expanded(self, texts, within=()):
        """Tokens (as texts) with every macro replaced, save those that are being replaced already."""
        result = []
        texts = list(texts)
        position = 0
        while position < len(texts):
            text = texts[position]
            position += 1
            macro = self.macros.get(text) if text not in within else None
            if macro is None or (macro.parameters is not None and texts[position : position + 1] != ["("]):
                result.append(text)
            elif macro.parameters is None:
                result += self.expanded(macro.body, (*within, text))
            else:
                arguments, position = _arguments(texts, position)
                values = dict(zip(macro.parameters, (self.expanded(part, within) for part in arguments)))
                body = [part for word in macro.body for part in values.get(word, [word])]
                result += self.expanded(body, (*within, text))
        return result


def _arguments(texts, position):
    """The arguments of a call whose parenthesis opens at `position`, and the position behind it."""
    arguments, depth = [[]], 0
    while True:
        text = texts[position]
        position += 1
        if text == "(":
            depth += 1
            if depth == 1:
                continue
        elif text == ")":
            depth -= 1
            if depth == 0:
                return arguments, position
        elif text == "," and depth == 1:
            arguments.append([])
            continue
        arguments[-1].append(text)
