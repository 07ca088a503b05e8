"""Draws a terminal: docs/images/terminal.svg from docs/images/terminal.txt, in which a line that begins with "$ " was typed.

usage: terminal_picture.py [--check]      --check: says whether the picture is the one of the text, and draws nothing
"""

import pathlib
import sys
import xml.sax.saxutils

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "docs" / "images"
TEXT, PICTURE = IMAGES / "terminal.txt", IMAGES / "terminal.svg"

ADVANCE, LINE = 8.43, 19  # of a monospaced letter of 14 pixels
MARGIN, BAR = 20, 34
INK, TYPED, DIM = "#d6deeb", "#7fdbca", "#8096b5"  # each at least 4.5 : 1 on the ground
GROUND, TITLE = "#0f1b2d", "A project made, built, tested and used in a terminal"


def drawn(text):
    """The text as SVG, that of each line as wide as its letters whatever font the reader has."""
    lines = text.rstrip("\n").split("\n")
    width = round(2 * MARGIN + ADVANCE * max(len(line) for line in lines))
    height = BAR + MARGIN + LINE * len(lines)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="title">',
           f'<title id="title">{TITLE}</title>',
           f'<rect width="{width}" height="{height}" rx="10" fill="{GROUND}"/>']
    for x, color in ((20, "#ff6058"), (40, "#ffbd2e"), (60, "#28c941")):
        out.append(f'<circle cx="{x}" cy="18" r="6" fill="{color}"/>')
    out.append('<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14" '
               'xml:space="preserve">')
    for row, line in enumerate(lines):
        if not line.strip():
            continue
        indent = len(line) - len(line.lstrip())
        x, y = MARGIN + ADVANCE * indent, BAR + MARGIN + LINE * row
        color = TYPED if line.startswith("$ ") else DIM if line.lstrip().startswith("#") else INK
        words = xml.sax.saxutils.escape(line.strip()).replace(" ", "\u00a0")  # blanks side by side would be one
        out.append(f'<text x="{x:.1f}" y="{y}" fill="{color}" textLength="{ADVANCE * len(line.strip()):.1f}">{words}</text>')
    return "\n".join([*out, "</g>", "</svg>"]) + "\n"


def main():
    picture = drawn(TEXT.read_text())
    if sys.argv[1:] != ["--check"]:
        PICTURE.write_text(picture)
    elif not PICTURE.exists() or PICTURE.read_text() != picture:
        sys.exit("docs/images/terminal.svg is not the picture of terminal.txt; run scripts/lib/terminal_picture.py")


if __name__ == "__main__":
    main()
