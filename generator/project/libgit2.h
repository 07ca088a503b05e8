// What every user of libgit2 needs. It is used for texts alone: no repository is ever looked at.

#ifndef PLUGINGEN_PROJECT_LIBGIT2_H_
#define PLUGINGEN_PROJECT_LIBGIT2_H_

namespace plugingen::project {

// Before any other function of libgit2. Throws std::runtime_error.
void StartLibgit2();

// Throws std::runtime_error, with libgit2's reason, for a negative result of one of its functions;
// `operation` as in "cannot merge".
void Check(int result, const char* operation);

}  // namespace plugingen::project

#endif  // PLUGINGEN_PROJECT_LIBGIT2_H_
