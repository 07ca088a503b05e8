// Parses C declarations of catalog/c_api.txt far enough to describe how two of them differ.

#ifndef PLUGINGEN_API_DECLARATION_H_
#define PLUGINGEN_API_DECLARATION_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::api {

struct Parameter {
  std::string type;  // without names of parameters: "const int64_t*", "void (*)(TF_Tensor*)"
  std::string name;  // "" if there is none
};

// "void (TF_Status* status)", "void (*)(SP_Stream stream)", or a plain type, which becomes the
// result.
struct Declaration {
  std::string result;
  bool is_function = false;
  bool is_pointer = false;  // to a function
  std::vector<Parameter> parameters;

  // Returns the declaration in a normalized form without names of parameters.
  std::string Type() const;
};

Declaration ParseDeclaration(std::string_view text);

// Removes `const` qualifiers, which do not affect compiled programs.
std::string WithoutConst(std::string_view type);

struct DeclarationChange {
  enum class Kind {
    kNone,
    kNames,  // names of parameters differ
    kConst,  // `const` was added or removed
    kTypes,  // the types of arguments differ
  };
  Kind kind = Kind::kNone;
  bool loses_const = false;
  std::string text;  // "takes 'bool validate_shape' as its 4th parameter"
};

DeclarationChange CompareDeclarations(std::string_view was, std::string_view now);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_DECLARATION_H_
