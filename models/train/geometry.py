"""Meshes of a rendered person: triangles, normals, spheres, and the scene file's mesh."""

from dataclasses import dataclass, field

import numpy as np

CENTIMETRE = 0.01


def eased(t):
    """From 0 at 0 to 1 at 1, without a kink at either end."""
    return t * t * (3 - 2 * t)


def triangles(part):
    """The polygons of heads.npz's part_NAME (rows of vertex, uv; -1 ends a face) as fans of vertex indices."""
    out, face = [], []
    for vertex, _ in np.vstack([part, [(-1, -1)]]):
        if vertex >= 0:
            face.append(vertex)
            continue
        out += [(face[0], face[k], face[k + 1]) for k in range(1, len(face) - 1)]
        face = []
    return np.array(out)


def used_vertices(faces):
    """The vertices that the faces use, and the faces over these."""
    vertices, inverse = np.unique(faces, return_inverse=True)
    return vertices, inverse.reshape(-1, 3)


def welded(vertices):
    """For each vertex the first one at the same place, so that seams are shaded smoothly."""
    key = np.round(vertices * 1e4).astype(np.int64)
    _, first, inverse = np.unique(key, axis=0, return_index=True, return_inverse=True)
    return first[inverse.reshape(-1)]


def normals(points, faces):
    n = np.zeros_like(points)
    across = np.cross(points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]])
    for corner in range(3):
        for axis in range(3):
            n[:, axis] += np.bincount(faces[:, corner], across[:, axis], len(points))
    return n / np.maximum(np.linalg.norm(n, axis=1, keepdims=True), 1e-12)


def grid_faces(rows, columns):
    faces = []
    for i in range(rows):
        for j in range(columns):
            a = i * (columns + 1) + j
            b = a + columns + 1
            faces += [(a, b, b + 1), (a, b + 1, a + 1)]
    return np.array(faces)


def eyeball(columns=40, rows=28):
    """A unit sphere with its pole towards +z: points, uv (round, the pole in the middle), faces."""
    points, uv = [], []
    for i in range(rows + 1):
        along = np.pi * i / rows
        for j in range(columns + 1):
            around = 2 * np.pi * j / columns
            points.append([np.sin(along) * np.cos(around), np.sin(along) * np.sin(around), np.cos(along)])
            k = 0.5 * np.sin(min(along, np.pi / 2))
            uv.append([0.5 + k * np.cos(around), 0.5 - k * np.sin(around)])
    return np.array(points), np.array(uv), grid_faces(rows, columns)


def ellipsoid(centre, radii, columns=24, rows=16):
    """Points, unit normals, faces."""
    points = []
    for i in range(rows + 1):
        for j in range(columns + 1):
            a, b = np.pi * i / rows, 2 * np.pi * j / columns
            points.append([np.sin(a) * np.cos(b), np.cos(a), -np.sin(a) * np.sin(b)])
    points, radii = np.array(points), np.array(radii)
    n = points / radii
    return points * radii + np.array(centre), n / np.linalg.norm(n, axis=1, keepdims=True), grid_faces(rows, columns)


@dataclass
class Surface:
    """How a mesh looks. colour: linear red, green, blue, opacity; texture: index in the scene, -1 none; kind: 0, or 1 left eye, 2 right
    eye, which turn with the gaze channels; skin: light reaches round the edge of shadows."""

    colour: tuple = (1, 1, 1, 1)
    texture: int = -1
    specular: float = 0.03
    gloss: float = 12
    kind: int = 0
    skin: bool = False
    blended: bool = False
    casts: bool = True


@dataclass
class Mesh:
    """points, normals (n, 3), metres; uv (n, 2); tint (n, 3); head_share (n,): of the head's turn; weld: shared index for shading;
    targets: channel name -> (vertices, displacements at weight 1)."""

    points: np.ndarray
    normals: np.ndarray
    faces: np.ndarray
    surface: Surface
    uv: np.ndarray = None
    tint: np.ndarray = None
    head_share: np.ndarray = None
    weld: np.ndarray = None
    targets: dict = field(default_factory=dict)

    def __post_init__(self):
        count = len(self.points)
        self.uv = np.zeros((count, 2)) if self.uv is None else self.uv
        self.tint = np.ones((count, 3)) if self.tint is None else self.tint
        if self.weld is None:
            self.weld = np.arange(count)


def head_share(points):
    """How much of the head's turn a vertex of the neck takes, by its height (centimetres)."""
    return eased(np.clip((points[:, 1] + 17) / 8.5, 0, 1))
