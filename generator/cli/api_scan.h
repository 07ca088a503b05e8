// What `plugingen api scan` does.

#ifndef PLUGINGEN_CLI_API_SCAN_H_
#define PLUGINGEN_CLI_API_SCAN_H_

#include <string>

#include "cli/console.h"

namespace plugingen::cli {

struct ScanOptions {
  std::string place;    // a wheel, or the folder of a package; "" is the TensorFlow of `python`
  std::string folder;   // of the catalogue; "" is the one in use
  std::string release;  // "2.15"; "" is what the package says
  std::string python = "python3";
};

// Adds a release of TensorFlow to a catalogue folder, which is made if it is not there. Returns the
// exit status.
int Scan(const ScanOptions& options, Console& console);

}  // namespace plugingen::cli

#endif  // PLUGINGEN_CLI_API_SCAN_H_
