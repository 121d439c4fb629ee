#define _GNU_SOURCE
#include "crash.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// SIGILL and SIGTRAP are the traps of Swift.
static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { crash_signal_count = sizeof crash_signals / sizeof *crash_signals };

// The actions before ours: the default, or those of Swift's runtime if it prints backtraces.
static struct sigaction previous[crash_signal_count];

static char program_version[32];
// The state is written into the text that is not named. So the handler never reads a text that is half
// written.
static char states[2][256];
static atomic_int current_state;
static atomic_flag is_reported = ATOMIC_FLAG_INIT;

// The terminal that the program has taken, and the way to give it back; -1 for none.
static atomic_int terminal = -1;
static struct termios terminal_modes;
static char terminal_bytes[256];
static size_t terminal_count;

// All that a handler may call are the functions of signal-safety(7), so the line is put together by hand.
struct line {
  char bytes[512];
  size_t count;
};

static void append(struct line *line, const char *text) {
  while (*text && line->count < sizeof line->bytes - 1) line->bytes[line->count++] = *text++;
}

static void append_number(struct line *line, uintptr_t number, unsigned base) {
  char digits[32], *start = digits + sizeof digits - 1;
  *start = 0;
  do {
    *--start = "0123456789abcdef"[number % base];
    number /= base;
  } while (number);
  append(line, start);
}

static const char *name(int signal) {
  switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGFPE: return "SIGFPE";
    default: return "SIGABRT";
  }
}

static void report(int signal, const siginfo_t *information) {
  struct line line = {.count = 0};
  append(&line, "wallchart: crashed with ");
  append(&line, name(signal));
  if (information->si_code > 0) {
    append(&line, " at address 0x");
    append_number(&line, (uintptr_t)information->si_addr, 16);
  } else if (information->si_pid != getpid()) {
    append(&line, " from process ");
    append_number(&line, (uintptr_t)information->si_pid, 10);
  }
  append(&line, " (version ");
  append(&line, program_version);
  const char *state = states[atomic_load(&current_state)];
  if (*state) {
    append(&line, "; ");
    append(&line, state);
  }
  append(&line, ")");
  line.bytes[line.count++] = '\n';
  ssize_t ignored = write(STDERR_FILENO, line.bytes, line.count);
  (void)ignored;
}

void wallchart_crash_set_terminal(
    int descriptor, const struct termios *modes, const char *bytes, size_t count) {
  atomic_store(&terminal, -1);
  terminal_modes = *modes;
  terminal_count = count < sizeof terminal_bytes ? count : sizeof terminal_bytes;
  memcpy(terminal_bytes, bytes, terminal_count);
  atomic_store(&terminal, descriptor);
}

void wallchart_crash_give_terminal_back(void) {
  int descriptor = atomic_exchange(&terminal, -1);
  if (descriptor < 0) return;
  size_t start = 0;
  while (start < terminal_count) {
    ssize_t count = write(descriptor, terminal_bytes + start, terminal_count - start);
    if (count > 0) {
      start += (size_t)count;
      continue;
    }
    // A terminal that stands still for a second gets no more.
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    if (errno != EINTR && (errno != EAGAIN || poll(&room, 1, 1000) <= 0)) break;
  }
  // A process in the background would be stopped for this.
  struct sigaction ignored = {.sa_handler = SIG_IGN}, old;
  bool is_ignored = sigaction(SIGTTOU, &ignored, &old) == 0;
  tcsetattr(descriptor, TCSANOW, &terminal_modes);
  if (is_ignored) sigaction(SIGTTOU, &old, NULL);
}

// Gives the terminal back for good. Other threads still run, and may write a frame.
static void leave_terminal(void) {
  int descriptor = atomic_load(&terminal);
  if (descriptor < 0) return;
  wallchart_crash_give_terminal_back();
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, descriptor);
}

static void handle(int signal, siginfo_t *information, void *context) {
  (void)context;
  int error = errno;
  if (!atomic_flag_test_and_set(&is_reported)) {
    leave_terminal();
    report(signal, information);
  }
  for (int i = 0; i < crash_signal_count; i++) {
    if (crash_signals[i] == signal) sigaction(signal, &previous[i], NULL);
  }
  errno = error;
  // An instruction that faults runs again, and the signal then takes its usual way, with its own address. A
  // signal that was sent, or is no fault, is sent again; it arrives when this function returns.
  if (information->si_code <= 0 || signal == SIGTRAP) raise(signal);
}

// The signals that end a program, and come from its user: Ctrl-C among them.
static const int end_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { end_signal_count = sizeof end_signals / sizeof *end_signals };

// The action is the default one again, so that the signal ends the program when this function returns.
static void handle_end(int signal) {
  int error = errno;
  leave_terminal();
  errno = error;
  raise(signal);
}

void wallchart_crash_catch_ends(void) {
  struct sigaction action = {.sa_handler = handle_end, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < end_signal_count; i++) {
    struct sigaction old;
    // A signal that a parent has the program ignore, as nohup does, stays ignored.
    if (sigaction(end_signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
      sigaction(end_signals[i], &action, NULL);
  }
}

void wallchart_crash_install(const char *version) {
  strncpy(program_version, version, sizeof program_version - 1);
  // A stack of its own, for a stack that has overflowed.
  stack_t stack = {.ss_size = 64 << 10};
  stack_t old;
  if (sigaltstack(NULL, &old) == 0 && (old.ss_flags & SS_DISABLE)) {
    stack.ss_sp = malloc(stack.ss_size);
    if (stack.ss_sp) sigaltstack(&stack, NULL);
  }
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  // A parent may have left signals blocked. A fault whose signal is blocked ends the process without a word.
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < crash_signal_count; i++) sigaddset(&set, crash_signals[i]);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  for (int i = 0; i < crash_signal_count; i++) sigaction(crash_signals[i], &action, &previous[i]);
}

void wallchart_crash_set_state(const char *state) {
  int next = 1 - atomic_load(&current_state);
  strncpy(states[next], state, sizeof states[next] - 1);
  atomic_store(&current_state, next);
}
