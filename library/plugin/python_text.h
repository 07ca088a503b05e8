// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The Python code that python_hooks.cc runs: one module, in the order of these texts, which are the
// files of library/plugin/python. The build makes a source file from them
// (library/pluggable.cmake).

#ifndef PLUGGABLE_PLUGIN_PYTHON_TEXT_H_
#define PLUGGABLE_PLUGIN_PYTHON_TEXT_H_

namespace pluggable {

// Shared code: runs functions when a module of TensorFlow or Keras is imported.
extern const char* const kPythonImports;
// Keeps threads from exchanging the arguments of eager ops.
extern const char* const kPythonEager;
// Splits updates of tf.Variable, and reads of parts of it.
extern const char* const kPythonVariables;
// Splits ops that update variables where the graph optimizer does not.
extern const char* const kPythonUpdates;
// Changes the functions of a SavedModel.
extern const char* const kPythonSavedModels;
// Hides devices.
extern const char* const kPythonDevices;
// Applies limits of memory.
extern const char* const kPythonMemory;
// Keeps Keras from compiling with XLA.
extern const char* const kPythonKeras;
// Corrects code that assumes cuDNN on each device of type GPU.
extern const char* const kPythonCudnn;

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_PYTHON_TEXT_H_
