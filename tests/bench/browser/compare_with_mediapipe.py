#!/usr/bin/python3
"""mien beside MediaPipe's WebAssembly on the same film, on the same machine, in one run.

  compare_with_mediapipe.py --mien build/release/app/mien --package DIR [--task face_landmarker.task] FILM

DIR is an unpacked npm package: @mediapipe/tasks-vision (which needs --task) or @mediapipe/face_mesh 0.4.1633559619.
Chromium runs without a window and without a GPU. Runs alternate (mien, browser, mien, browser ...), so that a loaded
machine is equally unfair to both. Frames reach the page as plain pixels before the clock starts, and mien's decoding is
left out: what is compared is picture -> points, pose and weights. Python's standard library, ffmpeg and chromium are
all it needs.
"""
import argparse
import http.server
import json
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

PAGE = pathlib.Path(__file__).with_name("page.html")
TYPES = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}
MIEN_STAGES = ("track", "solve")


def film_size(film):
    text = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height",
                           "-of", "csv=p=0", film], check=True, capture_output=True, text=True).stdout
    return tuple(int(value) for value in text.strip().split(",")[:2])


def decode(film, frames, folder):
    """Writes the first frames as one file of RGBA bytes; returns (file, count, width, height)."""
    width, height = film_size(film)
    pixels = pathlib.Path(folder) / "frames.rgba"
    subprocess.run(["ffmpeg", "-v", "error", "-noautorotate", "-i", film, "-frames:v", str(frames), "-vf",
                    f"scale={width}:{height}", "-f", "rawvideo", "-pix_fmt", "rgba", str(pixels)], check=True)
    return pixels, pixels.stat().st_size // (width * height * 4), width, height


