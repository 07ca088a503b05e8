#include "project/libgit2.h"

#include <git2/errors.h>
#include <git2/global.h>

#include <stdexcept>
#include <string>

namespace plugingen::project {

void StartLibgit2() {
  // Never shut down, because the process ends soon after the last use.
  static const int users = git_libgit2_init();
  Check(users, "start");
}

void Check(int result, const char* operation) {
  if (result >= 0) return;
  const git_error* error = git_error_last();
  throw std::runtime_error(std::string("libgit2 cannot ") + operation + ": " +
                           (error != nullptr ? error->message : "unknown"));
}

}  // namespace plugingen::project
