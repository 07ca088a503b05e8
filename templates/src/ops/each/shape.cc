#include "@plugin.name@/shape_inference.h"
#include "ops/@op.stem@_shape.h"
namespace @plugin.name@ { const OpShape& @op.name@Shape() { static const OpShape s; return s; } }
