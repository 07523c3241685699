// The numbers of HiddenPartsProbe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace mien::hidden_parts {

inline constexpr std::size_t region_features = std::size_t{2} * 2 * 32;
inline constexpr std::size_t face_features = std::size_t{3} * 3 * 32;

/// mesh_feature_hash() of the model that the heads belong to.
extern const std::uint64_t model_hash;
/// On the lips' features.
extern const std::array<float, region_features> mouth;
/// On an eye's features: the eye, then the brow; first for the eye on the image's left.
extern const std::array<std::array<float, 2 * region_features>, 2> eyes_and_brows;
/// On the whole face's features: two eyes, two brows, mouth.
extern const std::array<float, 5 * face_features> face;
extern const std::array<float, 5> bias;

} // namespace mien::hidden_parts
