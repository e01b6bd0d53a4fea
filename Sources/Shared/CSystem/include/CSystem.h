// Linux calls that the toolchain's Glibc module does not show.
//
// `_GNU_SOURCE` would also change the members of `fd_set`, which then no longer matches the one that the Glibc
// module has. So the common types come first, as that module sees them, and only then the GNU declarations.
#pragma once
#include <sys/types.h>
#ifndef __USE_GNU
#define __USE_GNU 1
#endif
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// prctl(2) takes any arguments, which Swift cannot pass.
int pavise_forbid_dumps(void);
int pavise_forbids_dumps(void);
