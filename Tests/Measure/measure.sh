#!/bin/sh
# Prints what the program takes: share of a core, wake-ups, memory, size.
# usage: measure.sh [SECONDS [WARM-UP SECONDS]]     of measuring and before it (60, 10)
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60} warmup=${2:-10}
binary=.build/release/wallchart
folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1920x1080x24 3>"$folder/display" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
while [ ! -s "$folder/display" ]; do sleep 0.05; done
DISPLAY=:$(cat "$folder/display")
export DISPLAY

ticks() { awk '{ print $14 + $15 }' "/proc/$1/stat"; }

# measure NAME ARGUMENTS...
measure() {
  name=$1
  shift
  $binary --stats --size 1920x1080 "$@" 2>"$folder/stats" &
  program=$!
  sleep "$warmup"
  before=$(ticks $program)
  sleep "$seconds"
  after=$(ticks $program)
  pss=$(awk '/^Pss:/ { print $2 }' "/proc/$program/smaps_rollup")
  kill $program
  wait $program || true
  tail -n 1 "$folder/stats" | sed 's/[{}"]//g; s/[:,]/ /g' | awk -v name="$name" -v pss="$pss" \
    -v share="$before $after $seconds" '{
      split(share, s, " ")
      printf "%-22s %.1f%% of a core, %d frames, %d frame timer wake-ups, PSS %.0f MB, peak RSS %.0f MB\n",
        name, (s[2] - s[1]) / s[3], $2, $4, pss / 1024, $12 / 1024
    }'
}
measure "motion on"
measure "--no-motion" --no-motion

strip -o "$folder/stripped" $binary
printf 'stripped binary        %s kB\n' $(($(wc -c <"$folder/stripped") / 1000))
