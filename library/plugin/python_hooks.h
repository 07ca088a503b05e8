// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#ifndef PLUGGABLE_PLUGIN_PYTHON_HOOKS_H_
#define PLUGGABLE_PLUGIN_PYTHON_HOOKS_H_

namespace pluggable {

// Where the process runs Python, changes what TensorFlow's and Keras' Python does on this plugin's
// devices (plugin/python_text.h), while `import tensorflow` still goes on. Does nothing where there
// is no Python, or where the environment says <NAME>_PYTHON_HOOKS=0.
void InstallPythonHooks();

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_PYTHON_HOOKS_H_
