"""A network of three layers that corrects the fit, trained with plain numpy: inputs -> 192 -> 128 -> 52, ReLU; its output is added to
gain * fit. AdamW with one learning-rate cycle, smooth L1 per channel, dropout."""

import numpy as np

HIDDEN = (192, 128)
FIT = 52  # the first inputs are the fit's weights


class Network:
    def __init__(self, inputs, rng):
        sizes = [inputs, *HIDDEN, FIT]
        self.parameters = {}
        for k in range(3):
            scale = np.sqrt(2 / sizes[k]) if k < 2 else 0
            self.parameters[f"w{k}"] = rng.normal(0, 1, (sizes[k], sizes[k + 1])).astype(np.float32) * np.float32(scale)
            self.parameters[f"b{k}"] = np.zeros(sizes[k + 1], np.float32)
        self.parameters["gain"] = np.full(FIT, 0.7, np.float32)

    def forward(self, x, drop=None):
        p = self.parameters
        h1 = np.maximum(x @ p["w0"] + p["b0"], 0)
        if drop is not None:
            h1 *= drop[0]
        h2 = np.maximum(h1 @ p["w1"] + p["b1"], 0)
        if drop is not None:
            h2 *= drop[1]
        return h1, h2, h2 @ p["w2"] + p["b2"] + p["gain"] * x[:, :FIT]

    def predict(self, x):
        return self.forward(x.astype(np.float32))[2]

    def gradients(self, x, target, weight, drop):
        """Of the mean over samples of the weighted smooth L1 (corner at 0.1)."""
        p = self.parameters
        h1, h2, out = self.forward(x, drop)
        d = np.clip((out - target) / 0.1, -1, 1) * weight / np.float32(len(x))
        grads = {"w2": h2.T @ d, "b2": d.sum(0), "gain": (d * x[:, :FIT]).sum(0)}
        d2 = (d @ p["w2"].T) * (h2 > 0) * drop[1]
        grads |= {"w1": h1.T @ d2, "b1": d2.sum(0)}
        d1 = (d2 @ p["w1"].T) * (h1 > 0) * drop[0]
        grads |= {"w0": x.T @ d1, "b0": d1.sum(0)}
        return grads


def train(x, target, rng, epochs=9, batch=128, peak=2e-3, decay=3e-3, dropout=0.15, noise=0.02):
    x, target = x.astype(np.float32), target.astype(np.float32)
    weight = (1 / (target.std(0) + 0.05)).astype(np.float32)
    weight[target.std(0) == 0] = 0
    network = Network(x.shape[1], rng)
    moments = {k: (np.zeros_like(v), np.zeros_like(v)) for k, v in network.parameters.items()}
    steps, step = epochs * (len(x) // batch), 0
    keep = np.float32(1 / (1 - dropout))
    for _ in range(epochs):
        order = rng.permutation(len(x))
        for start in range(0, len(x) - batch + 1, batch):
            pick = order[start : start + batch]
            drop = [(rng.random((batch, h), dtype=np.float32) >= dropout) * keep for h in HIDDEN]
            some = x[pick]
            some[:, FIT:] += rng.normal(0, noise, some[:, FIT:].shape).astype(np.float32)
            grads = network.gradients(some, target[pick], weight, drop)
            step += 1
            t = step / steps
            rate = peak * (0.04 + 0.96 * t / 0.3) if t < 0.3 else peak * 0.5 * (1 + np.cos(np.pi * (t - 0.3) / 0.7))
            for k, g in grads.items():
                m, v = moments[k]
                m += 0.1 * (g - m)
                v += 0.001 * (g * g - v)
                update = (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
                if k.startswith("w"):
                    update = update + decay * network.parameters[k]
                network.parameters[k] -= np.float32(rate) * update.astype(np.float32)
    return network
