// Depth of a pair of photographs with the file that `blurry-edges export` writes, without Python.
//
//     depth fused.onnx minus.ppm plus.ppm PHOTONS READ_NOISE depth.pfm [depth_sd.pfm]

#include <onnxruntime_cxx_api.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "images.h"
#include "tiles.h"

namespace {

// What the exported file says about itself.
struct Facts {
    int tile_px, halo_px;
    double scale;  // by how much photographs must be resized before they come here
};

double fact(const Ort::Session& session, const char* name) {
    Ort::AllocatorWithDefaultOptions allocator;
    const auto text = session.GetModelMetadata().LookupCustomMetadataMapAllocated(name, allocator);
    if (!text) throw std::runtime_error(std::string("the model does not say its ") + name + "; was it exported by blurry-edges?");
    return std::stod(text.get());
}

Facts facts_of(const Ort::Session& session) {
    return {static_cast<int>(fact(session, "tile_px")), static_cast<int>(fact(session, "halo_px")), fact(session, "scale")};
}

struct Light {
    float photon_level, read_noise;
};

struct Maps {
    Image depth_m, depth_sd_m;
};

// A tile of both photographs, mirrored where they end.
std::vector<float> cut(const Image& minus, const Image& plus, int top, int left, int tile_px) {
    std::vector<float> pair;
    pair.reserve(std::size_t(2) * 3 * tile_px * tile_px);
    for (const Image* image : {&minus, &plus}) {
        for (int channel = 0; channel < 3; ++channel) {
            for (int row = top; row < top + tile_px; ++row) {
                for (int column = left; column < left + tile_px; ++column) {
                    pair.push_back(image->at(channel, mirrored(row, image->height), mirrored(column, image->width)));
                }
            }
        }
    }
    return pair;
}

// Runs the model on one tile; returns depth and its standard deviation.
std::vector<Ort::Value> run(Ort::Session& session, std::vector<float>& pair, Light& light, int tile_px) {
    const auto memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    const std::array<std::int64_t, 5> shape{1, 2, 3, tile_px, tile_px};
    const std::array<std::int64_t, 1> one{1};
    std::array<Ort::Value, 3> inputs{
        Ort::Value::CreateTensor<float>(memory, pair.data(), pair.size(), shape.data(), shape.size()),
        Ort::Value::CreateTensor<float>(memory, &light.photon_level, 1, one.data(), one.size()),
        Ort::Value::CreateTensor<float>(memory, &light.read_noise, 1, one.data(), one.size())};
    const std::array<const char*, 3> given{"pair", "photon_level", "read_noise"};
    const std::array<const char*, 2> asked{"depth_m", "depth_sd_m"};
    return session.Run(Ort::RunOptions{nullptr}, given.data(), inputs.data(), inputs.size(), asked.data(), asked.size());
}

Maps estimate(Ort::Session& session, const Facts& facts, const Image& minus, const Image& plus, Light light) {
    const int tile_px = facts.tile_px;
    const auto rows = split(padded_length(minus.height, tile_px), tile_px, facts.halo_px);
    const auto columns = split(padded_length(minus.width, tile_px), tile_px, facts.halo_px);
    Maps maps{Image(minus.height, minus.width, 1), Image(minus.height, minus.width, 1)};
    std::size_t done = 0;
    for (const Part& row : rows) {
        for (const Part& column : columns) {
            auto pair = cut(minus, plus, row.start, column.start, tile_px);
            const auto found = run(session, pair, light, tile_px);
            const float* depth_m = found[0].GetTensorData<float>();
            const float* depth_sd_m = found[1].GetTensorData<float>();
            for (int y = row.from; y < std::min(row.to, minus.height); ++y) {
                for (int x = column.from; x < std::min(column.to, minus.width); ++x) {
                    const std::size_t place = std::size_t(y - row.start) * tile_px + (x - column.start);
                    maps.depth_m.at(0, y, x) = depth_m[place];
                    maps.depth_sd_m.at(0, y, x) = depth_sd_m[place];
                }
            }
            std::cerr << "\rtile " << ++done << " of " << rows.size() * columns.size() << std::flush;
        }
    }
    std::cerr << "\n";
    return maps;
}

float positive(const char* text, const char* what, bool zero_too) {
    std::size_t used = 0;
    float value = 0;
    try {
        value = std::stof(text, &used);
    } catch (const std::exception&) {
    }
    if (used != std::string(text).size() || !std::isfinite(value) || value < 0 || (value == 0 && !zero_too)) {
        throw std::runtime_error(std::string(what) + " is '" + text + "'; give a positive number of photons");
    }
    return value;
}

void depth_of(int count, char** arguments) {
    const Light light{positive(arguments[4], "PHOTONS", false), positive(arguments[5], "READ_NOISE", true)};
    const Image minus = read_photograph(arguments[2]), plus = read_photograph(arguments[3]);
    if (minus.height != plus.height || minus.width != plus.width) {
        throw std::runtime_error("the photographs differ in size; both must show the same view");
    }
    Ort::Env environment(ORT_LOGGING_LEVEL_ERROR, "depth");
    Ort::Session session(environment, arguments[1], Ort::SessionOptions{});
    const Facts facts = facts_of(session);
    if (std::abs(facts.scale - 1) > 0.02) {
        std::cerr << "this camera's photographs must have been resized to " << facts.scale << " times their size\n";
    }
    const Maps maps = estimate(session, facts, minus, plus, light);
    write_pfm(maps.depth_m, arguments[6]);
    if (count > 7) write_pfm(maps.depth_sd_m, arguments[7]);
    auto known = maps.depth_m.values;
    known.erase(std::remove_if(known.begin(), known.end(), [](float z) { return std::isnan(z); }), known.end());
    if (known.empty()) throw std::runtime_error("no depth is known at any pixel");
    std::nth_element(known.begin(), known.begin() + known.size() / 2, known.end());
    std::cout << maps.depth_m.width << " x " << maps.depth_m.height << " px, median depth " << known[known.size() / 2] << " m\n";
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 7 || count > 8) {
        std::cerr << "usage: depth fused.onnx minus.ppm plus.ppm PHOTONS READ_NOISE depth.pfm [depth_sd.pfm]\n";
        return 2;
    }
    try {
        depth_of(count, arguments);
    } catch (const std::exception& error) {
        std::cerr << "depth: " << error.what() << "\n";
        return 1;
    }
    return 0;
}
