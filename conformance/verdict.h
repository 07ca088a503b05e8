// The result of a case.

#ifndef CONFORMANCE_VERDICT_H_
#define CONFORMANCE_VERDICT_H_

#include <string>

namespace conformance {

enum class Outcome {
  kPass,
  kFail,
  kUnsupported,        // the plugin does not have what the case is about
  kExpectedFailure,    // failed, as the list of expected failures says
  kUnexpectedSuccess,  // passed, though the list says otherwise
};

struct Verdict {
  Outcome outcome = Outcome::kPass;
  std::string message;  // why not
};

// "pass", "fail", "unsupported", "expected failure", "unexpected pass".
const char* OutcomeName(Outcome outcome);

// Whether a run with such a case has failed.
inline bool IsBad(Outcome outcome) {
  return outcome == Outcome::kFail || outcome == Outcome::kUnexpectedSuccess;
}

}  // namespace conformance

#endif  // CONFORMANCE_VERDICT_H_
