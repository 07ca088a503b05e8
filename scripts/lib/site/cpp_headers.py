"""Reads the library's public headers: what each declares, and the comments that document it.

Tree-sitter parses them, so no include has to be found, and comments are part of the tree. A comment documents the declaration that
follows it, or that it stands behind. Declarations in a row, with no empty line between them, share it if they have one name, are all
operators, or are all constants or aliases. Namespaces called `internal` and what is private or protected are left out.
"""

import functools
import pathlib
import re
from dataclasses import dataclass, field

import tree_sitter
import tree_sitter_cpp

from cpp_text import declaration_of, first, inner, narrowed, text, words

ROOT = pathlib.Path(__file__).resolve().parents[3]
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
CLASSES = ("class_specifier", "struct_specifier")
HIDDEN = ("internal", "Eigen")  # namespaces


@dataclass
class Run:
    """Declarations that share a comment."""

    declarations: list
    comment: list  # lines without their slashes; empty if nobody wrote any


@dataclass
class Entity:
    kind: str  # class, enum, function, alias, variable, macro, or a namespace that has a comment
    name: str
    scope: tuple  # the namespaces below pluggable, and the classes, that it is in
    line: int
    runs: list
    members: list = field(default_factory=list)  # of a class: functions, and classes that have functions
    others: list = field(default_factory=list)  # names of constants and aliases that share the entry
    notes: list = field(default_factory=list)  # what the compiler does or refuses to do

    @property
    def qualified(self):
        return "::".join((*self.scope, self.name))

    def undocumented(self):
        """The first declarations of those without a comment, without those of members."""
        return [run.declarations[0] for run in self.runs if run.declarations and not run.comment]


@dataclass
class Header:
    path: pathlib.Path  # below the repository
    include: str  # "pluggable/tensor.h"
    comment: list
    entities: list


def function_declarator(node):
    """The part of a declaration that has the name and the parameters of a function; None if it declares something else."""
    node = node.child_by_field_name("declarator")
    while node is not None and node.type in ("reference_declarator", "pointer_declarator"):
        node = next((child for child in node.children if child.type.endswith("declarator") or child.type == "operator_cast"), None)
    if node is None or node.type == "operator_cast":
        return node
    named = node.type == "function_declarator" and node.child_by_field_name("declarator").type != "parenthesized_declarator"
    return node if named else None


def own_type(parameters, name):
    """Whether the only parameter is a reference to the class itself, and by which kind of reference."""
    listed = [child for child in parameters.children if child.type == "parameter_declaration"]
    if len(listed) != 1:
        return None
    match = re.fullmatch(rf"(const )?{name}(<[^>]*>)? ?(&&?) ?\w*", text(listed[0]))
    return match and match[3]


