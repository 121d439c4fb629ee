#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <unistd.h>

// Of the GNU C library, which the module Glibc leaves out.
int pipe2(int descriptors[2], int flags);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);

// A socket that can be read when an address or a route of this machine appears or goes; -1 without one.
static inline int network_changes_open(void) {
  struct sockaddr_nl address = {
      .nl_family = AF_NETLINK,
      .nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE};
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}
