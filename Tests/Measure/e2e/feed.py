#!/usr/bin/env python3
"""Writes numbers that depend on nothing but their row and column.

usage: feed.py RATE SECONDS COLUMNS [--first COLUMN] [--hold SECONDS]
       feed.py --files FOLDER      the million rows of W3, and the ten million numbers of W4

300 rows come at once, then RATE rows a second; then the pipe stays open, silent.
"""

import argparse, array, math, random, sys, time

HISTORY = 300


def value(row, column):
    """Two waves and noise, 0 to 100."""
    n = (row * 2654435761 + column * 40503 + 12345) & 0xFFFFFFFF
    n ^= n >> 15
    n = n * 2246822519 & 0xFFFFFFFF
    n ^= n >> 13
    waves = 28 * math.sin(row / (11 + 5 * column) + column) + 8 * math.sin(row / 3.1 + 2 * column)
    return min(100.0, max(0.0, 50 + waves + (n / 0xFFFFFFFF - 0.5) * 16))


def line(row, columns):
    return " ".join("%.2f" % value(row, c) for c in columns) + "\n"


def write_files(folder):
    with open(folder + "/flood.txt", "w") as f:
        f.writelines(line(i, range(2)) for i in range(1_000_000))
    noise = random.Random(1)
    numbers = array.array(
        "d",
        (
            50 + 30 * math.sin(i / 6e5) + 8 * math.sin(i / 4e4) + noise.uniform(-6, 6)
            for i in range(10_000_000)
        ),
    )
    with open(folder + "/big.f64", "wb") as f:
        numbers.tofile(f)
    with open(folder + "/big.txt", "w") as f:
        f.writelines("%.3f\n" % number for number in numbers)


def write_live(rate, seconds, columns, hold):
    start, out = time.monotonic(), sys.stdout
    out.writelines(line(i, columns) for i in range(HISTORY))
    out.flush()
    for k in range(int(rate * seconds)):
        time.sleep(max(0, start + (k + 1) / rate - time.monotonic()))
        out.write(line(HISTORY + k, columns))
        out.flush()
    time.sleep(hold)


def main():
    if sys.argv[1] == "--files":
        return write_files(sys.argv[2])
    parser = argparse.ArgumentParser()
    parser.add_argument("rate", type=float)
    parser.add_argument("seconds", type=float)
    parser.add_argument("columns", type=int)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--hold", type=float, default=0)
    a = parser.parse_args()
    try:
        write_live(a.rate, a.seconds, range(a.first, a.first + a.columns), a.hold)
    except (BrokenPipeError, KeyboardInterrupt):
        sys.stderr.close()


if __name__ == "__main__":
    main()
