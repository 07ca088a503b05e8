// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "graph/registered_ops.h"

#include <dlfcn.h>
#include <tensorflow/c/tf_buffer.h>

#include <mutex>
#include <string_view>

#include "pluggable/status.h"

#include "graph/own_ops.h"
#include "plugin/features/graph.h"
#include "plugin/find_in_tensorflow.h"
#include "plugin/names.h"
#include "runtime/log.h"

namespace pluggable::graph {
namespace {

using NewLibrary = TF_FunctionLibraryDefinition*(const TF_Buffer* graph, TF_Status* status);
using DeleteLibrary = void(TF_FunctionLibraryDefinition* library);
using LookUp = void(TF_FunctionLibraryDefinition* library, const char* name, TF_Buffer* op_def,
                    TF_Status* status);

// In libtensorflow_cc, like the functions that list the nodes to preserve.
struct Functions {
  NewLibrary* new_library = FindInTensorFlow<NewLibrary>("TF_NewFunctionLibraryDefinition");
  DeleteLibrary* delete_library =
      FindInTensorFlow<DeleteLibrary>("TF_DeleteFunctionLibraryDefinition");
  LookUp* look_up = FindInTensorFlow<LookUp>("TF_LookUpOpDef");

  bool all() const {
    return new_library != nullptr && delete_library != nullptr && look_up != nullptr;
  }

  static const Functions& Get() {
    static const auto* const functions = new Functions;
    return *functions;
  }
};

// Whether the plugin defines the op.
bool IsOwn(std::string_view op) {
  if constexpr (features::kOwnOps) {
    for (const std::string_view own : OwnOps()) {
      if (op == own) return true;
    }
  }
  return false;
}

// Loads the library with the plugin's own ops if TensorFlow does not know them. The library is in
// the plugin's folder, in the build and when installed. TensorFlow loads it itself only from its
// own folder of plugins, so not with TF_PLUGGABLE_DEVICE_LIBRARY_PATH.
void LoadOwnOps(const RegisteredOps& registered) {
  if constexpr (features::kOwnOps) {
    if (registered.Has(std::string(OwnOps()[0]))) return;
    Dl_info plugin;
    if (dladdr(OwnOps().data(), &plugin) == 0 || plugin.dli_fname == nullptr) return;
    std::string library = plugin.dli_fname;
    library.resize(library.rfind('/') + 1);
    library += names::kOpsLibrary;
    if (dlopen(library.c_str(), RTLD_NOW) == nullptr) {
      runtime::Log("graphs get none of the plugin's own ops: ", dlerror());
    }
  }
}

}  // namespace

RegisteredOps::RegisteredOps() {
  if (!Functions::Get().all()) return;
  TF_Buffer* const no_functions = TF_NewBufferFromString("", 0);
  TfStatus status;
  library_ = Functions::Get().new_library(no_functions, status.get());
  TF_DeleteBuffer(no_functions);
  // Not before the first graph, since Python may load the library itself until then.
  static std::once_flag once;
  std::call_once(once, [this] { LoadOwnOps(*this); });
}

RegisteredOps::~RegisteredOps() {
  if (library_ != nullptr) Functions::Get().delete_library(library_);
}

bool RegisteredOps::Has(const std::string& op) const {
  if (library_ == nullptr) return !IsOwn(op);
  TF_Buffer* const op_def = TF_NewBuffer();
  TfStatus status;
  Functions::Get().look_up(library_, op.c_str(), op_def, status.get());
  TF_DeleteBuffer(op_def);
  return status.ok();
}

}  // namespace pluggable::graph
