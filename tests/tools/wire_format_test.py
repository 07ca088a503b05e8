#!/usr/bin/env python3
"""The reader of protocol buffers' wire format."""

import unittest

import tools_path  # noqa: F401

from wire_format import BrokenMessage, decode

INNER = {1: ("name", "bytes")}
TABLE = {1: ("number", "int"), 2: ("flag", "bool"), 3: ("real", "float"), 4: ("inner", INNER), 5: ("inners", [INNER]),
         6: ("numbers", ["int"]), 7: ("reals", ["float"])}


class WireFormatTest(unittest.TestCase):
    def test_fields(self):
        message = decode(b"\x08\x96\x01" b"\x10\x01" b"\x1d\x00\x00\xc0\x3f" b"\x22\x03\x0a\x01a"
                         b"\x2a\x00\x2a\x03\x0a\x01b", TABLE)
        self.assertEqual((message.number, message.flag, message.real, message.inner.name), (150, True, 1.5, b"a"))
        self.assertEqual([inner.name for inner in message.inners], [b"", b"b"])
        self.assertEqual(message.present, ["number", "flag", "real", "inner", "inners"])

    def test_defaults_and_what_is_unknown(self):
        message = decode(b"\x78\x01" b"\x7a\x02ab" b"\x79" + bytes(8), TABLE)
        self.assertEqual((message.number, message.flag, message.inner, message.inners), (0, False, None, []))
        self.assertFalse(message.has("number"))

    def test_negative_and_repeated_numbers(self):
        self.assertEqual(decode(b"\x08" + b"\xff" * 9 + b"\x01", TABLE).number, -1)
        self.assertEqual(decode(b"\x30\x01\x30\x02", TABLE).numbers, [1, 2])
        self.assertEqual(decode(b"\x32\x03\x01\x96\x01", TABLE).numbers, [1, 150], "packed")
        self.assertEqual(decode(b"\x3a\x04\x00\x00\x80\x3f\x3d\x00\x00\x00\x40", TABLE).reals, [1.0, 2.0])

    def test_broken_messages(self):
        for data in (b"\x08", b"\x08\xff", b"\x08" + b"\xff" * 11, b"\x22\x05a", b"\x0b", b"\x1d\x00", b"\x18\x00",
                     b"\x3a\x03abc"):
            with self.assertRaises(BrokenMessage, msg=data):
                decode(data, TABLE)


if __name__ == "__main__":
    unittest.main()
