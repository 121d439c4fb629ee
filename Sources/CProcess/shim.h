#include <malloc.h>
#include <spawn.h>
#include <sys/vfs.h>

// Of the GNU C library, which the module Glibc leaves out.
int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
