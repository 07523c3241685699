#include "rig/import/opacity.h"

#include <algorithm>

#include "rig/printable_text.h"

namespace mien {
namespace {

void set_opacity(Material& material, float opacity) {
    material.base_colour.a = opacity;
    material.alpha_mode = opacity < 1 ? AlphaMode::blend : AlphaMode::opaque;
}

} // namespace

void mend_opacities(std::vector<Material>& materials, Report& report) {
    const auto is_invisible = [](const Material& material) { return material.base_colour.a <= 0; };
    const auto turned_is_invisible = [](const Material& material) { return material.base_colour.a >= 1; };
    if (std::ranges::count_if(materials, is_invisible) >
        std::ranges::count_if(materials, turned_is_invisible)) {
        report.note("its opacities are the wrong way round: 0 is taken as opaque");
        for (Material& material : materials)
            set_opacity(material, std::clamp(1 - material.base_colour.a, 0.0f, 1.0f));
    }
    for (Material& material : materials) {
        if (!is_invisible(material)) continue;
        report.note("material {}: fully transparent in the file, drawn opaque", printable(material.name));
        set_opacity(material, 1);
    }
}

} // namespace mien