class Reader:
    """Collects the entities of one scope, in the order of the header."""

    def __init__(self, source, scope, friends):
        self.lines, self.scope, self.friends = source.decode().splitlines(), scope, friends
        self.entities, self.pending, self.pending_end = [], [], -2
        self.last_run, self.last_end, self.last_kind = None, -2, None

    def comment(self, node):
        row, lines = node.start_point.row, words(text(node))
        if row == self.last_end:
            if self.last_run is not None and not self.last_run.comment and lines:
                self.last_run.comment, self.last_kind = lines, None
        elif lines:
            self.pending = self.pending + lines if self.pending_end + 1 == row else lines
            self.pending_end = row

    def taken(self, node):
        """The comment in front of a declaration."""
        lines = self.pending if self.pending_end + 1 == node.start_point.row else []
        self.pending = []
        return lines

    def add(self, kind, name, node, declaration):
        comment = self.taken(node)
        follows = self.last_end + 1 == node.start_point.row and not comment and self.last_kind == kind
        last = self.entities[-1] if self.entities else None
        if follows and (last.name == name or kind in ("variable", "alias") or
                        name.startswith("operator") and last.name.startswith("operator")):
            self.last_run.declarations.append(declaration)
            last.others += [name] if kind in ("variable", "alias") else []
        else:
            entity = next((each for each in self.entities if (each.kind, each.name) == (kind, name)), None)
            self.last_run = Run([declaration], comment)
            if entity is None:
                entity = Entity(kind, name, self.scope, node.start_point.row + 1, [])
                self.entities.append(entity)
            entity.runs.append(self.last_run)
        self.last_end, self.last_kind = node.end_point.row, kind
        return self.last_run

    def skip(self, node):
        self.pending, self.last_run, self.last_end = [], None, node.end_point.row

    def class_or_enum(self, node, core):
        name = core.child_by_field_name("name")
        body = core.child_by_field_name("body")
        if name is None or name.type == "template_type":
            self.skip(node)  # a specialization
            return
        if body is None:
            if self.pending and self.pending_end + 1 == node.start_point.row:
                self.add("class", text(name), node, declaration_of(node))  # defined by others, or only for some arguments
            else:
                self.skip(node)
            return
        if core.type == "enum_specifier":
            self.add("enum", text(name), node, narrowed(self.source_of(node, node.end_point.row)))
            return
        comment = self.taken(node)
        reader = ClassReader(b"\n".join(line.encode() for line in self.lines), (*self.scope, text(name)), self.friends)
        reader.read(core, is_struct=core.type == "struct_specifier")
        head = re.sub(r"\s+", " ", node.text[: body.start_byte - node.start_byte].decode()).strip()
        head = re.sub(r"^(template <.*>) (class|struct)\b", r"\1\n\2", head)
        block = f"{head} {{\n{reader.block()}\n}};" if reader.block() else f"{head};"
        entity = Entity("class", text(name), self.scope, node.start_point.row + 1, [Run([block], comment)], reader.entities,
                        notes=reader.notes())
        self.entities.append(entity)
        self.last_run, self.last_end, self.last_kind = entity.runs[0], node.end_point.row, "class"

    def source_of(self, node, end):
        """Lines of the header, as far to the left as they go."""
        lines = self.lines[node.start_point.row : end + 1]
        margin = node.start_point.column
        return "\n".join(line[margin:].rstrip() for line in lines)

    def declaration(self, node):
        """Reads what is neither a comment nor a namespace. False if it is none of the things that have a place in the reference."""
        core = inner(node)
        if core.type in (*CLASSES, "enum_specifier"):
            self.class_or_enum(node, core)
        elif core.type in ("alias_declaration", "using_declaration"):
            name = core.child_by_field_name("name")
            shown = text(name) if name is not None else text(core).rstrip(";").split("::")[-1]
            self.add("alias", shown, node, declaration_of(node))
        elif core.type in ("function_definition", "declaration", "field_declaration"):
            declarator = function_declarator(core)
            if declarator is None:
                return False
            self.function(node, core, declarator)
        else:
            return False
        return True

    def function(self, node, core, declarator):
        name = declarator.child_by_field_name("declarator") if declarator.type != "operator_cast" else None
        shown = re.sub(r"\s+", " ", text(name)) if name is not None else "operator " + text(declarator.child_by_field_name("type"))
        if name is not None and name.type == "operator_cast":
            shown = "operator " + text(name.child_by_field_name("type"))
        declaration = declaration_of(node)
        is_friend = node.type == "friend_declaration" or first(node, "friend_declaration") is not None
        is_elsewhere = name is not None and name.type in ("qualified_identifier", "destructor_name", "template_function")
        if is_elsewhere or declaration in self.friends:
            self.skip(node)  # what is declared elsewhere
            return
        if is_friend:
            self.friends.add(declaration)
        self.add("function", shown, node, declaration)


