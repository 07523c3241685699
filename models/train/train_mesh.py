#!/usr/bin/python3
"""train_mesh.py OUT.fit --heads DIR... --truth DIR... [--hold-out N]: the mesh solver's data from rendered sessions.

--heads: folders of X.head (tests/fidelity/head_points.cpp); --truth: for each the folder of X.npy with the performed weights. --hold-out N
keeps every N-th person out of training and prints how the result does on them. See README.md.
"""

import argparse
from collections import Counter

import numpy as np

from fit_file import Expert, Noise, write_fit
from heads import INDEX
from mesh_features import displacement, eye_inputs, fit_in_box, mirror_session
from mesh_points import POINTS, mirror_map
from sessions import load_sessions
from small_network import train
from style import REGIONS

# The fit's cost of a weight, and how much of the mean residual variance is added to each direction. With rendered heads alone the
# smallest values score best (0.8, 0.05); these cost 0.01 of r there and make half a pixel of noise harmless.
SPARSITY, RIDGE = 1.0, 0.5
NOISE_DIRECTIONS = 160
COMPONENTS, IDENTITIES = 60, 10
# Each family of face models counts about the same: the smaller one's people are used several times, each time in another style.
MOST_REPEATS = 2
# Share of the people whose expressions lean towards another family's idea of them, how far at most, and the channels that are measured, not styled.
STYLED_SHARE, MOST_LEAN = 0.5, 0.5
MEASURED = ("eyeLook", "eyeBlink")
REST_FRAMES = 6


class Frames:
    """The training frames and their mirror images as arrays. person: whose face, as a row of faces; rest: the person's neutral frames."""

    def __init__(self, sessions, partner, mirrored=True):
        x, eyes, pose, weights, faces, person, rest = [], [], [], [], [], [], []
        self.family = []
        for session in sessions:
            views = [(session.points, session.neutral, session.pose, session.weights)]
            if mirrored:
                views.append(mirror_session(session, partner))
            for points, neutral, angles, w in views:
                x.append(displacement(points, neutral, POINTS).astype(np.float32))
                eyes.append(eye_inputs(points, neutral))
                pose.append(3 * np.radians(angles))
                weights.append(w.astype(np.float32))
                person.append(np.full(len(points), len(faces)))
                faces.append(neutral[POINTS, :2].ravel())
                self.family.append(session.family)
                rest.append(np.arange(len(points)) < REST_FRAMES)
        self.x, self.weights = np.vstack(x), np.vstack(weights)
        self.eyes, self.pose, self.faces = np.vstack(eyes), np.vstack(pose), np.array(faces)
        self.person, self.rest = np.hstack(person), np.hstack(rest)


def expression_rows(x, w):
    """Ridge regression of the displacements on the weights: (52, features)."""
    rows = np.linalg.solve((w.T @ w).astype(np.float64) + 1e-3 * len(w) * np.eye(52), w.T @ x)
    rows[51] = 0  # tongueOut is not performed
    return rows


def mix_families(frames, rng):
    """Moves some people's expressions part of the way to another family's shapes, region by region: what a weight of 1 means differs
    between rigs as much as between people, and two families are few."""
    families = sorted(set(frames.family))
    if len(families) < 2:
        return
    family_of_frame = np.array(frames.family)[frames.person]
    rows = {f: expression_rows(frames.x[family_of_frame == f], frames.weights[family_of_frame == f]) for f in families}
    for person, family in enumerate(frames.family):
        if rng.random() >= STYLED_SHARE:
            continue
        other = rng.choice([f for f in families if f != family])
        share = np.zeros(52)
        for names in REGIONS.values():
            amount = rng.uniform(0, MOST_LEAN)
            for name in names:
                share[INDEX[name]] = 0 if name.startswith(MEASURED) else amount
        mine = np.flatnonzero(frames.person == person)
        frames.x[mine] += (frames.weights[mine] @ (share[:, None] * (rows[other] - rows[family]))).astype(np.float32)


