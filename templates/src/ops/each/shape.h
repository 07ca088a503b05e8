#pragma once
namespace @plugin.name@ { struct OpShape; const OpShape& @op.name@Shape(); }
