"""Rendered sessions as the solver sees them: X.head files (tests/fidelity/head_points.cpp) beside X.npy with the truth."""

import pathlib

import numpy as np


class Session:
    """neutral (n, 3); points (frames, n, 3): head frame, eye-corner units; pose (frames, 3): yaw, pitch, roll as solved; truth
    (frames, 58): head x y z [m], pitch yaw roll [degrees], 52 weights. Untracked frames are left out. family: which face model, a letter."""

    def __init__(self, head_file, truth_file):
        self.family = pathlib.Path(head_file).stem[0]  # make_sessions.py: "s" ICT-FaceKit, "m" MakeHuman
        raw = np.fromfile(head_file, "<u4", 2)
        frames, points = int(raw[0]), int(raw[1])
        data = np.fromfile(head_file, "<f4", offset=8).astype(np.float64)
        self.neutral = data[: 3 * points].reshape(points, 3)
        rows = data[3 * points :].reshape(frames, 4 + 3 * points)
        truth = np.load(truth_file).astype(np.float64)
        count = min(frames, len(truth))
        tracked = rows[:count, 0] > 0
        self.pose = rows[:count][tracked, 1:4]
        self.points = rows[:count][tracked, 4:].reshape(-1, points, 3)
        self.truth = truth[:count][tracked]
        self.weights = self.truth[:, 6:]


def load_sessions(head_folders, truth_folders):
    """All sessions that have both files, by name; folders in pairs."""
    sessions = []
    for heads, truth in zip(head_folders, truth_folders):
        for head_file in sorted(pathlib.Path(heads).glob("*.head")):
            truth_file = pathlib.Path(truth) / (head_file.stem + ".npy")
            if truth_file.exists():
                sessions.append(Session(head_file, truth_file))
    return sessions
