// An op of the plugin's own, defined in `ops:`.

#ifndef PLUGINGEN_MODEL_NEW_OP_H_
#define PLUGINGEN_MODEL_NEW_OP_H_

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/reference.h"
#include "diag/diagnostic.h"
#include "model/served.h"
#include "op/gradient.h"
#include "op/op_def.h"
#include "op/shape_rule.h"
#include "spec/spec.h"

namespace plugingen::model {

struct NewOp {
  spec::OpEntry entry;
  op::OpDef def;
  op::ShapeRules shapes;
  op::Gradient gradient;
  // The definition in the form of the catalogue, for code that handles all ops alike. Its views
  // refer to `texts`, so a NewOp cannot move.
  catalog::Op op;
  std::deque<std::string> texts;
  // Inputs that the kernel needs in host memory: those of types that are always there, and those
  // whose values shapes depend on.
  std::vector<std::string> host_inputs;

  NewOp() = default;
  NewOp(const NewOp&) = delete;
  NewOp& operator=(const NewOp&) = delete;
};

// Returns the reference kernel of TensorFlow's or the plugin's own op, or null.
const catalog::ReferenceKernel* ReferenceOf(const catalog::Op& op, const NewOp* new_op);

class NewOps {
 public:
  NewOps() = default;
  // Parses the definitions. Rejects names of ops in any TensorFlow release (E0366).
  NewOps(const std::vector<spec::OpEntry>& entries, const Served& served, diag::Sink& sink);

  // In the order of the spec.
  const std::vector<std::shared_ptr<const NewOp>>& all() const { return ops_; }
  // Returns null for an unknown name.
  const NewOp* Find(std::string_view name) const;

 private:
  std::vector<std::shared_ptr<const NewOp>> ops_;
};

}  // namespace plugingen::model

#endif  // PLUGINGEN_MODEL_NEW_OP_H_
