#!/usr/bin/python3
"""geometry_fit.py HEADS.npz OUT.fit: the fit for 68 points, from a face model alone.

No picture and no landmark detector has a part in it: random people (identity modes) with a random personal style of each
expression perform random weights; their 68 points get noise of the size that detectors have and are aligned by the
points that hardly move. The ridge regression of these displacements on the weights is the basis, the rest the noise.
"""

import sys

import numpy as np

from fit_file import Expert, Noise, write_fit
from heads import ICT_IBUG68, MIRROR, Heads
from random_faces import random_style, random_weights

PEOPLE, FRAMES = 400, 40
SPARSITY = 0.8
# Points that turn with the skull, and how much they count (solver/scheme_layout.cpp has the same for the pose).
RIGID = {27: 1, 28: 1, 29: 1, 30: 0.7, 31: 0.5, 33: 0.5, 35: 0.5, 36: 1, 39: 1, 42: 1, 45: 1, 0: 0.2, 16: 0.2}
# Detector noise in parts of the eye-corner distance: the contour slides along the jaw, the rest is steadier.
NOISE = np.full(68, 0.012)
NOISE[:17] = 0.05
NOISE[6:11] = 0.03
MIRROR68 = np.array(list(range(16, -1, -1)) + list(range(26, 16, -1)) + [27, 28, 29, 30] + [35, 34, 33, 32, 31]
                    + [45, 44, 43, 42, 47, 46] + [39, 38, 37, 36, 41, 40] + [54, 53, 52, 51, 50, 49, 48]
                    + [59, 58, 57, 56, 55] + [64, 63, 62, 61, 60] + [67, 66, 65])
# The feature leaves the contour's sides out: they show the head's outline, not the expression.
POINTS = list(range(6, 11)) + list(range(17, 68))


def aligned(points, reference):
    """points (68, 3) moved onto reference by a similarity over the rigid points."""
    index = np.array(list(RIGID))
    weight = np.array(list(RIGID.values()))
    weight = weight / weight.sum()
    a, b = points[index], reference[index]
    a0, b0 = weight @ a, weight @ b
    u, s, v = np.linalg.svd((b - b0).T @ (weight[:, None] * (a - a0)))
    flip = np.diag([1, 1, np.sign(np.linalg.det(u @ v))])
    rotation = u @ flip @ v
    scale = np.trace(flip @ np.diag(s)) / (weight @ ((a - a0) ** 2).sum(1))
    return scale * (points - a0) @ rotation.T + b0


def main():
    rng = np.random.default_rng(68)
    heads = Heads(sys.argv[1], ICT_IBUG68)
    unit = np.linalg.norm(heads.neutral[36] - heads.neutral[45])
    centre = (heads.neutral[36] + heads.neutral[45]) / 2
    weights, features = [], []
    for _ in range(PEOPLE):
        who = rng.normal(0, rng.uniform(0.5, 1), len(heads.identity))
        neutral = (heads.neutral + np.tensordot(who, heads.identity, 1) - centre) / unit
        style = np.tensordot(random_style(rng), heads.expressions / unit, 1)
        style *= rng.uniform(0.85, 1.15, (52, 1, 3))
        for _ in range(FRAMES):
            w = random_weights(rng)
            w[51] = 0
            points = neutral + np.tensordot(w, style, 1)
            noise = rng.normal(0, 1, (68, 3)) * NOISE[:, None]
            noise[:, 2] = 0
            x = 10 * (aligned(points + noise, neutral) - neutral)
            weights += [w, w[MIRROR]]
            features += [x[POINTS, :2].ravel(), (x[MIRROR68] * [-1, 1, 1])[POINTS, :2].ravel()]
    w, x = np.array(weights), np.array(features)
    basis = np.linalg.solve(w.T @ w + 1e-3 * len(w) * np.eye(52), w.T @ x)
    basis[51] = 0
    noise = Noise(x - w @ basis, 0.05, x.shape[1])
    mean_face = (heads.neutral - centre) / unit
    write_fit(sys.argv[2], 68, POINTS, mean_face, [Expert(basis, noise, SPARSITY)])


main()
