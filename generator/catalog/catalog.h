// What TensorFlow is: its op definitions and the kernels that core itself registers.
//
// The facts come from catalog/tensorflow.txt, taken from released wheels by
// tools/extract_catalog.py. This is what one release says; history.h has all of them.

#ifndef PLUGINGEN_CATALOG_CATALOG_H_
#define PLUGINGEN_CATALOG_CATALOG_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/releases.h"

namespace plugingen::catalog {

// An input or output of an op, as the definition writes it: "x: N * T".
struct Arg {
  std::string_view name;
  std::string_view type;  // "T", "float", "N * T", "Tlist", "Ref(T)"
};

struct Attr {
  std::string_view name;
  std::string_view text;  // all after "name: ", e.g. "{float, half} = float"
  bool is_type = false;   // takes one dtype: kernels are registered per dtype of it
  std::vector<std::string_view> allowed_types;  // of a type attr; empty = every dtype

  // Of a type attr: "float" of "{float, half} = float", "" without a default.
  std::string_view DefaultType() const;
};

// dtypes of one attr in a kernel's constraints; one of them is enough.
struct Constraint {
  std::string_view attr;
  std::vector<std::string_view> types;
};

// Rows that core registers for one device type.
struct CoreKernel {
  std::string_view device;  // "CPU", "DEFAULT" (every pluggable device), "GPU"
  std::vector<Constraint> constraints;
  std::vector<std::string_view> host_memory;
  std::string_view label;
  int priority = 0;
};

// A parameter that tf.raw_ops calls otherwise than the definition: "dim" is "axis".
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
  bool is_in_python = true;  // tf.raw_ops has it
  std::vector<PythonName> python_names;

  const Attr* FindAttr(std::string_view attr) const;
  bool HasArg(std::string_view arg) const;
  // What tf.raw_ops calls an input or attr.
  std::string_view PythonNameOf(std::string_view parameter) const;
  // The definition's name of an argument that may be called as in Python; other names as they are.
  std::string_view DefinedName(std::string_view arg) const;
  // The attrs that take one dtype, in the order of the definition.
  std::vector<const Attr*> TypeAttrs() const;
  // "Relu(features: T) -> activations: T".
  std::string Signature() const;
};

// Whether `types` lists `dtype`.
bool Contains(const std::vector<std::string_view>& types, std::string_view dtype);

// An op in the text: its lines for all releases, and the releases that have it.
struct OpSection {
  std::string_view name;
  std::string_view lines;
  ReleaseSet releases = 0;
};

// Whether a line of the catalogue is only there in the releases that its first word names.
bool NamesReleases(std::string_view line);

class Catalog {
 public:
  // That of the newest release that this run knows (source.h).
  static const Catalog& BuiltIn();

  // Release `index` of `releases`. Both lists must outlive the catalogue.
  Catalog(const std::vector<OpSection>& sections, const std::vector<std::string_view>& releases,
          size_t index);

  std::string_view release() const { return releases_[index_]; }  // "2.21"
  // The op of that name, or null. The pointer stays good as long as the catalogue.
  const Op* Find(std::string_view name) const;
  // All names, sorted.
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  const std::vector<std::string_view>& releases_;
  const size_t index_;
  std::vector<std::string_view> names_;
  std::vector<const OpSection*> sections_;  // of the op at the same index
  mutable std::map<std::string_view, Op> read_;
};

}  // namespace plugingen::catalog

#endif  // PLUGINGEN_CATALOG_CATALOG_H_
