#include "render/rig_renderer.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

#include "render/deform_pass_gl.h"
#include "render/gl_context.h"
#include "render/material_gl.h"
#include "render/objects_gl.h"
#include "render/scene.h"
#include "render/surface_gl.h"

namespace mien {
namespace {

bool draws_with_processor() {
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return name != nullptr && is_software_renderer(name);
}

/// An item with what its draw calls need.
struct DrawItem {
    LayoutItem layout;
    const gl::PreparedMaterial* material = nullptr;
    const gl::SurfaceProgram* program = nullptr; ///< of its own alpha pass
    const gl::SurfaceProgram* solid = nullptr;   ///< of a blended surface's solid part
    glm::vec3 centre{0};                         ///< of its triangles, at rest
};

glm::vec3 centre_of(const RigLayout& layout, const LayoutItem& item) {
    if (item.index_count == 0) return glm::vec3(0);
    glm::vec3 low(layout.rest[layout.indices[item.first_index]].position);
    glm::vec3 high(low);
    for (std::uint32_t i = 0; i < item.index_count; ++i) {
        const glm::vec3& position = layout.rest[layout.indices[item.first_index + i]].position;
        low = glm::min(low, position);
        high = glm::max(high, position);
    }
    return 0.5f * (low + high);
}

} // namespace

struct RigRenderer::State {
    RigLayout layout;
    MorphBlending blending = MorphBlending::vertex_shader;
    std::optional<gl::DeformPass> deform;
    std::optional<gl::MaterialSet> materials;
    gl::SurfacePrograms programs;
    std::vector<DrawItem> items;
    std::vector<std::pair<float, std::size_t>> by_depth; ///< view z and item, far ones first
    gl::VertexArray array;
    gl::Buffer uv0, uv1, colours, indices, scene;

    Result<void> prepare_items();
    void make_buffers();
    void forget_uploaded();
    void draw_item(const DrawItem& item, const gl::SurfaceProgram& program) const;
    void sort_by_depth(const Camera& camera);
    void draw_opaque() const;
    void draw_blended() const;
};

Result<void> RigRenderer::State::prepare_items() {
    for (const LayoutItem& laid_out : layout.items) {
        DrawItem item;
        item.layout = laid_out;
        item.material = &materials->get(laid_out.material);
        item.centre = centre_of(layout, laid_out);
        gl::SurfaceVariant variant = item.material->variant;
        variant.vertex_colour = !layout.colours.empty();
        variant.second_uv = variant.second_uv && !layout.uv1.empty();
        Result<const gl::SurfaceProgram*> program = programs.get(variant);
        if (!program) return pass_on(program);
        item.program = *program;
        if (variant.alpha == gl::AlphaPass::blend) {
            variant.alpha = gl::AlphaPass::solid;
            Result<const gl::SurfaceProgram*> solid = programs.get(variant);
            if (!solid) return pass_on(solid);
            item.solid = *solid;
        }
        items.push_back(item);
    }
    return {};
}

void RigRenderer::State::make_buffers() {
    array = gl::make_vertex_array();
    glBindVertexArray(array.get());
    const auto attribute = [](GLuint location, const auto& values, GLint components) {
        gl::Buffer buffer = gl::make_buffer();
        glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
        glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size() * sizeof(values[0])),
                     values.data(), GL_STATIC_DRAW);
        glVertexAttribPointer(location, components, GL_FLOAT, GL_FALSE, 0, nullptr);
        glEnableVertexAttribArray(location);
        return buffer;
    };
    glBindBuffer(GL_ARRAY_BUFFER, deform->vertices());
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(gl::WorldVertex),
                          reinterpret_cast<const void*>(offsetof(gl::WorldVertex, position)));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(gl::WorldVertex),
                          reinterpret_cast<const void*>(offsetof(gl::WorldVertex, normal)));
    glEnableVertexAttribArray(0);
    glEnableVertexAttribArray(1);
    uv0 = attribute(2, layout.uv0, 2);
    if (!layout.uv1.empty()) uv1 = attribute(3, layout.uv1, 2);
    if (!layout.colours.empty()) colours = attribute(4, layout.colours, 4);
    indices = gl::make_buffer();
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices.get());
    glBufferData(GL_ELEMENT_ARRAY_BUFFER,
                 static_cast<GLsizeiptr>(layout.indices.size() * sizeof(std::uint32_t)),
                 layout.indices.data(), GL_STATIC_DRAW);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);

    scene = gl::make_buffer();
}

/// Frees what the GPU has and the processor needs no more.
void RigRenderer::State::forget_uploaded() {
    layout.indices = {};
    layout.joints = {};
    layout.joint_weights = {};
    layout.uv0 = {};
    layout.uv1 = {};
    layout.colours = {};
}

Result<RigRenderer> RigRenderer::create(const Rig& rig, const RendererOptions& options) {
    auto state = std::make_unique<State>();
    state->layout = lay_out(rig);
    RendererOptions used = options;
    if (options.blending == MorphBlending::automatic)
        used.blending = draws_with_processor() ? MorphBlending::processor : MorphBlending::vertex_shader;
    state->blending = used.blending;
    Result<gl::DeformPass> deform =
        gl::DeformPass::create(state->layout, used, gl::Limits::of_current_context());
    if (!deform) return pass_on(deform);
    state->deform.emplace(std::move(*deform));
    state->materials.emplace(rig);
    if (Result<void> prepared = state->prepare_items(); !prepared) return pass_on(prepared);
    state->make_buffers();
    state->forget_uploaded();
    return RigRenderer(std::move(state));
}

