// Ops that the plugin, or a library that was loaded before it, defines: their shape functions.

#include <set>
#include <string>

#include "case.h"
#include "run.h"

namespace conformance {
namespace {

const std::vector<OpDef>& OpsOf(Run& run) {
  const std::vector<OpDef>& ops = run.plugin().host().ops;
  run.Needs(!ops.empty(), "the plugin registers no op");
  return ops;
}

// A context of shapes for an op. Lists count as one tensor.
TF_ShapeInferenceContext ContextOf(const OpDef& op, const InferredShape& shape) {
  TF_ShapeInferenceContext context;
  context.inputs.assign(op.inputs.size(), shape);
  context.outputs.assign(op.outputs.size(), std::nullopt);
  for (const std::string& attr : op.attrs) context.types[attr.substr(0, attr.find(':'))] = TF_FLOAT;
  return context;
}

// Infers shapes from inputs of one shape; an error must say something.
void Infer(Run& run, const OpDef& op, const InferredShape& shape) {
  if (op.shape_function == nullptr) return;
  TF_ShapeInferenceContext context = ContextOf(op, shape);
  TF_Status status;
  op.shape_function(&context, &status);
  run.Check(status.ok() || !status.message.empty(), op.name, " fails without a word");
  for (const InferredShape& output : context.outputs) {
    if (!output) continue;
    for (const int64_t dim : *output) {
      run.Check(dim >= kUnknownDim, op.name, " infers a dimension of ", dim);
    }
  }
}

}  // namespace

void AddOpCases(CaseList& list) {
  list.Group("ops");
  list.Add("once", "no op is defined twice", "the second definition ends the process",
           [](Run& run) {
             std::set<std::string> seen;
             for (const OpDef& op : OpsOf(run)) run.Check(seen.insert(op.name).second, op.name);
           });
  list.Add("names", "names of ops are in camel case", "core checks them and ends the process",
           [](Run& run) {
             for (const OpDef& op : OpsOf(run)) {
               const size_t name =
                   op.name.rfind('>') == std::string::npos ? 0 : op.name.rfind('>') + 1;
               run.Check(op.name[name] >= 'A' && op.name[name] <= 'Z', op.name);
             }
           });
  list.Add("shape_functions", "every op has a shape function",
           "without one shapes are unknown, or core refuses the op", [](Run& run) {
             for (const OpDef& op : OpsOf(run)) {
               run.Check(op.shape_function != nullptr, op.name, " has none");
             }
           });
  list.Add("shapes/unknown_rank", "shape functions take inputs of unknown rank",
           "tf.function traces with them", [](Run& run) {
             for (const OpDef& op : OpsOf(run)) Infer(run, op, std::nullopt);
           });
  list.Add("shapes/unknown_dims", "shape functions take inputs with unknown dimensions",
           "batches have no size yet", [](Run& run) {
             for (const OpDef& op : OpsOf(run)) {
               for (size_t rank = 0; rank < 6; ++rank) {
                 Infer(run, op, std::vector<int64_t>(rank, kUnknownDim));
               }
             }
           });
  list.Add("shapes/any_rank", "shape functions take any rank, or refuse it in words",
           "the user's mistakes are theirs to tell", [](Run& run) {
             for (const OpDef& op : OpsOf(run)) {
               for (size_t rank = 0; rank < 9; ++rank) {
                 Infer(run, op, std::vector<int64_t>(rank, 4));
               }
             }
           });
  list.Add("shapes/empty_and_large", "shape functions take dimensions of nothing and of very much",
           "shapes come from graphs of others", [](Run& run) {
             for (const OpDef& op : OpsOf(run)) {
               for (const int64_t dim : {int64_t{0}, int64_t{1}, int64_t{1} << 40}) {
                 Infer(run, op, std::vector<int64_t>(4, dim));
               }
             }
           });
  list.Add("shapes/leave_nothing", "shape functions delete the handles that they make",
           "handles are the caller's", [](Run& run) {
             const HostState& host = run.plugin().host();
             const auto infer_all = [&] {
               for (const OpDef& op : OpsOf(run)) {
                 Infer(run, op, std::vector<int64_t>(2, 4));
                 Infer(run, op, std::vector<int64_t>(7, 4));
               }
             };
             infer_all();
             const int64_t shapes = host.shape_handles, dims = host.dimension_handles;
             infer_all();
             run.Check(host.shape_handles == shapes, host.shape_handles - shapes, " shapes");
             run.Check(host.dimension_handles == dims, host.dimension_handles - dims,
                       " dimensions");
           });
}

}  // namespace conformance
