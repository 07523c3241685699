#include "render/morph_list.h"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/gtc/packing.hpp>

namespace mien {
namespace {

constexpr std::uint32_t slots_a_row = 1024;

/// The largest part of any of the vectors; 1 where all are 0.
float largest_part(const std::vector<glm::vec3>& vectors) {
    float largest = 0;
    for (const glm::vec3& vector : vectors) {
        const glm::vec3 parts = glm::abs(vector);
        largest = std::max({largest, parts.x, parts.y, parts.z});
    }
    return largest > 0 ? largest : 1.0f;
}

glm::u16vec4 to_halves(const glm::vec3& vector) {
    return glm::packHalf(glm::vec4(vector, 0));
}

} // namespace

MorphList::MorphList(std::span<const MorphChannel> channels, std::size_t vertex_count,
                     MorphPrecision precision)
    : channels_(channels), precision_(precision), uses_(channels.size()), ends_(vertex_count),
      places_(vertex_count, glm::uvec2(0)) {
    if (precision == MorphPrecision::half) pack_halves();
}

void MorphList::pack_halves() {
    for (const MorphChannel& channel : channels_) {
        const glm::vec2 scale(largest_part(channel.positions), largest_part(channel.normals));
        std::vector<glm::u16vec4>& packed = packed_.emplace_back();
        packed.reserve(texels_per_delta * channel.vertices.size());
        for (std::size_t i = 0; i < channel.vertices.size(); ++i) {
            packed.push_back(to_halves(channel.positions[i] / scale.x));
            packed.push_back(to_halves(channel.normals[i] / scale.y));
        }
        scales_.push_back(scale);
    }
}

std::size_t MorphList::deltas_at_most() const {
    std::size_t sum = 0;
    for (const MorphChannel& channel : channels_) sum += channel.vertices.size();
    return sum;
}

std::size_t MorphList::idle_budget(std::size_t active_deltas) const {
    // Walking an idle delta costs about as much as listing one anew, so more than a share of the active ones
    // would not pay; the constant lets a face at rest keep the few targets that flicker.
    return active_deltas / 4 + places_.size() / 8;
}

bool MorphList::update(std::span<const float> weights) {
    ++draw_;
    bool build_anew = false;
    std::size_t active_deltas = 0;
    std::size_t idle_deltas = 0;
    for (std::size_t c = 0; c < channels_.size(); ++c) {
        Use& use = uses_[c];
        use.active = c < weights.size() && weights[c] != 0 && !channels_[c].vertices.empty();
        if (use.active) {
            use.last_draw = draw_;
            active_deltas += channels_[c].vertices.size();
            build_anew = build_anew || !use.listed;
        } else if (use.listed) {
            idle_deltas += channels_[c].vertices.size();
            build_anew = build_anew || draw_ - use.last_draw > draws_kept;
        }
    }
    build_anew = build_anew || idle_deltas > idle_budget(active_deltas);
    if (build_anew) {
        choose(active_deltas);
        build();
    }
    slot_weights_.resize(slots_.size());
    for (std::size_t s = 0; s < slots_.size(); ++s)
        slot_weights_[s] = (uses_[slots_[s]].active ? weights[slots_[s]] : 0.0f) *
                           (scales_.empty() ? glm::vec2(1) : scales_[slots_[s]]);
    return build_anew;
}

/// Lists the active channels, and of the idle ones the last used as far as the budget reaches.
void MorphList::choose(std::size_t active_deltas) {
    recency_.clear();
    for (std::uint32_t c = 0; c < uses_.size(); ++c) {
        Use& use = uses_[c];
        const bool fresh = use.last_draw != 0 && draw_ - use.last_draw <= draws_kept;
        use.listed = use.active;
        if (!use.active && fresh) recency_.push_back(c);
    }
    std::sort(recency_.begin(), recency_.end(), [this](std::uint32_t a, std::uint32_t b) {
        return uses_[a].last_draw != uses_[b].last_draw ? uses_[a].last_draw > uses_[b].last_draw : a < b;
    });
    std::size_t budget = idle_budget(active_deltas);
    for (const std::uint32_t c : recency_) {
        const std::size_t size = channels_[c].vertices.size();
        if (size > budget) break;
        budget -= size;
        uses_[c].listed = true;
    }
    slots_.clear();
    for (std::uint32_t c = 0; c < uses_.size(); ++c)
        if (uses_[c].listed) slots_.push_back(c);
}

/// A counting sort by vertex of the listed channels' deltas.
void MorphList::build() {
    std::fill(ends_.begin(), ends_.end(), 0u);
    for (const std::uint32_t c : slots_)
        for (const std::uint32_t vertex : channels_[c].vertices) ++ends_[vertex];
    std::uint32_t sum = 0;
    for (std::size_t v = 0; v < ends_.size(); ++v) {
        places_[v] = {sum, ends_[v]};
        sum += ends_[v];
        ends_[v] = places_[v].x;
    }
    const bool halves = precision_ == MorphPrecision::half;
    if (halves)
        half_texels_.resize(texels_per_delta * sum);
    else
        texels_.resize(texels_per_delta * sum);
    for (std::uint32_t s = 0; s < slots_.size(); ++s) {
        if (halves)
            append_halves(s);
        else
            append_floats(s);
    }
}

void MorphList::append_floats(std::uint32_t slot) {
    const MorphChannel& channel = channels_[slots_[slot]];
    const auto column = static_cast<float>(slot % slots_a_row);
    const auto row = static_cast<float>(slot / slots_a_row);
    for (std::size_t i = 0; i < channel.vertices.size(); ++i) {
        glm::vec4* texel = &texels_[texels_per_delta * ends_[channel.vertices[i]]++];
        texel[0] = glm::vec4(channel.positions[i], column);
        texel[1] = glm::vec4(channel.normals[i], row);
    }
}

void MorphList::append_halves(std::uint32_t slot) {
    const std::vector<std::uint32_t>& vertices = channels_[slots_[slot]].vertices;
    const std::vector<glm::u16vec4>& packed = packed_[slots_[slot]];
    const std::uint16_t column = glm::packHalf1x16(static_cast<float>(slot % slots_a_row));
    const std::uint16_t row = glm::packHalf1x16(static_cast<float>(slot / slots_a_row));
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        glm::u16vec4* texel = &half_texels_[texels_per_delta * ends_[vertices[i]]++];
        texel[0] = packed[texels_per_delta * i];
        texel[1] = packed[texels_per_delta * i + 1];
        texel[0].w = column;
        texel[1].w = row;
    }
}

} // namespace mien
