"""Writes the solver's fit files (read by solver/fit_model.cpp, which describes the layout)."""

import struct

import numpy as np

MAGIC = b"MIENFIT2"


class Expert:
    """What one set of people taught: a basis, the noise it was seen through, the cost of a weight, and perhaps a network."""

    def __init__(self, basis, noise, sparsity, network=None):
        self.basis, self.noise, self.sparsity, self.network = basis, noise, sparsity, network


class Noise:
    """What moves the landmarks besides expressions: the covariance of a residual (n, d) as its `count` strongest directions (rows) with
    their variances, and `rest`, the mean variance along all others. `ridge` is added to every variance."""

    def __init__(self, residual, ridge_share, count):
        covariance = (residual.T @ residual).astype(np.float64) / len(residual)
        values, vectors = np.linalg.eigh(covariance)
        values, vectors = np.maximum(values[::-1], 0), vectors[:, ::-1]
        count = min(count, len(values))
        self.directions, self.variances = vectors[:, :count].T.astype(np.float32), values[:count]
        self.rest = values[count:].mean() if count < len(values) else 0.0
        self.ridge = ridge_share * values.mean()

    def whitened(self, rows):
        """(S + ridge I)^-1 of each row."""
        floor = 1 / (self.rest + self.ridge)
        gains = 1 / (self.variances + self.ridge) - floor
        return (floor * rows + (rows @ self.directions.T * gains) @ self.directions).astype(np.float32)


def write_fit(path, scheme, points, mean_face, experts, components=None, identities=None):
    """points: indices of the landmarks in the feature; mean_face (scheme, 3): eye-corner units, head frame. Each expert: basis
    (52, 2 * len(points)), the displacement of each channel, rows of zeros where a channel is not solved; noise; sparsity; network or None.
    components, identities: rows of as many values, what the networks see (train_mesh.View)."""
    size = 2 * len(points)
    components = np.zeros((0, size)) if components is None else components
    identities = np.zeros((0, size)) if identities is None else identities
    with open(path, "wb") as file:

        def floats(*arrays):
            for array in arrays:
                file.write(np.ascontiguousarray(array, "<f4").tobytes())

        file.write(MAGIC)
        file.write(struct.pack("<5I", scheme, len(points), len(experts), len(components), len(identities)))
        file.write(np.asarray(points, "<u2").tobytes())
        floats(mean_face, components, identities)
        for expert in experts:
            p = expert.network.parameters if expert.network else None
            hidden = (p["w0"].shape[1], p["w1"].shape[1]) if p else (0, 0)
            file.write(struct.pack("<3I", len(expert.noise.directions), *hidden))
            noise = expert.noise
            floats(expert.basis, noise.directions, noise.variances, noise.rest, noise.ridge, expert.sparsity)
            if p:
                floats(p["w0"].T, p["b0"], p["w1"].T, p["b1"], p["w2"].T, p["b2"], p["gain"])