def balanced(sessions):
    """The sessions with those of small families repeated."""
    count = Counter(session.family for session in sessions)
    largest = max(count.values())
    return [s for s in sessions for _ in range(min(MOST_REPEATS, max(1, largest // count[s.family])))]


class View:
    """What the networks see of a frame besides its fit: the main directions of the displacements, the pose, those of the neutral faces,
    the eyes."""

    def __init__(self, frames, mean_face):
        self.mean_face = mean_face
        values, vectors = np.linalg.eigh((frames.x.T @ frames.x).astype(np.float64) / len(frames.x))
        order = np.argsort(values)[::-1][:COMPONENTS]
        self.components = (vectors[:, order] / (2 * np.sqrt(values[order]))).T
        shapes = frames.faces - mean_face[POINTS, :2].ravel()
        _, size, directions = np.linalg.svd(shapes, full_matrices=False)
        self.identities = 0.4 * directions[:IDENTITIES] / (size[:IDENTITIES, None] / np.sqrt(len(shapes)))

    def of(self, frames):
        shape = np.clip((frames.faces - self.mean_face[POINTS, :2].ravel()) @ self.identities.T, -1, 1)
        return np.c_[frames.x @ self.components.T.astype(np.float32), frames.pose, shape[frames.person], frames.eyes]


def learn(frames, view, rng):
    basis = expression_rows(frames.x, frames.weights).astype(np.float32)
    expert = Expert(basis, Noise(frames.x - frames.weights @ basis, RIDGE, NOISE_DIRECTIONS), SPARSITY)
    expert.network = train(inputs_of(expert, view, frames), frames.weights, rng)
    return expert


def inputs_of(expert, view, frames):
    return np.c_[fit_in_box(expert.basis, expert.noise, frames.x, expert.sparsity), view.of(frames)]


def predict(experts, view, frames):
    """The mean of what the experts say (solver/bounded_fit.cpp, but for the look into the mirror)."""
    inputs = [inputs_of(expert, view, frames) for expert in experts]
    refined = [np.clip(expert.network.predict(x), 0, 1) for expert, x in zip(experts, inputs)]
    return np.mean([(x[:, :52] + 2 * y) / 3 for x, y in zip(inputs, refined)], 0)


def score(predicted, frames):
    """Mean r, MAE and leak as tests/fidelity/scoring.cpp has them, with each person's rest taken off."""
    w = predicted.copy()
    for person in np.unique(frames.person):
        mine = frames.person == person
        rest = w[mine & frames.rest].mean(0)
        w[mine] = np.clip((w[mine] - rest) / np.maximum(1 - rest, 0.05), 0, 1)
    truth = frames.weights
    r = [np.corrcoef(w[:, c], truth[:, c])[0, 1] if w[:, c].std() > 1e-6 else 0 for c in range(51)]
    return np.mean(r), np.abs(w - truth)[:, :51].mean(), w[:, :51][truth[:, :51] == 0].mean()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("--heads", nargs="+", required=True)
    parser.add_argument("--truth", nargs="+", required=True)
    parser.add_argument("--hold-out", type=int, default=0)
    options = parser.parse_args()
    sessions = load_sessions(options.heads, options.truth)
    held = [s for i, s in enumerate(sessions) if options.hold_out and i % options.hold_out == options.hold_out - 1]
    used = [s for s in sessions if s not in held]
    mean_face = np.mean([s.neutral for s in used], 0)
    partner = mirror_map(mean_face)
    rng = np.random.default_rng(478)
    frames = Frames(balanced(used), partner)
    mix_families(frames, rng)
    view = View(frames, mean_face)
    experts = [learn(frames, view, rng)]
    # Whoever resembles the largest family is read better by one who knows nobody else; the mean of both beats either on
    # people of no family at all.
    count = Counter(s.family for s in used)
    if len(count) > 1:
        largest = count.most_common(1)[0][0]
        experts.append(learn(Frames([s for s in used if s.family == largest], partner), view, rng))
    for family in sorted({s.family for s in held}):
        frames = Frames([s for s in held if s.family == family], partner, mirrored=False)
        for name, some in (("all", experts[:1]), ("largest", experts[1:]), ("both", experts)):
            if some:
                print("%-8s held-out people of %s: mean r %.3f  MAE %.4f  leak %.4f" % (name, family, *score(predict(some, view, frames), frames)))
    write_fit(options.out, 478, POINTS, mean_face, experts, view.components, view.identities)


if __name__ == "__main__":
    main()
