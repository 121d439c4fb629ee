// The least a program does that shows text in a window: it connects to the X server, asks fontconfig
// for a font and opens it, maps a window, and puts one picture of 1920x1080 into it from shared memory.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XShm.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <unistd.h>

enum { width = 1920, height = 1080 };

static FT_Face open_font(void) {
  FcConfig *config = FcInitLoadConfigAndFonts();
  FcPattern *pattern = FcNameParse((const FcChar8 *)"Inter");
  FcConfigSubstitute(config, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result;
  FcPattern *match = FcFontMatch(config, pattern, &result);
  FcChar8 *file;
  FT_Library library;
  FT_Face face;
  if (!match || FcPatternGetString(match, FC_FILE, 0, &file) != FcResultMatch ||
      FT_Init_FreeType(&library) || FT_New_Face(library, (const char *)file, 0, &face)) {
    fputs("no font\n", stderr);
    exit(1);
  }
  return face;
}

static XImage *make_image(Display *display, XShmSegmentInfo *info) {
  int screen = DefaultScreen(display);
  XImage *image = XShmCreateImage(display, DefaultVisual(display, screen),
                                  DefaultDepth(display, screen), ZPixmap, NULL, info, width, height);
  info->shmid = shmget(IPC_PRIVATE, (size_t)image->bytes_per_line * height, IPC_CREAT | 0600);
  info->shmaddr = image->data = shmat(info->shmid, NULL, 0);
  info->readOnly = True;
  XShmAttach(display, info);
  shmctl(info->shmid, IPC_RMID, NULL);
  uint32_t *pixels = (uint32_t *)image->data;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) pixels[y * width + x] = (uint32_t)(x * 255 / width) * 0x010101u;
  }
  return image;
}

int main(void) {
  Display *display = XOpenDisplay(NULL);
  if (!display) return 1;
  FT_Face face = open_font();
  int screen = DefaultScreen(display);
  Window window = XCreateSimpleWindow(display, RootWindow(display, screen), 0, 0, width, height, 0,
                                      0, BlackPixel(display, screen));
  XStoreName(display, window, face->family_name);
  XSelectInput(display, window, ExposureMask | StructureNotifyMask);
  XMapWindow(display, window);
  XShmSegmentInfo info;
  XImage *image = make_image(display, &info);
  XEvent event;
  do XNextEvent(display, &event);
  while (event.type != Expose);
  XShmPutImage(display, window, DefaultGC(display, screen), image, 0, 0, 0, 0, width, height, False);
  XSync(display, False);
  pause();
}
