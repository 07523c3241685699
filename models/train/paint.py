"""Painted skin, brows, lips, beard, eyes and hair: textures of a random person."""

import cv2
import numpy as np

WIDTH, HEIGHT = 1024, 768
TOP, BOTTOM = 14.7, -19.5  # centimetres that the texture spans


def around_the_head(points):
    """Cylinder coordinates 0..1 of points (n, 3), the face in the middle."""
    angle = np.arctan2(points[:, 0], points[:, 2] + 1.0)
    return np.c_[0.5 + angle / (2 * np.pi), (TOP - points[:, 1]) / (TOP - BOTTOM)]


def pixels(points):
    return around_the_head(points) * [WIDTH, HEIGHT]


def noise(rng, size):
    """(HEIGHT, WIDTH) of standard deviation 1, smooth over `size` pixels."""
    if size > 4:
        step = int(size / 2)
        rough = rng.normal(0, 1, (HEIGHT // step + 2, WIDTH // step + 2)).astype(np.float32)
        smooth = cv2.resize(cv2.GaussianBlur(rough, (0, 0), 2), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    else:
        smooth = cv2.GaussianBlur(rng.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32), (0, 0), size)
    return smooth / smooth.std()


class SkinTexture:
    """A skin painted step by step; `marks` are the 68 iBUG points in pixels of the texture."""

    def __init__(self, rng, skin, marks):
        self.rng, self.skin, self.marks = rng, skin, marks
        self.eyes = marks[36:42].mean(0), marks[42:48].mean(0)
        self.unit = np.linalg.norm(self.eyes[1] - self.eyes[0])
        self.picture = np.ones((HEIGHT, WIDTH, 3), np.float32) * skin.astype(np.float32)
        strength = rng.uniform(0.5, 1.8)
        grain = 0.025 * noise(rng, 30) + 0.022 * noise(rng, 6) + 0.022 * noise(rng, 1.2) + 0.02 * noise(rng, 0.6)
        self.picture *= (1 + strength * grain)[..., None].astype(np.float32)

    def cover(self, mask, colour):
        self.picture = self.picture * (1 - mask) + colour * mask

    def blob(self, centre, width, height, colour, opacity):
        left, right = int(max(0, centre[0] - 3 * width)), int(min(WIDTH, centre[0] + 3 * width))
        top, bottom = int(max(0, centre[1] - 3 * height)), int(min(HEIGHT, centre[1] + 3 * height))
        y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
        mask = opacity * np.exp(-(((x - centre[0]) / width) ** 2 + ((y - centre[1]) / height) ** 2))
        mask = mask[..., None]
        part = self.picture[top:bottom, left:right]
        self.picture[top:bottom, left:right] = part * (1 - mask) + np.array(colour, np.float32) * mask

    def blush_and_spots(self):
        rng, unit, red = self.rng, self.unit, self.skin * [1.0, 0.80, 0.78]
        strength = rng.uniform(0, 0.7)
        for eye, side in zip(self.eyes, (-1, 1)):
            self.blob(eye + [side * 0.08 * unit, 0.55 * unit], 0.38 * unit, 0.26 * unit, red, strength)
            self.blob(eye, 0.36 * unit, 0.17 * unit, self.skin * [0.80, 0.70, 0.68], rng.uniform(0.2, 0.75))
        self.blob(self.marks[30] + [0, 0.02 * unit], 0.20 * unit, 0.16 * unit, red, strength)
        self.blob(self.marks[8] + [0, -0.12 * unit], 0.25 * unit, 0.14 * unit, red, 0.25)
        for _ in range(rng.integers(0, 25)):
            place = np.array([rng.uniform(350, 674), rng.uniform(150, 560)])
            self.blob(place, rng.uniform(1, 3), rng.uniform(1, 3), self.skin * rng.uniform(0.4, 0.9), 0.6)

    def beard(self, hair):
        m, unit, rng = self.marks, self.unit, self.rng
        outline = np.vstack([m[3:14], m[[14]] + [-0.1 * unit, -0.2 * unit], m[54] + [0.25 * unit, 0], m[35] + [0.12 * unit, 0.16 * unit],
                             m[33] + [0, 0.12 * unit], m[31] + [-0.12 * unit, 0.16 * unit], m[48] + [-0.25 * unit, 0],
                             m[2] + [0.1 * unit, -0.1 * unit]])
        mask = np.zeros((HEIGHT, WIDTH), np.float32)
        cv2.fillPoly(mask, [np.int32(outline)], 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), 0.10 * unit)
        stubble = np.clip(0.34 + 0.10 * noise(rng, 0.8), 0, 1) * mask * rng.uniform(0.2, 1.6)
        self.cover(np.clip(stubble, 0, 0.9)[..., None], hair * 1.5)

    def lips(self, colour):
        rng, m = self.rng, self.marks
        mask = np.zeros((HEIGHT, WIDTH), np.float32)
        cv2.fillPoly(mask, [np.int32(m[48:60])], 1.0)
        mask = cv2.GaussianBlur(cv2.dilate(mask, np.ones((3, 3))), (0, 0), 1.5)[..., None]
        opacity = rng.uniform(0.35, 0.95)
        self.cover(opacity * mask, colour * (1 + 0.05 * noise(rng, 0.8))[..., None])
        between = np.vstack([m[64:68], m[[60]]])
        mask = np.zeros((HEIGHT, WIDTH), np.float32)
        cv2.polylines(mask, [np.int32(m[60:65])], False, 1.0, 2)
        cv2.polylines(mask, [np.int32(between)], False, 1.0, 2)
        self.cover(np.clip(cv2.GaussianBlur(mask, (0, 0), 1.5) * 1.2, 0, 0.7)[..., None], colour * 0.45)

    def lid_lines(self, hair):
        mask = np.zeros((HEIGHT, WIDTH), np.float32)
        for first, last in ((36, 42), (42, 48)):
            cv2.polylines(mask, [np.int32(self.marks[first:last])], True, 1.0, 1)
        mask = np.clip(cv2.GaussianBlur(mask, (0, 0), 1.0) * self.rng.uniform(0.3, 1.7), 0, 0.6)[..., None]
        self.cover(mask, hair * 0.8)

    def brows(self, hair):
        """Some hundred short strokes along the brows' points, flatter towards the temples."""
        rng, unit = self.rng, self.unit
        layer = np.zeros((HEIGHT, WIDTH), np.float32)
        up, thick = rng.normal(0, 0.03), rng.uniform(0.5, 1.3)
        count, colour = int(rng.uniform(150, 480)), hair * rng.uniform(0.7, 1.3)
        for order, side in ((range(17, 22), -1), (range(26, 21, -1), 1)):
            line = self.marks[list(order)] + [0, (0.02 + up) * unit]
            for _ in range(count):
                t = rng.uniform(0, 4)
                i = min(int(t), 3)
                root = line[i] + (line[i + 1] - line[i]) * (t - i)
                along = t / 4
                width = (0.030 + 0.045 * along) * unit * thick
                root = root + [rng.normal(0, 1), rng.normal(0.02 * unit, width * 0.55)]
                angle = np.deg2rad(rng.normal(20 + 50 * along**3, 10))
                length = rng.uniform(0.05, 0.11) * unit
                tip = root + [side * np.cos(angle) * length, -np.sin(angle) * length * (1 if along > 0.3 else 0.4)]
                cv2.line(layer, tuple(int(v) for v in root), tuple(int(v) for v in tip), rng.uniform(0.5, 1), 1, cv2.LINE_AA)
        self.cover(np.clip(cv2.GaussianBlur(layer, (0, 0), 0.8) * 1.15, 0, 0.92)[..., None], colour)

    def finished(self):
        return np.clip(self.picture, 0, 255).astype(np.uint8)


def eye_texture(iris, rng, size=256):
    """(size, size, 3): sclera, iris with fibres, pupil, for an eyeball whose uv is round."""
    y, x = np.mgrid[0:size, 0:size]
    r = np.hypot(x - size / 2 + 0.5, y - size / 2 + 0.5) / (size / 2)
    angle = np.arctan2(y - size / 2, x - size / 2)
    rim = rng.uniform(0.37, 0.43)
    picture = np.ones((size, size, 3)) * [232, 226, 220] * rng.uniform(0.85, 1.05)
    picture = picture * (1 - np.clip((r - 0.5) / 0.5, 0, 1)[..., None] * [0.10, 0.25, 0.25])
    fibres = np.interp((angle + np.pi) / (2 * np.pi) * 180, np.arange(181), rng.normal(0, 1, 181))
    shade = 1 + 0.18 * fibres * np.clip((r - 0.15) / 0.1, 0, 1) + 0.5 * np.exp(-(((r - 0.22) / 0.07) ** 2))
    inner = iris * shade[..., None] * (1 - 0.65 * np.exp(-(((r - rim) / 0.05) ** 2)))[..., None]
    mask = np.clip((rim - r) / 0.03 + 0.5, 0, 1)[..., None]
    picture = picture * (1 - mask) + inner * mask
    mask = np.clip((rng.uniform(0.12, 0.2) - r) / 0.02 + 0.5, 0, 1)[..., None]
    return np.clip(picture * (1 - mask) + np.array([8, 7, 7]) * mask, 0, 255).astype(np.uint8)


def hair_texture(hair, rng):
    strands = cv2.GaussianBlur(rng.normal(0, 1, (256, 256)).astype(np.float32), (0, 0), sigmaX=1.0, sigmaY=9)
    strands /= strands.std()
    return np.clip(hair * (1.15 + 0.35 * strands[..., None]), 0, 255).astype(np.uint8)
