// Images in memory, and as PPM and PFM files.
#pragma once

#include <string>
#include <vector>

struct Image {
    int height = 0, width = 0, channels = 0;
    std::vector<float> values;  // one channel after the other, each row by row from the top

    Image() = default;
    Image(int height, int width, int channels);
    float& at(int channel, int row, int column);
    float at(int channel, int row, int column) const;
};

// Reads a photograph in linear light: PPM (P6, 8 or 16 bits; white is 1) or colour PFM (as it is).
Image read_photograph(const std::string& path);

// Writes one channel as PFM. The file appears under its name only when it is whole; one that exists is not replaced.
void write_pfm(const Image& image, const std::string& path);
