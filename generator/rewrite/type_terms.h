// The data types in a pattern. Edges make types equal: the T of MatMul is the T of BiasAdd.

#ifndef PLUGINGEN_REWRITE_TYPE_TERMS_H_
#define PLUGINGEN_REWRITE_TYPE_TERMS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plugingen::rewrite {

class TypeTerms {
 public:
  // A type attr of a matched node.
  using Attr = std::pair<size_t, std::string>;

  // Returns the term of a data type or of an attr. The same attr always has the same term.
  size_t OfDtype(const std::string& dtype);
  size_t OfAttr(size_t node, const std::string& attr);
  // Returns the term of an unknown type.
  size_t Unknown();

  // Makes two terms equal. Returns false and changes nothing if they are different data types.
  bool Unify(size_t a, size_t b);

  bool AreEqual(size_t a, size_t b) const;
  // Returns the data type of a term if it is the same in every match.
  std::optional<std::string> DtypeOf(size_t term) const;
  // Returns an attr that has the term's type.
  std::optional<Attr> AttrOf(size_t term) const;

 private:
  struct Term {
    size_t parent = 0;
    std::string dtype{};  // "" if it depends on the match
    std::optional<Attr> attr{};
  };
  size_t RootOf(size_t term) const;
  size_t Add(Term term);

  std::vector<Term> terms_;
};

}  // namespace plugingen::rewrite

#endif  // PLUGINGEN_REWRITE_TYPE_TERMS_H_
