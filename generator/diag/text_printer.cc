#include "diag/text_printer.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "base/wrap.h"

namespace plugingen::diag {
namespace {

constexpr int kTabStop = 4;
constexpr size_t kGutterWidth = 5;
// The indentation of a note's continuation lines. Help texts are not wrapped, because users copy
// parts of them.
constexpr size_t kNoteIndent = 8;  // "  note: "

// ANSI's "select graphic rendition" codes.
constexpr std::string_view kBold = "1";
constexpr std::string_view kRed = "1;31";
constexpr std::string_view kMagenta = "1;35";
constexpr std::string_view kCyan = "1;36";
constexpr std::string_view kGreen = "1;32";
constexpr std::string_view kBlue = "34";

// A character of a source line as it is displayed.
struct Cell {
  std::string text;
  size_t width = 1;
  size_t begin = 0;  // its bytes in the line
  size_t end = 0;
};

// Replaces control characters, because terminals would interpret them.
Cell MakeCell(std::string_view line, size_t offset, size_t column) {
  const base::CodePoint c = base::DecodeUtf8(line, offset);
  Cell cell{std::string(line.substr(offset, c.length)), 1, offset, offset + c.length};
  if (c.valid && c.value == '\t') {
    cell.width = kTabStop - column % kTabStop;
    cell.text = std::string(cell.width, ' ');
  } else if (!c.valid || c.value < 0x20 || (c.value >= 0x7F && c.value < 0xA0) ||
             (c.value >= 0x202A && c.value <= 0x202E) || (c.value >= 0x2066 && c.value <= 0x2069)) {
    cell.text = "\xEF\xBF\xBD";
  } else {
    cell.width = static_cast<size_t>(base::DisplayWidth(c.value));
  }
  return cell;
}

// Wraps a note to fit beside its label.
std::string Lines(std::string_view note) {
  std::string text = base::Wrapped("", 0, note, base::kTextColumns - kNoteIndent);
  text.pop_back();  // the last line break
  return text;
}

class TextPrinter {
 public:
  TextPrinter(const SourceFile* source, const TextOptions& options)
      : source_(source), options_(options) {}

  void Print(const Diagnostic& diagnostic) {
    const bool error = diagnostic.severity == Severity::kError;
    PrintPosition(diagnostic.span);
    Paint(error ? kRed : kMagenta, error ? "error:" : "warning:");
    text_ += ' ';
    Paint(kBold, diagnostic.message);
    text_ += " [" + diagnostic.code + "]\n";
    PrintSource(diagnostic.span, error ? kRed : kMagenta);
    for (const Note& note : diagnostic.notes) PrintNote(note);
    if (!diagnostic.help.empty()) PrintRemark(kGreen, "help:", diagnostic.help);
  }

  void Append(std::string_view text) { text_ += text; }
  std::string Take() { return std::move(text_); }

 private:
  void Paint(std::string_view color, std::string_view text) {
    if (options_.color == ColorMode::kNever) {
      text_ += text;
      return;
    }
    text_ += "\033[";
    text_ += color;
    text_ += 'm';
    text_ += text;
    text_ += "\033[0m";
  }

  void PrintPosition(const Span& span) {
    if (source_ == nullptr) return;
    const Position position = source_->PositionOf(span.begin);
    Paint(kBold, source_->path() + ":" + std::to_string(position.line) + ":" +
                     std::to_string(position.column) + ":");
    text_ += ' ';
  }

  void PrintNote(const Note& note) {
    if (!note.span || source_ == nullptr) {
      PrintRemark(kCyan, "note:", Lines(note.message));
      return;
    }
    PrintPosition(*note.span);
    Paint(kCyan, "note:");
    text_ += " " + note.message + "\n";
    PrintSource(*note.span, kCyan);
  }

  // Indents the continuation lines of a remark.
  void PrintRemark(std::string_view color, std::string_view label, std::string_view message) {
    text_ += "  ";
    Paint(color, label);
    text_ += ' ';
    text_ += base::ReplaceAll(message, "\n", "\n" + std::string(label.size() + 3, ' '));
    text_ += '\n';
  }

  void PrintGutter(std::string_view number) {
    const size_t padding = number.size() < kGutterWidth ? kGutterWidth - number.size() : 0;
    Paint(kBlue, std::string(padding, ' ') + std::string(number) + " |");
    text_ += ' ';
  }

