#version 330 core
// Moves every vertex of a rig once a frame: rest position + morph deltas, then four joints. The results are captured by
// transform feedback; all passes that draw read them, so none pays for the deformation again.
//
// MORPH_LIST  the deltas come from the vertex's list in a texture; without it the attributes hold the morphed rest pose.
// variant: MORPH_LIST

layout(location = 0) in vec3 rest_position;
layout(location = 1) in vec3 rest_normal;
layout(location = 2) in uvec4 joints;       // rows of the joint table
layout(location = 3) in vec4 joint_weights; // falling; the first that is 0 ends the list
layout(location = 4) in uvec2 morph_place;  // number of the vertex's first delta in the list, and how many it has

uniform sampler2D joint_table; // 256 joints a row, four texels each: three rows of the matrix, one unused

out vec3 world_position;
out vec3 world_normal;

#ifdef MORPH_LIST
// Two texels a delta: position and slot modulo 1024, normal and slot / 1024. Layers of 1024 x 1024, wrapped: any driver of 3.3 has 256 of them.
uniform sampler2DArray morph_deltas;
// By slot, 1024 a row: what to multiply positions (x) and normals (y) with.
uniform sampler2D morph_weights;

void add_deltas(inout vec3 position, inout vec3 normal) {
    int texel = int(morph_place.x) * 2;
    int end = texel + int(morph_place.y) * 2;
    for (; texel < end; texel += 2) {
        ivec3 at = ivec3(texel & 1023, (texel >> 10) & 1023, texel >> 20);
        vec4 delta = texelFetch(morph_deltas, at, 0);
        vec4 normal_delta = texelFetch(morph_deltas, at + ivec3(1, 0, 0), 0);
        vec2 weight = texelFetch(morph_weights, ivec2(delta.w, normal_delta.w), 0).xy;
        position += weight.x * delta.xyz;
        normal += weight.y * normal_delta.xyz;
    }
}
#endif

// The same direction with length 1, or `otherwise` where there is none. Divided by the longest part first: cofactors of a
// rig in millimetres are too small to be squared.
vec3 unit(vec3 direction, vec3 otherwise) {
    float longest = max(max(abs(direction.x), abs(direction.y)), abs(direction.z));
    return longest > 0.0 ? normalize(direction / longest) : otherwise;
}

void main() {
    vec3 position = rest_position;
    vec3 normal = rest_normal;
#ifdef MORPH_LIST
    add_deltas(position, normal);
#endif
    vec4 row_x = vec4(0.0);
    vec4 row_y = vec4(0.0);
    vec4 row_z = vec4(0.0);
    for (int i = 0; i < 4; ++i) {
        float weight = joint_weights[i];
        if (weight == 0.0) break;
        ivec2 at = ivec2(int(joints[i] & 255u) * 4, int(joints[i] >> 8));
        row_x += weight * texelFetch(joint_table, at, 0);
        row_y += weight * texelFetch(joint_table, at + ivec2(1, 0), 0);
        row_z += weight * texelFetch(joint_table, at + ivec2(2, 0), 0);
    }
    vec4 p = vec4(position, 1.0);
    world_position = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p));

    // Normals go with the inverse transpose: the cofactors, up to the determinant, whose sign a mirroring joint has.
    normal = unit(normal, rest_normal);
    vec3 cofactor_x = cross(row_y.xyz, row_z.xyz);
    vec3 cofactor_y = cross(row_z.xyz, row_x.xyz);
    vec3 cofactor_z = cross(row_x.xyz, row_y.xyz);
    float side = dot(row_x.xyz, cofactor_x) < 0.0 ? -1.0 : 1.0;
    world_normal = unit(side * vec3(dot(cofactor_x, normal), dot(cofactor_y, normal), dot(cofactor_z, normal)), normal);
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
