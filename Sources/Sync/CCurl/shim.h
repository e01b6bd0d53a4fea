// libcurl, with its variadic functions in the forms that are called: Swift cannot call those that take any arguments.
#pragma once
#include <curl/curl.h>

typedef size_t (*pavise_curl_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*pavise_curl_socket)(CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context);

static inline CURLcode pavise_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pavise_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pavise_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pavise_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode pavise_curl_set_data(CURL *easy, CURLoption option, pavise_curl_data function) {
  return curl_easy_setopt(easy, option, function);
}

/// Has `count` bytes sent as the body; they are copied.
static inline CURLcode pavise_curl_set_body(CURL *easy, const char *bytes, long long count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

static inline CURLcode pavise_curl_get_pointer(CURL *easy, CURLINFO information, void **value) {
  return curl_easy_getinfo(easy, information, value);
}

static inline CURLMcode pavise_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode pavise_curl_multi_set_socket(CURLM *multi, pavise_curl_socket function, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function) : code;
}

/// What a finished transfer ended with; false when `message` tells of something else.
static inline int pavise_curl_is_done(const CURLMsg *message, CURLcode *result) {
  if (message->msg != CURLMSG_DONE) return 0;
  *result = message->data.result;
  return 1;
}
