#include <dlfcn.h>
#include <sixel/sixel.h>

// libsixel is loaded for the first picture of a terminal that has no better graphics, and is no library of
// the program's own: see CCurl. The types of its functions are the header's.
#define WALLCHART_SIXEL_FUNCTIONS(USE) \
  USE(output_new) \
  USE(output_unref) \
  USE(dither_new) \
  USE(dither_set_palette) \
  USE(dither_set_pixelformat) \
  USE(dither_unref) \
  USE(encode)

#define WALLCHART_SIXEL_FIELD(NAME) __typeof__(&sixel_##NAME) NAME;
struct wallchart_sixel {
  WALLCHART_SIXEL_FUNCTIONS(WALLCHART_SIXEL_FIELD)
};

// Loads a library for as long as the process lives. Returns 0 if it cannot be loaded, or lacks a
// function.
static inline int wallchart_sixel_load(struct wallchart_sixel *sixel, const char *library) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
#define WALLCHART_SIXEL_FIND(NAME) \
  sixel->NAME = (__typeof__(sixel->NAME))dlsym(handle, "sixel_" #NAME); \
  if (!sixel->NAME) return 0;
  WALLCHART_SIXEL_FUNCTIONS(WALLCHART_SIXEL_FIND)
  return 1;
}
