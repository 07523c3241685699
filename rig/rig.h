// An avatar as data: what an importer returns and everything else reads. Right-handed, y up, metres, as glTF.
// All indices are checked by the importer: code behind it may trust them. A plain value; const from any
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "base/image.h"
#include "rig/vrm.h"

namespace mien {

/// Marks "none" in the index fields below.
inline constexpr int no_index = -1;

/// A joint or a carrier of a mesh. Index = the node's index in the file.
struct Node {
    std::string name;               ///< as in the file, "node N" where it has none
    int parent = no_index;          ///< a node's parent comes anywhere in the list; see Rig::node_order
    glm::vec3 translation{0};       ///< the rest pose, local
    glm::quat rotation{1, 0, 0, 0}; ///< unit; glm's constructor takes w, x, y, z
    glm::vec3 scale{1};
    std::optional<glm::mat4> matrix; ///< where the file gives a matrix that no translation, rotation and
                                     ///< scale equals; then it counts instead of them
    int mesh = no_index;
    int skin = no_index;        ///< of the mesh; the node's own transform then does not count (glTF 3.7.3.3)
    std::vector<float> weights; ///< this node's default morph weights; empty: the mesh's count
};

/// One blendshape of a vertex buffer, sparse: only the vertices that it moves or whose normals it turns. The
/// three delta lists are as long as `vertices`; tangents are empty where the file has none, normals where
/// there are no vertices (importers compute those that the file lacks: rig/morph_normals.h).
struct MorphTarget {
    std::vector<std::uint32_t> vertices; ///< strictly increasing
    std::vector<glm::vec3> positions;    ///< added to the rest position at weight 1
    std::vector<glm::vec3> normals;
    std::vector<glm::vec3> tangents;
};

/// Vertices that one or several primitives draw from. Lists other than `positions` are empty where the file
/// has none, else as long.
struct VertexBuffer {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals; ///< unit; computed by the importer where the file has none
    std::vector<glm::vec4> tangents;
    std::array<std::vector<glm::vec2>, 2> uv; ///< v down, as glTF
    std::vector<glm::vec4> colours;           ///< linear
    std::vector<glm::u16vec4> joints;         ///< into the skin's joint list
    std::vector<glm::vec4> joint_weights;     ///< sum 1; the best four where the file has more
    std::vector<MorphTarget> targets;         ///< as many as the mesh has target_names
};

/// Triangles of one material.
struct Primitive {
    int vertices = no_index;            ///< into Rig::vertex_buffers
    std::vector<std::uint32_t> indices; ///< three a triangle, counter-clockwise from outside
    int material = no_index;
};

/// A morph target whose way from 0 to 1 leads over other shapes (FBX in-betweens): at each stop's weight that
/// shape alone is shown, between two stops both in proportion; the outermost pair goes on beyond its ends.
struct MorphPath {
    struct Stop {
        float weight = 1; ///< of `target`; not 0, where the rest shape is
        int shape = no_index;
    };
    int target = no_index;   ///< what is driven; it may be the shape of one of the stops
    std::vector<Stop> stops; ///< by increasing weight, at least one
};

struct Mesh {
    std::string name;
    std::vector<Primitive> primitives;
    std::vector<std::string> target_names; ///< one per morph target, unique within the mesh
    std::vector<float> default_weights;    ///< as many as target_names
    std::vector<MorphPath> paths = {};     ///< followed by evaluate(); at most one per target
};

struct Skin {
    std::string name;
    std::vector<int> joints; ///< node indices
    std::vector<glm::mat4> inverse_bind;
};

/// Which texture a material uses where, with KHR_texture_transform.
struct TextureUse {
    int texture = no_index; ///< into Rig::textures
    int uv_set = 0;
    glm::vec2 offset{0};
    float rotation = 0; ///< radians, counter-clockwise
    glm::vec2 scale{1};
};

enum class AlphaMode : std::uint8_t { opaque, mask, blend };
enum class Shading : std::uint8_t { metallic_roughness, unlit, toon };

/// glTF's metallic-roughness material, or what an importer made of another kind. Colours are linear.
struct Material {
    std::string name;
    Shading shading = Shading::metallic_roughness;
    glm::vec4 base_colour{1};
    TextureUse base_colour_texture;
    float metallic = 1;
    float roughness = 1;
    TextureUse metallic_roughness_texture;
    TextureUse normal_texture;
    float normal_scale = 1;
    TextureUse occlusion_texture;
    float occlusion_strength = 1;
    glm::vec3 emissive{0};
    TextureUse emissive_texture;
    AlphaMode alpha_mode = AlphaMode::opaque;
    float alpha_cutoff = 0.5f;
    bool double_sided = false;
    glm::vec3 shade_colour{1}; ///< toon: the colour in the shade
};

enum class Wrap : std::uint8_t { repeat, mirror, clamp };

struct Texture {
    std::string name;
    Image picture; ///< decoded; empty where it could not be read (the report says why): draw plain
    Wrap wrap_u = Wrap::repeat;
    Wrap wrap_v = Wrap::repeat;
    bool nearest = false; ///< magnification
};

enum class Interpolation : std::uint8_t { step, linear, cubic_spline };
enum class AnimatedProperty : std::uint8_t { translation, rotation, scale, weights };

/// Keys of one property of one node. `values` holds, per key, 3 floats (translation, scale), 4 (rotation, x y
/// z w) or one per morph target (weights); three times as many for cubic_spline (in-tangent, value,
/// out-tangent).
struct AnimationChannel {
    int node = no_index;
    AnimatedProperty property = AnimatedProperty::translation;
    Interpolation interpolation = Interpolation::linear;
    std::vector<float> times; ///< seconds, strictly increasing
    std::vector<float> values;
};

struct Animation {
    std::string name;
    std::vector<AnimationChannel> channels;
    float duration = 0; ///< seconds, the last key
};

/// A morph target of a mesh, and how much of it an expression takes.
struct TargetRef {
    int mesh = no_index;
    int target = no_index;
    float weight = 1; ///< of the target when the expression is 1; other than 1 in VRM expressions alone
    bool operator==(const TargetRef&) const = default;
};

/// A name that a person can drive: all morph targets of that name, in whichever meshes (head, teeth, lashes),
/// or an expression of a VRM file, which may take parts of several.
struct Expression {
    std::string name; ///< unique within the rig
    std::vector<TargetRef> targets;
    int vrm = no_index; ///< into VrmData::expressions, with their rules; no_index for plain morph targets
};

/// One thing an importer found worth telling.
struct ReportLine {
    enum class Kind : std::uint8_t { note, warning };
    Kind kind = Kind::note;
    std::string text; ///< one line, printable UTF-8
    bool operator==(const ReportLine&) const = default;
};

/// The whole avatar.
struct Rig {
    std::string name;           ///< for people
    std::filesystem::path path; ///< where it came from; empty for generated ones
    std::string licence_line;   ///< title, author, licence where the file says so (VRM meta, asset.copyright)
    std::vector<Node> nodes;
    std::vector<int> node_order;     ///< every node after its parent
    std::vector<bool> node_in_scene; ///< nodes of the default scene: only their meshes are drawn
    std::vector<Mesh> meshes;
    std::vector<VertexBuffer> vertex_buffers;
    std::vector<Skin> skins;
    std::vector<Material> materials;
    std::vector<Texture> textures;
    std::vector<Animation> animations;
    std::vector<Expression> expressions; ///< morph targets in order of first appearance, then the VRM
                                         ///< expressions that are not the same as one of them
    std::optional<VrmData> vrm;
    /// Radians about +y from +z to where the face looks at rest: mostly 0, pi for VRM 0.x (rig/front.h).
    float front_yaw = 0;
    std::string own_face_groups; ///< JSON of rig/face_groups.h that the file carries in itself (glTF:
                                 ///< extras.mien), not yet checked; empty where it carries none
    std::vector<ReportLine> report;
};

} // namespace mien
