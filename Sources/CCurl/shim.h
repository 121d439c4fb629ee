#include <curl/curl.h>
#include <dlfcn.h>

// libcurl is loaded when the first request is made, and is no library of the program's own: it brings
// some 25 others along, which would take longer at every start than all that are needed. The types of
// its functions are the headers'.
#define WALLCHART_CURL_FUNCTIONS(USE) \
  USE(global_init) \
  USE(easy_init) \
  USE(easy_cleanup) \
  USE(easy_reset) \
  USE(easy_setopt) \
  USE(easy_getinfo) \
  USE(easy_strerror) \
  USE(easy_header) \
  USE(slist_append) \
  USE(slist_free_all) \
  USE(multi_init) \
  USE(multi_cleanup) \
  USE(multi_setopt) \
  USE(multi_add_handle) \
  USE(multi_remove_handle) \
  USE(multi_perform) \
  USE(multi_poll) \
  USE(multi_info_read) \
  USE(url) \
  USE(url_dup) \
  USE(url_set) \
  USE(url_get) \
  USE(url_cleanup) \
  USE(url_strerror) \
  USE(free)

#define WALLCHART_CURL_FIELD(NAME) __typeof__(&curl_##NAME) NAME;
struct wallchart_curl {
  WALLCHART_CURL_FUNCTIONS(WALLCHART_CURL_FIELD)
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_curl_load(struct wallchart_curl *curl, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_CURL_FIND(NAME) \
  curl->NAME = (__typeof__(curl->NAME))dlsym(handle, "curl_" #NAME); \
  if (!curl->NAME) return 0;
  WALLCHART_CURL_FUNCTIONS(WALLCHART_CURL_FIND)
  return 1;
}

// Swift cannot call variadic functions.
static inline CURLcode wallchart_curl_set_long(
    const struct wallchart_curl *curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode wallchart_curl_set_offset(
    const struct wallchart_curl *curl, CURL *handle, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode wallchart_curl_set_text(
    const struct wallchart_curl *curl, CURL *handle, CURLoption option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode wallchart_curl_set_pointer(
    const struct wallchart_curl *curl, CURL *handle, CURLoption option, void *value) {
  return curl->easy_setopt(handle, option, value);
}

typedef size_t (*wallchart_curl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode wallchart_curl_set_writer(
    const struct wallchart_curl *curl, CURL *handle, wallchart_curl_writer writer) {
  return curl->easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
}

static inline CURLcode wallchart_curl_get_long(
    const struct wallchart_curl *curl, CURL *handle, CURLINFO info, long *value) {
  return curl->easy_getinfo(handle, info, value);
}

static inline CURLcode wallchart_curl_get_offset(
    const struct wallchart_curl *curl, CURL *handle, CURLINFO info, curl_off_t *value) {
  return curl->easy_getinfo(handle, info, value);
}

static inline CURLMcode wallchart_curl_multi_set_long(
    const struct wallchart_curl *curl, CURLM *handle, CURLMoption option, long value) {
  return curl->multi_setopt(handle, option, value);
}

// Fields of a union, as functions.
static inline CURLcode wallchart_curl_result(const CURLMsg *message) {
  return message->data.result;
}
