#include "models/generator/mouth.h"

#include "models/generator/proportions.h"
#include "models/generator/sculpture.h"

namespace mien::head {

namespace {

/// The red ends a little beyond the corner.
constexpr double red_half_width = mouth_half_width + 2.6;

/// The first skin met from the front at this place.
Vec3 front_point(double x, double y) {
    Vec3 p{x, y, 130};
    for (int step = 0; step < 200; ++step) {
        const double d = skin_distance(p);
        if (d < 1e-3) break;
        p.z -= 0.8 * d;
    }
    return p;
}

/// A loop's vertex: how far from the middle (0) to the corner (1), and on which lip.
struct LipPlace {
    double s;
    double side; ///< +1 upper, -1 lower, 0 the corner itself
};
LipPlace lip_place(int k, int length) {
    const int half = (length - 1) / 2;
    if (k == half) return {1, 0};
    return k < half ? LipPlace{double(k) / half, 1} : LipPlace{double(length - 1 - k) / half, -1};
}

Vec3 border_point(const LipPlace& place) {
    const double x = place.s * red_half_width;
    const double y = place.side > 0   ? upper_lip_border_y(x)
                     : place.side < 0 ? lower_lip_border_y(x)
                                      : lip_line_y(red_half_width);
    return front_point(x, y);
}

Vec3 contact_point(const LipPlace& place) {
    const double x = place.s * mouth_half_width;
    Vec3 p = front_point(x, lip_line_y(x));
    // Rolled in: the lips touch behind the line that one sees.
    p.z -= mix(1.5, 0.6, place.s);
    return p;
}

/// A loop behind the contact: how wide and high it is, and how far behind the middle of the lips.
struct CavityLoop {
    double width;       ///< of the mouth's half width
    double up, down;    ///< millimetres from the line of contact in the middle
    double back;        ///< millimetres behind the contact
    double corner_back; ///< the same at the corner
};
constexpr std::array cavity{
    CavityLoop{0.99, 1.6, 1.6, 2.8, 1.2}, CavityLoop{1.0, 6, 6, 5.0, 2.5},
    CavityLoop{1.04, 13, 13, 6.0, 6},     CavityLoop{1.06, 16, 16, 13, 14},
    CavityLoop{1.02, 16.5, 18, 28, 26},   CavityLoop{0.72, 13, 17, 46, 40},
};

Vec3 cavity_point(const CavityLoop& loop, const LipPlace& place) {
    const double x = place.s * mouth_half_width;
    const Vec3 contact = contact_point({place.s, 0});
    // An ellipse: full height in the middle, none at the corner.
    const double height = std::sqrt(std::max(0.0, 1 - place.s * place.s));
    const double y = contact.y + (place.side > 0 ? loop.up : -loop.down) * height;
    return {x * loop.width, y, contact.z - mix(loop.back, loop.corner_back, place.s * place.s)};
}

} // namespace

double lip_line_y(double x) {
    const double s = std::min(std::abs(x), mouth_half_width + 1.0) / mouth_half_width;
    // Down a little beside the middle, up to the corners: a friendly resting mouth.
    return mouth_y - 0.3 * bell(s - 0.35, 0.3) + 3.3 * std::pow(s, 2.2);
}

double upper_lip_border_y(double x) {
    const double s = std::min(1.0, std::abs(x) / red_half_width);
    return lip_line_y(x) + 7.6 * std::pow(1 - s * s, 0.95) - 1.4 * bell(x, 4.0);
}
double lower_lip_border_y(double x) {
    const double s = std::min(1.0, std::abs(x) / red_half_width);
    return lip_line_y(x) - 9.2 * std::pow(1 - s * s, 0.85);
}

void lay_mouth(Skin& skin, std::vector<bool>& fixed) {
    const Rings& mouth = skin.mouth;
    const int length = int(mouth.inner().size());
    const auto lay = [&](int ring, int k, const Vec3& p) {
        const int v = mouth.loops[ring][k];
        skin.positions[v] = p;
        fixed[v] = true;
    };
    for (int k = 0; k < length; ++k) {
        const LipPlace place = lip_place(k, length);
        lay(lip_border_ring, k, border_point(place));
        lay(lip_contact_ring, k, contact_point(place));
        for (std::size_t i = 0; i < cavity.size(); ++i)
            lay(lip_contact_ring + 1 + int(i), k, cavity_point(cavity[i], place));
    }
}

} // namespace mien::head
