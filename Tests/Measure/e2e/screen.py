"""An X server of its own, whose frame buffer is looked at without its help."""

import collections, mmap, os, shutil, struct, subprocess, sys, time

from control_group import ControlGroup

HERE = os.path.dirname(os.path.abspath(__file__))
BACKGROUND = 0x3A2B4C
WIDTH, HEIGHT = 1920, 1080
# One of so many rows is looked at.
ROW_STEP = 24


class Screen:
    """Xvfb with openbox without decorations; `look` reads its mapped memory."""

    def __init__(self, folder, name, parts):
        parts.append(self)
        self.manager = self.server = None
        self.folder = os.path.join(folder, "screen-" + name)
        os.makedirs(self.folder, exist_ok=True)
        self.group = ControlGroup("wallchart-e2e-%s-server" % name)
        self.log = open(os.path.join(folder, "server.log"), "w")
        output = dict(stdout=self.log, stderr=self.log)
        self.display = self.start_server(output)
        environment = dict(os.environ, DISPLAY=self.display)
        openbox = ["openbox", "--sm-disable", "--config-file", HERE + "/openbox.xml"]
        self.manager = subprocess.Popen(openbox, env=environment, **output)
        ground = ["xsetroot", "-solid", "#%06x" % BACKGROUND]
        subprocess.run(ground, env=environment, check=True)
        self.map_pixels()
        time.sleep(1)
        assert self.covered(self.look()) == 0, "the root window is not plain"

    def start_server(self, output):
        reader, writer = os.pipe()
        size = "%dx%dx24" % (WIDTH, HEIGHT)
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-fbdir", self.folder]
        command += ["-nolisten", "tcp", "-noreset", "-nocursor"]
        self.server = subprocess.Popen(
            command, pass_fds=[writer], preexec_fn=self.group.enter, **output
        )
        os.close(writer)
        with os.fdopen(reader) as f:
            number = f.readline().strip()
        if not number:
            sys.exit("Xvfb did not start: see " + self.log.name)
        return ":" + number

    def map_pixels(self):
        """The file is in the format of XWD: a header of 25 words, colours, and rows."""
        with open(self.folder + "/Xvfb_screen0", "rb") as f:
            self.map = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)
        head = struct.unpack(">25I", self.map[:100])
        self.stride, self.offset = head[12], head[0] + head[19] * 12

    def row(self, y):
        start = self.offset + y * self.stride
        return self.map[start : start + WIDTH * 4]

    def look(self):
        return b"".join([self.row(y) for y in range(ROW_STEP // 2, HEIGHT, ROW_STEP)])

    @staticmethod
    def counts(rows):
        return collections.Counter(memoryview(rows).cast("I"))

    @staticmethod
    def covered(rows):
        """How many pixels are not the root window's."""
        counts = Screen.counts(rows)
        return sum(n for color, n in counts.items() if color & 0xFFFFFF != BACKGROUND)

    @staticmethod
    def ink_colors(rows):
        """The strong colours of a finished picture, which are its curves'."""

        def spread(color):
            parts = (color >> 16 & 255, color >> 8 & 255, color & 255)
            return max(parts) - min(parts)

        counts = Screen.counts(rows)
        plain = {color for color in counts if color & 0xFFFFFF != BACKGROUND}
        strong = {color for color in plain if spread(color) >= 60}
        if sum(counts[color] for color in strong) >= 100:
            return strong
        return plain - ({max(plain, key=counts.get)} if plain else set())

    @staticmethod
    def ink(rows, colors):
        return sum(n for color, n in Screen.counts(rows).items() if color in colors)

    @staticmethod
    def difference(a, b):
        if a == b:
            return 0
        return sum(x != y for x, y in zip(memoryview(a).cast("I"), memoryview(b).cast("I")))

    def save(self, path):
        """The whole screen as a picture (PPM)."""
        with open(path, "wb") as f:
            f.write(b"P6 %d %d 255\n" % (WIDTH, HEIGHT))
            for y in range(HEIGHT):
                row = self.row(y)
                pixels = bytearray(WIDTH * 3)
                pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
                f.write(pixels)

    def end(self):
        if self.manager:
            self.manager.terminate()
            self.manager.wait()
        self.group.end()
        if self.server:
            self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
