"""Random people of a face model as scenes for the session renderer: skin, hair, eyes, teeth and shoulders."""

import numpy as np

from geometry import CENTIMETRE, Mesh, Surface, ellipsoid, eyeball, head_share, normals
from heads import Heads
from paint import SkinTexture, eye_texture, hair_texture
from studio import backdrop, light_and_camera, linear
from style import personal_shapes

SKIN_TONES = np.array([[226, 186, 165], [205, 160, 135], [160, 112, 84], [96, 64, 48]])
HAIR_COLOURS = np.array([[30, 24, 20], [70, 48, 34], [120, 90, 55], [150, 145, 140], [92, 44, 24]])
IRIS_COLOURS = np.array([[60, 42, 28], [92, 118, 128], [80, 105, 60], [40, 28, 20], [110, 80, 45]])
SKIN, HAIR, EYE = 0, 1, 2  # textures
EYEBALL = eyeball()
LEFT_EYE, RIGHT_EYE = 1, 2  # kinds of surface that turn with the gaze
BALD = 0.12  # share of the men


def hair_depth(points, man, hairline):
    """How far (centimetres) points are inside the hair; negative: bare skin."""
    z = points[:, 2]
    at = [-9, -4, -2, 0.5, 2.5, 5, 8, 12]
    if man:
        front = np.interp(z, at, [-8.5, -6.5, -1.5, 3.6, 4.2, 6.0, hairline - 0.7, hairline])
    else:
        front = np.interp(z, at, [-9, -8, -5, 2.4, 3.6, 5.6, hairline - 0.7, hairline])
    return points[:, 1] - front + 0.25 * np.sin(points[:, 0] * 5.1) + 0.15 * np.sin(points[:, 0] * 11 + points[:, 2] * 7)


