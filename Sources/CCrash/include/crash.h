#ifndef WALLCHART_CRASH_H
#define WALLCHART_CRASH_H

/// Makes a crash leave a line on standard error: the signal, the address, the version and the last state. Then
/// the signal takes its usual way, so that core dumps, exit statuses and Swift's own backtraces stay.
///
/// @param version the program's version, at most 31 bytes.
void wallchart_crash_install(const char *_Nonnull version);

/// Sets the state for the line, from one thread at a time.
///
/// @param state a text of one line; only its first 255 bytes are kept.
void wallchart_crash_set_state(const char *_Nonnull state);

#endif
