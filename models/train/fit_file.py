"""Writes the solver's fit files (read by solver/fit_model.cpp, which describes the layout)."""

import struct

import numpy as np

MAGIC = b"MIENFIT1"


def whitening(residual, ridge=0.05):
    """T with T T' = (S + ridge * mean eigenvalue)^-1, S the covariance of the residual (n, d)."""
    covariance = residual.T @ residual / len(residual)
    values, vectors = np.linalg.eigh(covariance)
    return vectors / np.sqrt(np.maximum(values, 0) + ridge * values.mean())


def write_fit(path, scheme, points, mean_face, basis, transform, sparsity=0.8):
    """points: indices of the landmarks in the feature; mean_face (scheme, 3): eye-corner units, head frame;
    basis (52, 2 * len(points)): displacement of each channel, rows of zeros where a channel is not solved;
    transform: the whitening."""
    rows = basis @ transform
    gram = rows @ rows.T
    projection = rows @ transform.T
    penalty = sparsity * np.sqrt(np.diag(gram))
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.write(struct.pack("<II", scheme, len(points)))
        file.write(np.asarray(points, "<u2").tobytes())
        for array in (mean_face, projection, gram, penalty):
            file.write(np.ascontiguousarray(array, "<f4").tobytes())
