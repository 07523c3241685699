// What all surfaces of one picture share; render/scene.h fills it.
layout(std140) uniform Scene {
    mat4 view_projection;
    vec4 eye;                // world position of the camera; w unused
    vec4 to_light[3];        // unit, world: key, fill, rim; w: how far the light wraps round, 0..1
    vec4 light_colour[3];    // linear; w unused
    vec4 sky;                // linear, light from above the camera; w unused
    vec4 ground;             // from below
    vec4 up;                 // unit: where the sky is
} scene;
