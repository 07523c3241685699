#include "render/deform_pass_gl.h"

#include <algorithm>
#include <utility>

#include "render/program_gl.h"

namespace mien::gl {
namespace {

// Widths of the tables, as in deform.vert. 1024 is what every driver of GL 3.3 has.
constexpr std::size_t row_width = 1024;
constexpr std::size_t layer_rows = 1024;
constexpr std::size_t joints_a_row = 256;

std::size_t rows_of(std::size_t texels) {
    return (texels + row_width - 1) / row_width;
}

/// A texture for texelFetch: no filter, no mipmaps. Stays bound to `target`.
Texture make_table(GLenum target) {
    Texture texture = make_texture();
    glBindTexture(target, texture.get());
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    return texture;
}

template <typename T>
void upload(const Buffer& buffer, std::span<const T> values, GLenum usage) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size_bytes()), values.data(), usage);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

Result<void> check_limits(const RigLayout& layout, std::size_t deltas, const Limits& limits) {
    const auto texture_size = static_cast<std::size_t>(std::max(limits.texture_size, 0));
    const auto layers = static_cast<std::size_t>(std::max(limits.array_layers, 0));
    if (const std::size_t most = texture_size * joints_a_row; layout.joint_count > most)
        return fail(ErrorCode::unavailable,
                    "The rig has {} joints, this driver holds at most {} (GL_MAX_TEXTURE_SIZE is {})",
                    layout.joint_count, most, limits.texture_size);
    if (const std::size_t most = texture_size * row_width; layout.channels.size() > most)
        return fail(ErrorCode::unavailable,
                    "The rig has {} morph targets, this driver holds at most {} (GL_MAX_TEXTURE_SIZE is {})",
                    layout.channels.size(), most, limits.texture_size);
    if (const std::size_t most = layers * layer_rows * row_width / texels_per_delta; deltas > most)
        return fail(ErrorCode::unavailable,
                    "The morph targets touch {} vertices in sum, this driver holds at most {} "
                    "(GL_MAX_ARRAY_TEXTURE_LAYERS is {})",
                    deltas, most, limits.array_layers);
    return {};
}

} // namespace

Limits Limits::of_current_context() {
    Limits limits;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limits.texture_size);
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &limits.array_layers);
    return limits;
}

DeformPass::DeformPass(const RigLayout& layout, const RendererOptions& options)
    : layout_(&layout), blending_(options.blending),
      list_(layout.channels, layout.rest.size(), options.precision) {}

Result<DeformPass> DeformPass::create(const RigLayout& layout, const RendererOptions& options,
                                      const Limits& limits) {
    DeformPass pass(layout, options);
    if (Result<void> fits = check_limits(layout, pass.list_.deltas_at_most(), limits); !fits)
        return pass_on(fits);
    ProgramSource source{.vertex = "deform.vert",
                         .fragment = {},
                         .macros = {},
                         .captured = {"world_position", "world_normal"}};
    if (options.blending == MorphBlending::vertex_shader) source.macros = {"MORPH_LIST"};
    Result<Program> program = make_program(source);
    if (!program) return pass_on(program);
    pass.program_ = std::move(*program);
    glUseProgram(pass.program_.get());
    glUniform1i(uniform(pass.program_, "joint_table"), 0);
    glUniform1i(uniform(pass.program_, "morph_deltas"), 1);
    glUniform1i(uniform(pass.program_, "morph_weights"), 2);
    glUseProgram(0);
    pass.make_buffers();
    return pass;
}

