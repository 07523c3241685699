"""Things in front of a face: hands, cloths, cards, sticks, dark glasses; and what hides nothing: rims, beards, light and shadow.

Pictures are float arrays (height, width, 3) of 0..255; points are MediaPipe's mesh in pixels. Every cover returns the picture and the mask of
what it hides, 0..1."""

import cv2
import numpy as np

MOUTH = [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146]
EYES = [[33, 246, 161, 160, 159, 158, 157, 173, 133, 155, 154, 153, 145, 144, 163, 7],
        [263, 466, 388, 387, 386, 385, 384, 398, 362, 382, 381, 380, 374, 373, 390, 249]]
BROWS = [[70, 63, 105, 66, 107, 55, 65, 52, 53, 46], [300, 293, 334, 296, 336, 285, 295, 282, 283, 276]]
PARTS = [EYES[0], EYES[1], BROWS[0], BROWS[1], MOUTH]  # the first of a pair on the image's left
CHEEKS = [50, 280, 118, 347, 205, 425]
BEARD = [132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 426, 393, 164, 167, 206]
PLACES = ["mouth"] * 3 + ["eyes"] * 2 + ["left eye", "right eye", "nose", "cheek", "forehead", "chin", "brows", "rims", "sunglasses", "beard"]
AT_LARGE = ("mouth", "eyes", "brows", "nose")  # covered by larger things


def hidden_share(mask, points, part):
    """How much of a part the mask hides, 0..1."""
    area = np.zeros(mask.shape, np.uint8)
    cv2.fillPoly(area, [cv2.convexHull(points[part, :2].astype(np.int32))], 1)
    return float(mask[area > 0].mean()) if area.any() else 0.0


