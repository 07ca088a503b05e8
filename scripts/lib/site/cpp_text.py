"""Texts of C++ declarations and comments as the reference shows them."""

import itertools
import re
import textwrap

WIDTH = 84  # columns that a page has room for


def text(node):
    return node.text.decode()


def children(node):
    return node.children if node is not None else []


def first(node, *kinds):
    return next((child for child in children(node) if child.type in kinds), None)


def inner(node):
    """What a template or a friend declares."""
    while node.type in ("template_declaration", "friend_declaration"):
        node = next(child for child in node.children if child.is_named and child.type not in ("template_parameter_list", "comment"))
    return node


def words(comment):
    """The lines of a comment. Those that speak to tools say nothing to readers."""
    line = re.sub(r"^// ?", "", comment).rstrip()
    return [] if re.match(r"(NOLINT|IWYU|---)|-{10}", line) else [line]


def declaration_of(node):
    """A function, a constant or an alias without its body, without what only the compiler needs to know."""
    core = inner(node)
    end = node.end_byte
    for child in core.children:
        if child.type in ("compound_statement", "field_initializer_list", "default_method_clause", "delete_method_clause", "try_statement"):
            end = min(end, child.start_byte)
    source = node.text[: end - node.start_byte].decode()
    source = re.sub(r"//[^\n]*", "", re.sub(r"/\*(\w+)\*/", r"\1", source))
    source = re.sub(r"\s+", " ", source).strip().rstrip(";").strip()
    source = re.sub(r"\[\[gnu::\w+\]\] ?|\binline (?!namespace)|\bfriend ", "", source)
    source = re.sub(r"\( ", "(", re.sub(r" \)", ")", source))
    source = re.sub(r",? typename = std::enable_if_t<.*?>(?=>( |$))", "", source)  # the comment says for which types
    source = re.sub(r" = internal::.*", "", source)
    prefix = re.match(r"template ", source)
    while prefix:
        at, depth = prefix.end() - 1, 0
        for at in range(source.index("<", prefix.start()), len(source)):
            depth += (source[at] == "<") - (source[at] == ">")
            if depth == 0:
                break
        source = source[: at + 1] + "\n" + source[at + 1 :].strip()
        prefix = re.compile(r"template ").match(source, at + 2)
    return wrapped(source + ";")


def wrapped(declaration):
    """A declaration, broken between its parameters if it is too long for a line."""
    lines = []
    for line in declaration.splitlines():
        begin = line.find("(")
        if len(line) <= WIDTH or begin < 0:
            lines.append(line)
            continue
        depth, parts = 0, [""]
        for at in range(begin + 1, len(line)):
            depth += (line[at] in "(<{[") - (line[at] in ")>}]" and line[at - 1] != "-")
            parts[-1] += line[at]
            if line[at] == "," and depth == 0:
                parts.append("")
        lines.append(line[: begin + 1])
        margin = begin + 1 if begin < 40 else 4
        for part in (each.strip() for each in parts):
            if len(lines[-1]) + len(part) > WIDTH:
                lines.append(" " * margin + part)
            else:
                lines[-1] += part if lines[-1].endswith("(") else " " + part
    return "\n".join(lines)


def narrowed(source):
    """The text of a class or an enum in lines that fit a page: comments are filled again, and stand in front of long lines."""
    done, comment, margin = [], [], ""

    def flush():
        nonlocal comment
        begin = f"{margin}// "
        done.extend(textwrap.wrap(" ".join(comment), WIDTH, initial_indent=begin, subsequent_indent=begin))
        comment = []

    lines = source.splitlines()
    for at, line in enumerate(lines):
        begin = re.match(r" *", line)[0]
        code, _, remark = line.partition("//")
        if code.strip():
            flush()
            follow = [each.strip() for each in itertools.takewhile(lambda each: re.match(r" {12,}//", each), lines[at + 1 :])]
            if remark and (follow or len(line) > WIDTH):
                margin, comment = begin, [remark.strip(), *(each[2:].strip() for each in follow)]
                flush()
                line = code
            done.append(line.rstrip())
        elif not re.match(r" {12,}//", line):
            is_text = remark.strip() and not remark.startswith("  ") and (comment or len(remark) > 60)
            if is_text:
                margin = begin
                comment.append(remark.strip())
            else:
                flush()
                done.append(line)
    flush()
    return "\n".join(done)
