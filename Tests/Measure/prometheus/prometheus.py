"""Measures a page of twelve panels with an hour's window from Prometheus, beside curl.

usage: prometheus.py [SERIES...]     series of the whole page (108 and 1200)

Starts Debian's Prometheus on the loopback, with blocks of samples for the last hour and for the minutes
to come, and the program under Xvfb. Prints

- the time from the start of the program to its complete picture (the last frame before a second
  without frames), the median of five starts, without and with the motion of the opening;
- the requests and bytes that the server counts for such a start;
- the time that curl takes for the same twelve range queries in the same minute: in one process, one after
  another and six at a time, the median of five;
- the share of a core and the memory (PSS) at an update each 15 s, and at one each second.
"""

import json, math, os, random, shutil, signal, socket, statistics, subprocess, sys, tempfile, time, urllib.request

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
WALLCHART = os.environ.get("WALLCHART", ROOT + "/.build/release/wallchart")
PANELS, WINDOW, RUNS = 12, 3600, 5
QUIET = dict(stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def load(seed, times):
    """A value like a machine's load: it wanders about a mean of its own, faster with more time."""
    source = random.Random(seed)
    mean = value = source.uniform(20, 80)
    for before, t in zip([times[0], *times], times):
        pull = 1 - math.exp((before - t) / 600)
        value += (mean - value) * pull + source.gauss(0, 1) * math.sqrt(t - before)
        yield value


class Prometheus:
    def __init__(self, folder, series):
        self.folder, self.url = folder, "http://127.0.0.1:%d" % free_port()
        self.log = folder + "/queries.log"
        self.make_blocks(series)
        with open(folder + "/prometheus.yml", "w") as f:
            f.write("global: {query_log_file: %s}\n" % self.log)
        command = ["prometheus", "--config.file=" + folder + "/prometheus.yml"]
        command += ["--storage.tsdb.path=" + folder + "/data"]
        command += ["--web.listen-address=" + self.url[len("http://") :]]
        self.process = subprocess.Popen(command, **QUIET)
        while not self.get("/-/ready"):
            time.sleep(0.05)

    def make_blocks(self, series):
        """Samples each 15 s of the past, and each second of the next 12 minutes."""
        now = int(time.time())
        times = list(range(now - 4500, now - 60, 15)) + list(range(now - 60, now + 720))
        with open(self.folder + "/history", "w") as f:
            for panel in range(PANELS):
                f.write("# TYPE m%d gauge\n" % panel)
                for number in range(panel, series, PANELS):
                    for t, value in zip(times, load(number, times)):
                        f.write('m%d{job="node",instance="host%d:9100"} %.3f %d\n' % (panel, number, value, t))
            f.write("# EOF\n")
        command = ["promtool", "tsdb", "create-blocks-from", "openmetrics", "history", "data"]
        subprocess.run(command, cwd=self.folder, check=True, **QUIET)

    def get(self, path):
        try:
            with urllib.request.urlopen(self.url + path, timeout=5) as answer:
                return answer.read().decode() or " "
        except OSError:
            return None

    def counts(self):
        """The requests for ranges so far, and the bytes of their answers."""
        text = self.get("/metrics")
        def number(name, handler):
            lines = [l for l in text.split("\n") if l.startswith(name) and handler in l]
            return sum(float(line.split()[-1]) for line in lines)
        handler = '"/api/v1/query_range"'
        return (
            number("prometheus_http_requests_total", handler),
            number("prometheus_http_response_size_bytes_sum", handler),
        )

    def last_ranges(self):
        """The addresses of the last twelve range queries that the server has logged."""
        with open(self.log) as f:
            entries = [json.loads(line)["params"] for line in f]
        found = {}
        for entry in entries:
            if entry["step"] > 0 and entry["start"] != entry["end"]:
                found[entry["query"]] = entry
        return [
            "%s/api/v1/query_range?query=%s&start=%s&end=%s&step=%s"
            % (self.url, e["query"], e["start"], e["end"], e["step"])
            for e in found.values()
        ]

    def end(self):
        self.process.kill()
        self.process.wait()


class Display:
    def __init__(self, folder):
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1080x24", "-noreset"]
        self.server = subprocess.Popen(command + ["-nolisten", "tcp"], pass_fds=[writer], **QUIET)
        os.close(writer)
        with os.fdopen(reader) as f:
            os.environ["DISPLAY"] = ":" + f.readline().strip()

    def end(self):
        self.server.terminate()
        self.server.wait()


def dashboard(folder, prometheus, every):
    path = folder + "/page-%g.yaml" % every
    with open(path, "w") as f:
        f.write("sources: {server: {prometheus: '%s', every: %gs}}\ncolumns: 4\npanels:\n" % (prometheus.url, every))
        for panel in range(PANELS):
            f.write("  - {title: Panel %d, window: 1h, lines: 100," % panel)
            f.write(" source: {from: server, query: m%d, legend: '{{instance}}'}}\n" % panel)
    return path


def launch(path, *options):
    command = [WALLCHART, "--stats", "--size", "1920x1080", *options, path]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def stop(program):
    program.send_signal(signal.SIGTERM)
    program.communicate()


def start(path, *options):
    """Milliseconds from the start to the last frame before a second without frames."""
    # No live question falls into the start.
    while not 2 < time.time() % 15 < 7:
        time.sleep(0.05)
    begin = last = time.monotonic()
    program = launch(path, *options)
    os.set_blocking(program.stderr.fileno(), False)
    frames = 0
    try:
        while time.monotonic() - last < 1 or not frames:
            lines = program.stderr.read() or b""
            if b'"frame"' in lines:
                last, frames = time.monotonic(), frames + lines.count(b'"frame"')
            time.sleep(0.001)
            if time.monotonic() - begin > 60:
                sys.exit("prometheus: no complete picture within a minute")
        return (last - begin) * 1000
    finally:
        os.set_blocking(program.stderr.fileno(), True)
        stop(program)


def curl(addresses, *options):
    command = ["curl", "--silent", "--fail", *options]
    for address in addresses:
        command += ["--output", "/dev/null", address]
    begin = time.monotonic()
    subprocess.run(command, check=True)
    return (time.monotonic() - begin) * 1000


def median(run):
    return statistics.median([run() for _ in range(RUNS + 1)][1:])


def running(path, seconds):
    """The share of a core in percent, and PSS in MB, of a program that has been up for some seconds."""
    def ticks(number):
        with open("/proc/%d/stat" % number) as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])
    with open(os.devnull, "w") as null:
        command = [WALLCHART, "--size", "1920x1080", path]
        program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=null, stderr=null)
    time.sleep(8)
    before = ticks(program.pid)
    time.sleep(seconds)
    share = (ticks(program.pid) - before) / os.sysconf("SC_CLK_TCK") / seconds * 100
    with open("/proc/%d/smaps_rollup" % program.pid) as f:
        pss = next(int(line.split()[1]) for line in f if line.startswith("Pss:")) / 1024
    program.terminate()
    program.wait()
    return share, pss


