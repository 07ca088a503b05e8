"""Sizes and offsets as a compiler for x86-64 Linux has them: every member on the next multiple of its alignment."""

import dataclasses

import c_expressions
from c_declarations import Constant, Enum, Typedef
from c_types import Array, Call, Pointer, Record

SIZES = {"char": 1, "signed char": 1, "unsigned char": 1, "bool": 1, "_Bool": 1, "int8_t": 1, "uint8_t": 1,
         "short": 2, "unsigned short": 2, "short int": 2, "unsigned short int": 2, "int16_t": 2, "uint16_t": 2,
         "int": 4, "unsigned": 4, "unsigned int": 4, "signed": 4, "signed int": 4, "int32_t": 4, "uint32_t": 4,
         "float": 4, "long": 8, "unsigned long": 8, "long int": 8, "unsigned long int": 8, "long long": 8,
         "unsigned long long": 8, "long long int": 8, "unsigned long long int": 8, "int64_t": 8, "uint64_t": 8,
         "size_t": 8, "ssize_t": 8, "ptrdiff_t": 8, "intptr_t": 8, "uintptr_t": 8, "double": 8}
POINTER = 8
ENUM = 4


class UnknownType(c_expressions.NotConstant):
    """A type that nothing defines, or that has no size."""


class Layout:
    """Answers from declarations, and from a function that replaces macros in tokens (as texts)."""

    def __init__(self, declarations, expanded=lambda texts: list(texts)):
        self.expanded = expanded
        self.records, self.typedefs, self.enums, self.constants = {}, {}, set(), {}
        for item in declarations:
            if isinstance(item, Record):
                self.records.setdefault(item.name, item)
            elif isinstance(item, Typedef):
                self.typedefs.setdefault(item.name, item.type)
            elif isinstance(item, Enum):
                self.enums.add(item.name)
                for name, value in self.enumerators(item):
                    self.constants.setdefault(name, value)
            elif isinstance(item, Constant):
                self.constants.setdefault(item.name, item.value)

    def enumerators(self, enum):
        """[(name, value)]; a value that cannot be computed ends in NotConstant."""
        values, next_value, known = [], 0, {}
        for name, tokens in enum.values:
            if tokens is not None:
                next_value = self.value(tokens, known)
            values.append((name, next_value))
            known[name] = next_value
            next_value += 1
        return values

    def value(self, texts, known=()):
        """The value of a constant expression."""

        def name_value(name):
            if name in known:
                return known[name]
            if name not in self.constants:
                raise c_expressions.NotConstant(f"{name} is not known")
            value = self.constants[name]
            return value if isinstance(value, int) else self.value(value, known)

        return c_expressions.evaluate(self.expanded(texts), name_value, self._asked)

    def _asked(self, word, texts):
        if word == "offsetof":
            comma = texts.index(",")
            return self.member(" ".join(texts[:comma]), texts[comma + 1])[0]
        if "->" in texts:  # sizeof(((TYPE*)0)->MEMBER)
            arrow = texts.index("->")
            owner = [text for text in texts[:arrow] if text not in ("(", ")", "*", "0", "struct")]
            return self.member(" ".join(owner), texts[arrow + 1])[1]
        if "*" in texts:
            return POINTER
        return self._base(" ".join(text for text in texts if text != "struct"), None)[0]

    def member(self, owner, name):
        """(offset, size) of a member."""
        if owner not in self.records:
            raise UnknownType(f"{owner} is no struct")
        for offset, size, field in self.of(self.records[owner])[2]:
            if field.name == name:
                return offset, size
        raise UnknownType(f"{owner} has no member {name}")

    def of(self, record):
        """(size, alignment, [(offset, size, field)]); the members of a union all lie at 0."""
        end, largest, fields = 0, 1, []
        for field in record.fields:
            size, alignment = self.size_and_alignment(field.type)
            begin = 0 if record.keyword == "union" else _aligned(end, alignment)
            end = max(end, begin + size)
            largest = max(largest, alignment)
            if field.name:
                fields.append((begin, size, field))
            else:  # the members of a struct without a name count as those of what it is in
                fields += [(begin + offset, *rest) for offset, *rest in self.of(field.type.record)[2]]
        return _aligned(end, largest), largest, fields

    def size_and_alignment(self, type):
        if not type.steps:
            return self._base(type.base, type.record)
        step = type.steps[0]
        if isinstance(step, Pointer):
            return POINTER, POINTER
        if isinstance(step, Call):
            raise UnknownType("a function has no size")
        assert isinstance(step, Array)
        size, alignment = self.size_and_alignment(dataclasses.replace(type, steps=type.steps[1:]))
        return size * self.value(step.length), alignment

    def _base(self, name, record):
        if record is not None or name in self.records:
            size, alignment, _ = self.of(record or self.records[name])
            return size, alignment
        if name in self.enums:
            return ENUM, ENUM
        if name in self.typedefs:
            return self.size_and_alignment(self.typedefs[name])
        if name in SIZES:
            return SIZES[name], SIZES[name]
        expanded = " ".join(self.expanded([name]))
        if expanded != name:
            return self._base(expanded, None)
        raise UnknownType(f"the size of {name} is not known")


def _aligned(offset, alignment):
    return (offset + alignment - 1) // alignment * alignment