RigRenderer::RigRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
RigRenderer::RigRenderer(RigRenderer&&) noexcept = default;
RigRenderer& RigRenderer::operator=(RigRenderer&&) noexcept = default;
RigRenderer::~RigRenderer() = default;

MorphBlending RigRenderer::blending() const {
    return state_->blending;
}

void RigRenderer::State::draw_item(const DrawItem& item, const gl::SurfaceProgram& program) const {
    glUseProgram(program.program.get());
    gl::apply(*item.material, program);
    const bool mirrored = glm::determinant(glm::mat3(deform->joint_table()[item.layout.joint])) < 0;
    glFrontFace(mirrored ? GL_CW : GL_CCW);
    const auto draw_triangles = [&item] {
        glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(item.layout.index_count), GL_UNSIGNED_INT,
                       reinterpret_cast<const void*>(item.layout.first_index * sizeof(std::uint32_t)));
    };
    const bool two_sided = item.material->values.double_sided;
    const bool see_through = item.solid != nullptr && &program == item.program;
    if (two_sided && !see_through) {
        glDisable(GL_CULL_FACE);
        draw_triangles();
        return;
    }
    glEnable(GL_CULL_FACE);
    if (two_sided) { // what is seen from behind lies behind
        glCullFace(GL_FRONT);
        draw_triangles();
        glCullFace(GL_BACK);
    }
    draw_triangles();
}

void RigRenderer::State::sort_by_depth(const Camera& camera) {
    const glm::mat4 view = camera.view();
    by_depth.clear();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const glm::mat4& joint = deform->joint_table()[items[i].layout.joint];
        by_depth.emplace_back((view * joint * glm::vec4(items[i].centre, 1)).z, i);
    }
    std::sort(by_depth.begin(), by_depth.end());
}

/// Near ones first: what they hide need not be shaded.
void RigRenderer::State::draw_opaque() const {
    for (std::size_t i = by_depth.size(); i-- > 0;) {
        const DrawItem& item = items[by_depth[i].second];
        draw_item(item, item.solid != nullptr ? *item.solid : *item.program);
    }
}

/// The see-through part of blended surfaces, far ones first. Their solid parts have been drawn and stand in
/// the depth buffer, so that a surface that covers itself, as hair does, comes out right wherever it is
/// solid.
void RigRenderer::State::draw_blended() const {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    for (const auto& [depth, i] : by_depth)
        if (items[i].solid != nullptr) draw_item(items[i], *items[i].program);
    glDepthMask(GL_TRUE);
    glBlendFunc(GL_ONE, GL_ZERO);
    glDisable(GL_BLEND);
}

void RigRenderer::draw(const PosedRig& pose, const Camera& camera, const RenderStyle& style, int width,
                       int height) {
    State& state = *state_;
    glViewport(0, 0, std::max(width, 0), std::max(height, 0));
    const glm::vec4& back = style.background;
    glClearColor(back.r * back.a, back.g * back.a, back.b * back.a, back.a);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glClearColor(0, 0, 0, 0);
    if (state.items.empty() || width < 1 || height < 1) return;

    state.deform->run(pose);
    const Scene scene = portrait_scene(camera, static_cast<float>(width) / static_cast<float>(height));
    glBindBuffer(GL_UNIFORM_BUFFER, state.scene.get());
    glBufferData(GL_UNIFORM_BUFFER, sizeof(scene), &scene, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, gl::scene_binding, state.scene.get());
    glBindVertexArray(state.array.get());
    glEnable(GL_DEPTH_TEST);
    state.sort_by_depth(camera);
    state.draw_opaque();
    state.draw_blended();
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glFrontFace(GL_CCW);
    gl::unbind_material_textures();
    glUseProgram(0);
    glBindVertexArray(0);
    glBindBufferBase(GL_UNIFORM_BUFFER, gl::scene_binding, 0);
}

Result<std::vector<DeformedPrimitive>> RigRenderer::read_vertices(const PosedRig& pose) {
    State& state = *state_;
    {
        // Drawing needs a complete framebuffer even where nothing is rasterised.
        const gl::KeepFramebuffers keep;
        Result<OffscreenTarget> nowhere = OffscreenTarget::create(1, 1, 1);
        if (!nowhere) return pass_on(nowhere);
        nowhere->bind();
        state.deform->run(pose);
    }
    std::vector<gl::WorldVertex> world(state.layout.rest.size());
    glBindBuffer(GL_ARRAY_BUFFER, state.deform->vertices());
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(world.size() * sizeof(world[0])),
                       world.data());
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        return fail(ErrorCode::unavailable,
                    "The graphics driver did not return the vertices: GL error 0x{:x}", error);

    std::vector<DeformedPrimitive> primitives;
    for (const LayoutItem& item : state.layout.items) {
        const LayoutPart& part = state.layout.parts[static_cast<std::size_t>(item.part)];
        DeformedPrimitive& out = primitives.emplace_back();
        out.node = item.node;
        out.mesh = item.mesh;
        out.primitive = item.primitive;
        for (std::uint32_t v = part.first; v < part.first + part.count; ++v) {
            out.positions.push_back(world[v].position);
            out.normals.push_back(world[v].normal);
        }
    }
    return primitives;
}

} // namespace mien
