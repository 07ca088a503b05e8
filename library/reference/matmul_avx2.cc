// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/matmul_tile.h"

namespace pluggable::matmul {

// Compiled for AVX2 and FMA. matmul.cc checks the processor before it uses this.
extern const TileSet kAvx2Tiles;
constexpr TileSet kAvx2Tiles = {VectorTile<float, 32, 6, 2>::Get(),
                                VectorTile<double, 32, 6, 2>::Get()};

}  // namespace pluggable::matmul
