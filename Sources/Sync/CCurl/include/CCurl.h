// libcurl, with its variadic functions in the forms that are called: Swift cannot call those that take any arguments.
#pragma once
#include <curl/curl.h>

typedef size_t (*pavise_curl_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*pavise_curl_socket)(CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context);

CURLcode pavise_curl_set_number(CURL *easy, CURLoption option, long value);
CURLcode pavise_curl_set_text(CURL *easy, CURLoption option, const char *value);
CURLcode pavise_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode pavise_curl_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode pavise_curl_set_data(CURL *easy, CURLoption option, pavise_curl_data function);
/// Has `count` bytes sent as the body; they are copied.
CURLcode pavise_curl_set_body(CURL *easy, const char *bytes, long long count);
CURLcode pavise_curl_get_pointer(CURL *easy, CURLINFO information, void **value);

CURLMcode pavise_curl_multi_set_number(CURLM *multi, CURLMoption option, long value);
CURLMcode pavise_curl_multi_set_socket(CURLM *multi, pavise_curl_socket function, void *context);

/// What a finished transfer ended with; false when `message` tells of something else.
int pavise_curl_is_done(const CURLMsg *message, CURLcode *result);
