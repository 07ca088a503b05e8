"""Gradients of ops of @plugin.name@ that formulas do not say: yours to write.

The spec names the functions (``gradient: {python: ...}``); register_gradients.py registers them.
"""
#% for gradient in python.user_gradients


@gradient.signature@
    """Computes the gradient of @gradient.op@.

    Args:
      op: The operation: ``op.inputs`` (@gradient.inputs@), ``op.outputs`` (@gradient.outputs@)
        and ``op.get_attr("name")``. Lists of tensors are not nested: all stand in one.
      The others: what comes in for each output; None if nothing does.

    Returns:
      A gradient for each tensor of ``op.inputs``, None for one that has none.
    """
    raise NotImplementedError("the gradient of @gradient.op@ is not written yet")
#% end
