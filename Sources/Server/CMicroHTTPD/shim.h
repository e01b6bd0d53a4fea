// GNU libmicrohttpd, and the calls of it whose arguments C counts at run time, which Swift cannot make.
#pragma once
#include <microhttpd.h>

/// Starts answering on `socket`, in a thread of its own. The socket is closed by `MHD_stop_daemon`.
static inline struct MHD_Daemon *pavise_mhd_start(
    int socket, MHD_AccessHandlerCallback answer, void *context, MHD_RequestCompletedCallback completed,
    unsigned int idle_seconds, unsigned int connections, unsigned int connections_per_address) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC, 0, NULL, NULL, answer, context,
      MHD_OPTION_LISTEN_SOCKET, socket,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, connections_per_address,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 << 10),
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

/// Where a connection comes from; null if that is not known.
static inline const struct sockaddr *pavise_mhd_client(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *information =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return information ? information->client_addr : NULL;
}
