// GNU gettext, which is a part of the C library.
#include <libintl.h>
#include <locale.h>
