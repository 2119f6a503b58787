#include "images.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace {

constexpr int largest_side = 1 << 16;

[[noreturn]] void refuse(const std::string& path, const std::string& why) { throw std::runtime_error(path + ": " + why); }

bool is_little_endian() {
    const std::uint16_t one = 1;
    unsigned char first;
    std::memcpy(&first, &one, 1);
    return first == 1;
}

// The next word of a header; PPM files may hold comments.
std::string word(std::ifstream& file) {
    std::string found;
    while (file >> found && found[0] == '#') {
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return found;
}

double number(std::ifstream& file, const std::string& path) {
    try {
        return std::stod(word(file));
    } catch (const std::exception&) {
        refuse(path, "its header is damaged");
    }
}

std::vector<unsigned char> rest(std::ifstream& file, std::size_t bytes, const std::string& path) {
    file.get();  // the one white space behind the header
    std::vector<unsigned char> content(bytes);
    file.read(reinterpret_cast<char*>(content.data()), static_cast<std::streamsize>(bytes));
    if (static_cast<std::size_t>(file.gcount()) != bytes) refuse(path, "it is cut short");
    return content;
}

void read_ppm(Image& image, std::ifstream& file, double white, const std::string& path) {
    if (white < 1 || white > 65535) refuse(path, "its white level is not in 1..65535");
    const int depth = white > 255 ? 2 : 1;
    const auto bytes = rest(file, image.values.size() * depth, path);
    std::size_t next = 0;
    for (int row = 0; row < image.height; ++row) {
        for (int column = 0; column < image.width; ++column) {
            for (int channel = 0; channel < 3; ++channel, next += depth) {
                const int value = depth == 2 ? bytes[next] << 8 | bytes[next + 1] : bytes[next];
                image.at(channel, row, column) = static_cast<float>(value / white);
            }
        }
    }
}

void read_pfm(Image& image, std::ifstream& file, double scale, const std::string& path) {
    const auto bytes = rest(file, image.values.size() * sizeof(float), path);
    const bool swapped = (scale < 0) != is_little_endian();
    std::size_t next = 0;
    for (int row = image.height - 1; row >= 0; --row) {  // PFM begins at the bottom
        for (int column = 0; column < image.width; ++column) {
            for (int channel = 0; channel < 3; ++channel, next += sizeof(float)) {
                unsigned char value[sizeof(float)];
                for (std::size_t i = 0; i < sizeof(float); ++i) {
                    value[i] = bytes[next + (swapped ? sizeof(float) - 1 - i : i)];
                }
                std::memcpy(&image.at(channel, row, column), value, sizeof(float));
            }
        }
    }
}

}  // namespace

Image::Image(int height, int width, int channels)
    : height(height), width(width), channels(channels), values(std::size_t(height) * width * channels) {}

float& Image::at(int channel, int row, int column) {
    return values[(std::size_t(channel) * height + row) * width + column];
}

float Image::at(int channel, int row, int column) const {
    return values[(std::size_t(channel) * height + row) * width + column];
}

Image read_photograph(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(path, "it cannot be opened");
    const std::string kind = word(file);
    if (kind != "P6" && kind != "PF") refuse(path, "it is neither a colour PPM (P6) nor a colour PFM (PF)");
    const double width = number(file, path), height = number(file, path), last = number(file, path);
    if (!(width >= 1 && height >= 1 && width <= largest_side && height <= largest_side)) {
        refuse(path, "its size is not one of a photograph");
    }
    Image image(static_cast<int>(height), static_cast<int>(width), 3);
    kind == "P6" ? read_ppm(image, file, last, path) : read_pfm(image, file, last, path);
    return image;
}

void write_pfm(const Image& image, const std::string& path) {
    if (std::filesystem::exists(path)) refuse(path, "it exists; choose another name");
    const std::string partial = path + ".partial";
    {
        std::ofstream file(partial, std::ios::binary);
        file << "Pf\n" << image.width << " " << image.height << "\n" << (is_little_endian() ? "-1.0\n" : "1.0\n");
        for (int row = image.height - 1; row >= 0; --row) {
            file.write(reinterpret_cast<const char*>(&image.values[std::size_t(row) * image.width]),
                       static_cast<std::streamsize>(sizeof(float) * image.width));
        }
        file.close();
        if (!file) {
            std::filesystem::remove(partial);
            refuse(path, "it cannot be written");
        }
    }
    std::filesystem::rename(partial, path);
}
