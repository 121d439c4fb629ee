#!/bin/sh
# Times the rasterizer on the scenes of peers/SCENES.md beside the 2D libraries that Debian and PyPI
# carry, all in turn and pinned to one core, and prints the medians of each one's quietest round with
# their ratio to Blend2D with vectors of the same width. What cannot be installed or built is left out
# with a note. Then it times frames of a dashboard against the whole picture, layers, and text.
# usage: bench.sh [ROUNDS [SCENE]]    (2 all)
#   wallchart-wide and blend2d-wide have vectors of 256 bits at most, wallchart-base has no wide vectors,
#   and wallchart-2t is ours on two cores.
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-2}
scene=${2:-all}
peers=Tests/Measure/peers
out=.build/bench
mkdir -p "$out"
export SCENES="$out/scenes.bin" PYTHONDONTWRITEBYTECODE=1

gcc -O2 -o "$out/gen" $peers/gen_scenes.c -lm
"$out/gen" "$out/scenes.bin" >/dev/null

# compiled NAME PACKAGE COMPILER...: builds a peer against a pkg-config package.
compiled() {
  name=$1 package=$2
  shift 2
  rm -f "$out/$name"
  # The flags are words.
  # shellcheck disable=SC2086
  if flags=$(pkg-config --cflags --libs "$package" 2>"$out/$name.log") &&
    "$@" -o "$out/$name" $flags -lz -lm 2>"$out/$name.log"; then
    printf '%s\n' "$out/$name" >>"$out/commands"
  else
    echo "bench: without $name: $(head -n 1 "$out/$name.log")" >&2
  fi
}

# pypi NAME PACKAGES: a peer in Python, with packages from PyPI.
pypi() {
  # The packages are words.
  # shellcheck disable=SC2086
  if [ -x "$out/venv/bin/python" ] || python3 -m venv "$out/venv" 2>"$out/$1.log" &&
    "$out/venv/bin/pip" -q install --disable-pip-version-check numpy $2 2>"$out/$1.log"; then
    printf '%s\n' "$out/venv/bin/python $peers/peer_$1.py" >>"$out/commands"
  else
    echo "bench: without $1: $(tail -n 1 "$out/$1.log")" >&2
  fi
}

ours=.build/release/wallchart-bench
printf "%s\n" "$ours" "$ours --kernels wide" "$ours --kernels base" >"$out/commands"
pypi blend2d blend2d-python
if grep -q avx512 /proc/cpuinfo && grep -q peer_blend2d "$out/commands"; then
  printf '%s\n' "$out/venv/bin/python $peers/peer_blend2d.py --kernels wide" >>"$out/commands"
fi
pypi skia skia-python
compiled cairo cairo gcc -O3 $peers/peer_cairo.c
compiled agg libagg g++ -O3 $peers/peer_agg.cpp
compiled qt6 Qt6Gui g++ -O3 -fPIC -std=c++17 $peers/peer_qt.cpp

core=$(($(nproc) - 1))
: >"$out/results"
for _ in $(seq "$rounds"); do
  while read -r command; do
    # shellcheck disable=SC2086
    taskset -c $core $command "$scene" >>"$out/results" </dev/null 2>"$out/errors" ||
      echo "bench: failed: $command" >&2
  done <"$out/commands"
  [ $core = 0 ] || $ours "$scene" --threads 2 >>"$out/results"
done
awk '
  NF >= 5 && $2 ~ /^S[1-5]$/ {
    if (!(($1, $2) in best) || $3 < best[$1, $2]) best[$1, $2] = $3
    if (!($1 in known)) { known[$1]; order[++count] = $1 }
  }
  END {
    printf "%-16s", "median ms (ratio)"
    for (s = 1; s <= 5; s++) printf "%17s", "S" s
    print ""
    for (i = 1; i <= count; i++) {
      printf "%-16s", order[i]
      for (s = 1; s <= 5; s++) {
        value = best[order[i], "S" s]
        base = best["blend2d-py", "S" s]
        if (order[i] ~ /-wide$/ && ("blend2d-wide", "S" s) in best) base = best["blend2d-wide", "S" s]
        if (value == "") printf "%17s", ""
        else if (base == "") printf "%17.2f", value
        else printf "%9.2f (x%5.2f)", value, value / base
      }
      print ""
    }
  }' "$out/results"
[ "$scene" = all ] || exit 0
echo
for part in frames slide layers store series text; do
  taskset -c $core $ours $part
done
