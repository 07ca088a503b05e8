// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The Python code that python_hooks.cc runs: one module, in the order of these texts, which are the
// files of library/plugin/python. The build makes a unit of them (library/pluggable.cmake).

#ifndef PLUGGABLE_PLUGIN_PYTHON_TEXT_H_
#define PLUGGABLE_PLUGIN_PYTHON_TEXT_H_

namespace pluggable {

// What the others use: functions that run when a module of TensorFlow's or Keras' is imported.
extern const char* const kPythonImports;
// Eager ops, whose arguments threads would exchange.
extern const char* const kPythonEager;
// Updates of tf.Variable, and reads of its parts.
extern const char* const kPythonVariables;
// Ops that update variables, where the graph optimizer does not part them.
extern const char* const kPythonUpdates;
// The functions of a SavedModel.
extern const char* const kPythonSavedModels;
// Limits of memory.
extern const char* const kPythonMemory;
// Keras, which compiles with XLA.
extern const char* const kPythonKeras;
// What takes a device of type GPU for one with cuDNN.
extern const char* const kPythonCudnn;

}  // namespace pluggable

#endif  // PLUGGABLE_PLUGIN_PYTHON_TEXT_H_
