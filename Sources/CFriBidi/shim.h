#include <fribidi.h>

// The columns of a character in a terminal. Swift's module of the C library leaves the function out, because
// its header declares the function only for _XOPEN_SOURCE.
#include <wchar.h>
extern int wcwidth(wchar_t character);