void DeformPass::make_buffers() {
    const std::size_t count = layout_->rest.size();
    rest_ = make_buffer();
    upload<RestVertex>(rest_, layout_->rest,
                       blending_ == MorphBlending::processor ? GL_STREAM_DRAW : GL_STATIC_DRAW);
    if (blending_ == MorphBlending::processor) morphed_ = layout_->rest;
    skin_ = make_buffer();
    const std::size_t joint_bytes = count * sizeof(glm::uvec4);
    const std::size_t weight_bytes = count * sizeof(glm::vec4);
    glBindBuffer(GL_ARRAY_BUFFER, skin_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(joint_bytes + weight_bytes), nullptr,
                 GL_STATIC_DRAW);
    glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(joint_bytes), layout_->joints.data());
    glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(joint_bytes),
                    static_cast<GLsizeiptr>(weight_bytes), layout_->joint_weights.data());
    places_ = make_buffer();
    upload<glm::uvec2>(places_, list_.places(), GL_DYNAMIC_DRAW);
    world_ = make_buffer();
    glBindBuffer(GL_ARRAY_BUFFER, world_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(count * sizeof(WorldVertex)), nullptr,
                 GL_DYNAMIC_COPY);

    array_ = make_vertex_array();
    glBindVertexArray(array_.get());
    for (GLuint i = 0; i < 5; ++i) glEnableVertexAttribArray(i);
    const auto at = [](std::size_t offset) { return reinterpret_cast<const void*>(offset); };
    glBindBuffer(GL_ARRAY_BUFFER, rest_.get());
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(RestVertex), at(offsetof(RestVertex, position)));
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(RestVertex), at(offsetof(RestVertex, normal)));
    glBindBuffer(GL_ARRAY_BUFFER, skin_.get());
    glVertexAttribIPointer(2, 4, GL_UNSIGNED_INT, sizeof(glm::uvec4), at(0));
    glVertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, sizeof(glm::vec4), at(joint_bytes));
    glBindBuffer(GL_ARRAY_BUFFER, places_.get());
    glVertexAttribIPointer(4, 2, GL_UNSIGNED_INT, sizeof(glm::uvec2), at(0));
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);

    joint_table_ = make_table(GL_TEXTURE_2D);
    const std::size_t joint_rows =
        std::max<std::size_t>((layout_->joint_count + joints_a_row - 1) / joints_a_row, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, row_width, static_cast<GLsizei>(joint_rows), 0, GL_RGBA,
                 GL_FLOAT, nullptr);
    slot_weights_ = make_table(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
    deltas_ = make_table(GL_TEXTURE_2D_ARRAY);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

void DeformPass::upload_joints() {
    joint_texels_.assign(std::max<std::size_t>((joints_.size() + joints_a_row - 1) / joints_a_row, 1) *
                             row_width,
                         glm::vec4(0));
    for (std::size_t j = 0; j < joints_.size(); ++j)
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
                joint_texels_[4 * j + static_cast<std::size_t>(row)][column] = joints_[j][column][row];
    glBindTexture(GL_TEXTURE_2D, joint_table_.get());
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, row_width, static_cast<GLsizei>(joint_texels_.size() / row_width),
                    GL_RGBA, GL_FLOAT, joint_texels_.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

void DeformPass::upload_deltas() {
    const bool halves = list_.precision() == MorphPrecision::half;
    const GLenum type = halves ? GL_HALF_FLOAT : GL_FLOAT;
    const std::size_t count = halves ? list_.half_texels().size() : list_.texels().size();
    glBindTexture(GL_TEXTURE_2D_ARRAY, deltas_.get());
    if (const std::size_t rows = rows_of(count); rows > delta_rows_ || delta_rows_ == 0) {
        // Half as much again, so that a growing set does not allocate at every step, but never more than all
        // targets.
        const std::size_t most = std::max<std::size_t>(rows_of(texels_per_delta * list_.deltas_at_most()), 1);
        delta_rows_ = std::min(std::max<std::size_t>(rows + rows / 2, 16), most);
        if (delta_rows_ > layer_rows) delta_rows_ = (delta_rows_ + layer_rows - 1) / layer_rows * layer_rows;
        glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, halves ? GL_RGBA16F : GL_RGBA32F, row_width,
                     static_cast<GLsizei>(std::min(delta_rows_, layer_rows)),
                     static_cast<GLsizei>((delta_rows_ + layer_rows - 1) / layer_rows), 0, GL_RGBA, type,
                     nullptr);
    }
    for (std::size_t done = 0; done < count;) {
        const std::size_t row = done / row_width;
        const std::size_t left = count - done;
        const std::size_t width = std::min(left, row_width);
        const std::size_t rows =
            std::min(std::max<std::size_t>(left / row_width, 1), layer_rows - row % layer_rows);
        const void* from = halves ? static_cast<const void*>(list_.half_texels().data() + done)
                                  : static_cast<const void*>(list_.texels().data() + done);
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, static_cast<GLint>(row % layer_rows),
                        static_cast<GLint>(row / layer_rows), static_cast<GLsizei>(width),
                        static_cast<GLsizei>(rows), 1, GL_RGBA, type, from);
        done += width * rows;
    }
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
}

