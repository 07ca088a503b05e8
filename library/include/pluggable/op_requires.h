// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// TensorFlow's macros for checks in kernels. They are the only macros of this API.

#ifndef PLUGGABLE_OP_REQUIRES_H_
#define PLUGGABLE_OP_REQUIRES_H_

#include <utility>

// Fails the kernel with STATUS and returns unless EXP is true. For constructors and Compute.
#define OP_REQUIRES(CTX, EXP, STATUS)                  \
  do {                                                 \
    if (!(EXP)) {                                      \
      (CTX)->CtxFailure(__FILE__, __LINE__, (STATUS)); \
      return;                                          \
    }                                                  \
  } while (false)

// Fails the kernel with the status and returns unless the status is OK.
#define OP_REQUIRES_OK(CTX, STATUS)                                         \
  do {                                                                      \
    auto op_requires_status = (STATUS);                                     \
    if (!op_requires_status.ok()) {                                         \
      (CTX)->CtxFailure(__FILE__, __LINE__, std::move(op_requires_status)); \
      return;                                                               \
    }                                                                       \
  } while (false)

// The same in a function that returns a value: it returns RESULT.
#define OP_REQUIRES_OK_RETURN(CTX, RESULT, STATUS)                          \
  do {                                                                      \
    auto op_requires_status = (STATUS);                                     \
    if (!op_requires_status.ok()) {                                         \
      (CTX)->CtxFailure(__FILE__, __LINE__, std::move(op_requires_status)); \
      return RESULT;                                                        \
    }                                                                       \
  } while (false)

// Sets LHS, which may be a declaration, to the value of a StatusOr ("statusor.h"). Fails the kernel
// and returns if there is an error instead of a value.
#define OP_REQUIRES_VALUE(LHS, CTX, STATUS_OR) \
  OP_REQUIRES_VALUE_IN_LINE(LHS, CTX, STATUS_OR, __LINE__)
#define OP_REQUIRES_VALUE_IN_LINE(LHS, CTX, STATUS_OR, LINE) \
  OP_REQUIRES_VALUE_OF_LINE(LHS, CTX, STATUS_OR, LINE)
#define OP_REQUIRES_VALUE_OF_LINE(LHS, CTX, STATUS_OR, LINE) \
  auto op_requires_value_##LINE = (STATUS_OR);               \
  OP_REQUIRES_OK(CTX, op_requires_value_##LINE.status());    \
  LHS = std::move(op_requires_value_##LINE).value()  // NOLINT(bugprone-macro-parentheses)

#endif  // PLUGGABLE_OP_REQUIRES_H_
