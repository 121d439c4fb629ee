#include <linux/memfd.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

// Declarations of the GNU C library that the module Glibc leaves out.
int pipe2(int descriptors[2], int flags);
int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);
int memfd_create(const char *name, unsigned flags);
int pthread_setname_np(pthread_t thread, const char *name);
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

// Messages over a socket of this machine that carry a descriptor. The macros for control messages cannot be
// used from Swift.

// Sends bytes and, unless it is negative, a descriptor. Returns the number of bytes sent, or -1.
static inline ssize_t socket_send(int socket, const void *bytes, size_t count, int descriptor) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control = {{0}};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    *(int *)CMSG_DATA(header) = descriptor;
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Receives bytes without waiting, and at most one descriptor, which is -1 if there is none. Further
// descriptors are closed. Returns the number of bytes, 0 at the end, or -1.
static inline ssize_t socket_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  union {
    char bytes[CMSG_SPACE(64 * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes};
  *descriptor = -1;
  ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return count;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t number = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < number; i++) {
      int received = ((int *)CMSG_DATA(header))[i];
      if (*descriptor < 0) {
        *descriptor = received;
      } else {
        close(received);
      }
    }
  }
  return count;
}

// The user at the other end of a connected socket; -1 if the system does not tell.
static inline long socket_peer_user(int socket) {
  struct { pid_t process; uid_t user; gid_t group; } peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  return (long)peer.user;
}
