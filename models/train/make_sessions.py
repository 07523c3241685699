#!/usr/bin/python3
"""make_sessions.py ict|makehuman HEADS.npz RENDERER FIRST LAST OUTDIR: films of random people with known weights.

Writes OUTDIR/NAME.mp4 (320x320 round the face, 30 frames a second, 60 frames, the first 6 at rest) and NAME.npy (60, 58): head x y z [m],
pitch yaw roll [degrees], 52 weights. Person, skin, hair, light, backdrop and style of each expression come from the number alone.
RENDERER: the program session_raster (models/train/raster). See README.md.
"""

import argparse
import os
import pathlib
import subprocess
import tempfile

import cv2
import numpy as np

from heads import CHANNELS
from ict_family import IctFamily
from makehuman_family import MakeHumanFamily
from people import Person
from performance import perform
from scene_file import write_scene
from studio import SIZE

FAMILIES = {"ict": (IctFamily, "s", 90000), "makehuman": (MakeHumanFamily, "m", 190000)}  # class, first letter of names, first seed


def write_performance(path, film):
    with open(path, "w") as file:
        file.write("frame,t,head_x,head_y,head_z,head_pitch,head_yaw,head_roll," + ",".join(CHANNELS) + "\n")
        for i, row in enumerate(film):
            file.write("%d,%.5f," % (i, i / 30) + ",".join("%.5f" % v for v in row) + "\n")


def render(renderer, family, seed, number, out):
    rng = np.random.default_rng(seed + number)
    scene = Person(family, rng).scene(number)
    film = perform(rng)
    with tempfile.TemporaryDirectory() as folder:
        scene_file, steps = os.path.join(folder, "scene"), os.path.join(folder, "performance.csv")
        write_scene(scene_file, *scene)
        write_performance(steps, film)
        part = out.with_suffix(".part.mp4")
        with subprocess.Popen([renderer, scene_file, steps], stdout=subprocess.PIPE) as raster:
            encode = subprocess.run(
                ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{SIZE}x{SIZE}", "-r", "30", "-i", "-", "-c:v",
                 "libx264", "-preset", "superfast", "-crf", "15", "-pix_fmt", "yuv420p", "-threads", "1", str(part)], stdin=raster.stdout)
        if raster.returncode or encode.returncode:
            raise SystemExit(f"{out}: could not be rendered")
        np.save(out.with_suffix(".npy"), film.astype(np.float32))
        part.rename(out)  # last, so that what exists is complete


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("heads")
    parser.add_argument("renderer")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("out", type=pathlib.Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    make, letter, seed = FAMILIES[options.family]
    family = make(options.heads)
    options.out.mkdir(parents=True, exist_ok=True)
    for number in range(options.first, options.last):
        out = options.out / f"{letter}{number:04d}.mp4"
        if not out.exists():
            render(options.renderer, family, seed, number, out)


if __name__ == "__main__":
    main()
