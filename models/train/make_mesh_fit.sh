#!/bin/sh
# make_mesh_fit.sh HEADS WORK OUT.fit ICT_PEOPLE [MAKEHUMAN_PEOPLE]: from the face models to the mesh solver's data.
#
# HEADS: folder of ict_heads.npz and makehuman_heads.npz; WORK: folder for films, landmarks and head points (12 MB a hundred people), where
# what is there already is not made again. BUILD names the build folder, MODELS that of the tracker's models. See README.md.
set -eu
[ $# -ge 4 ] || { sed -n 2p "$0" >&2; exit 2; }
heads=$1 work=$2 out=$3
here=$(dirname "$0")
build=${BUILD:-$here/../../build/release}
models=${MODELS:-${XDG_CACHE_HOME:-$HOME/.cache}/mien/models}
export OPENBLAS_NUM_THREADS=1
field_of_view=23.0394 # degrees, vertical, of the films
rest_frames=6

family() { # NAME PEOPLE
    mkdir -p "$work/$1/films" "$work/$1/marks" "$work/$1/heads"
    python3 "$here/make_sessions.py" "$1" "$heads/$1_heads.npz" "$build/models/train/session_raster" 0 "$2" "$work/$1/films"
    "$build/tests/fidelity/landmark_dump" mesh "$work/$1/marks" "$work/$1/films"/*.mp4
    "$build/tests/fidelity/head_points" "$models/geometry_pipeline_metadata_landmarks.binarypb" $field_of_view $rest_frames \
        "$work/$1/heads" "$work/$1/marks"/*.landmarks
}

family ict "$4"
set -- "$work/ict" "${5:-0}"
if [ "$2" -gt 0 ]; then
    family makehuman "$2"
    python3 "$here/train_mesh.py" "$out" --heads "$1/heads" "$work/makehuman/heads" --truth "$1/films" "$work/makehuman/films"
else
    python3 "$here/train_mesh.py" "$out" --heads "$1/heads" --truth "$1/films"
fi
