#!/bin/sh
# Wallchart beside what else shows live numbers on X11: see README.md. Needs root, for control groups.
# usage: run.sh [WORKLOADS [REGEXP]]    or run.sh --table, which prints the last results again
set -eu
cd "$(dirname "$0")"
root=$PWD/../../..
export WALLCHART="${WALLCHART:-$root/.build/release/wallchart}"
export PYTHONDONTWRITEBYTECODE=1
export E2E_FOLDER="${E2E_FOLDER:-$root/.build/e2e}"
mkdir -p "$E2E_FOLDER"
[ "${1-}" != --table ] || exec python3 workloads.py --table
[ -s "$E2E_FOLDER/big.txt" ] || python3 feed.py --files "$E2E_FOLDER"
if [ ! -x "$E2E_FOLDER/qcustomplot" ]; then
  # The flags are words.
  # shellcheck disable=SC2046
  g++ -O2 -fPIC -std=c++17 -o "$E2E_FOLDER/qcustomplot" qcustomplot_peer.cpp \
    $(pkg-config --cflags --libs Qt5Widgets Qt5PrintSupport) -lQCustomPlot -lpthread
fi
exec python3 workloads.py "$@"
