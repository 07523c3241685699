"""People of MakeHuman's base mesh (CC0)."""

import numpy as np

from geometry import Surface, triangles, used_vertices, welded
from heads import MAKEHUMAN_IBUG68
from paint import around_the_head, pixels
from people import LEFT_EYE, RIGHT_EYE, Family

EYEBALLS = ((LEFT_EYE, 20193, 21018), (RIGHT_EYE, 21018, 21843))
MOUTH_BOX = ((-3.2, 3.2), (-5.8, 0.5))  # x and y round the lips, centimetres
CELL = 0.25  # of the grid that tells the lips from what lies behind them


def behind_the_lips(points):
    """Which vertices near the mouth have skin before them at rest: the cavity."""
    (left, right), (low, high) = MOUTH_BOX
    box = (points[:, 0] > left) & (points[:, 0] < right) & (points[:, 1] > low) & (points[:, 1] < high)
    cell = np.floor(points[:, :2] / CELL).astype(int)
    front = {}
    for (x, y), z in zip(cell[box], points[box, 2]):
        for place in ((x, y), (x + 1, y), (x - 1, y)):
            front[place] = max(front.get(place, -100), z)
    hidden = np.zeros(len(points), bool)
    hidden[box] = [z < front[(x, y)] - 0.9 for (x, y), z in zip(cell[box], points[box, 2])]
    return hidden


class MakeHumanFamily(Family):
    def __init__(self, path):
        super().__init__(path)
        rest = self.heads.neutral
        part = {name: triangles(rows) for name, rows in self.heads.parts.items()}
        skin = welded(rest)[part["M_Face"]]
        self.skin_vertices, self.skin_faces = used_vertices(skin)
        place = rest[self.skin_vertices]
        self.skin_uv = around_the_head(place)
        self.cavity = behind_the_lips(place)
        self.tongue = used_vertices(part["M_Tongue"])
        self.teeth = used_vertices(part["M_Teeth"])
        self.lashes = used_vertices(part["M_EyeLashes"])
        self.ear = (np.abs(rest[:, 0]) > 6.9) & (rest[:, 1] < 6.5) & (rest[:, 1] > -4) & (rest[:, 2] > -3.5) & (rest[:, 2] < 3.0)
        self.scalp = skin
        self.marks = pixels(rest[MAKEHUMAN_IBUG68])

    def eyes_of(self, points, rng):
        """Kind, centre and radius of each eyeball of a person."""
        for kind, first, last in EYEBALLS:
            ball = points[first:last]
            centre = (ball.min(0) + ball.max(0)) / 2
            yield kind, centre - [0, 0, rng.uniform(0, 0.05)], np.linalg.norm(ball - centre, axis=1).mean()

    def skin_tint(self, person):
        """Lips in their own colour, as the mask of the model has them; the mouth's inside dark red."""
        opacity = person.rng.uniform(0.2, 0.8)
        tint = 1 + (person.lip / person.skin - 1) * (opacity * self.heads.masks["lips"][self.skin_vertices])[:, None]
        tint[self.cavity] = [0.16, 0.05, 0.05]
        return tint

    def build(self, person):
        person.add_skin()
        person.add_part(self.tongue, Surface(colour=(0.30, 0.08, 0.08, 1), specular=0.2, gloss=40))
        person.add_teeth()
        person.add_hair()
        eyes = person.add_eyes()
        person.add_shirt()
        person.add_lashes(0.1, 0.45)
        return eyes
