"""Times programs from their start until their picture is on the screen, in turn, under one Xvfb.

usage: start.py RUNS NAME=COMMAND...    such as start.py 21 peer=./peer 'ours=wallchart --size 1920x1080'

A row near the lower end of the server's frame buffer is looked at every 0.2 ms, without the server's
help: it has one colour while there is no window or an empty one, and more with a picture. Prints the
median of each, the least and the greatest, and the ratio of the medians to the first one's.
"""

import mmap, os, shlex, signal, statistics, struct, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
WIDTH, HEIGHT = 1920, 1080
# It crosses panels and the page around them in ours, and a gradient in the C program's picture.
ROW = HEIGHT - 100
LIMIT = 10


class Screen:
    def __init__(self, folder):
        reader, writer = os.pipe()
        size = "%dx%dx24" % (WIDTH, HEIGHT)
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-fbdir", folder]
        command += ["-nolisten", "tcp", "-noreset", "-nocursor"]
        quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.server = subprocess.Popen(command, pass_fds=[writer], **quiet)
        os.close(writer)
        with os.fdopen(reader) as f:
            os.environ["DISPLAY"] = ":" + f.readline().strip()
        openbox = ["openbox", "--sm-disable", "--config-file", HERE + "/../e2e/openbox.xml"]
        self.manager = subprocess.Popen(openbox, **quiet)
        with open(folder + "/Xvfb_screen0", "rb") as f:
            self.map = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)
        # The file is in the format of XWD: a header of 25 words, colours, and rows.
        head = struct.unpack(">25I", self.map[:100])
        self.stride, self.offset = head[12], head[0] + head[19] * 12
        time.sleep(1)

    def is_plain(self):
        start = self.offset + ROW * self.stride
        row = self.map[start : start + WIDTH * 4]
        return row == row[:4] * WIDTH

    def has_picture(self):
        return not self.is_plain()

    def wait(self, condition):
        end = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > end:
                sys.exit("start: no picture within %d s" % LIMIT)
            time.sleep(0.0002)
        return time.monotonic()

    def end(self):
        for process in (self.manager, self.server):
            process.terminate()
            process.wait()


def run(screen, command):
    """Milliseconds from the start of a program to its picture."""
    screen.wait(screen.is_plain)
    time.sleep(0.1)
    null = [(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)]
    begin = time.monotonic()
    program = os.posix_spawnp(command[0], command, os.environ, file_actions=null)
    try:
        return (screen.wait(screen.has_picture) - begin) * 1000
    finally:
        os.kill(program, signal.SIGTERM)
        os.waitpid(program, 0)


def main():
    runs = int(sys.argv[1])
    programs = [argument.split("=", 1) for argument in sys.argv[2:]]
    times = {name: [] for name, _ in programs}
    with tempfile.TemporaryDirectory() as folder:
        screen = Screen(folder)
        try:
            for _ in range(runs + 1):
                for name, command in programs:
                    times[name].append(run(screen, shlex.split(command)))
        finally:
            screen.end()
    first = None
    for name, all_times in times.items():
        # The first run of each has warmed the cache of files.
        kept = all_times[1:]
        median = statistics.median(kept)
        first = first or median
        print("%-16s %6.1f ms (x%.2f), %.1f to %.1f" % (name, median, median / first, min(kept), max(kept)))


main()
