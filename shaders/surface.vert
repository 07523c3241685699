#version 330 core
// Projects deformed vertices, and lights them with what changes slowly. Macros: see surface.frag.
// variant: UNLIT
// variant: TOON
// variant: VERTEX_COLOUR SECOND_UV DOUBLE_SIDED
#include "lighting.glsl"

layout(location = 0) in vec3 world_position;
layout(location = 1) in vec3 world_normal;
layout(location = 2) in vec2 vertex_uv0;
#ifdef SECOND_UV
layout(location = 3) in vec2 vertex_uv1;
out vec2 uv1;
#endif
#ifdef VERTEX_COLOUR
layout(location = 4) in vec4 vertex_colour;
out vec4 tint;
#endif

out vec2 uv0;
#ifndef UNLIT
out vec3 normal;
out vec3 to_eye;
#ifndef TOON
out vec3 soft;
#ifdef DOUBLE_SIDED
out vec3 soft_behind;
#endif
#endif
#endif

void main() {
    uv0 = vertex_uv0;
#ifndef UNLIT
    normal = world_normal;
    to_eye = scene.eye.xyz - world_position;
#ifndef TOON
    soft = soft_light(world_normal);
#ifdef DOUBLE_SIDED
    soft_behind = soft_light(-world_normal);
#endif
#endif
#endif
#ifdef SECOND_UV
    uv1 = vertex_uv1;
#endif
#ifdef VERTEX_COLOUR
    tint = vertex_colour;
#endif
    gl_Position = scene.view_projection * vec4(world_position, 1.0);
}
