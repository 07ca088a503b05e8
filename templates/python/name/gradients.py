"""The gradients of @plugin.name@'s ops that are functions of yours.

The spec names the functions (``gradient: {python: ...}``); register_gradients.py registers them.
"""
#% for gradient in python.user_gradients


@gradient.signature@
    """Computes the gradient of @gradient.op@.

    Args:
      op: The operation: ``op.inputs`` (@gradient.inputs@), ``op.outputs`` (@gradient.outputs@)
        and ``op.get_attr("name")``. Lists of tensors are flattened into one list.
      The others: the incoming gradient of each output; None if there is none.

    Returns:
      A gradient for each tensor of ``op.inputs``, or None if a tensor has none.
    """
    raise NotImplementedError("the gradient of @gradient.op@ is not written yet")
#% end
