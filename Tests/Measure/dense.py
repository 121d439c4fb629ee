#!/usr/bin/env python3
"""Measures charts of many samples: the share of a core, the time to draw a frame, and memory, under one Xvfb.

usage: dense.py [SECONDS]    (20), after `make build`

One chart as large as the screen shows four lines: 3,000 samples and ten more a second, then 86,400 samples and one
more a second, which is a day.
"""

import json, os, random, subprocess, sys, tempfile, threading, time

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.build/release/wallchart")
CASES = [("3,000 samples, 10 a second", 3000, 10, "5m"), ("86,400 samples, 1 a second", 86_400, 1, "24h")]
QUIET = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def feed(pipe, count, rate, seconds):
    """Writes rows of a time and four random walks: the past at once, then each when it is due."""
    numbers, values, start = random.Random(1), [50.0] * 4, time.time()
    pipe.write("time a b c d\n")
    try:
        for i in range(-count, int(seconds * rate)):
            due = start + i / rate
            if i >= 0:
                time.sleep(max(0, due - time.time()))
            values[:] = [min(100, max(0, v + numbers.uniform(-3, 3))) for v in values]
            pipe.write("%.3f %.2f %.2f %.2f %.2f\n" % (due, *values))
            if i >= -1:
                pipe.flush()
    except BrokenPipeError:
        pass


def seconds_of(process):
    with open("/proc/%d/stat" % process) as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(process):
    with open("/proc/%d/smaps_rollup" % process) as f:
        return next(int(line.split()[1]) for line in f if line.startswith("Pss:")) / 1024


def measure(name, count, rate, window, seconds):
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1080x24"], pass_fds=[writer], **QUIET)
    os.close(writer)
    with os.fdopen(reader) as f:
        display = ":" + f.readline().strip()
    with tempfile.TemporaryFile("w+") as frames:
        program = subprocess.Popen(
            [PROGRAM, "--size", "1920x1080", "--no-history", "--window", window, "--columns", "a,b,c,d", "--stats"],
            env=dict(os.environ, DISPLAY=display), stdin=subprocess.PIPE, stderr=frames, text=True)
        threading.Thread(target=feed, args=(program.stdin, count, rate, seconds + 30), daemon=True).start()
        time.sleep(15)
        before, place = seconds_of(program.pid), os.fstat(frames.fileno()).st_size
        time.sleep(seconds)
        share = (seconds_of(program.pid) - before) / seconds
        memory = memory_of(program.pid)
        program.kill()
        program.wait()
        frames.seek(place)
        lines = [line for line in frames.read().split("\n")[1:] if line.startswith('{"frame":')]
        times = sorted(json.loads(line)["raster_ms"] for line in lines)
    server.kill()
    server.wait()
    print("%-28s %5.1f%% of a core, %4.1f frames a second, raster median %.2f ms, 95th percentile %.2f, PSS %.0f MB" % (
        name, 100 * share, len(times) / seconds, times[len(times) // 2], times[int(len(times) * 0.95)], memory),
        flush=True)


for case in CASES:
    measure(*case, seconds=float(sys.argv[1]) if len(sys.argv) > 1 else 20)
