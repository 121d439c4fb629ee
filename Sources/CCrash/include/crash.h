#ifndef WALLCHART_CRASH_H
#define WALLCHART_CRASH_H

#include <stddef.h>
#include <termios.h>

/// Makes a crash leave a line on standard error: the signal, the address, the version and the last state. Then
/// the signal takes its usual way, so that core dumps, exit statuses and Swift's own backtraces stay.
///
/// @param version the program's version, at most 31 bytes.
void wallchart_crash_install(const char *_Nonnull version);

/// Sets the state for the line, from one thread at a time.
///
/// @param state a text of one line; only its first 255 bytes are kept.
void wallchart_crash_set_state(const char *_Nonnull state);

/// Notes a terminal that is given back by `wallchart_crash_give_terminal_back`, which a crash calls, too.
///
/// @param descriptor the open terminal.
/// @param modes the modes that it gets back.
/// @param bytes the bytes that are written first, at most 256.
/// @param count their number.
void wallchart_crash_set_terminal(
    int descriptor, const struct termios *_Nonnull modes, const char *_Nonnull bytes, size_t count);

/// Makes the signals that end a program give the noted terminal back first, where their action is the default one.
void wallchart_crash_catch_ends(void);

/// Gives the noted terminal back, once. A signal's handler may call the function.
void wallchart_crash_give_terminal_back(void);

#endif
