// JSON as the generator prints it: members in the order in which they were added, laid out to be
// read by people and merged line by line by version control.

#ifndef PLUGINGEN_BASE_JSON_H_
#define PLUGINGEN_BASE_JSON_H_

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plugingen::base {

// Whoever makes or reads values includes <nlohmann/json.hpp>.
using Json = nlohmann::ordered_json;

// `value` as text without a newline at its end. A list or an object that holds lists or objects has
// a line for each of its members, down to `levels`; all else stands on the line where it begins:
//
//   {
//     "files": [
//       {"path": "a.cc", "lines": [1, 2]}
//     ]
//   }
//
// The result is always valid JSON in UTF-8: U+FFFD replaces bytes that are not.
std::string JsonText(const Json& value, size_t levels);

}  // namespace plugingen::base

#endif  // PLUGINGEN_BASE_JSON_H_
