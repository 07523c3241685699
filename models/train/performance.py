"""What a random person does in a session: key expressions a few frames apart, eased into each other, and a head that turns.

The order of the random draws is part of the recipe: the same number makes the same session.
"""

import numpy as np

from geometry import eased
from heads import CHANNELS, INDEX
from random_faces import PAIRED, SINGLE, one_way_at_a_time, put

FRAMES, REST_FRAMES = 60, 6
POSE = 6  # head x y z [m], pitch yaw roll [degrees] stand before the weights


def sides(amount, rng):
    """Both sides nearly alike, or one whole and a little of the other."""
    kind = rng.random()
    if kind < 0.7:
        return amount * rng.uniform(0.85, 1.15), amount * rng.uniform(0.85, 1.15)
    if kind < 0.85:
        return amount, amount * rng.uniform(0, 0.3)
    return amount * rng.uniform(0, 0.3), amount


class Expression:
    """The weights of one key expression under construction."""

    def __init__(self, rng):
        self.rng, self.w = rng, np.zeros(len(CHANNELS))

    def put(self, name, amount):
        put(self.w, name, amount, self.rng, sides)

    def look(self, reach):
        rng, w = self.rng, self.w
        side, up = rng.uniform(-1, 1) * reach, rng.uniform(-1, 1) * reach
        if rng.random() < 0.4:
            side *= 0
        elif rng.random() < 0.4:
            up *= 0
        if side > 0:
            w[INDEX["eyeLookOutLeft"]] = side
            w[INDEX["eyeLookInRight"]] = side * rng.uniform(0.9, 1)
        elif side < 0:
            w[INDEX["eyeLookInLeft"]] = -side * rng.uniform(0.9, 1)
            w[INDEX["eyeLookOutRight"]] = -side
        way = "Up" if up > 0 else "Down"
        for eye in ("Left", "Right"):
            w[INDEX[f"eyeLook{way}{eye}"]] = abs(up)

    def compound(self):
        """Brows, an eye or nose channel, gaze, jaw and one to four mouth channels at once."""
        rng, w = self.rng, self.w
        if rng.random() < 0.6:
            for name in rng.choice(["browDown", "browOuterUp", "browInnerUp"], rng.integers(1, 3), replace=False):
                self.put(name, rng.uniform(0.1, 1))
            if w[INDEX["browDownLeft"]] > 0.2:
                w[[INDEX["browOuterUpLeft"], INDEX["browOuterUpRight"]]] *= 0.3
        if rng.random() < 0.5:
            self.put(rng.choice(["eyeSquint", "eyeWide", "cheekSquint", "noseSneer", "eyeSquint", "noseSneer", "cheekSquint"]),
                     rng.uniform(0.15, 1))
        if rng.random() < 0.55:
            self.look(0.95)
        if rng.random() < 0.45:
            self.put("jawOpen", rng.uniform(0.05, 0.9) ** 1.5)
        mouth = [n for n in PAIRED if n.startswith("mouth")] + [n for n in SINGLE if not n.startswith("brow")]
        total = 0
        for name in rng.choice(mouth, rng.integers(1, 5), replace=False):
            amount = rng.uniform(0.08, 1) if total < 0.6 else rng.uniform(0.05, 0.5)
            self.put(name, amount)
            total += amount

    def made_plausible(self):
        """Without what no face does at once; mouthClose needs an open jaw."""
        w = self.w
        one_way_at_a_time(w, self.rng)
        for side in ("Left", "Right"):
            if w[INDEX["mouthSmile" + side]] > 0.3 and w[INDEX["mouthFrown" + side]] > 0.1:
                w[INDEX["mouthFrown" + side]] *= 0.2
            if w[INDEX["eyeWide" + side]] > 0.1 and w[INDEX["eyeSquint" + side]] > 0.1:
                w[INDEX["eyeWide" + side]] *= 0.2
        w[INDEX["mouthClose"]] = min(w[INDEX["mouthClose"]], w[INDEX["jawOpen"]])
        w[w < 0.02] = 0
        return np.clip(w, 0, 1)


def key_expression(rng):
    """14 % rest, 12 % faint, 22 % one channel or pair, 7 % gaze alone, 45 % compounds; 13 % with a blink."""
    face = Expression(rng)
    everything = PAIRED + SINGLE
    kind = rng.random()
    if kind < 0.14:
        pass
    elif kind < 0.26:
        for name in rng.choice(everything, rng.integers(1, 3)):
            face.put(name, rng.uniform(0.03, 0.3))
        if rng.random() < 0.5:
            face.look(0.4)
    elif kind < 0.48:
        face.put(rng.choice(everything), rng.uniform(0.3, 1))
        if rng.random() < 0.4:
            face.look(0.9)
    elif kind < 0.55:
        face.look(1)
    else:
        face.compound()
    if rng.random() < 0.13:
        face.put("eyeBlink", rng.uniform(0.4, 1))
        face.w[[INDEX["eyeWideLeft"], INDEX["eyeWideRight"]]] *= 0.2
    return face.made_plausible()


def perform_head(rng, film):
    base = np.array([rng.uniform(-0.012, 0.012), rng.uniform(-0.012, 0.012), 0,
                     rng.normal(0, 2.5), rng.normal(0, 2.5), rng.normal(0, 1.5)])
    film[:REST_FRAMES, :POSE] = base
    frame, now = REST_FRAMES, base.copy()
    while frame < len(film):
        length = int(rng.integers(6, 14))
        then = np.array([rng.uniform(-0.02, 0.02), rng.uniform(-0.015, 0.015), rng.uniform(-0.05, 0.05),
                         np.clip(rng.normal(0, 8), -16, 16), np.clip(rng.normal(0, 12), -27, 27),
                         np.clip(rng.normal(0, 6), -13, 13)])
        if rng.random() < 0.3:
            then = base + rng.normal(0, 1, POSE) * [0.005, 0.005, 0.01, 2, 2, 1]
        for k in range(min(length, len(film) - frame)):
            film[frame + k, :POSE] = now + (then - now) * eased((k + 1) / length)
        now = then
        frame += length


def perform_face(rng, film):
    frame, now = REST_FRAMES, np.zeros(len(CHANNELS))
    while frame < len(film):
        way, hold = int(rng.integers(2, 6)), int(rng.integers(0, 3))
        then = key_expression(rng)
        for k in range(min(way + hold, len(film) - frame)):
            film[frame + k, POSE:] = now + (then - now) * eased(min(1, (k + 1) / way))
        now = then
        frame += way + hold
    close, jaw = POSE + INDEX["mouthClose"], POSE + INDEX["jawOpen"]
    film[:, close] = np.minimum(film[:, close], film[:, jaw])


def perform(rng):
    """(FRAMES, 58): head x y z, pitch yaw roll, 52 weights; the first REST_FRAMES at rest."""
    film = np.zeros((FRAMES, POSE + len(CHANNELS)))
    perform_head(rng, film)
    perform_face(rng, film)
    return film
