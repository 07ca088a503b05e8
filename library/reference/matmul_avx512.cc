// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/matmul_tile.h"

namespace pluggable::matmul {

// Compiled for AVX-512. matmul.cc checks the processor before it uses this.
extern const TileSet kAvx512Tiles;
constexpr TileSet kAvx512Tiles = {VectorTile<float, 64, 12, 2>::Get(),
                                  VectorTile<double, 64, 12, 2>::Get()};

}  // namespace pluggable::matmul
