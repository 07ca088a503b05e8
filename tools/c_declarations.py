"""Declarations of C headers: types, functions and constants, from a preprocessor's tokens.

What is no C that headers of an API use (templates, classes, bit fields) ends up in `skipped`, so that whoever reads
the result can see that nothing of interest is among it.
"""

from dataclasses import dataclass

from c_types import Array, Call, Field, Parameter, Pointer, Record, Type

STORAGE = {"typedef", "extern", "static", "inline", "__inline", "constexpr", "register", "_Noreturn"}
QUALIFIERS = {"const", "volatile"}
DROPPED = {"restrict", "__restrict", "__restrict__", "__extension__"}
BUILT_IN = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool"}
OPENING = {"(": ")", "[": "]", "{": "}"}


class NotUnderstood(ValueError):
    """A declaration that is no C, or more C than this reads."""


@dataclass(frozen=True)
class Enum:
    name: str
    values: tuple  # (name, tokens of its value or None)
    file: str


@dataclass(frozen=True)
class Typedef:
    name: str
    type: Type
    file: str


@dataclass(frozen=True)
class Forward:
    keyword: str
    name: str
    file: str


@dataclass(frozen=True)
class Function:
    name: str
    type: Type
    inline: bool
    file: str


@dataclass(frozen=True)
class Constant:
    name: str
    value: tuple
    file: str


def parse(tokens, is_decoration=lambda name: False):
    """-> (declarations in order, [the text of what was skipped]). `is_decoration` knows the macros that stand for
    attributes or nothing, such as TF_CAPI_EXPORT."""
    found, skipped = [], []
    position = 0
    while position < len(tokens):
        text = tokens[position].text
        if text == "extern" and tokens[position + 1].text == '"C"':
            position += 3 if tokens[position + 2].text == "{" else 2
        elif text == "namespace":
            position += 3 if tokens[position + 1].text != "{" else 2
        elif text in (";", "}"):
            position += 1
        else:
            end, stop = _extent(tokens, position)
            try:
                found += _Declaration(tokens[position:end], is_decoration).read()
            except NotUnderstood as error:
                skipped.append(f"{tokens[position].file}: {error}: " + " ".join(t.text for t in tokens[position:end]))
            position = stop
    return found, skipped


def _extent(tokens, begin):
    """Where the declaration ends that begins there, and where the next one begins: a body is passed over. None goes
    on in another file, so that one that is not understood does not hide all that follow."""
    position = begin
    while position < len(tokens) and tokens[position].file == tokens[begin].file:
        text = tokens[position].text
        if text == ";":
            return position, position + 1
        if text == "{" and tokens[position - 1].text in (")", "const", "noexcept"):
            return position, _matching(tokens, position) + 1
        position = _matching(tokens, position) if text in OPENING else position
        position += 1
    return position, position


def _matching(tokens, position):
    """Where the bracket closes that opens at `position`; the last token of the file if it does not."""
    depth = 0
    for index in range(position, len(tokens)):
        if tokens[index].file != tokens[position].file:
            return index - 1
        text = tokens[index].text
        depth += (text in OPENING) - (text in OPENING.values())
        if depth == 0:
            return index
    return len(tokens) - 1


