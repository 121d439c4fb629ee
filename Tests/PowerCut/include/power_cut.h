// A file system of SQLite in memory that loses power: what was written and not synced is lost, or
// arrives in part.
#ifndef WALLCHART_POWER_CUT_H
#define WALLCHART_POWER_CUT_H

#include <stdint.h>

// The name of the file system for sqlite3_open_v2.
#define POWER_CUT_NAME "wallchart-power-cut"

// Registers the file system, for one thread. `vfs_find` and `vfs_register` are SQLite's functions.
// Returns 0 if that fails.
int power_cut_install(void *(*vfs_find)(const char *), int (*vfs_register)(void *, int));

// Removes all files, and makes them work until `power_cut_after` is called again.
void power_cut_reset(void);

// Lets the power go at the nth write, sync, truncation or removal from now on: this call and all later
// ones fail. A negative number lets everything succeed.
void power_cut_after(int64_t calls);

// Brings the power back: each file has its synced contents, and of the writes since then those sectors
// of 512 bytes that chance has chosen.
void power_cut_restart(uint64_t seed);

// The bytes that were written into all files since the last reset.
int64_t power_cut_written(void);

#endif
