// How a framework finds the shared directory without importing it.
#pragma once

/// Makes the program's shared directory the frameworks' backing. The SharedDirectory library defines it; a program
/// linked without that library has none, and the weak reference is then null.
void pavise_install_backing(void) __attribute__((weak));

/// Calls `pavise_install_backing` if this program has one. Returns 1 if it did, 0 if there is none.
int pavise_install_backing_if_linked(void);
