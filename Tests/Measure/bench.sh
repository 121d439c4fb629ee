#!/bin/sh
# Times the rasterizer on the scenes of peers/SCENES.md beside Cairo and Blend2D, all in turn and
# pinned to one core, and prints the medians of the quietest round with their ratio to Blend2D.
# usage: bench.sh [ROUNDS]    (2)
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-2}
peers=Tests/Measure/peers
out=.build/bench
mkdir -p "$out"
gcc -O2 -o "$out/gen" $peers/gen_scenes.c -lm
"$out/gen" "$out/scenes.bin" >/dev/null
export SCENES="$out/scenes.bin" PYTHONDONTWRITEBYTECODE=1
gcc -O3 -o "$out/cairo" $peers/peer_cairo.c $(pkg-config --cflags --libs cairo) -lz -lm
[ -x "$out/venv/bin/python" ] || python3 -m venv "$out/venv"
"$out/venv/bin/pip" -q install --disable-pip-version-check blend2d-python
core=$(($(nproc) - 1))
: >"$out/results"
for _ in $(seq "$rounds"); do
  for command in .build/release/wallchart-bench "$out/cairo" \
    "$out/venv/bin/python $peers/peer_blend2d.py"; do
    taskset -c $core $command all >>"$out/results"
  done
done
awk '
  NF >= 5 && $2 ~ /^S[1-5]$/ {
    if (!(($1, $2) in best) || $3 < best[$1, $2]) best[$1, $2] = $3
    if (!($1 in known)) { known[$1]; order[++count] = $1 }
  }
  END {
    printf "%-16s", "median ms (ratio)"
    for (s = 1; s <= 5; s++) printf "%16s", "S" s
    print ""
    for (i = 1; i <= count; i++) {
      printf "%-16s", order[i]
      for (s = 1; s <= 5; s++)
        printf "%8.2f (x%4.2f)", best[order[i], "S" s], best[order[i], "S" s] / best["blend2d-py", "S" s]
      print ""
    }
  }' "$out/results"
