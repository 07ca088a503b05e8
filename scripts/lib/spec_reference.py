"""The tables of docs/spec.md: every key, made from `plugingen schema`, and every set of ops, from `plugingen ops --sets`.

usage: spec_reference.py PLUGINGEN            writes the tables into docs/spec.md
"""

import json
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "spec.md"
KEYS = "<!-- keys: made by scripts/lib/spec_reference.py -->\n", "<!-- end of keys -->\n"
SETS = "<!-- sets: made by scripts/lib/spec_reference.py -->\n", "<!-- end of sets -->\n"


def keys_of(schema, prefix=""):
    """All (path, schema) below a schema in its order; the items of a list are `path[]`."""
    for name, inner in schema.get("properties", {}).items():
        path = f"{prefix}.{name}" if prefix else name
        yield path, inner
        yield from keys_of(inner, path)
        items = inner.get("items", {})
        for choice in items.get("anyOf", [items]):
            yield from keys_of(choice, path + "[]")


def values_of(schema):
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if "properties" in schema:
        return "map"
    kinds = schema.get("type", "")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    # A quantity is text with a unit, or a number; its pattern tells which unit.
    pattern = schema.get("pattern", "")
    if "B */s" in pattern:
        return "bytes per second"
    if "?B)" in pattern:
        return "bytes"
    words = dict(string="text", boolean="`true` or `false`", integer="integer", number="number",
                 array="list")
    return words.get(kinds[0], "")


def default_of(schema):
    if "default" not in schema:
        return ""
    value = schema["default"]
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def cell(text):
    return text.replace("|", "\\|")


def table(schema):
    rows = ["| Key | Default | Value | Meaning |", "|---|---|---|---|"]
    for path, inner in keys_of(schema):
        rows.append(f"| `{path}` | {default_of(inner)} | {values_of(inner)} | "
                    f"{cell(inner.get('description', ''))} |")
    return "\n".join(rows) + "\n"


def table_of_sets(sets):
    rows = ["| Set | Ops | What it is for | Includes |", "|---|---|---|---|"]
    for entry in sets:
        includes = ", ".join(f"`{name}`" for name in entry["includes"])
        rows.append(f"| `{entry['name']}` | {len(entry['ops'])} | {cell(entry['purpose'])} | {includes} |")
    return "\n".join(rows) + "\n"


def answer(plugingen, *arguments):
    return json.loads(subprocess.run([plugingen, *arguments], check=True, capture_output=True, text=True).stdout)


def replaced(page, marks, text):
    before, rest = page.split(marks[0])
    after = rest.split(marks[1])[1]
    return before + marks[0] + text + marks[1] + after


def with_tables(page, plugingen):
    page = replaced(page, KEYS, table(answer(plugingen, "schema")))
    return replaced(page, SETS, table_of_sets(answer(plugingen, "ops", "--sets", "--json")["sets"]))


def main():
    PAGE.write_text(with_tables(PAGE.read_text(), sys.argv[1]))


if __name__ == "__main__":
    main()