class ClassReader(Reader):
    """Reads the public part of a class. What has no body to hide (members, constants, enums) is shown as the header has it."""

    def __init__(self, source, scope, friends):
        super().__init__(source, scope, friends)
        self.kept, self.copies, self.moves = [], None, None

    def read(self, core, is_struct):
        public, first_of_pending = is_struct, None
        for node in core.child_by_field_name("body").children:
            if node.type == "access_specifier":
                public = text(node) == "public"
            elif not node.is_named:
                continue
            elif node.type == "comment":
                if self.kept and self.kept[-1][1] == node.start_point.row:
                    continue  # behind a member, with which it is shown
                if self.pending_end + 1 != node.start_point.row or not self.pending:
                    first_of_pending = node.start_point.row
                self.comment(node)
            elif public or self.is_special(node):
                self.member(node, first_of_pending, public)

    def is_special(self, node):
        return inner(node).type in ("function_definition", "field_declaration") and self.special(node)

    def special(self, node):
        """Notes what the class says about copies. Nothing is to be read of them, of destructors and of default constructors."""
        core = inner(node)
        declarator = function_declarator(core)
        if declarator is None or declarator.type == "operator_cast" or not (name := declarator.child_by_field_name("declarator")):
            return False
        deleted = first(core, "delete_method_clause") is not None
        if text(name) in (self.scope[-1], "operator="):
            reference = own_type(declarator.child_by_field_name("parameters"), self.scope[-1])
            if reference:
                is_copy = reference == "&"
                self.copies = not deleted if is_copy else self.copies
                self.moves = self.moves if is_copy else not deleted
                return True
        is_default = text(declarator.child_by_field_name("parameters")) == "()" and first(core, "default_method_clause") is not None
        return name.type == "destructor_name" or deleted or is_default and self.pending_end + 1 != node.start_point.row and (
            "//" not in self.lines[node.end_point.row])

    def member(self, node, first_of_pending, public):
        core = inner(node)
        nested = first(core, *CLASSES, "enum_specifier") if core.type == "field_declaration" else None
        if node.type == "static_assert_declaration" or core.type == "friend_declaration":
            self.skip(node)
        elif self.is_special(node) or not public:
            self.skip(node)
        elif nested is not None and core.child_by_field_name("declarator") is None:
            self.nested(node, nested, first_of_pending)
        elif core.type in ("alias_declaration", "using_declaration") or (
                core.type == "field_declaration" and function_declarator(core) is None):
            self.keep(node, first_of_pending)
        elif node.type == "friend_declaration" and core.type not in ("function_definition", "declaration"):
            self.skip(node)
        elif not self.declaration(node):
            self.skip(node)

    def nested(self, node, core, first_of_pending):
        if core.type != "enum_specifier" and core.child_by_field_name("body") is not None and (
                any(function_declarator(inner(child)) for child in core.child_by_field_name("body").children if child.is_named)):
            self.class_or_enum(node, core)
        elif core.child_by_field_name("body") is not None:
            self.keep(node, first_of_pending)
        else:
            self.skip(node)

    def keep(self, node, first_of_pending):
        begin = first_of_pending if self.taken(node) else node.start_point.row
        end = node.end_point.row
        while "//" in self.lines[end] and re.match(r"\s{12,}//", self.lines[end + 1]):
            end += 1  # a comment behind a member goes on
        self.kept.append((begin, end))
        self.last_run, self.last_end, self.last_kind = None, end, "field"

    def block(self):
        lines, last = [], None
        for begin, end in self.kept:
            if last is not None and any(not line.strip() for line in self.lines[last + 1 : begin]) and lines:
                lines.append("")
            lines += [line.rstrip() for line in self.lines[begin : end + 1] if "// NOLINT" not in line]
            last = end
        margin = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
        return narrowed("\n".join("  " + line[margin:] if line else "" for line in lines))

    def notes(self):
        if self.copies is False:
            return ["It can be moved, but not copied." if self.moves else "It can be neither copied nor moved."]
        return []


def read_scope(node, source, scope, friends, found):
    reader = Reader(source, scope, friends)
    for child in node.children:
        if child.type == "comment":
            reader.comment(child)
        elif child.type == "namespace_definition":
            name = [part for part in text(child.child_by_field_name("name")).split("::") if part != "pluggable"] if (
                child.child_by_field_name("name")) else ["internal"]
            if not set(name) & set(HIDDEN):
                comment = reader.taken(child)
                found += reader.entities
                if comment:
                    found.append(Entity("namespace", name[-1], (*scope, *name[:-1]), child.start_point.row + 1, [Run([], comment)]))
                reader.entities = []
                read_scope(child.child_by_field_name("body"), source, (*scope, *name), friends, found)
            reader.skip(child)
        elif child.type == "preproc_ifdef":
            read_scope(child, source, scope, friends, found)
        elif child.type == "preproc_function_def":
            name = text(child.child_by_field_name("name"))
            if reader.last_kind == "macro" and reader.last_end == child.start_point.row and not reader.pending:
                reader.last_end = child.end_point.row  # a part of the one before
            else:
                reader.add("macro", name, child, name + re.sub(r"\s+", " ", text(child.child_by_field_name("parameters"))))
        elif child.is_named and not reader.declaration(child):
            core = inner(child)
            declarator = core.child_by_field_name("declarator") if core.type == "declaration" else None
            while declarator is not None and declarator.type not in ("identifier", "qualified_identifier"):
                declarator = declarator.child_by_field_name("declarator") or first(declarator, "identifier")
            if declarator is not None and scope is not None and declarator.type == "identifier":
                reader.add("variable", text(declarator), child, declaration_of(child))
            elif child.type != "preproc_include":
                reader.skip(child)
    found += reader.entities


def first_comment(lines):
    """What a header says about itself, between the line about whose it is and its guard."""
    comment = []
    for line in lines:
        if line.startswith("//"):
            comment += [] if "Part of plugingen's library" in line else words(line)
        elif comment or line.startswith("#"):
            break
    return comment


@functools.cache
def read(path, include):
    source = (ROOT / path).read_bytes()
    found = []
    read_scope(PARSER.parse(source).root_node, source, (), set(), found)
    return Header(pathlib.Path(path), include, first_comment(source.decode().splitlines()), found)
