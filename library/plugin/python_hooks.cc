// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "plugin/python_hooks.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "pluggable/variable.h"
#include "plugin/features/device.h"
#include "plugin/features/graph.h"
#include "plugin/find_in_tensorflow.h"
#include "plugin/kernel_table.h"
#include "plugin/names.h"
#include "plugin/python_text.h"
#include "runtime/log.h"
#include "runtime/memory_limit.h"
#include "variables/tensor_ops.h"

namespace pluggable {

namespace {

template <typename Function>
Function* Find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

// Whether hooks must know if the plugin has a kernel of the op.
bool IsOfHooks(std::string_view op) {
  for (const char* prefix : {"Assign", "Gather", "Resource"}) {
    if (op.rfind(prefix, 0) == 0) return true;
  }
  return false;
}

// A Python dict of the plugin's kernels that the hooks need: from op to the types of its variables
// or parameters. It lacks the kernels on variables if they cannot work in this TensorFlow.
std::string KernelsOfHooks() {
  std::string kernels;
  std::string_view op;
  for (const KernelRow& row : Kernels()) {  // by op
    if (!CanUpdateVariables()) break;
    if (!IsOfHooks(row.op)) continue;
    const auto add = [&kernels, &op, &row](int type) {
      if (op != row.op)
        kernels += (kernels.empty() ? "\"" : "), \"") + std::string(row.op) + "\": (";
      op = row.op;
      kernels += std::to_string(type) + ", ";
    };
    row.types.ForEach([&add](const TypeConstraint& constraint) {
      for (const char* attr : {"dtype", "T", "Tparams"}) {
        if (std::strcmp(constraint.attr, attr) == 0) add(constraint.type);
      }
    });
  }
  return "{" + kernels + (kernels.empty() ? "}" : ")}");
}

// A Python dict of the ops that update variables and must do so by value: from op to the op on
// tensors and the number of its variables. It is inline because GCC without optimization emits
// other functions that only a discarded branch calls, and a plugin without such ops has no
// TensorOps.
[[maybe_unused]] inline std::string TensorOpsOfHooks() {
  std::string ops;
  for (const TensorOp& op : TensorOps()) {
    if (!op.is_update) continue;
    ops += std::string("    \"") + op.op + "\": (\"" + op.name + "\", " +
           std::to_string(op.variables) + "),\n";
  }
  return "{\n" + ops + "}";
}

struct Hook {
  const char* name;
  const char* text;
};

std::vector<Hook> Hooks() {
  std::vector<Hook> hooks = {{"eager", kPythonEager}, {"variables", kPythonVariables}};
  if constexpr (features::kGraphUpdates) hooks.push_back({"updates", kPythonUpdates});
  hooks.insert(hooks.end(), {{"saved_models", kPythonSavedModels},
                             {"devices", kPythonDevices},
                             {"memory", kPythonMemory},
                             {"keras", kPythonKeras}});
  if constexpr (features::kIsGpu) hooks.push_back({"cudnn", kPythonCudnn});
  return hooks;
}

// A Python tuple of the hooks that <NAME>_PYTHON_HOOKS switches off. Its text is "-keras,-memory".
std::string HooksOff(const std::vector<Hook>& hooks) {
  const char* const setting = std::getenv(names::kPythonHooks);
  std::string off;
  std::string_view left = setting == nullptr ? "" : setting;
  while (!left.empty()) {
    const std::string_view word = left.substr(0, left.find(','));
    left.remove_prefix(std::min(word.size() + 1, left.size()));
    const auto is_meant = [word](const Hook& hook) {
      return !word.empty() && word[0] == '-' && word.substr(1) == hook.name;
    };
    if (std::any_of(hooks.begin(), hooks.end(), is_meant)) {
      off += "\"" + std::string(word.substr(1)) + "\", ";
    } else if (!word.empty() && word != "1") {
      std::string known;
      for (const Hook& hook : hooks) known += std::string(known.empty() ? "-" : ", -") + hook.name;
      runtime::Log(names::kPythonHooks, ": '", word, "' is neither 0 nor one of ", known);
    }
  }
  return "(" + off + ")";
}

// Finds Python's functions in the process, so that the library does not depend on Python.
struct Python {
  using Object = void;

