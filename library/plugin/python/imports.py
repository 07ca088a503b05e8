# Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

# A hooked module gets a loader of its own around the one that was found. The found loader must not
# be changed, since modules may share it, for example those in a zip file. The hooks of a module
# that was imported before run at once. A module that is only half imported, by another thread or
# further up this thread's stack, is checked again at the next import.

import contextlib
import functools
import importlib.abc
import inspect
import logging
import sys
import threading

# HOOK is the name of the hook whose text runs, and HOOKS_OFF those that are switched off.

hooks = {}
half_imported = []


complaints = set()


# A hook that fails was not written for this release. It is reported once.
def run_hook(name, hook):
    try:
        hook(sys.modules[name])
    except Exception as error:
        if (name, hook) in complaints:
            return
        complaints.add((name, hook))
        logging.getLogger(PLUGIN).warning(
            "cannot adapt %s of TensorFlow %s to %s devices (%s), "
            "some of what it does may fail there: %s: %s",
            name, TENSORFLOW, DEVICE_TYPE, hook.__name__, type(error).__name__, error)


def is_half_imported(name):
    return getattr(getattr(sys.modules[name], "__spec__", None), "_initializing", False)


def on_import(name, hook):
    if HOOK in HOOKS_OFF:
        return
    hooks.setdefault(name, []).append(hook)
    if name not in sys.modules:
        return
    if is_half_imported(name):
        half_imported.append((name, hook))
    else:
        run_hook(name, hook)


def run_hooks_left():
    for waiting in list(half_imported):
        if waiting[0] not in sys.modules:
            half_imported.remove(waiting)
        elif not is_half_imported(waiting[0]):
            half_imported.remove(waiting)
            run_hook(*waiting)


class HookingLoader(importlib.abc.Loader):
    def __init__(self, loader):
        self._loader = loader

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        module.__spec__.loader = module.__loader__ = self._loader
        self._loader.exec_module(module)
        for hook in hooks[module.__name__]:
            run_hook(module.__name__, hook)


class HookingFinder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if half_imported:
            run_hooks_left()
        if fullname not in hooks:
            return None
        for finder in sys.meta_path[sys.meta_path.index(self) + 1:]:
            find_spec = getattr(finder, "find_spec", None)
            spec = find_spec(fullname, path, target) if find_spec is not None else None
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = HookingLoader(spec.loader)
                return spec
        return None


sys.meta_path.insert(0, HookingFinder())


# Whether the program has placed its current code on the CPU, or sees none of the plugin's devices.
def is_for_cpu():
    from tensorflow.python.eager import context
    from tensorflow.python.framework import ops

    if not context.context().get_visible_devices(DEVICE_TYPE):
        return True
    device = context.context().device_name or ""
    if not context.executing_eagerly():
        stack = getattr(ops.get_default_graph(), "_device_function_stack", None)
        devices = stack.peek_objs() if stack is not None else ()
        device = next((str(inner.display_name) for inner in devices), device)
    return "CPU" in device
