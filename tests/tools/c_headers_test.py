#!/usr/bin/env python3
"""The reader of C headers: which lines count, what declarations say, and where fields lie."""

import unittest

import tools_path  # noqa: F401

import c_declarations
import c_expressions
from c_declarations import Constant, Enum, Forward, Function, Typedef
from c_layout import Layout, UnknownType
from c_preprocessor import Preprocessor, tokens_of
from c_types import Record, type_text


def preprocessed(text, **others):
    """A preprocessor that has read `text`; other files by names without dots: other_h is "other.h"."""
    files = {"main.h": text, **{name.replace("_", "."): content for name, content in others.items()}}
    preprocessor = Preprocessor(files.get)
    preprocessor.include("main.h")
    return preprocessor


def declarations(text):
    preprocessor = preprocessed(text)
    found, skipped = c_declarations.parse(preprocessor.tokens, lambda name: name == "API")
    assert not skipped, skipped
    return found


def only(text):
    found = declarations(text)
    assert len(found) == 1, found
    return found[0]


def fields(text):
    """[(offset, size, name)] of the last struct, behind its size."""
    preprocessor = preprocessed(text)
    found, skipped = c_declarations.parse(preprocessor.tokens)
    assert not skipped, skipped
    layout = Layout(found, preprocessor.expanded)
    record = [item for item in found if isinstance(item, Record)][-1]
    size, _, members = layout.of(record)
    return [size] + [(offset, width, field.name) for offset, width, field in members]


class PreprocessorTest(unittest.TestCase):
    def words(self, text, **others):
        return " ".join(token.text for token in preprocessed(text, **others).tokens)

    def test_conditions(self):
        self.assertEqual(self.words("#if defined(A) || __cplusplus >= 201103L\nyes\n#else\nno\n#endif"), "yes")
        self.assertEqual(self.words("#ifdef A\na\n#elif 1 << 2 == 4 && !defined B\nb\n#elif 1\nc\n#else\nd\n#endif"),
                         "b")
        self.assertEqual(self.words("#ifdef A\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif"), "c")
        self.assertEqual(self.words("#define A 3\n#if A * (2 - 1) != 3\nno\n#endif\n#undef A\n#ifndef A\nyes\n#endif"),
                         "yes")
        self.assertEqual(self.words("#if UNKNOWN\nno\n#error not reached\n#endif"), "")
        with self.assertRaisesRegex(ValueError, "too old"):
            self.words("#error too old")

    def test_comments_and_continued_lines(self):
        self.assertEqual(self.words('a /* b\nb */ c // d\\\nd\n"// no comment" e'), 'a c "// no comment" e')
        self.assertEqual(preprocessed("#define SIZE \\\n  (1 + \\\n   2)\n").expanded(["SIZE"]), list("(1+2)"))

    def test_includes_come_once_and_first(self):
        text = '#include "other.h"\n#include <stdint.h>\n#include "other.h"\n#include "none.h"\nmain'
        self.assertEqual(self.words(text, other_h="other"), "other main")

    def test_macros_with_parameters(self):
        preprocessor = preprocessed("#define END(T, M) (offsetof(T, M) + sizeof(((T *)0)->M))\n#define SELF SELF + 1\n")
        self.assertEqual("".join(preprocessor.expanded(tokens_of("END(A, b)"))), "(offsetof(A,b)+sizeof(((A*)0)->b))")
        self.assertEqual(preprocessor.expanded(["END", ";"]), ["END", ";"], "no call")
        self.assertEqual(preprocessor.expanded(["SELF"]), ["SELF", "+", "1"])


