// The TensorFlow releases that a plugin serves, and TensorFlow's ops as they have them.

#ifndef PLUGINGEN_MODEL_SERVED_H_
#define PLUGINGEN_MODEL_SERVED_H_

#include <string>
#include <string_view>
#include <vector>

#include "catalog/history.h"
#include "spec/spec.h"

namespace plugingen::model {

class Served {
 public:
  // The releases of the built-in catalogue that are in the range; the newest if none is. Of a
  // release that is not out the catalogue has no ops: they are taken to be those of the newest.
  explicit Served(const spec::TensorFlowSection& range);

  const catalog::History& history() const { return history_; }
  catalog::ReleaseSet releases() const { return catalog::ReleasesBetween(first_, last_); }
  // The newest of them.
  const catalog::Catalog& newest() const { return history_.At(last_); }

  // The op as the newest of these releases that has it defines it, or null.
  const catalog::Op* FindOp(std::string_view name) const;
  // The releases in which attr `attr` of the op may be `dtype`. Those that have the op and not yet
  // the attr do what the attr's default says.
  catalog::ReleaseSet Allowing(std::string_view op, std::string_view attr,
                               std::string_view dtype) const;
  // The served releases in which the op lacks an argument of this definition: a registration made
  // for the one does not fit the other.
  catalog::ReleaseSet Differing(const catalog::Op& op) const;
  // The served releases in which the op lacks type attr `attr` of this definition.
  catalog::ReleaseSet LackingAttr(const catalog::Op& op, std::string_view attr) const;
  // "2.12 to 2.14", of any releases.
  std::string Text(catalog::ReleaseSet releases) const;
  // What to do about an op that `lacking` of these releases lack: how to narrow the range, or "".
  std::string NarrowerRange(catalog::ReleaseSet lacking) const;

 private:
  const catalog::History& history_ = catalog::History::BuiltIn();
  size_t first_ = 0;
  size_t last_ = 0;
};

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_SERVED_H_
