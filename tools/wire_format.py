"""Reads protocol buffers' wire format, by a table of the fields that are of interest; others are passed over.

    POINT = {1: ("x", "int"), 2: ("name", "bytes"), 3: ("next", ["int"])}
    point = decode(data, POINT)
    point.x, point.has("name"), point.next

A kind is "int", "bool", "float", "bytes", or the table of a message; in a list, the field is repeated.
"""

import struct

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
DEFAULTS = {"int": 0, "bool": False, "float": 0.0, "bytes": b""}


class BrokenMessage(ValueError):
    """The bytes are no message."""


class Message:
    """A message with its fields as members; those that it lacks have their defaults."""

    def __init__(self, table):
        self.present = []  # names, in the order of the field numbers once decoded
        for name, kind in table.values():
            if isinstance(kind, list):
                value = []
            elif isinstance(kind, dict):
                value = None
            else:
                value = DEFAULTS[kind]
            setattr(self, name, value)

    def has(self, name):
        return name in self.present


def decode(data, table):
    """A message from its bytes."""
    message = Message(table)
    present = set()
    for number, wire_type, value in _fields(memoryview(data)):
        if number not in table:
            continue
        name, kind = table[number]
        if not isinstance(kind, list):
            setattr(message, name, _value(value, wire_type, kind))
        elif wire_type == BYTES and kind[0] in ("int", "bool", "float"):
            getattr(message, name).extend(_packed(value, kind[0]))
        else:
            getattr(message, name).append(_value(value, wire_type, kind[0]))
        present.add(number)
    message.present = [table[number][0] for number in sorted(present)]
    return message


def _varint(data, position):
    result = shift = 0
    while True:
        if position >= len(data) or shift > 63:
            raise BrokenMessage(f"a number at byte {position} does not end")
        byte = data[position]
        position += 1
        result |= (byte & 0x7F) << shift
        if byte < 0x80:
            return result, position
        shift += 7


def _fields(data):
    """(field number, wire type, number or bytes) of each field."""
    position = 0
    while position < len(data):
        key, position = _varint(data, position)
        wire_type = key & 7
        if wire_type == VARINT:
            value, position = _varint(data, position)
        else:
            if wire_type == BYTES:
                length, position = _varint(data, position)
            elif wire_type in (FIXED64, FIXED32):
                length = 8 if wire_type == FIXED64 else 4
            else:
                raise BrokenMessage(f"wire type {wire_type} at byte {position}")
            value = data[position : position + length]
            position += length
            if position > len(data):
                raise BrokenMessage(f"a field ends behind the message, at byte {position}")
        yield key >> 3, wire_type, value


def _value(value, wire_type, kind):
    if isinstance(kind, dict):
        return decode(_only(value, wire_type, BYTES), kind)
    if kind == "bytes":
        return bytes(_only(value, wire_type, BYTES))
    if kind == "float":
        return struct.unpack("<f", _only(value, wire_type, FIXED32))[0]
    value = _only(value, wire_type, VARINT)
    if kind == "bool":
        return value != 0
    return value - (1 << 64) if value >= 1 << 63 else value


def _only(value, wire_type, expected):
    if wire_type != expected:
        raise BrokenMessage(f"a field of wire type {wire_type} where {expected} is expected")
    return value


def _packed(data, kind):
    if kind == "float":
        if len(data) % 4:
            raise BrokenMessage("packed floats that break off")
        yield from (number for (number,) in struct.iter_unpack("<f", data))
        return
    position = 0
    while position < len(data):
        value, position = _varint(data, position)
        yield _value(value, VARINT, kind)
