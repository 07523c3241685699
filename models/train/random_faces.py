"""Random expressions and random personal styles of the 52 channels, for making training data."""

import numpy as np

from heads import CHANNELS, INDEX

PAIRED = ["browDown", "browOuterUp", "cheekSquint", "eyeSquint", "eyeWide", "mouthDimple", "mouthFrown",
          "mouthLowerDown", "mouthPress", "mouthSmile", "mouthStretch", "mouthUpperUp", "noseSneer", "eyeBlink"]
SINGLE = ["browInnerUp", "cheekPuff", "jawForward", "jawLeft", "jawRight", "jawOpen", "mouthFunnel", "mouthLeft",
          "mouthRight", "mouthPucker", "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper",
          "mouthClose"]


def region(name):
    """Channels of one region are mixed into each other by a personal style; gaze and blinks keep to themselves."""
    if name.startswith("brow"):
        return "brow"
    if name.startswith(("mouth", "jaw", "cheekPuff")):
        return "mouth" if name != "mouthClose" else None
    if name.startswith(("eyeSquint", "eyeWide", "cheekSquint", "nose")):
        return "eye"
    return None


def random_style(rng):
    """(52, 52): row c says which mixture of the standard shapes this person's channel c is."""
    style = np.diag(rng.uniform(0.75, 1.25, 52))
    for c, name in enumerate(CHANNELS):
        same = [INDEX[n] for n in CHANNELS if region(n) == region(name) and region(n) is not None and n != name]
        if not same:
            continue
        for other in rng.choice(same, 2):
            style[c, other] += rng.normal(0, 0.06)
    return style


def put(w, name, amount, rng, sides):
    """Raises a channel, or a pair by what sides(amount, rng) draws for left and right, to an amount in the weights w."""

    def raise_to(channel, value):
        w[INDEX[channel]] = max(w[INDEX[channel]], value)

    if name in PAIRED:
        for side, value in zip(("Left", "Right"), sides(amount, rng)):
            raise_to(name + side, min(1.0, value))
        return
    if name == "mouthClose":
        raise_to("jawOpen", amount)
        amount *= rng.uniform(0.5, 1)
    raise_to(name, amount)


def one_way_at_a_time(w, rng):
    """A jaw or mouth that goes left does not go right."""
    for a, b in (("jawLeft", "jawRight"), ("mouthLeft", "mouthRight")):
        if w[INDEX[a]] > 0 and w[INDEX[b]] > 0:
            w[INDEX[a if rng.random() < 0.5 else b]] = 0


def uneven_sides(amount, rng):
    """Both sides, or mostly one; whichever it is, both are drawn (performance.sides draws less: two recipes, and the order of the draws
    is part of each)."""
    kind = rng.random()
    left = amount * (rng.uniform(0.85, 1.15) if kind < 0.85 else rng.uniform(0, 0.3))
    right = amount * (rng.uniform(0.85, 1.15) if kind < 0.7 or kind >= 0.85 else rng.uniform(0, 0.3))
    return left, right


def random_weights(rng):
    """One random expression: rest, a single channel, or several at once, with gaze and sometimes a blink."""
    w = np.zeros(52)

    def look(reach):
        side, down = rng.uniform(-reach, reach, 2)
        w[INDEX["eyeLookOutLeft"]], w[INDEX["eyeLookInRight"]] = max(side, 0), max(side, 0)
        w[INDEX["eyeLookInLeft"]], w[INDEX["eyeLookOutRight"]] = max(-side, 0), max(-side, 0)
        for s in ("Left", "Right"):
            w[INDEX["eyeLookDown" + s]] = max(down, 0)
            w[INDEX["eyeLookUp" + s]] = max(-down, 0)

    everything = PAIRED + SINGLE
    kind = rng.random()
    if kind < 0.14:
        return w
    if kind < 0.4:
        put(w, rng.choice(everything), rng.uniform(0.1, 1), rng, uneven_sides)
        look(0.5)
    else:
        for name in rng.choice(everything, rng.integers(2, 7), replace=False):
            put(w, name, rng.uniform(0.08, 1) ** 1.3, rng, uneven_sides)
        look(0.9)
    if rng.random() < 0.13:
        put(w, "eyeBlink", rng.uniform(0.4, 1), rng, uneven_sides)
    w[INDEX["mouthClose"]] = min(w[INDEX["mouthClose"]], w[INDEX["jawOpen"]])
    one_way_at_a_time(w, rng)
    return w
