#include "models/generator/skin.h"

#include <cstddef>

#include "models/generator/ear.h"
#include "models/generator/lids.h"
#include "models/generator/mouth.h"
#include "models/generator/nose.h"
#include "models/generator/sculpture.h"
#include "models/generator/skin_grid.h"

namespace mien::head {

namespace {

std::vector<std::vector<int>> neighbours(const Skin& skin) {
    std::vector<std::vector<int>> result(skin.positions.size());
    const auto link = [&](int a, int b) {
        if (a == b) return;
        if (std::ranges::find(result[a], b) == result[a].end()) result[a].push_back(b);
        if (std::ranges::find(result[b], a) == result[b].end()) result[b].push_back(a);
    };
    for (const auto& q : skin.quads)
        for (std::size_t i = 0; i < 4; ++i) link(q[i], q[(i + 1) % 4]);
    return result;
}

/// Lets the free vertices slide over the sculpture until each lies amid its neighbours: the mesh spreads
/// evenly between the features that are fixed.
void relax(Skin& skin, const std::vector<bool>& fixed) {
    const auto near = neighbours(skin);
    const std::size_t count = skin.positions.size();
    const std::vector<bool>& middle = skin.middle;
    std::vector<Vec3> next = skin.positions;
    constexpr int rounds = 240;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t v = 0; v < count; ++v) {
            if (fixed[v]) continue;
            Vec3 sum{0};
            double weight = 0;
            for (const int n : near[v]) {
                // On the middle plane the neighbour's mirror image pulls as well.
                const double w = middle[v] && !middle[n] ? 2 : 1;
                sum += skin.positions[n] * w;
                weight += w;
            }
            next[v] = mix(skin.positions[v], sum / weight, 0.6);
            if (middle[v]) next[v].x = 0;
            if (round % 3 == 0 || round > rounds - 4) {
                next[v] = project(&skin_distance, next[v]);
                if (middle[v]) next[v].x = 0;
            }
        }
        skin.positions = next;
    }
}

} // namespace

Skin build_skin() {
    Skin skin = make_skin_grid();
    std::vector<bool> fixed(skin.positions.size(), false);
    for (std::size_t v = 0; v < skin.positions.size(); ++v)
        skin.positions[v] = project(&skin_distance, skin.positions[v]);
    for (int column = 0; column <= grid::columns; ++column) fixed[column] = true; // the hem under the collar
    lay_lids(skin, fixed);
    lay_mouth(skin, fixed);
    lay_nose(skin, fixed);
    lay_ear(skin, fixed);
    for (std::size_t v = 0; v < skin.positions.size(); ++v)
        if (skin.middle[v]) skin.positions[v].x = 0;
    relax(skin, fixed);
    return skin;
}

} // namespace mien::head