def process_tree(root):
    parents = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = pathlib.Path("/proc", entry, "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(entry)] = (int(fields[1]), int(fields[11]) + int(fields[12]))
    tree = {root}
    grown = True
    while grown:
        more = {pid for pid, (parent, _) in parents.items() if parent in tree} - tree
        tree |= more
        grown = bool(more)
    return {pid: parents[pid][1] for pid in tree if pid in parents}


def cpu_seconds(root):
    return sum(process_tree(root).values()) / os.sysconf("SC_CLK_TCK")


class Session:
    """What the page asks for and tells, over HTTP on this machine alone."""

    def __init__(self, plan, package, task, pixels):
        self.plan, self.package, self.task = plan, package, task
        self.pixels = open(pixels, "rb")
        self.frame_bytes = plan["width"] * plan["height"] * 4
        self.browser = None
        self.marked = None
        self.result = None
        self.done = threading.Event()
        session = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body, kind = session.file(self.path)
                self.send_response(200 if body is not None else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path == "/mark":
                    session.marked = cpu_seconds(session.browser.pid)
                else:
                    session.result = body
                    if session.marked is not None:
                        session.result["cpu_seconds"] = cpu_seconds(session.browser.pid) - session.marked
                    session.done.set()
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def file(self, path):
        path = path.split("?")[0]
        if path == "/":
            return PAGE.read_bytes(), TYPES[".html"]
        if path == "/plan":
            return json.dumps(self.plan).encode(), "application/json"
        if path == "/task" and self.task:
            return pathlib.Path(self.task).read_bytes(), "application/octet-stream"
        if path.startswith("/frame/"):
            self.pixels.seek(int(path.rsplit("/", 1)[1]) * self.frame_bytes)
            return self.pixels.read(self.frame_bytes), "application/octet-stream"
        if path.startswith("/package/"):
            file = (self.package / path[len("/package/"):]).resolve()
            if file.is_file() and self.package in file.parents:
                return file.read_bytes(), TYPES.get(file.suffix, "application/octet-stream")
        return None, "text/plain"

    def run(self, chromium, seconds):
        with tempfile.TemporaryDirectory() as profile:
            self.browser = subprocess.Popen(
                [chromium, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
                 "--disable-component-update", "--no-first-run", "--mute-audio", "--use-angle=swiftshader",
                 "--enable-unsafe-swiftshader", f"--user-data-dir={profile}",
                 f"http://127.0.0.1:{self.server.server_address[1]}/"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                if not self.done.wait(seconds):
                    raise SystemExit(f"The browser gave no answer within {seconds} s")
            finally:
                os.killpg(self.browser.pid, signal.SIGTERM)
                self.browser.wait()
                time.sleep(0.5)  # its children still write into the profile
                self.server.shutdown()
                self.server.server_close()
        if "error" in self.result:
            raise SystemExit("The page failed: " + self.result["error"])
        return self.result


def run_mien(mien, film):
    table = json.loads(subprocess.run([mien, "track", film, "--stats", "--json"], check=True, capture_output=True,
                                      text=True).stdout)
    stages = table["stages_cpu_ms"]
    return {"ms": sum(stages[name]["median"] for name in MIEN_STAGES), "start": table["first_tracked_seconds"] * 1000,
            "memory": table["peak_memory_mb"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("film")
    parser.add_argument("--mien", required=True)
    parser.add_argument("--package", required=True, type=pathlib.Path, help="folder of an unpacked npm package")
    parser.add_argument("--task", help="face_landmarker.task, for tasks-vision")
    parser.add_argument("--delegate", default="CPU", choices=("CPU", "GPU"), help="of tasks-vision")
    parser.add_argument("--frames", type=int, default=150)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--chromium", default="chromium")
    arguments = parser.parse_args()
    if not shutil.which(arguments.chromium):
        raise SystemExit(f"{arguments.chromium} is not there; install chromium or name it with --chromium")
    package = arguments.package.resolve()
    if (package / "package" / "package.json").is_file():
        package /= "package"
    kind = "tasks-vision" if (package / "vision_bundle.mjs").is_file() else "face_mesh"
    if kind == "tasks-vision" and not arguments.task:
        raise SystemExit("tasks-vision needs --task face_landmarker.task")
    version = json.loads((package / "package.json").read_text())["version"]

    with tempfile.TemporaryDirectory() as folder:
        pixels, frames, width, height = decode(arguments.film, arguments.frames, folder)
        plan = {"kind": kind, "delegate": arguments.delegate, "frames": frames, "warm_up": min(30, frames // 2),
                "width": width, "height": height}
        ours, theirs = [], []
        for _ in range(arguments.rounds):
            ours.append(run_mien(arguments.mien, arguments.film))
            theirs.append(Session(plan, package, arguments.task, pixels).run(arguments.chromium, 300))
    measured = frames - plan["warm_up"]
    mien_ms = statistics.median(run["ms"] for run in ours)
    wall_ms = statistics.median(ms for run in theirs for ms in run["milliseconds"])
    least_ms = min(ms for run in theirs for ms in run["milliseconds"])
    cpu_ms = statistics.median(run["cpu_seconds"] * 1000 / measured for run in theirs)
    print(f"{arguments.film}, {width}x{height}, {measured} frames a round, {arguments.rounds} rounds")
    print(f"  mien, mesh                     {mien_ms:7.2f} ms of CPU a frame, first face after "
          f"{statistics.median(run['start'] for run in ours):.0f} ms, {max(run['memory'] for run in ours):.0f} MB")
    delegate = f" on {arguments.delegate}" if kind == "tasks-vision" else ""
    print(f"  MediaPipe {kind} {version}{delegate}: {wall_ms:.2f} ms a frame by the clock (median; least {least_ms:.2f}), "
          f"{cpu_ms:.2f} ms of CPU with the browser's own, first face after "
          f"{statistics.median(run['start'] for run in theirs):.0f} ms, a face in {theirs[-1]['found']} of {measured}")
    print(f"  ratio                          {wall_ms / mien_ms:7.1f} (median by the clock), {least_ms / mien_ms:.1f} (its least)")


if __name__ == "__main__":
    sys.exit(main())
