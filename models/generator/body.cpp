#include "models/generator/body.h"

namespace mien::head {

namespace {

void add_quad(std::vector<std::uint32_t>& indices, const std::array<int, 4>& q) {
    const auto put = [&](int a, int b, int c) {
        if (a == b || b == c || a == c) return;
        for (const int v : {a, b, c}) indices.push_back(std::uint32_t(v));
    };
    put(q[0], q[1], q[2]);
    put(q[0], q[2], q[3]);
}

} // namespace

Piece make_body(const Skin& skin) {
    Piece body;
    Part& part = body.part;
    part.name = "Head";
    part.positions = skin.positions;
    part.uv = skin.map;
    body.points = face_points(skin);
    std::vector<bool> seam(skin.positions.size(), false);
    for (const int v : skin.seam) seam[v] = true;
    std::vector<int> other; // a vertex's mirror image
    for (std::size_t v = 0; v < skin.positions.size(); ++v) {
        const bool shared = skin.middle[v] && !seam[v];
        other.push_back(shared ? int(v) : int(part.positions.size()));
        if (shared) continue;
        part.positions.push_back(mirrored(part.positions[v]));
        part.uv.push_back({1 - skin.map[v].x, skin.map[v].y});
        FacePoint point = body.points[v];
        point.p = mirrored(point.p);
        body.points.push_back(point);
    }
    for (const auto& q : skin.quads) add_quad(part.indices, q);
    // Turned round, starting at the same corner: the same diagonal on both sides.
    for (const auto& q : skin.quads)
        add_quad(part.indices, {other[q[0]], other[q[3]], other[q[2]], other[q[1]]});
    return body;
}

} // namespace mien::head
