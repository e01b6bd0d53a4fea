import CCurl

extension HTTPFailure {
  /// What a code of libcurl means, with its own words for it.
  init(_ code: CURLcode, words: String, bodyLimit: Int) {
    switch code {
    case CURLE_URL_MALFORMAT: self = .notSent(words)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .hostNotFound(words)
    case CURLE_COULDNT_CONNECT, CURLE_PROXY: self = .cannotConnect(words)
    case CURLE_OPERATION_TIMEDOUT:
      self = words.hasPrefix("Operation too slow") ? .tooSlow(words) : .timedOut(words)
    case CURLE_FILESIZE_EXCEEDED: self = .bodyTooLarge(limit: bodyLimit)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
      self = .notTrusted(words)
    case CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY, CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION,
      CURLE_BAD_FUNCTION_ARGUMENT:
      self = .machine(words)
    default: self = .broken(words)
    }
  }
}
