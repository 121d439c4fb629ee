"""Runs the programs of peers.conf on the same data, and prints what each takes. See README.md.

usage: workloads.py [WORKLOADS [REGEXP]]    such as W1,W2 'wallchart|kst'; else all of all
       workloads.py --table    prints the last result of each again
"""

import json, os, re, subprocess, sys, time

from control_group import ControlGroup, Usage, now
from screen import HERE, Screen

FOLDER = os.environ["E2E_FOLDER"]
SCALE = float(os.environ.get("E2E_SCALE", 1))
# Seconds after which a file or a flood that is not yet shown is given up.
LIMIT = float(os.environ.get("E2E_LIMIT", 60))
SECONDS = {"W1": 60, "W2": 30}
# Pixels of the rows looked at; a blinking cursor changes fewer.
CHANGE = 300


class Run:
    def __init__(self, name, workload, command):
        self.command, self.parts, self.looks = command, [], []
        self.seconds = SECONDS.get(workload, 0) * SCALE
        self.tag = "%d-%s-%s" % (os.getpid(), name, workload)
        self.files = "%s/%s-%s" % (FOLDER, name, workload)

    def measure(self):
        try:
            self.start()
            result = self.live() if self.seconds else self.batch()
            if not self.usage.pids():
                print("ended early: see %s.log" % self.files, file=sys.stderr)
            return result
        finally:
            for part in reversed(self.parts):
                part.end()

    def start(self):
        self.screen = Screen(FOLDER, self.tag, self.parts)
        self.peer = ControlGroup("wallchart-e2e-%s-peer" % self.tag)
        self.parts.append(self.peer)
        self.feed = ControlGroup("wallchart-e2e-%s-feed" % self.tag)
        self.parts.append(self.feed)
        self.usage = Usage(self.peer)
        environment = dict(
            os.environ,
            DISPLAY=self.screen.display,
            E2E=HERE,
            E2E_SECONDS=str(self.seconds),
            E2E_FEED_GROUP=self.feed.path,
            PATH=HERE + ":" + os.environ["PATH"],
        )
        self.server_before = self.screen.group.seconds()
        self.begin = now()
        with open(self.files + ".log", "w") as log:
            subprocess.Popen(
                ["bash", "-c", self.command],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=self.peer.enter,
            )

    def look(self):
        """Keeps what the screen shows if that is new; says whether it is."""
        rows = self.screen.look()
        is_new = not self.looks or rows != self.looks[-1][1]
        if is_new:
            self.looks.append((now() - self.begin, rows))
        return is_new

    def watch(self, until, pause):
        pictures = 0
        while now() - self.begin < until:
            pictures += self.look()
            time.sleep(pause)
        return pictures

    def wait(self, until):
        while (left := until - (now() - self.begin)) > 0:
            time.sleep(min(1, left))
            self.usage.count_switches()

    def first_chart(self, final):
        """When half of the pixels in the curves' colours of the final picture were first there."""
        colors = Screen.ink_colors(final)
        target = Screen.ink(final, colors) / 2
        for time_, rows in self.looks:
            if target > 20 and Screen.ink(rows, colors) >= target:
                return time_
        return None

    def live(self):
        """Start-up is the first fifth; the rest is counted, of which some is watched."""
        total = self.seconds
        self.watch(0.2 * total, 0.02)
        kept, self.looks = self.looks, []
        switches, cpu = self.usage.count_switches(), self.peer.seconds()
        server, begin = self.screen.group.seconds(), now()
        self.wait(0.4 * total)
        watched = now()
        pictures = self.watch(0.55 * total, 1 / 70) / (now() - watched)
        self.wait(total)
        elapsed = now() - begin
        self.looks, final = kept, self.screen.look()
        self.screen.save(self.files + ".ppm")
        return {
            "% core": 100 * (self.peer.seconds() - cpu) / elapsed,
            "server %": 100 * (self.screen.group.seconds() - server) / elapsed,
            "PSS MB": self.usage.pss(),
            "chart s": self.first_chart(final),
            "pictures/s": pictures,
            "switches/s": (self.usage.count_switches() - switches) / elapsed,
        }

    def batch(self):
        """Until all is read, and processor and picture have been quiet for two seconds."""
        cpu, checked, is_over = [], 0, False
        while not is_over and (time_ := now() - self.begin) < LIMIT:
            self.look()
            cpu.append((time_, self.peer.seconds()))
            if time_ - checked > 0.2:
                checked = time_
                self.usage.peak()
                is_over = time_ > 4 and not self.feed.pids() and self.is_quiet(cpu)
            time.sleep(0.03)
        final, total = self.screen.look(), cpu[-1][1]
        self.screen.save(self.files + ".ppm")
        return {
            "chart s": self.first_chart(final),
            "last change s": self.last_change(final) if is_over else None,
            "busy until s": next((t for t, seconds in reversed(cpu) if total - seconds > 0.1), 0),
            "CPU s": total,
            "server s": self.screen.group.seconds() - self.server_before,
            "PSS MB": self.usage.pss(),
            "peak MB": self.usage.peak(),
        }

    def is_quiet(self, cpu):
        time_, total = cpu[-1]
        before = next((seconds for t, seconds in reversed(cpu) if t <= time_ - 2.5), None)
        recent = [rows for t, rows in self.looks if t > time_ - 2][-3:]
        is_still = all(Screen.difference(recent[0], rows) < CHANGE for rows in recent)
        return before is not None and total - before < 0.15 and is_still

    def last_change(self, final):
        """When the picture became what it stayed."""
        last = None
        for time_, rows in reversed(self.looks):
            if Screen.difference(rows, final) >= CHANGE:
                break
            last = time_
        return last


def peers():
    with open(HERE + "/peers.conf") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                yield [part.strip() for part in line.split(",", 2)]


def row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def head(workload, result):
    print()
    row([workload] + list(result))
    row(["---"] * (len(result) + 1))


def figures(name, result):
    row([name] + ["–" if v is None else "%.2f" % v for v in result.values()])


def table():
    """Prints the last result of each program, in the order of peers.conf."""
    path, last = FOLDER + "/results.jsonl", {}
    if os.path.exists(path):
        with open(path) as f:
            for result in map(json.loads, f):
                last[result.pop("workload"), result.pop("name")] = result
        print("of %s:" % time.strftime("%Y-%m-%d", time.localtime(os.path.getmtime(path))))
    order = [(of, name) for name, of, _ in peers() if (of, name) in last]
    for workload in sorted({of for of, _ in order}):
        results = {name: last[of, name] for of, name in order if of == workload}
        head(workload, next(iter(results.values())))
        for name, result in results.items():
            figures(name, result)
    if not order:
        print("none yet")


def main():
    if sys.argv[1:] == ["--table"]:
        return table()
    wanted = (sys.argv[1] if len(sys.argv) > 1 else "W1,W2,W3,W4").split(",")
    names = sys.argv[2] if len(sys.argv) > 2 else ".*"
    for workload in wanted:
        has_head = False
        for name, of, command in peers():
            if of != workload or not re.fullmatch(names, name):
                continue
            result = Run(name, workload, command).measure()
            with open(FOLDER + "/results.jsonl", "a") as f:
                f.write(json.dumps(dict(result, name=name, workload=workload)) + "\n")
            if not has_head:
                head(workload, result)
                has_head = True
            figures(name, result)


main()