class ExpressionsTest(unittest.TestCase):
    def value(self, text, **names):
        return c_expressions.evaluate(tokens_of(text), names.__getitem__)

    def test_values(self):
        for text, value in (("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("10 - 2 - 3", 5), ("-7 / 2", -3), ("-7 % 3", -1),
                            ("0x10 | 1 << 3", 24), ("~0 & 0xFFu", 255), ("010", 8), ("'A'", 65), ("1 ? 2 : 3", 2),
                            ("1 < 2 && 2 <= 2 && !(3 == 4)", 1), ("7ULL", 7)):
            self.assertEqual(self.value(text), value, text)
        self.assertEqual(self.value("A | B", A=1, B=4), 5)

    def test_what_is_no_constant(self):
        for text in ("1 +", "(1", "1 2", "1.5", "1 / 0", '"text"', "1 ? 2"):
            with self.assertRaises(c_expressions.NotConstant, msg=text):
                self.value(text)


class DeclarationsTest(unittest.TestCase):
    def declared(self, text):
        item = only(text)
        return f"{item.name} {type_text(item.type, with_keyword=isinstance(item, Typedef))}"

    def test_functions(self):
        for text, declared in (
            ("API extern void F(void);", "F void ()"),
            ('extern "C" const char *F ( char const * const name , int , ... ) ;',
             "F const char* (const char* const name, int, ...)"),
            ("__attribute__((weak)) unsigned   char F(int** a, const int64_t dims[], struct S* s);",
             "F unsigned char (int** a, const int64_t dims[], S* s)"),
            ("API void F(T* c,\n    void (*copy)(T* c,\n  const X *x), void* (*)(int));",
             "F void (T* c, void (*copy)(T* c, const X* x), void* (*)(int))"),
            ("void (*F(int a))(char b);", "F void (*(int a))(char b)"),
        ):
            self.assertEqual(self.declared(text), declared)
            self.assertIsInstance(only(text), Function)

    def test_bodies_are_passed_over(self):
        first, second = declarations("static inline int F(int a) { if (a) { return 1; } return 0; }\nint G();")
        self.assertEqual((first.name, first.inline, second.name, second.inline), ("F", True, "G", False))

    def test_types(self):
        self.assertEqual(self.declared("typedef struct S_st* S;"), "S struct S_st*")
        self.assertEqual(self.declared("typedef void (*F)(void* const, S* const);"),
                         "F void (*)(void* const, S* const)")
        self.assertEqual(self.declared("typedef struct S S;"), "S struct S")
        self.assertEqual(self.declared("typedef T_Code Code;"), "Code T_Code")
        self.assertEqual(only("struct S;"), Forward("struct", "S", "main.h"))
        self.assertEqual(only("const size_t N = 4 + 4;"), Constant("N", ("4", "+", "4"), "main.h"))

    def test_structs(self):
        named, = declarations("typedef struct S { int a, *b; char names[2][3]; void (*f)(int x); } S;")
        self.assertEqual([type_text(field.type, field.name) for field in named.fields],
                         ["int a", "int* b", "char names[2][3]", "void (*f)(int x)"])
        self.assertEqual(only("typedef struct { int a; } Late;").name, "Late")
        record, alias = declarations("typedef struct S { int a; } Other;")
        self.assertEqual((record.name, alias.name), ("S", "Other"))
        outer, = declarations("struct S { union { int i; struct { char c; } s; } u; };")
        self.assertEqual(type_text(outer.fields[0].type), "union { int i; struct { char c; } s; }")

    def test_enums(self):
        enum = only("typedef enum E { A, B = 4, C, D = (1 << 3) | B, E_ = sizeof(void*), F = -1, } E;")
        self.assertIsInstance(enum, Enum)
        self.assertEqual(Layout([enum]).enumerators(enum),
                         [("A", 0), ("B", 4), ("C", 5), ("D", 12), ("E_", 8), ("F", -1)])
        self.assertEqual(only("typedef enum { A } Late;").name, "Late")

    def test_what_is_not_understood_hides_nothing_else(self):
        text = """
            namespace n { template <class T> struct X { T t; }; }
            int f(int& a);
            struct B { int a : 3; };
            int g();
        """
        found, skipped = c_declarations.parse(preprocessed(text).tokens)
        self.assertEqual([item.name for item in found], ["g"])
        self.assertEqual(len(skipped), 3)
        others = preprocessed('#include "broken.h"\nint g();', broken_h="struct X { int a;")
        found, skipped = c_declarations.parse(others.tokens)
        self.assertEqual(([item.name for item in found], len(skipped)), (["g"], 1))


class LayoutTest(unittest.TestCase):
    def test_padding(self):
        self.assertEqual(fields("struct S { char a; int32_t b; char c; double d; char e; };"),
                         [32, (0, 1, "a"), (4, 4, "b"), (8, 1, "c"), (16, 8, "d"), (24, 1, "e")])

    def test_bytes_at_the_end(self):
        text = """
            #define TF_Bool unsigned char
            typedef struct P { size_t struct_size; void* ext; TF_Bool a; TF_Bool b; TF_Bool c; } P;
            #define END(T, M) (offsetof(T, M) + sizeof(((T *)0)->M))
            #define P_SIZE \\
              END(P, c)
        """
        self.assertEqual(fields(text)[0], 24)
        preprocessor = preprocessed(text)
        found, _ = c_declarations.parse(preprocessor.tokens)
        self.assertEqual(Layout(found, preprocessor.expanded).value(["P_SIZE"]), 19)

    def test_nested_unions_arrays_and_names(self):
        self.assertEqual(fields("""
            enum { N = 3 };
            typedef enum E { A } E;
            typedef int64_t Wide;
            typedef struct In { char c; E e; } In;
            struct S {
              char c; In in[N]; union { char a[sizeof(In) + 1]; Wide w; } u; void (*f[2])(In); struct { int x, y; };
            };
        """), [72, (0, 1, "c"), (4, 24, "in"), (32, 16, "u"), (48, 16, "f"), (64, 4, "x"), (68, 4, "y")])

    def test_unknown_types_are_errors(self):
        with self.assertRaisesRegex(UnknownType, "Mystery"):
            fields("struct S { Mystery m; };")
        self.assertEqual(fields("struct S { Mystery* m; };"), [8, (0, 8, "m")])


if __name__ == "__main__":
    unittest.main()
