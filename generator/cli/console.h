// Where the commands print, and whether in colour.

#ifndef PLUGINGEN_CLI_CONSOLE_H_
#define PLUGINGEN_CLI_CONSOLE_H_

#include <string>
#include <string_view>
#include <vector>

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
  // That this run waits for another one, which has the folder's lock.
  void NoteWait(std::string_view folder);
  // "plugingen: error: TEXT" on the standard error, in colour when diagnostics are.
  void Error(std::string_view text);

  // An error that Complain has told already, in words that are not for programs.
  void Told(std::string_view text, std::string_view help);

  // From now on the run owes the standard output one JSON object, whatever becomes of it.
  void OweJson() { owes_json_ = true; }
  // If a run that owes one has printed nothing, prints an object that has its errors.
  void SettleJson();

  // Colours of the standard error: as chosen; else as CLICOLOR_FORCE or FORCE_COLOR demands; else
  // when it is a terminal that can show them. NO_COLOR (no-color.org) is against them in both.
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
  bool owes_json_ = false;
  bool printed_ = false;
  std::vector<std::string> errors_;
  std::string help_;  // what was said after the first of them
  bool failed_ = false;
  bool reader_is_gone_ = false;
};

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_CONSOLE_H_