void DeformPass::upload_morph_list(std::span<const float> weights) {
    if (list_.update(weights) || delta_rows_ == 0) {
        upload<glm::uvec2>(places_, list_.places(), GL_DYNAMIC_DRAW);
        upload_deltas();
    }
    const std::span<const glm::vec2> slots = list_.slot_weights();
    const std::size_t rows = std::max<std::size_t>(rows_of(slots.size()), 1);
    weight_texels_.assign(rows * row_width, glm::vec2(0));
    std::copy(slots.begin(), slots.end(), weight_texels_.begin());
    glBindTexture(GL_TEXTURE_2D, slot_weights_.get());
    if (rows > weight_rows_) {
        weight_rows_ = rows;
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RG32F, row_width, static_cast<GLsizei>(rows), 0, GL_RG, GL_FLOAT,
                     weight_texels_.data());
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, row_width, static_cast<GLsizei>(rows), GL_RG, GL_FLOAT,
                        weight_texels_.data());
    }
    glBindTexture(GL_TEXTURE_2D, 0);
}

void DeformPass::upload_morph_sum(std::span<const float> weights) {
    std::copy(layout_->rest.begin(), layout_->rest.end(), morphed_.begin());
    for (std::size_t c = 0; c < weights.size(); ++c) {
        if (weights[c] == 0) continue;
        const MorphChannel& channel = layout_->channels[c];
        for (std::size_t i = 0; i < channel.vertices.size(); ++i) {
            RestVertex& vertex = morphed_[channel.vertices[i]];
            vertex.position += weights[c] * channel.positions[i];
            vertex.normal += weights[c] * channel.normals[i];
        }
    }
    upload<RestVertex>(rest_, morphed_, GL_STREAM_DRAW);
}

void DeformPass::run(const PosedRig& pose) {
    if (layout_->rest.empty()) return;
    fill_joint_table(*layout_, pose, joints_);
    upload_joints();
    fill_channel_weights(*layout_, pose, weights_);
    if (blending_ == MorphBlending::vertex_shader)
        upload_morph_list(weights_);
    else if (!weights_.empty())
        upload_morph_sum(weights_);

    const auto bind = [](GLenum unit, GLenum target, GLuint texture) {
        glActiveTexture(unit);
        glBindTexture(target, texture);
    };
    bind(GL_TEXTURE2, GL_TEXTURE_2D, slot_weights_.get());
    bind(GL_TEXTURE1, GL_TEXTURE_2D_ARRAY, deltas_.get());
    bind(GL_TEXTURE0, GL_TEXTURE_2D, joint_table_.get());
    glUseProgram(program_.get());
    glBindVertexArray(array_.get());
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, world_.get());
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(layout_->rest.size()));
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    glBindVertexArray(0);
    glUseProgram(0);
    bind(GL_TEXTURE2, GL_TEXTURE_2D, 0);
    bind(GL_TEXTURE1, GL_TEXTURE_2D_ARRAY, 0);
    bind(GL_TEXTURE0, GL_TEXTURE_2D, 0);
}

} // namespace mien::gl
