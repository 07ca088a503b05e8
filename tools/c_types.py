"""C types as values, and as text in one normal form: `const SP_Device* device`, `void (*)(int, char* name)`."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Pointer:
    qualifiers: str = ""


@dataclass(frozen=True)
class Array:
    length: tuple = ()  # tokens; none for []


@dataclass(frozen=True)
class Parameter:
    type: "Type"
    name: str = ""


@dataclass(frozen=True)
class Call:
    parameters: tuple
    variadic: bool = False


@dataclass(frozen=True)
class Type:
    """What a name is: `steps` away from it lies `base`. char* names[3]: (Array(3), Pointer()), base char."""

    base: str
    steps: tuple = ()
    qualifiers: str = ""  # of the base
    keyword: str = ""  # struct, union or enum, where the text has it
    record: "Record | None" = None  # for one that is defined in place and has no name


@dataclass(frozen=True)
class Field:
    name: str
    type: Type


@dataclass(frozen=True)
class Record:
    keyword: str
    name: str
    fields: tuple
    file: str


def base_text(type, with_keyword=False):
    text = type.base
    if type.record:
        fields = " ".join(f"{type_text(field.type, field.name)};" for field in type.record.fields)
        text = f"{type.record.keyword} {{ {fields} }}"
    elif with_keyword and type.keyword:
        text = f"{type.keyword} {text}"
    return f"{type.qualifiers} {text}" if type.qualifiers else text


def parameters_text(call):
    texts = [type_text(parameter.type, parameter.name) for parameter in call.parameters]
    return "(" + ", ".join(texts + (["..."] if call.variadic else [])) + ")"


def type_text(type, name="", with_keyword=False):
    """The declaration of `name` with a type; without a name, the type alone."""
    text = name
    after_pointer = False
    for step in type.steps:
        if isinstance(step, Pointer):
            close = text == "" or text.startswith("*")
            text = f"* {step.qualifiers} {text}".rstrip() if step.qualifiers else "*" + ("" if close else " ") + text
            after_pointer = True
            continue
        if after_pointer:
            text = "(" + re.sub(r"^(\*+) (?=\w+$|\()", r"\1", text) + ")"
        after_pointer = False
        text += parameters_text(step) if isinstance(step, Call) else "[" + " ".join(step.length) + "]"
    base = base_text(type, with_keyword)
    if not text or text.startswith(("*", "[")):
        return base + text
    return f"{base} {text}"
