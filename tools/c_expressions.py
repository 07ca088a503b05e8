"""Constant expressions of C: what #if asks for, enumerators, and the sizes that macros compute."""

import re

PRECEDENCE = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
              "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}
BINARY = {"||": lambda a, b: int(bool(a or b)), "&&": lambda a, b: int(bool(a and b)), "|": lambda a, b: a | b,
          "^": lambda a, b: a ^ b, "&": lambda a, b: a & b, "==": lambda a, b: int(a == b),
          "!=": lambda a, b: int(a != b), "<": lambda a, b: int(a < b), ">": lambda a, b: int(a > b),
          "<=": lambda a, b: int(a <= b), ">=": lambda a, b: int(a >= b), "<<": lambda a, b: a << b,
          ">>": lambda a, b: a >> b, "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
          "/": lambda a, b: abs(a) // abs(b) * (1 if a * b >= 0 else -1), "%": lambda a, b: a - b * int(a / b)}


class NotConstant(ValueError):
    """The expression needs something that is not known here."""


def evaluate(texts, names, call=None):
    """The value of an expression, given as tokens. `names` gives the value of a name; `call` that of
    sizeof(...) and offsetof(...), from the word and the tokens within. Either may raise NotConstant."""
    reader = _Reader(list(texts), names, call)
    value = reader.conditional()
    if reader.rest():
        raise NotConstant(f"{' '.join(texts)}: not understood from {reader.rest()[0]} on")
    return value


class _Reader:
    def __init__(self, texts, names, call):
        self.texts, self.names, self.call = texts, names, call
        self.position = 0

    def rest(self):
        return self.texts[self.position :]

    def next(self):
        if self.position == len(self.texts):
            raise NotConstant(f"{' '.join(self.texts)}: ends early")
        self.position += 1
        return self.texts[self.position - 1]

    def take(self, text):
        if self.rest()[:1] == [text]:
            self.position += 1
            return True
        return False

    def conditional(self):
        value = self.binary(1)
        if not self.take("?"):
            return value
        yes = self.conditional()
        if not self.take(":"):
            raise NotConstant(f"{' '.join(self.texts)}: ? without :")
        no = self.conditional()
        return yes if value else no

    def binary(self, lowest):
        value = self.unary()
        while self.rest() and PRECEDENCE.get(self.rest()[0], 0) >= lowest:
            sign = self.next()
            right = self.binary(PRECEDENCE[sign] + 1)
            if sign in "/%" and right == 0:
                raise NotConstant("a division by zero")
            value = BINARY[sign](value, right)
        return value

    def unary(self):
        text = self.next()
        if text in ("-", "+", "~", "!"):
            value = self.unary()
            return {"-": -value, "+": value, "~": ~value, "!": int(not value)}[text]
        if text == "(":
            value = self.conditional()
            if not self.take(")"):
                raise NotConstant(f"{' '.join(self.texts)}: a parenthesis stays open")
            return value
        if text in ("sizeof", "offsetof") and self.call:
            return self.call(text, self.parenthesized())
        if re.match(r"\d", text):
            return number(text)
        if re.match(r"'(\\?.)'$", text):
            return ord(text[1:-1].encode().decode("unicode_escape"))
        if re.match(r"[A-Za-z_]", text):
            return self.names(text)
        raise NotConstant(f"{' '.join(self.texts)}: {text} is not understood")

    def parenthesized(self):
        if not self.take("("):
            raise NotConstant("sizeof without parentheses")
        inner, depth = [], 1
        while True:
            text = self.next()
            depth += {"(": 1, ")": -1}.get(text, 0)
            if depth == 0:
                return inner
            inner.append(text)


def number(text):
    """0x10, 017, 42ull."""
    digits = re.sub(r"[uUlL]+$", "", text.replace("'", ""))
    try:
        return int(digits, 8 if re.match(r"0\d", digits) else 0)
    except ValueError:
        raise NotConstant(f"{text} is no whole number") from None
