// Where the commands print, and whether in colour.

#ifndef PLUGINGEN_CLI_CONSOLE_H_
#define PLUGINGEN_CLI_CONSOLE_H_

#include <string>
#include <string_view>

#include "diag/text_printer.h"

namespace plugingen::cli {

enum class ColorChoice { kAuto, kAlways, kNever };

class Console {
 public:
  void set_color(ColorChoice choice) { color_ = choice; }

  // Results go to the standard output, everything about a run to the standard error.
  void Print(std::string_view text);
  void Complain(std::string_view text);
  // "plugingen: TEXT" on the standard error.
  void Note(std::string_view text);
  // "plugingen: error: TEXT" on the standard error, in colour when diagnostics are.
  void Error(std::string_view text);

  // Colours of the standard error: as chosen, else when it is a terminal that can show them and
  // NO_COLOR (no-color.org) is not set.
  diag::ColorMode error_color() const;
  // Likewise of the standard output.
  diag::ColorMode output_color() const;

  // False when the standard output could not take all that was printed (a full disk, say).
  bool Flush();
  // Whether that was because nobody reads it any more (`plugingen ops | head`).
  bool reader_is_gone() const { return reader_is_gone_; }

 private:
  void Fail();
  diag::ColorMode ColorOf(int descriptor) const;

  ColorChoice color_ = ColorChoice::kAuto;
  bool failed_ = false;
  bool reader_is_gone_ = false;
};

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_CONSOLE_H_
