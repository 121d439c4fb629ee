#include <dlfcn.h>
#include <mosquitto.h>

// libmosquitto is loaded when the first broker is connected, and is no library of the program's own: see
// CCurl. The types of its functions are the header's.
#define WALLCHART_MOSQUITTO_FUNCTIONS(USE) \
  USE(lib_init) \
  USE(new) \
  USE(destroy) \
  USE(user_data_set) \
  USE(username_pw_set) \
  USE(tls_set) \
  USE(int_option) \
  USE(connect_bind_async) \
  USE(disconnect) \
  USE(subscribe) \
  USE(unsubscribe) \
  USE(socket) \
  USE(want_write) \
  USE(loop_read) \
  USE(loop_write) \
  USE(loop_misc) \
  USE(connect_callback_set) \
  USE(message_callback_set) \
  USE(subscribe_callback_set) \
  USE(log_callback_set) \
  USE(strerror) \
  USE(connack_string)

#define WALLCHART_MOSQUITTO_FIELD(NAME) __typeof__(&mosquitto_##NAME) NAME;
struct wallchart_mosquitto {
  WALLCHART_MOSQUITTO_FUNCTIONS(WALLCHART_MOSQUITTO_FIELD)
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_mosquitto_load(
    struct wallchart_mosquitto *mosquitto, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_MOSQUITTO_FIND(NAME) \
  mosquitto->NAME = (__typeof__(mosquitto->NAME))dlsym(handle, "mosquitto_" #NAME); \
  if (!mosquitto->NAME) return 0;
  WALLCHART_MOSQUITTO_FUNCTIONS(WALLCHART_MOSQUITTO_FIND)
  return 1;
}
