"""Processes that are counted together: processor time, memory, context switches."""

import os, re, signal, sys, time

now = time.monotonic


def read(path):
    """A file of /proc, or nothing where its process has ended."""
    try:
        with open(path) as f:
            return f.read()
    except OSError:
        return ""


def field(text, name):
    match = re.search(r"^%s:\s+(\d+)" % name, text, re.M)
    return int(match.group(1)) if match else 0


class ControlGroup:
    """A control group that accounts processor time: version 1 `cpuacct`, or version 2."""

    def __init__(self, name):
        self.is_v2 = os.path.exists("/sys/fs/cgroup/cgroup.controllers")
        self.path = ("/sys/fs/cgroup/" if self.is_v2 else "/sys/fs/cgroup/cpuacct/") + name
        os.mkdir(self.path)

    def pids(self):
        return [int(pid) for pid in read(self.path + "/cgroup.procs").split()]

    def seconds(self):
        """User and system time of all that is or was in the group; exact."""
        if self.is_v2:
            return int(read(self.path + "/cpu.stat").split()[1]) / 1e6
        return int(read(self.path + "/cpuacct.usage")) / 1e9

    def enter(self):
        with open(self.path + "/cgroup.procs", "w") as f:
            f.write(str(os.getpid()))

    def end(self):
        """Ends the processes of this group, and only these, and removes it."""
        for sign, patience in ((signal.SIGTERM, 2), (signal.SIGKILL, 3)):
            for pid in self.pids():
                try:
                    os.kill(pid, sign)
                except ProcessLookupError:
                    pass
            end = now() + patience
            while self.pids() and now() < end:
                time.sleep(0.05)
        try:
            os.rmdir(self.path)
        except OSError as error:
            print("left behind:", self.path, error, file=sys.stderr)


class Usage:
    """Memory and context switches of a group, without the shells that only hold a pipe together."""

    def __init__(self, group):
        self.group, self.switches, self.threads, self.peaks = group, 0, {}, {}

    def pids(self):
        shells = ("bash", "sh", "dash")
        return [p for p in self.group.pids() if read("/proc/%d/comm" % p).strip() not in shells]

    def pss(self):
        """Megabytes, shared pages divided among those who share them."""
        return sum(field(read("/proc/%d/smaps_rollup" % p), "Pss") for p in self.pids()) / 1024

    def peak(self):
        """Megabytes: the sum of each process' highest resident size so far."""
        for pid in self.pids():
            high = field(read("/proc/%d/status" % pid), "VmHWM")
            self.peaks[pid] = max(self.peaks.get(pid, 0), high)
        return sum(self.peaks.values()) / 1024

    def count_switches(self):
        """Voluntary context switches of all threads since the first call."""
        for pid in self.pids():
            try:
                threads = os.listdir("/proc/%d/task" % pid)
            except OSError:
                continue
            for thread in threads:
                status = read("/proc/%d/task/%s/status" % (pid, thread))
                count = field(status, "voluntary_ctxt_switches")
                self.switches += max(0, count - self.threads.get(thread, 0))
                self.threads[thread] = count
        return self.switches