class Person:
    """One random person of a family (ict_family.py, makehuman_family.py). The order of the random draws is part of the recipe."""

    def __init__(self, family, rng):
        self.family, self.rng, self.meshes = family, rng, []
        self.man = rng.random() < 0.5
        identity = rng.normal(0, rng.uniform(0.55, 1.0), len(family.heads.identity))
        self.points = family.heads.neutral + np.tensordot(identity, family.heads.identity, 1)
        self.colours()
        self.textures = [self.skin_texture(), None, eye_texture(self.iris, rng)]
        self.textures[HAIR] = hair_texture(self.hair, rng)
        self.shapes = personal_shapes(rng, family.shapes)

    def colours(self):
        rng = self.rng
        tone = rng.choice([0, 0, 1, 1, 2, 3])
        self.skin = SKIN_TONES[tone] * rng.uniform(0.88, 1.1) * np.array([1, rng.uniform(0.95, 1.05), rng.uniform(0.92, 1.08)])
        self.hair = HAIR_COLOURS[rng.integers(0, 5)] * rng.uniform(0.6, 1.2)
        self.lip = self.skin * [rng.uniform(0.8, 0.95), rng.uniform(0.5, 0.8), rng.uniform(0.55, 0.85)]
        self.iris = IRIS_COLOURS[rng.integers(0, 5)] * rng.uniform(0.7, 1.2)

    def skin_texture(self):
        texture = SkinTexture(self.rng, self.skin, self.family.marks)
        texture.blush_and_spots()
        if self.man and self.rng.random() < 0.65:
            texture.beard(self.hair)
        texture.lips(self.lip)
        texture.lid_lines(self.hair)
        texture.brows(self.hair)
        return texture.finished()

    def add(self, points, faces, surface, vertices=None, **more):
        """points: centimetres; vertices: which vertices of the face model they are, so that expressions move them."""
        points = points.astype(np.float64)
        targets, weld = {}, None
        if vertices is not None:
            for name, shape in self.shapes.items():
                moved = shape[vertices]
                those = np.where(np.abs(moved).max(1) > 2e-4)[0]
                if len(those) and np.abs(moved).max() > 1e-3:
                    targets[name] = (those, moved[those] * CENTIMETRE)
            weld = weld_index(self.family.heads.neutral[vertices])
        more.setdefault("head_share", head_share(points))
        shading = more.pop("normals", None)
        self.meshes.append(Mesh(points * CENTIMETRE, normals(points, faces) if shading is None else shading, faces, surface, weld=weld,
                                targets=targets, **more))

    def add_skin(self):
        family, rng = self.family, self.rng
        surface = Surface(texture=SKIN, specular=rng.uniform(0.02, 0.09), gloss=rng.uniform(10, 30), skin=True)
        self.add(self.points[family.skin_vertices], family.skin_faces, surface, family.skin_vertices, uv=family.skin_uv,
                 tint=family.skin_tint(self))

    def add_part(self, part, surface):
        """part: vertices of the face model, and faces between them."""
        vertices, faces = part
        self.add(self.points[vertices], faces, surface, vertices)

    def add_teeth(self):
        white = self.rng.uniform(0.6, 1)
        self.add_part(self.family.teeth, Surface(colour=(0.80 * white, 0.76 * white, 0.66 * white, 1), specular=0.25, gloss=60))

    def add_lashes(self, thinnest, densest):
        colour = (*(self.hair / 255 * 0.15), self.rng.uniform(thinnest, densest))
        self.add_part(self.family.lashes, Surface(colour=colour, specular=0, blended=True, casts=False))

    def add_hair(self):
        """A cap over the skin, longer on women."""
        rng, rest, scalp = self.rng, self.family.heads.neutral, self.family.scalp
        hairline = rng.uniform(9.3, 11.2)
        depth = hair_depth(rest, self.man, hairline)
        bears = (depth[scalp] > -0.15).all(1) & ~self.family.ear[scalp].any(1)
        vertices, faces = np.unique(scalp[bears], return_inverse=True)
        if self.man and rng.random() < BALD:
            return
        outward = normals(self.points, scalp)[vertices]
        share = np.clip(depth[vertices] / (1.8 if self.man else 2.2), 0, 1)
        top = np.clip((rest[vertices][:, 1] - 6) / 6, 0, 1)
        thickness = 0.06 + share * (0.30 + 0.75 * top) if self.man else 0.12 + share * (1.0 + 0.8 * top)
        lumps = rng.normal(0, 0.12, len(vertices))
        place = rest[vertices]
        uv = np.c_[np.arctan2(place[:, 0], place[:, 2] + 1) * 1.6,
                   np.arctan2(np.hypot(place[:, 0], place[:, 2]), place[:, 1]) * 0.6]
        self.add(self.points[vertices] + outward * (thickness * (1 + lumps * 0.5))[:, None], faces.reshape(-1, 3),
                 Surface(texture=HAIR, specular=0.12, gloss=25), vertices, uv=uv)

    def add_eyes(self):
        """Two spheres that turn; returns the middle between them, metres."""
        middle = np.zeros(3)
        for kind, centre, radius in self.family.eyes_of(self.points, self.rng):
            middle += centre / 2 * CENTIMETRE
            self.add(EYEBALL[0] * radius + centre, EYEBALL[2], Surface(texture=EYE, specular=0.5, gloss=220, kind=kind),
                     uv=EYEBALL[1], normals=EYEBALL[0], head_share=np.ones(len(EYEBALL[0])))
        return middle

    def add_shirt(self):
        colour = linear(self.rng.uniform(0.05, 0.9, 3))
        for centre, radii in (((0, -33.5, -0.5), (20, 20, 13.5)), ((-10.5, -24.5, -2), (13, 10.5, 11)),
                              ((10.5, -24.5, -2), (13, 10.5, 11)), ((0, -20, 3.5), (11.5, 7.5, 8.5))):
            points, outward, faces = ellipsoid(centre, radii)
            self.add(points, faces, Surface(colour=(*colour, 1), specular=0.02, gloss=10), normals=outward,
                     head_share=np.zeros(len(points)))

    def scene(self, seed):
        """Parameters, seed, backdrop, textures and meshes for scene_file.write_scene."""
        eyes = self.family.build(self)
        behind = backdrop(self.rng)
        return light_and_camera(self.rng, eyes), seed, behind, self.textures, self.meshes


def weld_index(places):
    key = np.round(places * 1e4).astype(np.int64) @ np.array([1, 4000037, 16000000063])
    return np.unique(key, return_inverse=True)[1].reshape(-1)


class Family:
    """What all people of a face model share: the model, its shapes by channel, and where its parts are. Parts that a family must have:
    skin_vertices, skin_faces, skin_uv; teeth and lashes (vertices and faces); scalp (faces that may bear hair), ear (vertices that never
    do), marks (the 68 iBUG points in pixels of the skin's texture); skin_tint(person), eyes_of(points, rng) and build(person)."""

    def __init__(self, path):
        self.heads = Heads(path)
        self.shapes = self.heads.shapes()
