#include "CSystem.h"

int pavise_forbid_dumps(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

int pavise_forbids_dumps(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 0; }
