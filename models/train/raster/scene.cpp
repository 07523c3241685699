#include "scene.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <sstream>

namespace mien::train {
namespace {

constexpr std::int32_t most_items = 1 << 22; ///< of any list; more means a damaged file

class Reader {
public:
    explicit Reader(const std::string& path) : file_(path, std::ios::binary) {}

    template <typename T>
    T one() {
        T value{};
        read(&value, 1);
        return value;
    }
    template <typename T>
    void read(T* target, std::size_t count) {
        file_.read(reinterpret_cast<char*>(target), static_cast<std::streamsize>(count * sizeof(T)));
    }
    Vector vector() {
        Vector v;
        read(v.data(), 3);
        return v;
    }
    template <typename T>
    std::vector<T> list(int count) {
        static_assert(std::is_trivially_copyable_v<T> || sizeof(T) % sizeof(float) == 0);
        std::vector<T> values(static_cast<std::size_t>(count));
        file_.read(reinterpret_cast<char*>(values.data()),
                   static_cast<std::streamsize>(values.size() * sizeof(T)));
        return values;
    }
    /// A count of items; -1 where it makes no sense.
    int count() {
        const auto value = one<std::int32_t>();
        if (value >= 0 && value <= most_items && file_) return value;
        file_.setstate(std::ios::failbit);
        return 0;
    }
    [[nodiscard]] bool good() const { return file_.good(); }
    void refuse() { file_.setstate(std::ios::failbit); }

private:
    std::ifstream file_;
};

Texture read_texture(Reader& in) {
    Texture texture;
    texture.height = in.count();
    texture.width = in.count();
    if (texture.height > 4096 || texture.width > 4096) in.refuse();
    if (!in.good()) return {};
    const auto bytes = in.list<std::uint8_t>(texture.height * texture.width * 3);
    for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
        const auto part = [&](std::size_t k) { return linear_of(static_cast<float>(bytes[i + k]) / 255); };
        texture.pixels.emplace_back(part(0), part(1), part(2));
    }
    return texture;
}

bool within(const std::vector<std::int32_t>& indices, int count) {
    for (const std::int32_t index : indices)
        if (index < 0 || index >= count) return false;
    return true;
}

Mesh read_mesh(Reader& in, int textures) {
    Mesh mesh;
    const int vertices = in.count();
    const int triangles = in.count();
    mesh.texture = in.one<std::int32_t>();
    mesh.eye = static_cast<Mesh::Eye>(in.one<std::int32_t>());
    mesh.skin = in.one<std::int32_t>() != 0;
    mesh.blended = in.one<std::int32_t>() != 0;
    mesh.casts_shadow = in.one<std::int32_t>() != 0;
    mesh.welds = in.count();
    mesh.colour = in.vector();
    mesh.opacity = in.one<float>();
    mesh.specular = in.one<float>();
    mesh.gloss = in.one<float>();
    constexpr float unseen = 0.004F; // of the highlight, one grey value
    mesh.shine_from = std::pow(unseen, 1 / std::max(1.0F, mesh.gloss));
    if (!in.good()) return mesh;
    mesh.points = in.list<Vector>(vertices);
    mesh.normals = in.list<Vector>(vertices);
    mesh.uv = in.list<Eigen::Vector2f>(vertices);
    mesh.tint = in.list<Vector>(vertices);
    mesh.head_share = in.list<float>(vertices);
    mesh.weld = in.list<std::int32_t>(vertices);
    const auto corners = in.list<std::int32_t>(triangles * 3);
    if (mesh.points.empty() || mesh.texture >= textures || !within(mesh.weld, mesh.welds) ||
        !within(corners, vertices))
        in.refuse();
    for (Target& target : mesh.targets) {
        const int moved = in.count();
        if (!in.good()) return mesh;
        target.vertices = in.list<std::int32_t>(moved);
        target.moved = in.list<Vector>(moved);
        if (!within(target.vertices, vertices)) in.refuse();
        mesh.moves = mesh.moves || moved > 0;
    }
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        mesh.triangles.push_back({corners[i], corners[i + 1], corners[i + 2]});
    Vector low = mesh.points.front();
    Vector high = low;
    for (const Vector& point : mesh.points) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    mesh.centre = (low + high) / 2;
    return mesh;
}

} // namespace

float linear_of(float srgb) {
    return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

std::optional<Scene> read_scene(const std::string& path) {
    Reader in(path);
    char magic[8] = {};
    in.read(magic, sizeof magic);
    if (!in.good() || std::memcmp(magic, "MIENSCN1", sizeof magic) != 0) return std::nullopt;
    Scene scene;
    scene.place = in.vector();
    scene.pivot = in.vector();
    for (Light& light : scene.lights) {
        light.direction = in.vector();
        light.colour = in.vector();
    }
    scene.sky = in.vector();
    scene.ground = in.vector();
    for (float* value : {&scene.exposure, &scene.look_side, &scene.look_up, &scene.look_down, &scene.noise})
        *value = in.one<float>();
    scene.seed = in.one<std::uint32_t>();
    scene.backdrop = in.list<std::uint8_t>(picture_size * picture_size * 3);
    const int textures = in.count();
    for (int i = 0; i < textures && in.good(); ++i) scene.textures.push_back(read_texture(in));
    const int meshes = in.count();
    for (int i = 0; i < meshes && in.good(); ++i) scene.meshes.push_back(read_mesh(in, textures));
    if (!in.good()) return std::nullopt;
    return scene;
}

std::optional<std::vector<Pose>> read_performance(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line)) return std::nullopt;
    std::vector<Pose> poses;
    while (std::getline(file, line)) {
        for (char& c : line)
            if (c == ',') c = ' ';
        std::istringstream row(line);
        Pose pose;
        double frame = 0;
        double t = 0;
        row >> frame >> t >> pose.offset.x() >> pose.offset.y() >> pose.offset.z() >> pose.pitch >>
            pose.yaw >> pose.roll;
        for (float& weight : pose.weights) row >> weight;
        if (!row) return std::nullopt;
        poses.push_back(pose);
    }
    return poses;
}

} // namespace mien::train
