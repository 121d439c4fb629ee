#include <curl/curl.h>

// Swift cannot call variadic functions.
static inline CURLcode wallchart_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wallchart_curl_set_offset(
    CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wallchart_curl_set_text(
    CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wallchart_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

typedef size_t (*wallchart_curl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode wallchart_curl_set_writer(CURL *handle, wallchart_curl_writer writer) {
  return curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
}

static inline CURLcode wallchart_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode wallchart_curl_get_text(CURL *handle, CURLINFO info, const char **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode wallchart_curl_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode wallchart_curl_multi_set_long(
    CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}

// Fields of a union, as functions.
static inline CURLcode wallchart_curl_result(const CURLMsg *message) {
  return message->data.result;
}
