#!/bin/sh
# The start of Wallchart until its picture is on the screen, beside that of a C program that shows one.
# usage: run.sh [RUNS]    (21)
set -eu
cd "$(dirname "$0")"
root=$PWD/../../..
out=$root/.build/bench
mkdir -p "$out"
# The flags are words.
# shellcheck disable=SC2046
if gcc -O2 -o "$out/window_peer" window_peer.c \
  $(pkg-config --cflags --libs x11 xext fontconfig freetype2) 2>"$out/window_peer.log"; then
  set -- "${1:-21}" "C program=$out/window_peer"
else
  echo "start: without the C program: $(head -n 1 "$out/window_peer.log")" >&2
  set -- "${1:-21}"
fi
echo "from the start until the picture is on the screen, median of $1:"
PYTHONDONTWRITEBYTECODE=1 exec python3 start.py "$@" \
  "wallchart=$root/.build/release/wallchart --size 1920x1080"
