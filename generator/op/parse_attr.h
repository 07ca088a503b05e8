// One attr of an op definition: "T: {float, half} = DT_FLOAT", "strides: list(int) >= 2".

#ifndef PLUGINGEN_OP_PARSE_ATTR_H_
#define PLUGINGEN_OP_PARSE_ATTR_H_

#include <optional>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"
#include "op/op_def.h"

namespace plugingen::op {

// The dtype as op definitions spell it, those included that only arguments have (resource, variant,
// quantized types); DT_FLOAT, float32 and tf.float32 are understood. "" for none of that name.
std::string DtypeNamed(std::string_view word);
// "did you mean 'float'?", or "".
std::string DtypeHelp(std::string_view word);

// Whether the minimum of an attr that is a list, or says how long one is, can be met by a program;
// complains at `span` if not (E0208).
bool CheckLeastLength(const Attr& attr, diag::Span span, diag::Sink& sink);

// Nothing after a mistake, which goes to the sink (E0208, E0361, E0365).
std::optional<Attr> ParseAttr(const diag::SourceText& source, diag::Sink& sink);

}  // namespace plugingen::op

#endif  // PLUGINGEN_OP_PARSE_ATTR_H_
