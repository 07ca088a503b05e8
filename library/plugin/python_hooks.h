// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#ifndef PLUGGABLE_PLUGIN_PYTHON_HOOKS_H_
#define PLUGGABLE_PLUGIN_PYTHON_HOOKS_H_

namespace pluggable {

// If the process runs Python, changes how TensorFlow's and Keras' Python code works on this
// plugin's devices (plugin/python_text.h), while `import tensorflow` is still running. Does nothing
// without Python, or if the environment variable <NAME>_PYTHON_HOOKS is 0. With names in it, as in
// "-keras,-memory", these hooks are left out; the project's README lists them.
void InstallPythonHooks();

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_PYTHON_HOOKS_H_
