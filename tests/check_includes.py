#!/usr/bin/python3
"""Checks who includes whom: the arrows of README.md, and which third-party library may appear where.

usage: check_includes.py [SOURCE_DIR]; exit 1 and a line per fault. With --self-test it checks that it finds planted faults.
"""
import os
import re
import sys
import tempfile

# A folder may include itself and everything that these reach.
ARROWS = {
    "base": [],
    "media": ["base"],
    "capture": ["media"],
    "rig": ["media"],
    "solver": ["capture", "rig"],
    "shaders": [],
    "render": ["rig", "media", "shaders"],
    "models": ["rig", "media"],
    "takes": ["solver", "media"],
    "stream": ["solver"],
    "live": ["takes", "stream", "render", "models"],
    "gui": ["live"],
    "app": ["gui"],
}
# Include prefix -> the places it may stand in; "h" forbids it in headers as well.
LIBRARIES = [
    (r"opencv2/", ["capture/", "solver/"], "cpp only"),
    (r"dlib/", ["capture/tracker/"], "cpp only"),
    (r"(Q[A-Z]\w+|Qt\w*/)", ["gui/", "app/"], ""),
    (r"glad/|GL/|EGL/", ["render/", "gui/"], "cpp only"),
    (r"assimp/", ["rig/import/"], "cpp only"),
    (r"lib(av|sw)\w+/", ["media/"], "cpp only"),
    (r"sqlite3", ["takes/"], "cpp only"),
    (r"CLI/", ["app/"], ""),
    (r"linux/videodev2", ["capture/source/"], "cpp only"),
]
# A library's private headers, shared by its own .cpp files and read by nobody else.
PRIVATE_HEADER = re.compile(r"(_gl|_internal|_private|_dnn|_state|_json)\.h$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')


def reach(folder):
    found, todo = set(), [folder]
    while todo:
        f = todo.pop()
        if f not in found:
            found.add(f)
            todo += ARROWS[f]
    return found


def files(root):
    for folder in ARROWS:
        for at, folders, names in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".h", ".cpp")):
                    yield folder, os.path.relpath(os.path.join(at, name), root)


def check(root):
    faults = []
    for folder, path in files(root):
        allowed = reach(folder)
        with open(os.path.join(root, path), encoding="utf-8") as text:
            for number, line in enumerate(text, 1):
                match = INCLUDE.match(line)
                if not match:
                    continue
                target = match.group(2)
                top = target.split("/")[0]
                if match.group(1) == '"' and top in ARROWS and top not in allowed:
                    faults.append(f"{path}:{number}: {folder}/ may not include {target}")
                for pattern, places, rule in LIBRARIES:
                    if not re.match(pattern, target):
                        continue
                    if not path.startswith(tuple(places)):
                        faults.append(f"{path}:{number}: {target} may stand only in {', '.join(places)}")
                    elif rule and path.endswith(".h") and not PRIVATE_HEADER.search(path):
                        faults.append(f"{path}:{number}: {target} may not stand in a header that others read")
    return faults


def self_test():
    with tempfile.TemporaryDirectory() as root:
        for path, line in (("base/a.h", '#include "gui/b.h"'), ("rig/c.cpp", "#include <opencv2/core.hpp>"),
                           ("capture/d.h", "#include <opencv2/core.hpp>"), ("solver/e.cpp", "#include <QObject>"),
                           ("app/fine.cpp", '#include "base/result.h"')):
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as text:
                text.write(line + "\n")
        found = check(root)
    return 0 if len(found) == 4 else print("\n".join(["the self-test should find 4 faults, found:"] + found)) or 1


def main():
    if sys.argv[1:2] == ["--self-test"]:
        return self_test()
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    faults = check(root)
    print("\n".join(faults) or "the include directions hold")
    return 1 if faults else 0


sys.exit(main())
