"""What the mesh solver computes from a frame: the same formulas as solver/bounded_fit.cpp and solver/eyes.cpp."""

import numpy as np

from heads import MIRROR

# upper, lower lid points; outer, inner corner; iris centre (solver/scheme_layout.cpp)
LEFT_EYE = ([386, 385, 387], [374, 380, 373], 263, 362, 473)
RIGHT_EYE = ([159, 158, 160], [145, 153, 144], 33, 133, 468)
SHUT_SHARE = 0.25
IRIS_RADIUS = 10.5 / 90


def aperture(points, eye):
    upper, lower = eye[0], eye[1]
    return np.linalg.norm(points[..., upper, :2] - points[..., lower, :2], axis=-1).mean(-1)


def closure(points, neutral, eye):
    return np.clip((1 - aperture(points, eye) / aperture(neutral, eye)) / (1 - SHUT_SHARE), 0, 1)


def gaze(points, neutral, eye):
    """(frames, 2): to the performer's left and down, degrees / 30."""
    _, _, outer, inner, iris = eye

    def place(face):
        return (face[..., iris : iris + 5, :2].mean(-2) - 0.5 * (face[..., outer, :2] + face[..., inner, :2]))

    moved = (place(points) - place(neutral)) * [1, -1]
    return np.degrees(np.arcsin(np.clip(moved / IRIS_RADIUS, -0.9, 0.9))) / 30


def eye_inputs(points, neutral):
    """(frames, 6): closure left, right; gaze of the left eye, of the right eye."""
    return np.c_[closure(points, neutral, LEFT_EYE), closure(points, neutral, RIGHT_EYE),
                 gaze(points, neutral, LEFT_EYE), gaze(points, neutral, RIGHT_EYE)]


def displacement(points, neutral, chosen):
    """(frames, 2 * len(chosen)): ten times the displacement in x and y."""
    return (10 * (points - neutral)[:, chosen, :2]).reshape(len(points), -1)


def mirror_session(session, partner):
    """The session as its mirror image would have been seen: points, neutral, pose, weights."""
    flip = np.array([-1, 1, 1])
    return (session.points[:, partner] * flip, session.neutral[partner] * flip, session.pose * [-1, 1, -1],
            session.weights[:, MIRROR])


def fit_in_box(basis, noise, x, sparsity, sweeps=25):
    """The bounded sparse fit of many frames at once (solver/expression_basis.h)."""
    projection = noise.whitened(basis)
    gram = basis @ projection.T
    downhill = x @ projection.T - sparsity * np.sqrt(np.diag(gram))
    weights = np.zeros_like(downhill)
    for _ in range(sweeps):
        for c in range(len(basis)):
            if gram[c, c] <= 0:
                continue
            after = np.clip(weights[:, c] + downhill[:, c] / gram[c, c], 0, 1)
            downhill -= (after - weights[:, c])[:, None] * gram[c]
            weights[:, c] = after
    return weights
