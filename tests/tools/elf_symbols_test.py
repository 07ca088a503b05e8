#!/usr/bin/env python3
"""The reader of exported names, on libraries that gcc made."""

import unittest

from tools_path import FolderTest

from elf_symbols import NotElf, exported_symbols

SOURCE = """
    #include <stdlib.h>
    int Data = 1;
    void Defined(void) { free(NULL); }
    __attribute__((weak)) void Weak(void) {}
    __attribute__((visibility("hidden"))) void Hidden(void) {}
    static void Local(void) {}
    void (*Used(void))(void) { return Local; }
    extern void Missing(void);
    void Calls(void) { Missing(); }
"""


class ElfTest(FolderTest):
    def test_what_a_library_defines_for_others(self):
        symbols = exported_symbols(self.library("libx.so", SOURCE))
        self.assertLessEqual({"Data", "Defined", "Weak", "Used", "Calls"}, symbols)
        self.assertFalse(symbols & {"Hidden", "Local", "Missing", "free"})

    def test_a_library_without_exports(self):
        self.assertFalse(exported_symbols(self.library("libx.so", "static int nothing;")) & {"nothing"})

    def test_files_that_are_none(self):
        elf64, elf32 = b"\x7fELF\x02\x01", b"\x7fELF\x01\x01"
        for content in (b"", b"text", elf64, elf32 + bytes(60), elf64 + bytes(58)):
            path = self.folder / "file"
            path.write_bytes(content)
            with self.assertRaises(NotElf, msg=content):
                exported_symbols(path)

    def test_a_library_that_breaks_off(self):
        content = self.library("libx.so", SOURCE).read_bytes()
        path = self.folder / "short.so"
        for length in range(64, len(content), 997):
            path.write_bytes(content[:length])
            with self.assertRaises(NotElf, msg=length):
                exported_symbols(path)


if __name__ == "__main__":
    unittest.main()
