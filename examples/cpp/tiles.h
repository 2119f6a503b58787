// A photograph of any size in tiles of the one size that the exported file computes.
#pragma once

#include <vector>

struct Part {
    int start;  // where the tile begins
    int from, to;  // what it answers for: the rest is only there to be seen
};

// The length to which a side must be mirrored: at least a tile, and a multiple of 8, as the network's strides need.
int padded_length(int length, int tile_px);

// Tiles along one side of a padded length. Each sees `halo_px` beyond what it answers for, except at the ends.
std::vector<Part> split(int padded, int tile_px, int halo_px);

// Where a place outside of a length is found when the picture is mirrored at its ends.
int mirrored(int place, int length);