  Object* (*add_module)(const char*) = Find<Object*(const char*)>("PyImport_AddModule");
  Object* (*dict_of)(Object*) = Find<Object*(Object*)>("PyModule_GetDict");
  Object* (*run)(const char*, int, Object*, Object*, void*) =
      Find<Object*(const char*, int, Object*, Object*, void*)>("PyRun_StringFlags");
  void (*print_error)() = Find<void()>("PyErr_Print");
  void (*release)(Object*) = Find<void(Object*)>("Py_DecRef");

  bool ok() const {
    return add_module != nullptr && dict_of != nullptr && run != nullptr &&
           print_error != nullptr && release != nullptr;
  }
};

// The hooks form a module that nothing imports by name. If one text fails, the others still run.
int RunHooks(void* /*argument*/) {
  constexpr int kFileInput = 257;  // Py_file_input
  const Python python;
  if (!python.ok()) return 0;
  const std::string module = std::string("_") + names::kPlugin + "_python_hooks";
  Python::Object* const globals = python.dict_of(python.add_module(module.c_str()));
  // Python calls it by its address.
  const auto limit_device = reinterpret_cast<uintptr_t>(&runtime::SetMemoryLimit);
  std::string tables = std::string("PLUGIN = \"") + names::kPlugin + "\"\n";
  tables += std::string("DEVICE_TYPE = \"") + names::kDeviceType + "\"\n";
  const auto version = FindInTensorFlow<const char*()>("TF_Version");
  tables += std::string("TENSORFLOW = \"") + (version == nullptr ? "unknown" : version()) + "\"\n";
  tables += "KERNELS = " + KernelsOfHooks() + "\n";
  tables += "LIMIT_DEVICE = " + std::to_string(limit_device) + "\n";
  std::string tensor_ops = "{}";
  if constexpr (features::kGraphUpdates) tensor_ops = TensorOpsOfHooks();
  tables += "TENSOR_OPS = " + tensor_ops + "\n";
  const std::vector<Hook> hooks = Hooks();
  tables += "HOOKS_OFF = " + HooksOff(hooks) + "\n";
  const auto run = [&python, globals](const char* text) {
    Python::Object* const result = python.run(text, kFileInput, globals, globals, nullptr);
    if (result != nullptr) {
      python.release(result);
      return;
    }
    runtime::Log("some of what adapts TensorFlow's Python to ", names::kDeviceType,
                 " devices cannot run:");
    python.print_error();
  };
  run(tables.c_str());
  run(kPythonImports);
  for (const Hook& hook : hooks) {
    run((std::string("HOOK = \"") + hook.name + "\"\n").c_str());
    run(hook.text);
  }
  return 0;
}

}  // namespace

// A thread that loads the plugin from Python holds the interpreter's lock, so the hooks run at
// once. A pending call would run on the main thread, which may be waiting for this thread.
void InstallPythonHooks() {
  const char* const wanted = std::getenv(names::kPythonHooks);
  if (wanted != nullptr && std::strcmp(wanted, "0") == 0) return;
  auto* const is_running = Find<int()>("Py_IsInitialized");
  auto* const has_lock = Find<int()>("PyGILState_Check");
  auto* const add_call = Find<int(int (*)(void*), void*)>("Py_AddPendingCall");
  if (is_running == nullptr || has_lock == nullptr || add_call == nullptr) return;
  if (is_running() == 0) return;
  if (has_lock() != 0) {
    RunHooks(nullptr);
  } else {
    add_call(&RunHooks, nullptr);
  }
}

}  // namespace pluggable
