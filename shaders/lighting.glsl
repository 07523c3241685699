// Light in two parts. What changes slowly over a face (sky, ground, fill, rim) is worked out at the vertices: dense meshes
// have triangles of a few pixels, and a software renderer shades a block of sixteen pixels for each. The key light, whose
// terminator and highlight show the form, is worked out at each pixel.
#include "scene.glsl"

vec3 hemisphere(vec3 direction) {
    return mix(scene.ground.rgb, scene.sky.rgb, 0.5 + 0.5 * dot(direction, scene.up.xyz));
}

// Lambert with a terminator that wraps round by the light's w: soft on faces, and still nothing from behind.
float wrapped(vec3 normal, int light) {
    float wrap = scene.to_light[light].w;
    return max(dot(normal, scene.to_light[light].xyz) + wrap, 0.0) / (1.0 + wrap);
}

// All but the key light.
vec3 soft_light(vec3 normal) {
    return hemisphere(normal) + wrapped(normal, 1) * scene.light_colour[1].rgb +
           wrapped(normal, 2) * scene.light_colour[2].rgb;
}

struct Surface {
    vec3 base;       // linear
    float metallic;
    float roughness; // perceptual
    vec3 normal;     // unit, towards the viewer's side
    vec3 soft_light; // at this place, darkened by occlusion
};

// Light that leaves a surface towards the eye. Metals have the soft light for want of an environment to mirror, so that
// none is black.
vec3 shade(Surface s, vec3 to_eye) {
    vec3 to_light = scene.to_light[0].xyz;
    vec3 diffuse = s.base * (1.0 - s.metallic);
    vec3 f0 = mix(vec3(0.04), s.base, s.metallic);
    // GGX with the visibility of Karis, "Optimizing PBR for Mobile", SIGGRAPH 2015.
    vec3 halfway = normalize(to_light + to_eye);
    float alpha = max(s.roughness * s.roughness, 0.02);
    float n_half = max(dot(s.normal, halfway), 0.0);
    float light_half = max(dot(to_light, halfway), 0.0);
    float lobe = n_half * n_half * (alpha * alpha - 1.0) + 1.0;
    float highlight = alpha * alpha / (lobe * lobe * max(light_half * light_half, 0.1) * (alpha * 4.0 + 2.0));
    highlight *= max(dot(s.normal, to_light), 0.0);
    return s.base * s.soft_light + (diffuse * wrapped(s.normal, 0) + f0 * highlight) * scene.light_colour[0].rgb;
}

// Two tones with a soft step between them, by the key light alone, and the base colour's own brightness.
vec3 shade_toon(vec3 base, vec3 shade_colour, vec3 normal) {
    float lit = smoothstep(-0.05, 0.15, dot(normal, scene.to_light[0].xyz));
    return mix(base * shade_colour, base, lit);
}