class Cover:
    """One random cover of one face."""

    def __init__(self, rng, picture, points):
        self.rng, self.picture, self.points = rng, picture.astype(np.float32), points[:, :2]
        self.height, self.width = picture.shape[:2]
        self.y, self.x = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        self.eyes = [self.points[eye].mean(0) for eye in EYES]
        self.middle = (self.eyes[0] + self.eyes[1]) / 2
        self.span = np.linalg.norm(self.points[33] - self.points[263])
        level = self.eyes[1] - self.eyes[0]
        self.turn = np.arctan2(level[1], level[0])

    def make(self):
        where = self.rng.choice(PLACES)
        if where == "rims":
            return self.rims(), np.zeros((self.height, self.width), np.float32)
        if where == "beard":
            return self.beard(), np.zeros((self.height, self.width), np.float32)
        if where == "sunglasses":
            mask, texture = self.sunglasses()
            return self.lay(mask, texture, self.rng.uniform(0.9, 1)), mask
        mask, shade = self.thing(where)
        return self.lay(mask, self.texture() * shade[..., None], 1), mask

    def lay(self, mask, texture, opacity):
        picture = self.picture
        if self.rng.random() < 0.6:  # its shadow on the face
            moved = np.roll(mask, (int(self.span * 0.06), int(self.span * 0.04)), (0, 1))
            picture = picture * (1 - 0.35 * self.rng.random() * cv2.GaussianBlur(moved, (0, 0), self.span * 0.08)[..., None])
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, self.span / self.rng.uniform(30, 90)))[..., None] * opacity
        return picture * (1 - soft) + soft * texture

    def grain(self, size):
        """Smooth noise, about a unit high."""
        cells = (max(2, self.height // size), max(2, self.width // size))
        return cv2.resize(self.rng.normal(0, 1, cells).astype(np.float32), (self.width, self.height), interpolation=cv2.INTER_CUBIC)

    def texture(self):
        rng = self.rng
        kind = rng.integers(8)
        at = np.clip(self.points[CHEEKS].astype(int), 0, [self.width - 1, self.height - 1])
        skin = np.median(self.picture[at[:, 1], at[:, 0]], axis=0)
        if kind <= 2:  # a hand
            colour = skin * rng.uniform(0.6, 1.3) + rng.normal(0, 8, 3)
        elif kind == 3:
            colour = rng.uniform(0, 60) + rng.normal(0, 5, 3)
        else:
            colour = rng.uniform(0, 255, 3)
        picture = np.broadcast_to(colour.astype(np.float32), (self.height, self.width, 3)).copy()
        angle = rng.uniform(0, 2 * np.pi)
        along = self.x * np.cos(angle) + self.y * np.sin(angle)
        picture *= (1 + rng.uniform(0, 0.3) * np.sin(along / rng.uniform(30, 200) + rng.uniform(0, 6)))[..., None]
        if kind == 5:
            picture[(along / rng.uniform(3, 16)) % 1 < 0.5] = rng.uniform(0, 255, 3)
        elif kind == 6:
            picture += self.grain(int(rng.integers(2, 16)))[..., None] * rng.uniform(5, 50)
        elif kind == 7:
            cell = rng.uniform(5, 25)
            picture[(self.x // cell + self.y // cell) % 2 < 1] = rng.uniform(0, 255, 3)
        return picture + self.grain(8)[..., None] * rng.uniform(0, 8)

    def thing(self, where):
        """The mask of a hand, a blot, a card or sticks over the place, and its shading."""
        rng = self.rng
        centre = {"mouth": self.points[MOUTH].mean(0), "eyes": self.middle, "left eye": self.eyes[0], "right eye": self.eyes[1],
                  "nose": self.points[4], "cheek": self.points[50 if rng.random() < 0.5 else 280], "forehead": self.points[10],
                  "chin": self.points[152], "brows": (self.points[105] + self.points[334]) / 2}[where]
        centre = centre + rng.normal(0, 0.08, 2) * self.span
        size = self.span * (rng.uniform(0.35, 0.95) if where in AT_LARGE else rng.uniform(0.22, 0.5))
        plain = np.ones((self.height, self.width), np.float32)
        kind = rng.integers(4)
        if kind == 0:
            return self.hand(centre + rng.normal(0, 0.2, 2) * size, size * 1.1)
        if kind == 1:
            across, down = self.axes(centre, rng.uniform(0, np.pi))
            inside = (across / (size * rng.uniform(0.7, 1.5))) ** 2 + (down / (size * rng.uniform(0.5, 1))) ** 2 < 1
            return inside.astype(np.float32), plain
        if kind == 2:
            across, down = self.axes(centre, self.turn + rng.normal(0, 0.4))
            inside = (np.abs(across) < size * rng.uniform(0.6, 1.6)) & (np.abs(down) < size * rng.uniform(0.4, 0.9))
            return inside.astype(np.float32), plain
        mask = np.zeros_like(plain)
        angle = rng.uniform(0, 2 * np.pi)
        for _ in range(rng.integers(1, 4)):
            start = centre + rng.normal(0, 0.35, 2) * size
            end = start + np.array([np.cos(angle), np.sin(angle)]) * self.span * 3
            cv2.line(mask, start.astype(int).tolist(), end.astype(int).tolist(), 1, max(2, int(size * rng.uniform(0.4, 0.9))))
        return mask, plain

    def axes(self, centre, angle):
        x, y = self.x - centre[0], self.y - centre[1]
        return x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)

    def hand(self, centre, size):
        """A palm with four fingers and a thumb; the edges of the fingers are darker."""
        rng = self.rng
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        place = lambda x, y: (centre + size * turn @ (x, y)).astype(int).tolist()
        mask = np.zeros((self.height, self.width), np.float32)
        shade = np.ones_like(mask)
        cv2.fillPoly(mask, [np.array([place(-0.5, -0.1), place(0.5, -0.1), place(0.45, 0.9), place(-0.45, 0.9)], np.int32)], 1)
        spread = rng.uniform(0, 0.25)
        for i in range(4):
            root = -0.38 + 0.255 * i
            finger = np.zeros_like(mask)
            cv2.line(finger, place(root, 0), place(root + (i - 1.5) * spread, -rng.uniform(0.6, 1.2)), 1, max(2, int(size * rng.uniform(0.22, 0.3))))
            mask = np.maximum(mask, finger)
            edge = cv2.morphologyEx(finger.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
            shade[edge > 0] *= rng.uniform(0.6, 0.95)
        cv2.line(mask, place(-0.45, 0.6), place(-0.9, 0), 1, max(2, int(size * 0.28)))
        return mask, cv2.GaussianBlur(shade, (0, 0), max(0.6, size / 60))

    def sunglasses(self):
        rng = self.rng
        mask = np.zeros((self.height, self.width), np.float32)
        for eye in self.eyes:
            wide = self.span * rng.uniform(0.24, 0.36)
            high = wide * rng.uniform(0.6, 1.05)
            across, down = self.axes(eye, self.turn)
            power = rng.choice([2, 4])
            mask[(np.abs(across) / wide) ** power + (np.abs(down - 0.1 * high) / high) ** power < 1] = 1
        cv2.line(mask, self.eyes[0].astype(int).tolist(), self.eyes[1].astype(int).tolist(), 1, max(1, int(self.span / 14)))
        glass = np.full((self.height, self.width, 3), rng.uniform(0, 50), np.float32) + rng.uniform(-5, 5, 3).astype(np.float32)
        gleam = np.clip(np.sin(self.x / rng.uniform(15, 60) + self.y / rng.uniform(15, 60)), 0, 1)
        return mask, glass + rng.uniform(0, 60) * gleam[..., None]

    def rims(self):
        rng = self.rng
        picture = self.picture.copy()
        colour = [float(rng.uniform(0, 120))] * 3
        for eye in self.eyes:
            radius = self.span * rng.uniform(0.24, 0.3)
            cv2.ellipse(picture, eye.astype(int).tolist(), (int(radius), int(radius * rng.uniform(0.6, 1))), float(np.degrees(self.turn)), 0, 360,
                        colour, max(1, int(self.span / rng.uniform(18, 40))))
        bridge = [(eye + (self.middle - eye) * 0.45).astype(int).tolist() for eye in self.eyes]
        cv2.line(picture, bridge[0], bridge[1], colour, max(1, int(self.span / 30)))
        return picture

    def beard(self):
        rng = self.rng
        hair = np.zeros((self.height, self.width), np.float32)
        cv2.fillPoly(hair, [self.points[BEARD].astype(np.int32)], 1)
        lips = np.zeros_like(hair)
        cv2.fillPoly(lips, [cv2.convexHull(self.points[MOUTH].astype(np.int32))], 1)
        hair = cv2.GaussianBlur(hair, (0, 0), self.span / 15)
        hair[cv2.GaussianBlur(lips, (0, 0), 1) > 0.4] *= rng.uniform(0, 0.25)
        strands = 2 * cv2.GaussianBlur(rng.normal(0, 18, hair.shape).astype(np.float32), (0, 0), 0.8)
        share = (hair * rng.uniform(0.5, 0.95))[..., None]
        return self.picture * (1 - share) + share * (rng.uniform(10, 90) * np.array([1, 0.9, 0.85]) + strands[..., None])


def photograph(rng, picture):
    """Brightness, haze, light from a side, poor sharpness, few pixels, little colour."""
    height, width = picture.shape[:2]
    picture = picture * rng.uniform(0.35, 1.25) + rng.uniform(-10, 25)
    if rng.random() < 0.35:
        factor = rng.uniform(1.3, 4)
        small = cv2.resize(picture, (int(width / factor), int(height / factor)), interpolation=cv2.INTER_AREA)
        picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    elif rng.random() < 0.3:
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.35:
        angle = rng.uniform(0, 2 * np.pi)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        side = (x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)
        picture = picture * np.clip(1 + 3 * rng.uniform(0.2, 0.8) * side, 0.25, 1.6)[..., None]
    if rng.random() < 0.3:
        grey = picture.mean(2, keepdims=True)
        picture = grey + (picture - grey) * rng.uniform(0, 1)
    return picture
