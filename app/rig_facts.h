// Numbers and lists that `mien rig inspect` says as text and as JSON.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <glm/vec3.hpp>

#include "app/avatar.h"

namespace mien {

/// The rest pose's box, metres; zero without vertices.
struct Box {
    glm::vec3 low{0};
    glm::vec3 high{0};
};
[[nodiscard]] Box rest_box(const Rig& rig);

struct Counts {
    std::size_t primitives = 0;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t targets = 0;
    std::size_t textures_read = 0;
};
[[nodiscard]] Counts count(const Rig& rig);

/// Channels that move something: through a mapping row, or gaze through joints.
[[nodiscard]] std::size_t driven_channels(const Mapping& mapping);

struct NamedJoint {
    const char* role;
    int node; ///< no_index where the rig has none
};
[[nodiscard]] std::array<NamedJoint, 5> roles(const HeadJoints& joints);

/// By node: a joint of some skin.
[[nodiscard]] std::vector<bool> bones_of(const Rig& rig);

} // namespace mien
