// JSON output of the generator. Members keep the order in which they were added. The layout is
// readable, and version control can merge it by line.

#ifndef PLUGINGEN_BASE_JSON_H_
#define PLUGINGEN_BASE_JSON_H_

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plugingen::base {

// Code that creates or reads values includes <nlohmann/json.hpp>.
using Json = nlohmann::ordered_json;

// Returns `value` as text without a newline at its end. A list or object that contains lists or
// objects has a line for each member, down to `levels`. Everything else is on one line:
//
//   {
//     "files": [
//       {"path": "a.cc", "lines": [1, 2]}
//     ]
//   }
//
// The result is always valid JSON in UTF-8; U+FFFD replaces invalid bytes.
std::string JsonText(const Json& value, size_t levels);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_JSON_H_
