#include "tiles.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace {
constexpr int multiple = 8;
}

int padded_length(int length, int tile_px) {
    return std::max(tile_px, (length + multiple - 1) / multiple * multiple);
}

std::vector<Part> split(int padded, int tile_px, int halo_px) {
    const int step = (tile_px - 2 * halo_px) / multiple * multiple;
    if (padded > tile_px && step <= 0) {
        throw std::runtime_error("the photographs are larger than a tile of " + std::to_string(tile_px) +
                                 " px, and tiles must overlap by " + std::to_string(2 * halo_px) +
                                 " px: export with a larger --tile-px");
    }
    std::vector<Part> parts;
    for (int start = 0, from = 0;; start = std::min(start + step, padded - tile_px)) {
        const bool is_last = start + tile_px == padded;
        const int to = is_last ? padded : start + tile_px - halo_px;
        parts.push_back({start, from, to});
        if (is_last) return parts;
        from = to;
    }
}

int mirrored(int place, int length) {
    if (length == 1) return 0;
    const int period = 2 * (length - 1);
    const int within = ((place % period) + period) % period;
    return within < length ? within : period - within;
}
