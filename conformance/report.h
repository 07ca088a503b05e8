// The results of a run of the suite, for people and for programs.

#ifndef CONFORMANCE_REPORT_H_
#define CONFORMANCE_REPORT_H_

#include <map>
#include <string>
#include <vector>

#include "isolate.h"
#include "options.h"

namespace conformance {

struct Report {
  std::string plugin;
  std::string tensorflow;              // the release that was played; "" if none was
  std::string with_tensorflow;         // the one in which kernels were run; "" if none were
  std::string with_words;              // the options that choose that
  std::vector<std::string> libraries;  // of ops, loaded before the plugin
  std::vector<Finished> results;
  double seconds = 0;

  int Count(Outcome outcome) const;
  bool failed() const;
};

// The command that runs one case again.
std::string ReproduceLine(const Report& report, const Finished& result);

// A case that has failed, for the output during the run.
std::string FailureText(const Report& report, const Finished& result);
// The end: sums, and what is unsupported for which reason.
std::string SummaryText(const Report& report);
std::string JsonText(const Report& report);
std::string JUnitText(const Report& report);
// An HTML page without other files.
std::string HtmlText(const Report& report);

// Text between tags of XML or HTML, or in an attribute.
std::string Escaped(const std::string& text);

// Cases that may fail: patterns, and why.
class ExpectedFailures {
 public:
  // Reads lines of the form `PATTERN # reason`. Returns the error, or "".
  std::string Read(const std::string& path);
  // The verdict, taking the expected failures into account.
  Verdict Judge(const Case& test, const Verdict& verdict) const;

 private:
  struct Expected {
    std::string pattern;
    std::string reason;
  };
  std::vector<Expected> all_;
};

}  // namespace conformance

#endif  // CONFORMANCE_REPORT_H_
