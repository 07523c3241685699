#!/usr/bin/python3
"""train_hidden_parts.py OUT.cpp --films DIR... --marks DIR... --tool hidden_features --model MESH.tflite: what tells hidden parts of a face.

Puts covers (covers.py) before the rendered people of make_sessions.py, lets the mesh network look at each picture with and without
(tests/fidelity/hidden_features.cpp) and fits a logistic regression to the network's last features, a part at a time. OUT.cpp is
capture/tracker/hidden_parts_weights.cpp. See README.md.
"""

import argparse
import pathlib
import subprocess
import tempfile

import cv2
import numpy as np

from covers import PARTS, Cover, hidden_share, photograph

REGIONS = [128, 128, 128, 288]  # features of lips, image-left eye, image-right eye, face
STARTS = np.cumsum([0] + REGIONS)
NAMES = ["left eye", "right eye", "left brow", "right brow", "mouth"]
REGION_OF = [1, 2, 1, 2, 0]  # by part
HIDDEN, SEEN = 0.6, 0.08  # of a part's area; between them is neither
STRENGTH = 300  # of the ridge
SEED = 478


def read_marks(path):
    """(frames,) quality and (frames, points, 3); tests/fidelity/landmark_dump.cpp."""
    raw = path.read_bytes()
    frames, points = np.frombuffer(raw, "<u4", 2)
    rows = np.frombuffer(raw, np.uint8, offset=16).reshape(-1, 12 + 12 * points)[:frames]
    return rows[:, 8:12].copy().view("<f4")[:, 0], rows[:, 12:].copy().view("<f4").reshape(-1, points, 3)


def read_film(path):
    film = cv2.VideoCapture(str(path))
    while True:
        there, frame = film.read()
        if not there:
            return
        yield cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)


def region_of(points):
    """The square that the tracker looks at: centre, side, turn (capture/tracker/mesh_model.h)."""
    low, high = points[:, :2].min(0), points[:, :2].max(0)
    corners = sorted([points[33], points[263]], key=lambda p: p[0])
    across = corners[1] - corners[0]
    return np.array([*(low + high) / 2, 1.5 * (high - low).max(), np.arctan2(across[1], across[0])], np.float32)


def pictures_of(rng, frame, points):
    """The frame without and with a cover, the region to look at, and the hidden share of each part."""
    frame, parts = frame.astype(np.float32), PARTS
    if rng.random() < 0.5:  # the mirror image swaps the sides
        frame, points = frame[:, ::-1], points * [-1, 1, 1] + [frame.shape[1], 0, 0]
        parts = [PARTS[i] for i in (1, 0, 3, 2, 4)]
    seed, lit_together = rng.integers(1 << 30), rng.random() < 0.5
    if not lit_together:
        frame = photograph(np.random.default_rng(seed), frame)
    covered, mask = Cover(rng, frame, points).make()
    pair = [frame, covered]
    if lit_together:
        pair = [photograph(np.random.default_rng(seed), picture) for picture in pair]
    noise = rng.uniform(0, 7)
    pair = [np.clip(picture + rng.normal(0, noise, picture.shape), 0, 255).astype(np.uint8) for picture in pair]
    return pair, region_of(points), [hidden_share(mask, points, part) for part in parts]


def look(options, films, out):
    """Features (pairs, 2, all) and (pairs, 1 + parts): the number of the film and the hidden share of each part."""
    shares = []
    with subprocess.Popen([options.tool, options.model, out], stdin=subprocess.PIPE) as tool:
        for number, (film, marks) in enumerate(films):
            rng = np.random.default_rng([SEED, number])
            quality, points = read_marks(marks)
            usable = np.flatnonzero(quality > 0.3)
            chosen = set(rng.choice(usable, min(options.per_film, len(usable)), replace=False))
            for i, frame in enumerate(read_film(film)):
                if i not in chosen:
                    continue
                pair, region, share = pictures_of(rng, frame, points[i].astype(np.float64))
                shares.append([number, *share])
                for picture in pair:
                    tool.stdin.write(np.array([picture.shape[1], picture.shape[0]], "<i4").tobytes() + region.tobytes() + picture.tobytes())
        tool.stdin.close()
        if tool.wait():
            raise SystemExit(f"{options.tool} failed")
    return np.fromfile(out, "<f4").reshape(len(shares), 2, STARTS[-1]), np.array(shares)


