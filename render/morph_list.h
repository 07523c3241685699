// Which morph deltas the vertex shader visits: per vertex, a list of the deltas of the targets that are in
// use. No GL here. Private to render/ and its tests.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <glm/gtc/type_precision.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

#include "render/renderer_options.h"
#include "render/rig_layout.h"

namespace mien {

/// Texels of one delta in the list: position and slot modulo 1024, then normal and slot / 1024 (halves count
/// no further than 2048).
inline constexpr std::size_t texels_per_delta = 2;

/// The lists of all vertices, one behind the other. A target is listed from its first use on and stays for a
/// while after its last, so that a weight that flickers about 0 does not have the lists built anew each time;
/// but what is listed and idle is kept small against what is in use, so that the cost follows the active
/// deltas, whatever the rig's set. Within a vertex's list the targets stand in their own order: the sum does
/// not depend on history.
class MorphList {
public:
    /// How many draws a target stays listed after its last use: 2 to 3 s at usual rates.
    static constexpr std::uint64_t draws_kept = 150;

    /// `channels` must outlive the list.
    MorphList(std::span<const MorphChannel> channels, std::size_t vertex_count,
              MorphPrecision precision = MorphPrecision::float32);

    /// Takes the weights of the next draw, by channel. True where the lists were built anew.
    bool update(std::span<const float> weights);

    /// By vertex: number of its first delta in the list, and how many there are.
    [[nodiscard]] std::span<const glm::uvec2> places() const { return places_; }
    /// The lists: one of the two is filled, as the precision says. Halves are shares of the target's largest
    /// delta.
    [[nodiscard]] std::span<const glm::vec4> texels() const { return texels_; }
    [[nodiscard]] std::span<const glm::u16vec4> half_texels() const { return half_texels_; }
    /// By slot: what to multiply a listed target's positions and normals with.
    [[nodiscard]] std::span<const glm::vec2> slot_weights() const { return slot_weights_; }
    [[nodiscard]] MorphPrecision precision() const { return precision_; }

    /// The most deltas that can ever be listed.
    [[nodiscard]] std::size_t deltas_at_most() const;

private:
    struct Use {
        std::uint64_t last_draw = 0; ///< 0: never
        bool listed = false;
        bool active = false;
    };
    [[nodiscard]] std::size_t idle_budget(std::size_t active_deltas) const;
    void choose(std::size_t active_deltas);
    void build();
    void pack_halves();
    void append_floats(std::uint32_t slot);
    void append_halves(std::uint32_t slot);

    std::span<const MorphChannel> channels_;
    MorphPrecision precision_;
    std::vector<std::vector<glm::u16vec4>> packed_; ///< by channel, two a delta, without slots; for halves
    std::vector<glm::vec2> scales_;      ///< by channel: the largest position and normal part; for halves
    std::vector<Use> uses_;              ///< by channel
    std::vector<std::uint32_t> slots_;   ///< the listed channels, increasing
    std::vector<std::uint32_t> recency_; ///< idle channels while choosing; kept for its memory
    std::vector<std::uint32_t> ends_;    ///< by vertex, while building
    std::vector<glm::uvec2> places_;
    std::vector<glm::vec4> texels_;
    std::vector<glm::u16vec4> half_texels_;
    std::vector<glm::vec2> slot_weights_;
    std::uint64_t draw_ = 0;
};

} // namespace mien