def measure(series):
    folder = tempfile.mkdtemp(prefix="wallchart-prometheus-")
    prometheus, display = Prometheus(folder, series), Display(folder)
    try:
        calm, brisk = dashboard(folder, prometheus, 15), dashboard(folder, prometheus, 1)
        start(calm, "--no-motion")
        before = prometheus.counts()
        start(calm, "--no-motion")
        after = prometheus.counts()
        addresses = prometheus.last_ranges()
        still = median(lambda: start(calm, "--no-motion"))
        serial = median(lambda: curl(addresses))
        parallel = median(lambda: curl(addresses, "--parallel", "--parallel-max", "6", "--no-progress-meter"))
        moving = median(lambda: start(calm))
        print("%d panels, %d series, a window of 1 h" % (PANELS, series))
        print("  complete picture   %6.0f ms from the start of the program, %.0f ms with motion" % (still, moving))
        print("  range queries      %6d, %.0f kB" % (after[0] - before[0], (after[1] - before[1]) / 1000))
        print("  curl               %6.0f ms one after another (x%.2f), %.0f ms six at a time (x%.2f)"
              % (serial, still / serial, parallel, still / parallel))
        for path, every, seconds in ((calm, "each 15 s", 45), (brisk, "each second", 20)):
            print("  update %-11s %6.1f%% of a core, PSS %.0f MB" % (every, *running(path, seconds)))
        sys.stdout.flush()
    finally:
        display.end()
        prometheus.end()
        shutil.rmtree(folder)


for argument in sys.argv[1:] or ["108", "1200"]:
    measure(int(argument))
