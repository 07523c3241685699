"""Writes what the session renderer (raster/scene.h, which describes the layout) reads."""

import numpy as np

from heads import CHANNELS

MAGIC = b"MIENSCN1"


def write_scene(path, parameters, seed, backdrop, textures, meshes):
    with open(path, "wb") as file:

        def put(array, kind):
            file.write(np.ascontiguousarray(array, dtype=kind).tobytes())

        file.write(MAGIC)
        put(parameters, "<f4")
        put([seed], "<u4")
        put(backdrop, "u1")
        put([len(textures)], "<i4")
        for texture in textures:
            put(texture.shape[:2], "<i4")
            put(texture, "u1")
        meshes = sorted(meshes, key=lambda mesh: mesh.surface.blended)
        put([len(meshes)], "<i4")
        for mesh in meshes:
            s = mesh.surface
            put([len(mesh.points), len(mesh.faces), s.texture, s.kind, s.skin, s.blended, s.casts, int(mesh.weld.max() + 1)],
                "<i4")
            put([*s.colour, s.specular, s.gloss], "<f4")
            for array, kind in ((mesh.points, "<f4"), (mesh.normals, "<f4"), (mesh.uv, "<f4"), (mesh.tint, "<f4"), (mesh.head_share, "<f4"),
                                (mesh.weld, "<i4"), (mesh.faces, "<i4")):
                put(array, kind)
            for name in CHANNELS:
                vertices, moved = mesh.targets.get(name, (np.zeros(0), np.zeros((0, 3))))
                put([len(vertices)], "<i4")
                put(vertices, "<i4")
                put(moved, "<f4")
