#include "models/bundled.h"

#include <algorithm>
#include <array>

// bundled_data.S puts the files that the generator made between these labels.
extern "C" {
extern const std::uint8_t mien_bundled_head[];
extern const std::uint8_t mien_bundled_head_end[];
extern const std::uint8_t mien_bundled_bones[];
extern const std::uint8_t mien_bundled_bones_end[];
extern const std::uint8_t mien_bundled_vrm[];
extern const std::uint8_t mien_bundled_vrm_end[];
}

namespace mien {

namespace {

struct Bundled {
    std::string_view name;
    const std::uint8_t* begin;
    const std::uint8_t* end;
};
const std::array<Bundled, 3> rigs{{{"mien", mien_bundled_head, mien_bundled_head_end},
                                   {"mien-bones", mien_bundled_bones, mien_bundled_bones_end},
                                   {"mien-vrm", mien_bundled_vrm, mien_bundled_vrm_end}}};

} // namespace

std::span<const std::uint8_t> bundled_rig(std::string_view name) {
    const auto* const found = std::ranges::find(rigs, name, &Bundled::name);
    if (found == rigs.end()) return {};
    return {found->begin, found->end};
}

std::vector<std::string_view> bundled_rig_names() {
    std::vector<std::string_view> names;
    for (const Bundled& rig : rigs) names.push_back(rig.name);
    return names;
}

} // namespace mien
