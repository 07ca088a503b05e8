// The data that templates see: immutable trees of texts, booleans, lists and named members.

#ifndef PLUGINGEN_EMIT_VALUE_H_
#define PLUGINGEN_EMIT_VALUE_H_

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace plugingen::emit {

class Value;
using List = std::vector<Value>;
using Members = std::map<std::string, Value, std::less<>>;

class Value {
 public:
  Value() : data_(std::string()) {}
  Value(bool truth) : data_(truth) {}                    // NOLINT(google-explicit-constructor)
  Value(std::string text) : data_(std::move(text)) {}    // NOLINT(google-explicit-constructor)
  Value(const char* text) : data_(std::string(text)) {}  // NOLINT(google-explicit-constructor)
  Value(List list) : data_(std::move(list)) {}           // NOLINT(google-explicit-constructor)
  Value(Members members) : data_(std::move(members)) {}  // NOLINT(google-explicit-constructor)

  const std::string* text() const { return std::get_if<std::string>(&data_); }
  const bool* truth() const { return std::get_if<bool>(&data_); }
  const List* list() const { return std::get_if<List>(&data_); }
  const Members* members() const { return std::get_if<Members>(&data_); }

 private:
  std::variant<std::string, bool, List, Members> data_;
};

}  // namespace plugingen::emit

#endif  // PLUGINGEN_EMIT_VALUE_H_
