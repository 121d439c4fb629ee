#!/usr/bin/env python3
"""Writes the recordings in this folder; the same bytes every time.

    ./generate-samples.py          all three, beside this script

orion.samples          a lively machine, for goldens and the README's picture
gap-and-reset.samples  what goes wrong: samples missing, a counter reset, an interface that goes
idle.samples           a machine that does nothing at all
"""

import math
import os
import random

GIB = 1024**3
MIB = 1024**2
END = 1795267508  # 2026-11-21 13:25:08 UTC
HERE = os.path.dirname(os.path.abspath(__file__))


class Recording:
    """Counters that grow, written as the format in Sources/Feeds/SampleRecorder.swift has it."""

    def __init__(self, host, cores):
        self.lines = ["wallchart-samples 1", f"host {host}", "system Debian 12", "period 1.000000"]
        # user, nice, system, idle, iowait, irq, softirq, steal
        self.cores = {core: [91_530_112 + 7_411 * core, 20_411, 30_977_201, 230_144_870,
                             411_937, 0, 811_402, 0] for core in range(cores)}
        self.interfaces = {"lo": [48_120_311, 48_120_311]}
        self.disks = {}

    def work(self, core, ticks, busy):
        """Some ticks of a core, of which the busy ones are mostly the programs' own."""
        system = busy * 3 // 10
        softirq = busy // 24
        wait = min(1, ticks - busy) if busy > 30 else 0
        row = self.cores[core]
        for field, amount in ((0, busy - system - softirq), (2, system), (6, softirq),
                              (4, wait), (3, ticks - busy - wait)):
            row[field] += amount

    def sample(self, time, memory, load, uptime, space):
        out = self.lines
        out.append(f"sample {time:.6f}")
        total = [sum(column) for column in zip(*self.cores.values())]
        for name, row in [("cpu ", total)] + [(f"cpu{c}", r) for c, r in self.cores.items()]:
            out.append(f"stat {name} {' '.join(map(str, row))} 0 0")
        out.append(f"meminfo MemTotal:       {memory[0]:8d} kB")
        out.append(f"meminfo MemAvailable:   {memory[1]:8d} kB")
        for name, (received, sent) in self.interfaces.items():
            out.append(f"netdev {name}: {received} {received // 1100} 0 0 0 0 0 0"
                       f" {sent} {sent // 420} 0 0 0 0 0 0")
        for name, (read, written) in self.disks.items():
            out.append(f"diskstats 259 0 {name} {read // 61} 0 {read} {read // 70}"
                       f" {written // 83} 0 {written} {written // 40} 0 {written // 90} {written // 36}")
        out.append("loadavg {:.2f} {:.2f} {:.2f} 2/311 48211".format(*load))
        out.append(f"uptime {uptime:.2f} {uptime * 1.3:.2f}")
        out.append(f"space / {space[0]} {space[1]}")
        out.append("end")

    def write(self, name):
        with open(os.path.join(HERE, name), "w") as file:
            file.write("\n".join(self.lines) + "\n")


def curve(points, x):
    """Through the points (x, y) with level turns, like a chart's own monotone line."""
    if x <= points[0][0]:
        return points[0][1]
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if x <= x1:
            return y0 + (y1 - y0) * (1 - math.cos(math.pi * (x - x0) / (x1 - x0))) / 2
    return points[-1][1]


def evenly(*values):
    """Values spread evenly from 30 seconds before the five-minute window to its end."""
    return [(-30 + 330 * i / (len(values) - 1), y) for i, y in enumerate(values)]


CPU = evenly(
    22, 26, 24, 31, 27, 29, 39, 34, 33, 41, 24, 31, 30, 35, 26, 26, 31, 26, 42, 33, 24, 27, 35, 32,
    27, 26, 16, 16, 18, 14, 11, 9, 11, 10, 4, 12, 15, 20, 16, 33, 28, 25, 30, 34, 41, 39, 45, 47,
    42, 43, 48, 53, 51, 50, 41, 36, 42, 37.2)
MEMORY = evenly(  # GiB
    5.66, 5.64, 5.70, 5.78, 5.58, 5.68, 5.70, 5.73, 5.66, 5.60, 5.90, 5.84, 5.62, 5.47, 5.58, 5.60,
    5.30, 5.44, 5.40, 5.62, 5.84, 5.98, 6.10, 5.97, 6.05, 6.08, 6.14, 6.18, 6.26, 6.30, 6.33, 6.40)
NETWORK_IN = evenly(  # Mbit/s
    22, 25, 31, 24, 26, 28, 34, 30, 38, 44, 7, 31, 17, 45, 43, 56, 51, 54, 34, 41, 57, 53, 59, 61,
    36, 48, 50, 38, 18, 40, 39, 49, 62, 66, 76, 61, 68, 57, 72, 78, 48, 28, 21, 46, 42, 47, 36, 37,
    33, 29, 36, 42, 58, 62, 72, 77, 89, 81, 60, 54, 71, 79, 66, 55, 48.6)
NETWORK_OUT = evenly(
    3.4, 3.9, 3.6, 4.2, 3.3, 3.8, 4.4, 4.9, 4.4, 4.8, 3.9, 4.5, 3.4, 2.9, 3.5, 3.2, 4.4, 3.5, 3.2,
    3.9, 3.6, 3.0, 3.9, 3.5, 2.7, 2.4, 2.3, 2.6, 2.2, 2.4, 3.3, 3.0, 3.5, 3.1)