  // Prints the line in which `span` starts, with carets below it. Of a longer span it shows only
  // the first line.
  void PrintSource(const Span& span, std::string_view color) {
    if (source_ == nullptr) return;
    const size_t line_number = source_->PositionOf(span.begin).line;
    const std::string_view line = source_->Line(line_number);
    const size_t start = source_->LineStart(line_number);
    const size_t begin = std::min(span.begin > start ? span.begin - start : 0, line.size());
    size_t end = std::clamp(span.end > start ? span.end - start : 0, begin, line.size());
    if (span.end > start + line.size()) {
      end = std::max(begin, line.find_last_not_of(" \t") + 1);
    }

    // A line can have megabytes, so this only decodes the characters that may be in the window.
    const size_t reach = options_.line_columns * 4;
    const size_t first = begin > reach ? NextCharacter(line, begin - reach) : 0;
    const size_t last = std::min(line.size(), begin + reach);
    std::vector<Cell> cells;
    size_t width = 0;
    for (size_t i = first; i < last; i = cells.back().end) {
      cells.push_back(MakeCell(line, i, width));
      width += cells.back().width;
    }
    PrintCells(cells, first > 0, last < line.size(), begin, end, std::to_string(line_number),
               color);
  }

  static size_t NextCharacter(std::string_view line, size_t offset) {
    while (offset < line.size() && (static_cast<unsigned char>(line[offset]) & 0xC0) == 0x80) {
      ++offset;
    }
    return offset;
  }

  void PrintCells(const std::vector<Cell>& cells, bool cut_before, bool cut_after, size_t begin,
                  size_t end, const std::string& line_number, std::string_view color) {
    size_t total = 0;
    size_t caret = 0;  // columns before the caret
    for (const Cell& cell : cells) {
      if (cell.end <= begin) caret += cell.width;
      total += cell.width;
    }
    // A quarter of the window shows the text before the caret.
    size_t skip = 0;
    if (total > options_.line_columns || cut_before || cut_after) {
      const size_t lead = options_.line_columns / 4;
      if (caret > options_.line_columns * 3 / 4) skip = caret - lead;
    }
    size_t column = 0;
    size_t shown = 0;
    bool complete = true;
    std::string text;
    std::string marks;
    for (const Cell& cell : cells) {
      const size_t at = column;
      column += cell.width;
      if (at < skip) continue;
      if (shown + cell.width > options_.line_columns) {
        complete = false;
        break;
      }
      shown += cell.width;
      text += cell.text;
      const bool marked = cell.begin >= begin && cell.begin < end;
      for (size_t i = 0; i < cell.width; ++i)
        marks += !marked ? ' ' : cell.begin == begin && i == 0 ? '^' : '~';
    }
    if (marks.find('^') == std::string::npos) {
      marks.resize(caret - skip, ' ');
      marks += '^';
    }
    marks.erase(marks.find_last_not_of(' ') + 1);
    const bool dots_before = cut_before || skip > 0;
    const bool dots_after = cut_after || !complete;
    PrintGutter(line_number);
    text_ += (dots_before ? "..." : "") + text + (dots_after ? "..." : "");
    text_.erase(text_.find_last_not_of(' ') + 1);
    text_ += '\n';
    PrintGutter("");
    text_ += dots_before ? "   " : "";
    const size_t indent = marks.find('^');
    text_ += marks.substr(0, indent);
    Paint(color, marks.substr(indent));
    text_ += '\n';
  }

  const SourceFile* source_;
  const TextOptions& options_;
  std::string text_;
};

std::string Count(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace

std::vector<const Diagnostic*> SortedByPosition(const std::vector<Diagnostic>& diagnostics) {
  std::vector<const Diagnostic*> sorted;
  for (const Diagnostic& diagnostic : diagnostics) sorted.push_back(&diagnostic);
  std::stable_sort(sorted.begin(), sorted.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return a->span.begin < b->span.begin;
  });
  return sorted;
}

std::string RenderText(const SourceFile* source, const std::vector<Diagnostic>& diagnostics,
                       const TextOptions& options) {
  TextPrinter printer(source, options);
  const std::vector<const Diagnostic*> sorted = SortedByPosition(diagnostics);
  const size_t shown = std::min(sorted.size(), options.limit);
  for (size_t i = 0; i < shown; ++i) {
    if (i > 0) printer.Append("\n");
    printer.Print(*sorted[i]);
  }
  if (shown < sorted.size()) {
    printer.Append("\nand " + Count(sorted.size() - shown, "more diagnostic") + " like these\n");
  }
  return printer.Take();
}

std::string CountText(const Sink& sink) {
  const size_t errors = sink.error_count();
  const size_t warnings = sink.warning_count();
  std::string text = errors > 0 ? Count(errors, "error") : "";
  if (warnings > 0) text += (errors > 0 ? " and " : "") + Count(warnings, "warning");
  return text;
}

}  // namespace plugingen::diag
