// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Padding: what a window covers beyond the edges of the input.

#ifndef PLUGGABLE_PADDING_H_
#define PLUGGABLE_PADDING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/status.h"
#include "pluggable/tensor_format.h"

namespace pluggable {

// The values of the attribute `padding`.
enum Padding {
  VALID = 1,     // none: each window lies inside the input
  SAME = 2,      // the output's size is the input's, divided by the stride and rounded up
  EXPLICIT = 3,  // as in the attribute explicit_paddings
};

// Sets *padding from "VALID", "SAME" or "EXPLICIT". Fails with NOT_FOUND for any other text.
inline Status GetPaddingFromString(std::string_view text, Padding* padding) {
  if (text == "VALID") {
    *padding = VALID;
  } else if (text == "SAME") {
    *padding = SAME;
  } else if (text == "EXPLICIT") {
    *padding = EXPLICIT;
  } else {
    return errors::NotFound(text, " is not an allowed padding type");
  }
  return Status();
}

// Called by ctx->GetAttr("padding", &padding).
inline Status AttrFromString(const std::string& text, Padding* padding) {
  return GetPaddingFromString(text, padding);
}

// Checks explicit_paddings. For EXPLICIT padding, it must have two numbers for each of num_dims
// dimensions, none negative, and zeros for batch and channels. For other kinds of padding, it must
// be empty. Fails with INVALID_ARGUMENT otherwise.
inline Status CheckValidPadding(Padding padding, const std::vector<int64_t>& explicit_paddings,
                                int num_dims, TensorFormat format) {
  if (padding != EXPLICIT) {
    if (explicit_paddings.empty()) return Status();
    return errors::InvalidArgument(
        "explicit_paddings attribute must be empty if the padding attribute is not EXPLICIT");
  }
  if (explicit_paddings.size() != static_cast<size_t>(2 * num_dims)) {
    return errors::InvalidArgument("explicit_paddings attribute must contain ", 2 * num_dims,
                                   " values, but got: ", explicit_paddings.size());
  }
  if (std::any_of(explicit_paddings.begin(), explicit_paddings.end(),
                  [](int64_t size) { return size < 0; })) {
    return errors::InvalidArgument("All elements of explicit_paddings must be nonnegative");
  }
  for (const int d :
       {GetTensorBatchDimIndex(num_dims, format), GetTensorFeatureDimIndex(num_dims, format)}) {
    const auto at = static_cast<size_t>(2 * d);
    if (explicit_paddings[at] != 0 || explicit_paddings[at + 1] != 0) {
      return errors::InvalidArgument(
          "Nonzero explicit padding in the batch or depth dimensions is not supported");
    }
  }
  return Status();
}

}  // namespace pluggable

#endif  // PLUGGABLE_PADDING_H_