DISK_WRITE = evenly(  # MiB/s
    6, 12, 4, 9, 11, 15, 20, 24, 30, 28, 32, 9, 9, 23, 22, 28, 10, 10, 4, 9, 12, 0, 0, 0, 16, 22, 8,
    18, 5, 12, 1, 0, 13, 4, 0, 19, 26, 13, 25, 20, 21, 8, 22, 23, 30, 32, 16, 11, 2, 0, 0, 0, 7, 0,
    9, 6, 4, 17, 14, 8, 10, 16, 2, 20, 12.8)
DISK_READ = evenly(
    0.3, 0.1, 0.6, 0.2, 1.4, 0.5, 0.2, 0.1, 0.7, 2.1, 0.9, 0.3, 0.1, 0.2, 0.8, 0.4, 0.1, 0.3, 1.1,
    0.5, 0.2, 0.1, 0.6, 0.3, 0.4)
LOAD = evenly(
    1.10, 1.16, 1.12, 1.18, 1.20, 1.30, 1.28, 1.04, 1.09, 1.16, 1.11, 1.21, 1.13, 1.30, 1.27, 1.32,
    1.22, 1.24, 1.32, 1.24, 1.49, 1.44, 1.29, 1.46, 1.43, 1.30, 1.20, 1.24, 1.17, 1.32, 1.23, 1.27,
    1.23, 1.48, 1.47, 1.54, 1.62, 1.78, 1.61, 1.56, 1.51, 1.37, 1.48, 1.47, 1.34, 1.38, 1.33, 1.22,
    1.21, 1.10, 1.08, 1.24)


def orion():
    noise = random.Random(20261121)
    recording = Recording("orion", cores=2)
    recording.interfaces["eth0"] = [811_402_118_377, 92_204_117_801]
    recording.disks["nvme0n1"] = [412_880_144, 2_904_118_232]
    count, memory_total, space_total = 330, 24_613_412, 252_041_097_216
    owed = 0.0  # busy ticks that whole numbers have not given yet
    for index in range(count):
        last = index == count - 1
        x = index - (count - 1) + 300

        def lively(points, share, least=0.0):
            jitter = 0 if last else share * (noise.random() + noise.random() - 1)
            return max(least, curve(points, x) * (1 + jitter))

        if last:
            recording.work(0, 100, 43)
            recording.work(1, 99, 31)  # 74 of 199 ticks: 37.2 %
        else:
            wanted = lively(CPU, 0.035) * 2 + owed
            busy = round(wanted)
            owed = wanted - busy
            lean = 0.5 + 0.13 * math.sin(x / 23) + 0.05 * (noise.random() - 0.5)
            first = min(100, round(busy * lean))
            recording.work(0, 100, first)
            recording.work(1, 100, busy - first)
        eth0 = recording.interfaces["eth0"]
        eth0[0] += round(lively(NETWORK_IN, 0.03) * 1e6 / 8)
        eth0[1] += round(lively(NETWORK_OUT, 0.04) * 1e6 / 8)
        recording.interfaces["lo"] = [n + 2_140 for n in recording.interfaces["lo"]]
        disk = recording.disks["nvme0n1"]
        disk[0] += 8 * round(lively(DISK_READ, 0.1) * MIB / 4096)
        disk[1] += 8 * round(lively(DISK_WRITE, 0.05) * MIB / 4096)
        used = round(lively(MEMORY, 0.001) * GIB / 1024)
        load = (curve(LOAD, x), 0.97 + 0.05 * (index / (count - 1)) ** 2, 0.88)
        recording.sample(
            END - (count - 1) + index, (memory_total, memory_total - used), load,
            41 * 86_400 + 4 * 3600 + 1_109.37 + index - (count - 1),
            (space_total, 156_000_000_000 - (count - 1 - index) // 7 * 1_048_576))
    recording.write("orion.samples")


def gap_and_reset():
    recording = Recording("vega", cores=1)
    recording.interfaces.update(eth0=[1_000_000, 500_000], eth1=[70_000, 30_000])
    recording.disks["sda"] = [4_096, 8_192]
    for second in range(24):
        if second == 12:  # a second core comes on line
            recording.cores[1] = [0, 0, 0, 0, 0, 0, 0, 0]
        for core in recording.cores:
            recording.work(core, 100, 20 + second)
        eth0 = recording.interfaces["eth0"]
        eth0[0] += 125_000
        eth0[1] += 12_500
        if second == 14:  # the driver is loaded again
            eth0[0], eth0[1] = 4_000, 1_000
        if second == 9:
            del recording.interfaces["eth1"]
        if second == 18:
            recording.interfaces["eth1"] = [0, 0]
        if "eth1" in recording.interfaces:
            recording.interfaces["eth1"][0] += 25_000
        recording.disks["sda"][1] += 2_048
        if second in (4, 5, 6):  # the machine had no time for us
            continue
        recording.sample(
            1_795_000_000 + second, (1_000_000, 750_000), (0.5, 0.4, 0.3), 500.25 + second,
            (64_000_000_000, 32_000_000_000))
    recording.write("gap-and-reset.samples")


def idle():
    recording = Recording("idle", cores=2)
    recording.interfaces["eth0"] = [0, 0]
    recording.disks["vda"] = [0, 0]
    for second in range(40):
        for core in recording.cores:
            recording.work(core, 100, 0)
        recording.sample(
            1_795_000_000 + second, (2_000_000, 2_000_000), (0, 0, 0), second, (32_000_000_000, 0))
    recording.write("idle.samples")


if __name__ == "__main__":
    orion()
    gap_and_reset()
    idle()
