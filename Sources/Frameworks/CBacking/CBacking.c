#include "CBacking.h"

int pavise_install_backing_if_linked(void) {
  if (!pavise_install_backing) return 0;
  pavise_install_backing();
  return 1;
}
