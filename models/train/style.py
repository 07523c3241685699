"""A person's own idea of each expression: the family's shapes stretched, and mixed a little within a region of the face."""

import numpy as np

from heads import CHANNELS

REGIONS = {
    "brow": [n for n in CHANNELS if n.startswith("brow")],
    "mouth": [n for n in CHANNELS if n.startswith(("mouth", "jaw", "cheekPuff"))],
    "eye": [n for n in CHANNELS if n.startswith(("eye", "cheekS", "nose"))],
}


def stays_pure(name):
    return name.startswith(("eyeLook", "eyeBlink"))


def personal_shapes(rng, shapes, styled_share=0.7):
    """shapes: channel -> (vertices, 3). In styled_share of the people each gets a gain of .75 to 1.25, up to 15 % more or less along each
    axis and about 6 % of two others of its region; a blink always shuts the eye."""
    styled = rng.random() < styled_share
    out = {}
    for name, shape in shapes.items():
        out[name] = shape
        if not styled:
            continue
        gain = rng.uniform(0.75, 1.25) * np.array([rng.uniform(0.85, 1.15) for _ in range(3)], np.float32)
        mixed = shape * gain.astype(np.float32)
        region = next((names for names in REGIONS.values() if name in names), None)
        if region is not None and not stays_pure(name):
            for other in rng.choice(region, 2):
                if other in shapes and not stays_pure(other) and other != "mouthClose":
                    mixed = mixed + np.float32(rng.normal(0, 0.06)) * shapes[other]
        out[name] = mixed
    for name in ("eyeBlinkLeft", "eyeBlinkRight"):
        out[name] = shapes[name] * np.float32(rng.uniform(0.97, 1.03))
    return out
