// One release of TensorFlow: its op definitions, and the kernels that TensorFlow itself registers.
//
// tools/extract_catalog.py extracts the facts from released wheels into catalog/tensorflow.txt.
// history.h combines all releases.

#ifndef PLUGINGEN_CATALOG_CATALOG_H_
#define PLUGINGEN_CATALOG_CATALOG_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/releases.h"

namespace plugingen::catalog {

// An input or output as the op definition writes it: "x: N * T".
struct Arg {
  std::string_view name;
  std::string_view type;  // "T", "float", "N * T", "Tlist", "Ref(T)"
};

struct Attr {
  std::string_view name;
  std::string_view text;  // the text after "name: ", for example "{float, half} = float"
  bool is_type = false;   // takes one dtype, so that kernels are registered per dtype
  std::vector<std::string_view> allowed_types;  // of a type attr; empty = every dtype

  // Of a type attr: "float" for "{float, half} = float", "" without a default.
  std::string_view DefaultType() const;
};

// The dtypes that a kernel's constraint allows for one attr.
struct Constraint {
  std::string_view attr;
  std::vector<std::string_view> types;
};

// Kernels that TensorFlow registers for one device type.
struct CoreKernel {
  std::string_view device;  // "CPU", "DEFAULT" (every pluggable device), "GPU"
  std::vector<Constraint> constraints;
  std::vector<std::string_view> host_memory;
  std::string_view label;
  int priority = 0;
};

// A parameter with another name in tf.raw_ops than in the definition: "dim" is "axis".
struct PythonName {
  std::string_view name;
  std::string_view in_python;
};

struct Op {
  std::string_view name;
  std::vector<Arg> inputs;
  std::vector<Arg> outputs;
  std::vector<Attr> attrs;
  std::vector<CoreKernel> kernels;
  bool is_stateful = false;
  bool is_deprecated = false;
  bool is_in_python = true;  // it is in tf.raw_ops
  std::vector<PythonName> python_names;

  const Attr* FindAttr(std::string_view attr) const;
  bool HasArg(std::string_view arg) const;
  // Returns the name of an input or attr in tf.raw_ops.
  std::string_view PythonNameOf(std::string_view parameter) const;
  // Returns the definition's name of an argument with this name in Python. Other names do not
  // change.
  std::string_view DefinedName(std::string_view arg) const;
  // Returns the attrs that take one dtype, in the order of the definition.
  std::vector<const Attr*> TypeAttrs() const;
  // Returns, for example, "Relu(features: T) -> activations: T".
  std::string Signature() const;
};

// True if `types` contains `dtype`.
bool Contains(const std::vector<std::string_view>& types, std::string_view dtype);

// An op in the text: its lines for all releases, and the releases that have it.
struct OpSection {
  std::string_view name;
  std::string_view lines;
  ReleaseSet releases = 0;
};

// True if a line of the catalogue starts with the releases that have it.
bool NamesReleases(std::string_view line);

class Catalog {
 public:
  // The catalogue of the newest release that this run knows (source.h).
  static const Catalog& BuiltIn();

  // The catalogue of releases[index]. Both lists must outlive it.
  Catalog(const std::vector<OpSection>& sections, const std::vector<std::string_view>& releases,
          size_t index);

  std::string_view release() const { return releases_[index_]; }  // "2.21"
  // Returns the op of this name, or null. The pointer is valid as long as the catalogue.
  const Op* Find(std::string_view name) const;
  // All names, sorted.
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  const std::vector<std::string_view>& releases_;
  const size_t index_;
  std::vector<std::string_view> names_;
  std::vector<const OpSection*> sections_;  // the op at the same index
  mutable std::map<std::string_view, Op> read_;
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_CATALOG_H_
