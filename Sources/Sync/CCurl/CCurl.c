#include "CCurl.h"

CURLcode pavise_curl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode pavise_curl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode pavise_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode pavise_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode pavise_curl_set_data(CURL *easy, CURLoption option, pavise_curl_data function) {
  return curl_easy_setopt(easy, option, function);
}

CURLcode pavise_curl_set_body(CURL *easy, const char *bytes, long long count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

CURLcode pavise_curl_get_pointer(CURL *easy, CURLINFO information, void **value) {
  return curl_easy_getinfo(easy, information, value);
}

CURLMcode pavise_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

CURLMcode pavise_curl_multi_set_socket(CURLM *multi, pavise_curl_socket function, void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function) : code;
}

int pavise_curl_is_done(const CURLMsg *message, CURLcode *result) {
  if (message->msg != CURLMSG_DONE) return 0;
  *result = message->data.result;
  return 1;
}
