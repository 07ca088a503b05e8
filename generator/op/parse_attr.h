// Parses one attr of an op definition: "T: {float, half} = DT_FLOAT", "strides: list(int) >= 2".

#ifndef PLUGINGEN_OP_PARSE_ATTR_H_
#define PLUGINGEN_OP_PARSE_ATTR_H_

#include <optional>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "op/op_def.h"

namespace plugingen::op {

// Returns the dtype in the spelling of op definitions, or "". Includes types that only arguments
// can have (resource, variant, quantized types), and accepts DT_FLOAT, float32 and tf.float32.
std::string DtypeNamed(std::string_view word);
// Returns "did you mean 'float'?" or "".
std::string DtypeHelp(std::string_view word);

// True if a program can satisfy the minimum of an attr that is a list or the length of one. Reports
// an error at `span` otherwise (E0208).
bool CheckLeastLength(const Attr& attr, diag::Span span, diag::Sink& sink);

// Reports a mistake to the sink (E0208, E0361, E0365) and returns nothing.
std::optional<Attr> ParseAttr(const diag::SourceText& source, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_ATTR_H_
