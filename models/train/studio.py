"""Camera, light and backdrop of a session."""

import cv2
import numpy as np

from geometry import CENTIMETRE

SIZE = 320  # pixels, both ways
FULL_LOOK = (30, 25, 30)  # degrees that an eye turns at weight 1: to the side, up, down
NECK_PIVOT = np.array([0, -6.5, 0.5])  # centimetres, where the head turns


def linear(srgb):
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def backdrop(rng):
    """(SIZE, SIZE, 3): two colours blended, in a third of the sessions with blurred boxes before them."""
    kind = rng.integers(0, 3)
    one, other = rng.uniform(30, 230, 3), rng.uniform(20, 220, 3)
    y, x = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    t = x * rng.uniform(-1, 1) + y * rng.uniform(-1, 1)
    t = (t - t.min()) / np.ptp(t)
    picture = one * (1 - t[..., None]) + other * t[..., None]
    if kind == 2:
        for _ in range(14):
            corner = rng.integers(-20, SIZE, 2)
            size = rng.integers(10, 120, 2)
            colour = [float(v) for v in rng.uniform(10, 240, 3)]
            cv2.rectangle(picture, (int(corner[0]), int(corner[1])), (int(corner[0] + size[0]), int(corner[1] + size[1])), colour, -1)
        picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(1.5, 8))
    return np.clip(picture, 0, 255).astype(np.uint8)


def direction(azimuth, elevation):
    a, e = np.deg2rad(azimuth), np.deg2rad(elevation)
    return [np.sin(a) * np.cos(e), np.sin(e), np.cos(a) * np.cos(e)]


def light_and_camera(rng, eyes):
    """The scene file's parameters (raster/scene.h): where the body stands, the head's pivot, three lights, sky and ground, exposure, how far
    eyes turn, noise.

    eyes: the middle between the eyeballs' centres, metres."""

    def tint(spread):
        return linear(np.clip(1 - np.abs(rng.normal(0, spread, 3)), 0.5, 1))

    distance = 0.235 / np.tan(np.deg2rad(17)) * rng.uniform(0.92, 1.35)
    place = [-eyes[0], -eyes[1] + rng.uniform(0.0, 0.03), -eyes[2] - distance]
    pivot = NECK_PIVOT * CENTIMETRE
    azimuth, elevation = rng.uniform(-75, 75), rng.uniform(-5, 60)
    ambient = rng.uniform(0.25, 0.6)
    return [
        *place, *pivot,
        *direction(azimuth, elevation), *(tint(0.08) * rng.uniform(0.45, 1.1)),
        *direction(-azimuth * rng.uniform(0.3, 1.5), rng.uniform(-10, 40)), *(tint(0.08) * rng.uniform(0.08, 0.45)),
        *direction(rng.uniform(120, 240), 40), *(tint(0.05) * rng.uniform(0, 0.4)),
        *(tint(0.06) * ambient), *(tint(0.12) * rng.uniform(0.4, 0.8) * ambient),
        rng.uniform(0.6, 1.2), *FULL_LOOK, rng.uniform(0.2, 1.4),
    ]
