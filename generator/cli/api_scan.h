// `plugingen api scan`.

#ifndef PLUGINGEN_CLI_API_SCAN_H_
#define PLUGINGEN_CLI_API_SCAN_H_

#include <string>

#include "cli/console.h"

namespace plugingen::cli {

struct ScanOptions {
  std::string place;    // a wheel, or the folder of a package; "" means the TensorFlow of `python`
  std::string folder;   // the catalogue's; "" means the one in use
  std::string release;  // "2.15"; "" means the release that the package states
  std::string python = "python3";
};

// Adds a TensorFlow release to a catalogue folder, and creates the folder if it is missing. Returns
// the exit status.
int Scan(const ScanOptions& options, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_SCAN_H_