def samples(features, shares, part):
    region = REGION_OF[part]
    columns = np.r_[STARTS[region] : STARTS[region + 1], STARTS[3] : STARTS[4]]
    share = shares[:, 1 + part]
    hidden, seen = share >= HIDDEN, share <= SEEN
    x = np.concatenate([features[:, 0], features[hidden, 1], features[seen, 1]])[:, columns].astype(np.float64)
    return x, np.r_[np.zeros(len(features)), np.ones(hidden.sum()), np.zeros(seen.sum())]


def fit(x, y):
    """Weights and bias of a logistic regression in which hidden and seen count alike (Newton's method)."""
    mean, spread = x.mean(0), x.std(0) + 1e-3
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    importance = np.where(y > 0, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    ridge = STRENGTH * np.r_[np.ones(x.shape[1]), 1e-9]
    weights = np.zeros(z.shape[1])
    for _ in range(15):
        p = 1 / (1 + np.exp(-np.clip(z @ weights, -30, 30)))
        gradient = z.T @ (importance * (p - y)) + ridge * weights
        weights -= np.linalg.solve((z * (importance * p * (1 - p))[:, None]).T @ z + np.diag(ridge), gradient)
    return weights[:-1] / spread, weights[-1] - (weights[:-1] * mean / spread).sum()


def report(title, odds, y):
    line = "  ".join(f"{limit}: {(odds[y == 1] > limit).mean():.3f} / {(odds[y == 0] > limit).mean():.3f}" for limit in (0, 1, 2))
    print(f"{title:24} hidden {int(y.sum())}, seen {int((1 - y).sum())}; detected / falsely, by limit  {line}")


def number(value):
    text = f"{value:.5g}"
    return (text if any(c in text for c in ".e") else text + ".0") + "F"


def lines(values):
    text = [number(value) for value in values]
    return ",\n".join("    " + ", ".join(text[i : i + 10]) for i in range(0, len(text), 10))


def write(path, model_hash, weights, bias):
    region = [w[: REGIONS[REGION_OF[part]]] for part, w in enumerate(weights)]
    face = np.concatenate([w[REGIONS[REGION_OF[part]] :] for part, w in enumerate(weights)])
    eyes = ",\n".join("    {{\n" + lines(np.r_[region[side], region[2 + side]]) + "\n    }}" for side in range(2))
    path.write_text(f"""// Made by models/train/train_hidden_parts.py.
#include "capture/tracker/hidden_parts_weights.h"

// clang-format off
namespace mien::hidden_parts {{

const std::uint64_t model_hash = {model_hash}U;
const std::array<float, region_features> mouth = {{
{lines(region[4])}
}};
const std::array<std::array<float, 2 * region_features>, 2> eyes_and_brows = {{{{
{eyes}
}}}};
const std::array<float, 5 * face_features> face = {{
{lines(face)}
}};
const std::array<float, 5> bias = {{
{lines(bias)}
}};

}} // namespace mien::hidden_parts
// clang-format on
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--films", nargs="+", type=pathlib.Path, required=True)
    parser.add_argument("--marks", nargs="+", type=pathlib.Path, required=True, help="what landmark_dump made of them")
    parser.add_argument("--tool", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--per-film", type=int, default=12)
    parser.add_argument("--hold-out", type=int, default=0, help="keep every N-th person out and print the scores on them")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    pairs = [(film, marks / (film.stem + ".landmarks")) for films, marks in zip(options.films, options.marks) for film in sorted(films.glob("*.mp4"))]
    pairs = [pair for pair in pairs if pair[1].exists()]
    with tempfile.TemporaryDirectory() as folder:
        features, shares = look(options, pairs, str(pathlib.Path(folder) / "features"))
    kept_out = shares[:, 0] % options.hold_out == 0 if options.hold_out else np.zeros(len(shares), bool)
    weights, bias = [], []
    for part, name in enumerate(NAMES):
        x, y = samples(features[~kept_out], shares[~kept_out], part)
        w, b = fit(x, y)
        weights.append(w)
        bias.append(b)
        report(name + ", trained", x @ w + b, y)
        if kept_out.any():
            x, y = samples(features[kept_out], shares[kept_out], part)
            report(name + ", held out", x @ w + b, y)
    model_hash = subprocess.run([options.tool, options.model], check=True, capture_output=True, text=True).stdout.strip()
    write(options.out, model_hash, weights, bias)


if __name__ == "__main__":
    main()
