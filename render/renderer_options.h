// Choices that are made when a rig is uploaded for drawing. Plain values.
#pragma once

#include <cstdint>

namespace mien {

/// Where morph targets are summed. Skinning is always the vertex shader's.
enum class MorphBlending : std::uint8_t {
    automatic,     ///< vertex_shader; processor where the driver is a software renderer
    vertex_shader, ///< lists of the active deltas in a texture
    processor,     ///< the touched vertices summed here and uploaded: cheaper where there is no GPU
};

/// How the vertex shader's deltas are stored.
enum class MorphPrecision : std::uint8_t {
    float32,
    half, ///< half the memory; a delta is off by up to 1/4000 of the target's largest: to look at, not to
          ///< measure with
};

struct RendererOptions {
    MorphBlending blending = MorphBlending::automatic;
    MorphPrecision precision = MorphPrecision::float32; ///< where the vertex shader sums
};

} // namespace mien
