#!/usr/bin/python3
"""Turns the GLSL files into one C++ file, and lets glslangValidator check each of them first.

usage: embed.py --output FILE.cpp --validator glslangValidator SHADER...

A line `#include "other.glsl"` is replaced by that file, once per shader. A line `// variant: NAME NAME` in a shader names a set of
macros under which it is compiled at run time; each such variant is checked, and the shader without macros too.
"""
import argparse
import os
import re
import subprocess
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"\s*$')
VARIANT = re.compile(r"^//\s*variant:\s*(.*)$")


def resolve(path, files):
    """The text of `path` with its includes put in; `files` collects their names, numbered as #line directives number them."""
    number = len(files)
    files.append(path)
    out = []
    with open(path, encoding="utf-8") as text:
        for line_number, line in enumerate(text, 1):
            match = INCLUDE.match(line)
            if not match:
                out.append(line.rstrip("\n"))
                continue
            included = os.path.join(os.path.dirname(path), match.group(1))
            if not os.path.isfile(included):
                sys.exit(f"{path}:{line_number}: error: there is no {match.group(1)}")
            if included not in files:
                out.append(f"#line 1 {len(files)}")
                out += resolve(included, files)
            out.append(f"#line {line_number + 1} {number}")
    return out


def check(validator, path, lines, files, macros):
    stage = os.path.splitext(path)[1][1:]
    # As render/program_gl.cpp puts them in: behind #version, which must stay first.
    text = [lines[0]] + [f"#define {macro}" for macro in macros] + ["#line 2 0"] + lines[1:]
    done = subprocess.run([validator, "--stdin", "-S", stage], input="\n".join(text) + "\n", capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return True
    for line in (done.stdout + done.stderr).splitlines():
        place = re.match(r"^(ERROR|WARNING): (\d+):(\d+): (.*)$", line)
        if place and int(place.group(2)) < len(files):
            line = f"{files[int(place.group(2))]}:{place.group(3)}: {place.group(1).lower()}: {place.group(4)}"
        print(line, file=sys.stderr)
    print(f"{path}: does not compile with the macros [{' '.join(macros)}]", file=sys.stderr)
    return False


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--output", required=True)
    arguments.add_argument("--validator", required=True)
    arguments.add_argument("shaders", nargs="+")
    options = arguments.parse_args()

    good = True
    entries = []
    for path in options.shaders:
        files = []
        lines = resolve(path, files)
        variants = [[]] + [match.group(1).split() for match in map(VARIANT.match, lines) if match]
        for macros in variants:
            good = check(options.validator, path, lines, files, macros) and good
        text = "\n".join(lines) + "\n"
        entries.append(f'    {{"{os.path.basename(path)}", R"glsl({text})glsl"}},')
    if not good:
        return 1
    with open(options.output, "w", encoding="utf-8") as out:
        out.write('// Made by shaders/embed.py.\n#include "shaders/shaders.h"\n\n#include <array>\n#include <utility>\n\n'
                  "namespace mien {\nnamespace {\n"
                  f"constexpr std::array<std::pair<std::string_view, std::string_view>, {len(entries)}> sources{{{{\n"
                  + "\n".join(entries) +
                  "\n}};\n} // namespace\n\n"
                  "std::string_view shader_source(std::string_view name) {\n"
                  "    for (const auto& [file, text] : sources)\n        if (file == name) return text;\n    return {};\n}\n\n"
                  "} // namespace mien\n")
    return 0


sys.exit(main())
