"""People of ICT-FaceKit's light model (USC-ICT, MIT licence)."""

import numpy as np

from geometry import Surface, normals, triangles, used_vertices, welded
from heads import ICT_IBUG68
from paint import around_the_head, pixels
from people import LEFT_EYE, RIGHT_EYE, Family

SOCKETS = (11248, 14062)  # vertices of the eyes' sockets and the mouth's inside
MOUTH_INSIDE = (11248, 13294)
EYEBALLS = ((LEFT_EYE, 21451, 22221, (3.1165, 3.6016, 7.9823)), (RIGHT_EYE, 23021, 23791, (-3.1165, 3.6016, 7.9823)))
EYE_RADIUS = 1.555


class IctFamily(Family):
    def __init__(self, path):
        super().__init__(path)
        rest = self.heads.neutral
        part = {name: triangles(rows) for name, rows in self.heads.parts.items()}
        weld = welded(rest)
        everything = np.vstack([part["M_Face"], part["M_BackHead"]])
        inside = ((everything >= SOCKETS[0]) & (everything < SOCKETS[1])).all(1)
        skin = weld[everything[~inside]]
        skin = skin[(skin[:, 0] != skin[:, 1]) & (skin[:, 1] != skin[:, 2]) & (skin[:, 0] != skin[:, 2])]
        self.skin_vertices, self.skin_faces = used_vertices(skin)
        back = part["M_BackHead"]
        in_mouth = ((back >= MOUTH_INSIDE[0]) & (back < MOUTH_INSIDE[1])).all(1)
        self.mouth = used_vertices(weld[back[in_mouth]])
        self.gums = used_vertices(part["M_GumsTongue"])
        self.teeth = used_vertices(part["M_Teeth"])
        lashes = part["M_EyeLashes"]
        self.lashes = used_vertices(lashes[rest[lashes][:, :, 1].mean(1) > 3.62])
        self.occlusion = used_vertices(part["M_EyeOcclusion"])
        place = rest[weld]
        self.ear = ((np.abs(place[:, 0]) > 7.6) & (place[:, 1] < 6.2) & (place[:, 1] > -3) & (place[:, 2] > -2.5) & (place[:, 2] < 3.2))
        self.scalp = weld[np.vstack([part["M_Face"], back[(back < MOUTH_INSIDE[0]).all(1)]])]
        self.marks = pixels(rest[ICT_IBUG68])
        self.skin_uv = around_the_head(rest[self.skin_vertices])
        self.nostrils = self.nostril_shade(skin)

    def nostril_shade(self, skin):
        """Dark where the nose opens downwards; no light reaches in there."""
        rest = self.heads.neutral
        marks = rest[ICT_IBUG68]
        facing = normals(rest, skin)[self.skin_vertices]
        tint = np.ones((len(self.skin_vertices), 3))
        for side in (-1, 1):
            q = rest[self.skin_vertices] - [marks[30][0] + side * 0.85, marks[33][1] + 0.25, marks[30][2] - 1.5]
            near = np.exp(-((q[:, 0] / 0.55) ** 2 + (q[:, 1] / 0.5) ** 2 + (q[:, 2] / 0.8) ** 2))
            dark = np.clip(np.clip(near * 1.3, 0, 1) * np.clip(-facing[:, 1] + 0.2, 0, 1), 0, 1)
            tint *= (1 - 0.8 * dark)[:, None]
        return tint

    def skin_tint(self, person):
        return self.nostrils

    def eyes_of(self, points, rng):
        """Kind, centre and radius of each eyeball of a person."""
        rest = self.heads.neutral
        for kind, first, last, centre in EYEBALLS:
            moved = (points[first:last] - rest[first:last]).mean(0)
            yield kind, np.array(centre) + moved - [0, 0, rng.uniform(0, 0.12)], EYE_RADIUS

    def build(self, person):
        person.add_skin()
        person.add_part(self.mouth, Surface(colour=(0.10, 0.02, 0.02, 1)))
        person.add_part(self.gums, Surface(colour=(0.27, 0.07, 0.07, 1), specular=0.25, gloss=60))
        person.add_teeth()
        person.add_hair()
        eyes = person.add_eyes()
        person.add_shirt()
        person.add_lashes(0.15, 0.6)
        person.add_part(self.occlusion, Surface(colour=(0.10, 0.04, 0.03, 0.16), specular=0, blended=True, casts=False))
        return eyes
