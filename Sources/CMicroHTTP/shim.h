#include <dlfcn.h>
#include <microhttpd.h>

// libmicrohttpd is loaded when metrics are asked for, and is no library of the program's own: it brings
// GnuTLS along, and few windows have metrics. The types of its functions are the headers'.
#define WALLCHART_MHD_FUNCTIONS(USE) \
  USE(start_daemon) \
  USE(stop_daemon) \
  USE(create_response_from_buffer) \
  USE(add_response_header) \
  USE(lookup_connection_value) \
  USE(queue_response) \
  USE(destroy_response)

#define WALLCHART_MHD_FIELD(NAME) __typeof__(&MHD_##NAME) NAME;
struct wallchart_mhd {
  WALLCHART_MHD_FUNCTIONS(WALLCHART_MHD_FIELD)
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_mhd_load(struct wallchart_mhd *mhd, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_MHD_FIND(NAME) \
  mhd->NAME = (__typeof__(mhd->NAME))dlsym(handle, "MHD_" #NAME); \
  if (!mhd->NAME) return 0;
  WALLCHART_MHD_FUNCTIONS(WALLCHART_MHD_FIND)
  return 1;
}

typedef enum MHD_Result (*wallchart_mhd_handler)(
    void *context, struct MHD_Connection *connection, const char *url, const char *method,
    const char *version, const char *upload, size_t *upload_size, void **request);

// Swift cannot call variadic functions. Answers requests to a listening socket on a thread of the library.
// Each connection has 16 KB for a request's line and headers, and ends after some seconds of silence. One client's
// address has half of the connections, so that others get an answer though that client never ends its requests.
static inline struct MHD_Daemon *wallchart_mhd_start(
    const struct wallchart_mhd *mhd, int listener, unsigned most_connections,
    unsigned silence, wallchart_mhd_handler handler, void *context) {
  return mhd->start_daemon(
      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, 0, NULL, NULL, handler, context,
      MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, most_connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, (most_connections + 1) / 2,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_CONNECTION_TIMEOUT, silence,
      MHD_OPTION_END);
}

// The enumerations are closed, and their Swift names depend on the version of the header.
static const enum MHD_Result wallchart_mhd_no = MHD_NO;
static const enum MHD_ValueKind wallchart_mhd_header = MHD_HEADER_KIND;
static const enum MHD_ResponseMemoryMode wallchart_mhd_copy = MHD_RESPMEM_MUST_COPY;
