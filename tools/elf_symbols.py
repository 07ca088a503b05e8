"""The names that a shared library exports, read from its bytes: 64-bit ELF, little-endian, as in Linux wheels."""

import mmap
import struct

SECTION = struct.Struct("<IIQQQQIIQQ")  # name type flags address offset size link info alignment entry_size
SYMBOL = struct.Struct("<IBBHQQ")  # name info other section value size
DYNAMIC_SYMBOLS = 11  # the type of the section .dynsym
EXPORTED_BINDINGS = (1, 2, 10)  # global, weak, unique


class NotElf(ValueError):
    """The file is no 64-bit little-endian ELF file, or has no sections."""


def exported_symbols(path):
    """The set of symbols (functions and data) that the library at `path` defines for others."""
    with open(path, "rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as empty:
            raise NotElf(f"{path}: {empty}") from None
        with data:
            try:
                return set(_exported(data))
            except (struct.error, IndexError) as error:
                raise NotElf(f"{path}: broken off or damaged: {error}") from None
            except NotElf as error:
                raise NotElf(f"{path}: {error}") from None


def _sections(data):
    if data[:6] != b"\x7fELF\x02\x01":
        raise NotElf("no 64-bit little-endian ELF file")
    (offset,) = struct.unpack_from("<Q", data, 0x28)
    entry_size, count = struct.unpack_from("<HH", data, 0x3A)
    if offset == 0 or entry_size != SECTION.size:
        raise NotElf("no table of sections")
    if count == 0:  # 65280 sections or more: the first one tells how many
        count = SECTION.unpack_from(data, offset)[5]
    return [SECTION.unpack_from(data, offset + index * entry_size) for index in range(count)]


def _exported(data):
    sections = _sections(data)
    for section in sections:
        if section[1] != DYNAMIC_SYMBOLS:
            continue
        symbols, names = section, sections[section[6]]
        table = data[symbols[4] : symbols[4] + symbols[5]]
        strings = data[names[4] : names[4] + names[5]]
        for name, info, _, defined_in, _, _ in SYMBOL.iter_unpack(table):
            if defined_in != 0 and info >> 4 in EXPORTED_BINDINGS:
                yield strings[name : strings.index(b"\0", name)].decode()
