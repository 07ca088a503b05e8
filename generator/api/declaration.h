// C declarations as catalog/c_api.txt writes them, taken apart far enough to say how two differ.

#ifndef PLUGINGEN_API_DECLARATION_H_
#define PLUGINGEN_API_DECLARATION_H_

#include <string>
#include <string_view>
#include <vector>

namespace plugingen::api {

struct Parameter {
  std::string type;  // "const int64_t*", "void (*)(TF_Tensor*)": without any parameter's name
  std::string name;  // "" where the declaration gives none
};

// "void (TF_Status* status)", "void (*)(SP_Stream stream)", or a plain type, which is its result.
struct Declaration {
  std::string result;
  bool is_function = false;
  bool is_pointer = false;  // to a function
  std::vector<Parameter> parameters;

  // The declaration in one spelling, without names of parameters.
  std::string Type() const;
};

Declaration ParseDeclaration(std::string_view text);

// `type` without its qualifiers `const`, which change nothing for a program that is compiled.
std::string WithoutConst(std::string_view type);

struct DeclarationChange {
  enum class Kind {
    kNone,
    kNames,  // parameters have other names
    kConst,  // `const` came or went
    kTypes,  // what is passed differs
  };
  Kind kind = Kind::kNone;
  bool loses_const = false;
  std::string text;  // "takes 'bool validate_shape' as its 4th parameter"
};

DeclarationChange CompareDeclarations(std::string_view was, std::string_view now);

}  // namespace plugingen::api

#endif  // PLUGINGEN_API_DECLARATION_H_
