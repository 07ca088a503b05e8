// The output streams of the commands, and whether they use colour.

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

  // Print writes results to the standard output. Complain writes everything else to the standard
  // error.
  void Print(std::string_view text);
  void Complain(std::string_view text);
  // Prints "plugingen: TEXT" to the standard error.
  void Note(std::string_view text);
  // Prints that this run waits for another run, which has locked the folder.
  void NoteWait(std::string_view folder);
  // Prints "plugingen: error: TEXT" to the standard error. Its colour is that of diagnostics.
  void Error(std::string_view text);

  // Records an error for the JSON object without printing it, because Complain has printed it in a
  // form for people.
  void Told(std::string_view text, std::string_view help);

  // Requires one JSON object on the standard output from now on, even if the run fails.
  void OweJson() { owes_json_ = true; }
  // Prints a JSON object with the run's errors if one is required and nothing was printed yet.
  void SettleJson();

  // The colour mode of the standard error. The user's choice has precedence, then NO_COLOR
  // (no-color.org), then CLICOLOR_FORCE and FORCE_COLOR. Otherwise colour depends on whether the
  // stream is a terminal that supports it.
  diag::ColorMode error_color() const;
  // The same for the standard output.
  diag::ColorMode output_color() const;

  // Returns false if the standard output did not accept everything, for example because the disk is
  // full.
  bool Flush();
  // True if this was because nobody reads the output any more (`plugingen ops | head`).
  bool reader_is_gone() const { return reader_is_gone_; }

 private:
  void Fail();
  diag::ColorMode ColorOf(int descriptor) const;

  ColorChoice color_ = ColorChoice::kAuto;
  bool owes_json_ = false;
  bool printed_ = false;
  std::vector<std::string> errors_;
  std::string help_;  // the help that was printed with the first of them
  bool failed_ = false;
  bool reader_is_gone_ = false;
};

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_CONSOLE_H_