class _Declaration:
    """Reads one declaration, whose tokens are given without the semicolon or the body of a function."""

    def __init__(self, tokens, is_decoration):
        self.tokens, self.is_decoration = tokens, is_decoration
        self.position = 0
        self.found = []

    def peek(self, ahead=0):
        index = self.position + ahead
        return self.tokens[index].text if index < len(self.tokens) else ""

    def next(self):
        self.position += 1
        if self.position > len(self.tokens):
            raise NotUnderstood("ends early")
        return self.tokens[self.position - 1]

    def expect(self, text):
        if self.peek() != text:
            raise NotUnderstood(f"{text} expected before {self.peek() or 'the end'}")
        self.next()

    def read(self):
        file = self.tokens[0].file
        storage, base, record = self.specifiers()
        while self.position < len(self.tokens):
            name, steps, where = self.declarator()
            if not name:
                raise NotUnderstood("a declaration without a name")
            full = Type(base.base, steps, base.qualifiers, base.keyword, base.record)
            if "typedef" in storage:
                self.typedef(name, full, record, where)
            elif steps and isinstance(steps[0], Call):
                inline = bool(storage & {"inline", "__inline", "static"})
                self.found.append(Function(name, full, inline, where))
            elif self.peek() == "=":
                self.next()
                value = tuple(token.text for token in self.tokens[self.position :])
                self.found.append(Constant(name, value, where))
                return self.found
            if self.position < len(self.tokens):
                self.expect(",")
        if not self.found and base.keyword and base.base:
            self.found.append(Forward(base.keyword, base.base, file))
        return self.found

    def typedef(self, name, full, record, where):
        """`typedef struct {...} Name;` gives the struct its name; `typedef struct Name {...} Name;` says nothing."""
        if record is not None and not full.steps and not record.name:
            named = Record(record.keyword, name, record.fields, where) if isinstance(record, Record) else Enum(
                name, record.values, where)
            self.found = [named if item is record else item for item in self.found]
            if named not in self.found:
                self.found.append(named)
        elif record is None or full.steps or record.name != name:
            self.found.append(Typedef(name, full, where))

    def specifiers(self):
        """-> (words such as typedef, the type, the struct or enum that is defined here if any)."""
        storage, qualifiers, words = set(), [], []
        keyword, record = "", None
        while True:
            text = self.peek()
            if text in STORAGE:
                storage.add(self.next().text)
            elif text in QUALIFIERS:
                qualifiers.append(self.next().text)
            elif text in DROPPED:
                self.next()
            elif self.attribute():
                pass
            elif text in ("struct", "union", "enum", "class") and not words and not record:
                keyword = text
                name, record = self.tagged()
                words = [name]
            elif text in BUILT_IN and not record and (not words or words[-1] in BUILT_IN):
                words.append(self.next().text)
            elif _is_name(text) and not words and not record:
                words.append(self.next().text)
                while self.peek() == "::":
                    self.next()
                    words[-1] += "::" + self.next().text
            else:
                break
        if not words and record is None:
            raise NotUnderstood("no type")
        base = Type(" ".join(words), (), " ".join(sorted(set(qualifiers))), keyword,
                    record if isinstance(record, Record) and not record.name else None)
        return storage, base, record

    def attribute(self):
        """Passes over an attribute, or a macro that stands for some."""
        text = self.peek()
        if text in ("__attribute__", "__attribute", "__declspec"):
            self.next()
            self.position = _matching(self.tokens, self.position) + 1
            return True
        if _is_name(text) and self.is_decoration(text):
            self.next()
            return True
        return False

    def tagged(self):
        """A struct, union or enum, with or without its members."""
        keyword = self.next()
        if keyword.text == "class":
            raise NotUnderstood("a class")
        while self.attribute():
            pass
        name = self.next().text if _is_name(self.peek()) else ""
        if self.peek() != "{":
            return name, None
        end = _matching(self.tokens, self.position)
        self.next()
        inner = _Declaration(self.tokens[self.position : end], self.is_decoration)
        if keyword.text == "enum":
            defined = Enum(name, inner.enumerators(), keyword.file)
        else:
            defined = Record(keyword.text, name, inner.fields(), keyword.file)
            self.found += inner.found
        if name or isinstance(defined, Enum):
            self.found.append(defined)
        self.position = end + 1
        return name, defined

    def enumerators(self):
        values = []
        while self.position < len(self.tokens):
            name, value = self.next().text, None
            if self.peek() == "=":
                self.next()
                begin = self.position
                while self.position < len(self.tokens) and self.peek() != ",":
                    self.position = _matching(self.tokens, self.position) if self.peek() in OPENING else self.position
                    self.position += 1
                value = tuple(token.text for token in self.tokens[begin : self.position])
            values.append((name, value))
            if self.position < len(self.tokens):
                self.expect(",")
        return tuple(values)

    def fields(self):
        result = []
        while self.position < len(self.tokens):
            _, base, record = self.specifiers()
            if self.peek() == ";" and record is not None:
                result.append(Field("", base))
            while self.peek() != ";":
                name, steps, _ = self.declarator()
                result.append(Field(name, Type(base.base, steps, base.qualifiers, base.keyword, base.record)))
                if self.peek() != ";":
                    self.expect(",")
            self.expect(";")
        return tuple(result)

    def declarator(self):
        """-> (name or "", the steps from the name to the base, the file of the name)."""
        pointers = []
        while self.peek() in ("*", "&"):
            if self.next().text == "&":
                raise NotUnderstood("a reference")
            qualifiers = []
            while self.peek() in QUALIFIERS | DROPPED:
                word = self.next().text
                qualifiers += [word] if word in QUALIFIERS else []
            pointers.append(Pointer(" ".join(sorted(qualifiers))))
        while self.attribute():
            pass
        name, steps = "", ()
        file = self.tokens[min(self.position, len(self.tokens) - 1)].file
        if self.peek() == "(" and self.peek(1) in ("*", "("):
            self.next()
            name, steps, file = self.declarator()
            self.expect(")")
        elif _is_name(self.peek()):
            name = self.next().text
        while self.peek() in ("(", "["):
            end = _matching(self.tokens, self.position)
            inside = self.tokens[self.position + 1 : end]
            if self.peek() == "(":
                steps += (self.call(inside),)
            else:
                steps += (Array(tuple(token.text for token in inside)),)
            self.position = end + 1
        while self.attribute():
            pass
        return name, steps + tuple(reversed(pointers)), file

    def call(self, tokens):
        parts, begin, position = [], 0, 0
        while position <= len(tokens):
            if position == len(tokens) or tokens[position].text == ",":
                parts.append(tokens[begin:position])
                begin = position + 1
            elif tokens[position].text in OPENING:
                position = _matching(tokens, position)
            position += 1
        parameters, variadic = [], False
        for part in parts:
            if [token.text for token in part] == ["..."]:
                variadic = True
            elif part and [token.text for token in part] != ["void"]:
                parameters.append(self.parameter(part))
        return Call(tuple(parameters), variadic)

    def parameter(self, tokens):
        inner = _Declaration(tokens, self.is_decoration)
        _, base, _ = inner.specifiers()
        name, steps, _ = inner.declarator()
        if inner.position != len(tokens):
            raise NotUnderstood(f"{inner.peek()} in a parameter")
        return Parameter(Type(base.base, steps, base.qualifiers, base.keyword, base.record), name)


def _is_name(text):
    return text[:1].isalpha() or text[:1] == "_"
