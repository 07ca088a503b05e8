// Helpers for libgit2. plugingen uses it only for texts and never opens a repository.

#ifndef PLUGINGEN_PROJECT_LIBGIT2_H_
#define PLUGINGEN_PROJECT_LIBGIT2_H_

namespace plugingen::project {

// Must be called before any other function of libgit2. Throws std::runtime_error.
void StartLibgit2();

// Throws std::runtime_error with libgit2's reason if the result of one of its functions is
// negative. `operation` is the start of the message: "cannot merge".
void Check(int result, const char* operation);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LIBGIT2_H_
