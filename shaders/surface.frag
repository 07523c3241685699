#version 330 core
// One material. Light is linear inside; what is written is sRGB code values times alpha (premultiplied), or alpha 1.
//
// Shading, one of these or none for metallic-roughness: UNLIT, TOON.
// Alpha, one of these or none for opaque: ALPHA_MASK keeps what reaches the cutoff; ALPHA_SOLID keeps the solid part of a
// blended surface, which is drawn first and hides what is behind it; ALPHA_BLEND is the blended surface itself.
// DOUBLE_SIDED turns the normal of faces seen from behind.
// variant: UNLIT BASE_TEXTURE
// variant: TOON BASE_TEXTURE ALPHA_MASK EMISSIVE_TEXTURE
// variant: BASE_TEXTURE ALPHA_SOLID
// variant: BASE_TEXTURE ALPHA_BLEND VERTEX_COLOUR DOUBLE_SIDED
// variant: BASE_TEXTURE NORMAL_TEXTURE ROUGHNESS_TEXTURE OCCLUSION_TEXTURE EMISSIVE_TEXTURE
// variant: BASE_TEXTURE NORMAL_TEXTURE ROUGHNESS_TEXTURE OCCLUSION_TEXTURE EMISSIVE_TEXTURE UV_TRANSFORM SECOND_UV
#include "lighting.glsl"
#include "colour.glsl"

in vec2 uv0;
#ifndef UNLIT
in vec3 normal;
in vec3 to_eye; // not unit
#ifndef TOON
in vec3 soft;
#ifdef DOUBLE_SIDED
in vec3 soft_behind;
#endif
#endif
#endif
#ifdef SECOND_UV
in vec2 uv1;
#endif
#ifdef VERTEX_COLOUR
in vec4 tint;
#endif

uniform vec4 base_colour;
uniform vec3 emissive;
uniform vec3 shade_colour;
uniform vec2 metallic_roughness;
uniform float alpha_cutoff;
uniform float normal_scale;
uniform float occlusion_strength;
uniform sampler2D base_texture;
uniform sampler2D roughness_texture; // green: roughness, blue: metallic
uniform sampler2D normal_texture;
uniform sampler2D occlusion_texture; // red
uniform sampler2D emissive_texture;

out vec4 colour;

#ifdef UV_TRANSFORM
// By texture in the order above: KHR_texture_transform, and which set of coordinates.
uniform mat3x2 uv_transform[5];
uniform float uv_set[5];
vec2 uv(int texture) {
#ifdef SECOND_UV
    vec2 at = uv_set[texture] > 0.5 ? uv1 : uv0;
#else
    vec2 at = uv0;
#endif
    return uv_transform[texture] * vec3(at, 1.0);
}
#else
vec2 uv(int texture) {
    return uv0;
}
#endif

vec4 base() {
    vec4 result = base_colour;
#ifdef BASE_TEXTURE
    result *= texture(base_texture, uv(0));
#endif
#ifdef VERTEX_COLOUR
    result *= tint;
#endif
    return result;
}

vec3 glow() {
#ifdef EMISSIVE_TEXTURE
    return emissive * texture(emissive_texture, uv(4)).rgb;
#else
    return emissive;
#endif
}

#ifndef UNLIT
vec3 facing_normal() {
#ifdef DOUBLE_SIDED
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);
#else
    vec3 n = normalize(normal);
#endif
#ifdef NORMAL_TEXTURE
    // The tangent frame from the screen's derivatives (Schueler, "Normal Mapping without Precomputed Tangents", 2006):
    // needs no tangents, which many files lack, and follows the deformation.
    vec2 at = uv(2);
    vec3 across = -dFdx(to_eye);
    vec3 down = -dFdy(to_eye);
    vec2 at_across = dFdx(at);
    vec2 at_down = dFdy(at);
    vec3 down_edge = cross(down, n);
    vec3 across_edge = cross(n, across);
    vec3 tangent = down_edge * at_across.x + across_edge * at_down.x;
    vec3 bitangent = down_edge * at_across.y + across_edge * at_down.y;
    float longest = max(dot(tangent, tangent), dot(bitangent, bitangent));
    if (longest > 0.0) {
        vec3 texel = texture(normal_texture, at).xyz * 2.0 - 1.0;
        texel.xy *= normal_scale * inversesqrt(longest);
        // v runs down in glTF, green up: the bitangent is turned round.
        n = normalize(tangent * texel.x - bitangent * texel.y + n * texel.z);
    }
#endif
    return n;
}
#endif

void main() {
    vec4 albedo = base();
#ifdef ALPHA_MASK
    if (albedo.a < alpha_cutoff) discard;
#endif
#ifdef ALPHA_SOLID
    if (albedo.a < 0.95) discard;
#endif
#if defined(UNLIT)
    vec3 light = albedo.rgb;
#elif defined(TOON)
    vec3 light = shade_toon(albedo.rgb, shade_colour, facing_normal()) + glow();
#else
    Surface s;
    s.base = albedo.rgb;
    s.metallic = metallic_roughness.x;
    s.roughness = metallic_roughness.y;
#ifdef ROUGHNESS_TEXTURE
    vec2 texel = texture(roughness_texture, uv(1)).bg;
    s.metallic *= texel.x;
    s.roughness *= texel.y;
#endif
    s.normal = facing_normal();
#ifdef DOUBLE_SIDED
    s.soft_light = gl_FrontFacing ? soft : soft_behind;
#else
    s.soft_light = soft;
#endif
#ifdef OCCLUSION_TEXTURE
    s.soft_light *= 1.0 + occlusion_strength * (texture(occlusion_texture, uv(3)).r - 1.0);
#endif
    vec3 light = shade(s, normalize(to_eye)) + glow();
#endif
    vec3 code = srgb_from_linear(light);
#ifdef ALPHA_BLEND
    colour = vec4(code * albedo.a, albedo.a);
#else
    colour = vec4(code, 1.0);
#endif
}
