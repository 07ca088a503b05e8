"""The table of every key of the spec in docs/spec.md, made from `plugingen schema`.

usage: spec_reference.py PLUGINGEN            writes the table into docs/spec.md
"""

import json
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "spec.md"
BEGIN, END = "<!-- keys: made by scripts/lib/spec_reference.py -->\n", "<!-- end of keys -->\n"


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


def schema_of(plugingen):
    return json.loads(subprocess.run([plugingen, "schema"], check=True, capture_output=True,
                                     text=True).stdout)


def with_table(page, schema):
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    return before + BEGIN + table(schema) + END + after


def main():
    PAGE.write_text(with_table(PAGE.read_text(), schema_of(sys.argv[1])))


if __name__ == "__main__":
    main()
