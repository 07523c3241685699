"""Writes the solver's fit files (read by solver/fit_model.cpp, which describes the layout)."""

import struct

import numpy as np

MAGIC = b"MIENFIT1"


def whitening(residual, ridge=0.05):
    """T with T T' = (S + ridge * mean eigenvalue)^-1, S the covariance of the residual (n, d)."""
    covariance = (residual.T @ residual).astype(np.float64) / len(residual)
    values, vectors = np.linalg.eigh(covariance)
    return vectors / np.sqrt(np.maximum(values, 0) + ridge * values.mean())


def write_fit(path, scheme, points, mean_face, basis, transform, sparsity=0.8, refinement=None):
    """points: indices of the landmarks in the feature; mean_face (scheme, 3): eye-corner units, head frame;
    basis (52, 2 * len(points)): displacement of each channel, rows of zeros where a channel is not solved;
    transform: the whitening; refinement: components, identities and network of train_mesh.MeshModel."""
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
        if refinement is None:
            file.write(struct.pack("<I", 0))
            return
        p = refinement.network.parameters
        file.write(struct.pack("<4I", len(refinement.components), len(refinement.identities), p["w0"].shape[1], p["w1"].shape[1]))
        for array in (refinement.components, refinement.identities, p["w0"].T, p["b0"], p["w1"].T, p["b1"], p["w2"].T, p["b2"],
                      p["gain"]):
            file.write(np.ascontiguousarray(array, "<f4").tobytes())
