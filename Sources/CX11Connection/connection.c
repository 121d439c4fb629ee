// Xlib ends the process when a connection breaks. The exit handler of a display replaces that end, but it
// can be set only after XOpenDisplay, which itself makes round trips; and XQueryExtension does not expect
// to go on. So this file leaves both by a jump. Swift can neither call setjmp nor be jumped over, so this
// file is C.
#include "connection.h"

#include <X11/Xlibint.h>
#include <X11/extensions/XIproto.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/Xpresent.h>
#include <setjmp.h>
#include <signal.h>

/// The place to jump to when the display breaks that this thread is using; NULL outside of this file.
static _Thread_local jmp_buf *way_out;
static _Thread_local Display *broken;

/// The handler of the program around, for other displays.
static XIOErrorHandler previous;

static void ioExit(Display *display, void *isBroken);

/// Runs before the exit handler, which Xlib has already read: an exit handler set here would be too late.
/// Without this function Xlib would write to standard error, where the program writes its own message.
static int ioError(Display *display) {
  if (way_out) {
    broken = display;
    longjmp(*way_out, 1);
  }
  bool isOwn = display->exit_handler == ioExit;
  return isOwn || !previous ? 0 : previous(display);
}

/// Runs in place of `exit`.
static void ioExit(Display *display, void *isBroken) {
  *(bool *)isBroken = true;
  // Xlib has locked the display for the end of the process.
  XUnlockDisplay(display);
  // Xlib never empties the buffer of a broken display, and writes through NULL when a request finds no
  // room. The requests on the way to the next look at `isBroken`, and those of XCloseDisplay, have room.
  display->bufptr = display->buffer;
}

/// Keeps a write to a server that has ended from ending the process: XCB writes without MSG_NOSIGNAL. A
/// handler of the host program stays.
static void ignoreBrokenPipes(void) {
  struct sigaction action;
  if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL)
    signal(SIGPIPE, SIG_IGN);
}

/// Frees a display that broke in the middle of XOpenDisplay.
static void freeHalfOpen(Display *display) {
  // XCloseDisplay then makes no requests for resources that may not exist yet.
  display->flags |= XlibDisplayClosing;
  XCloseDisplay(display);
}

Display *wallchart_XOpenDisplay(const char *name, bool *isBroken) {
  ignoreBrokenPipes();
  XIOErrorHandler earlier = XSetIOErrorHandler(ioError);
  if (earlier != ioError) previous = earlier;
  *isBroken = false;
  jmp_buf place;
  if (setjmp(place)) {
    way_out = NULL;
    freeHalfOpen(broken);
    return NULL;
  }
  way_out = &place;
  Display *display = XOpenDisplay(name);
  way_out = NULL;
  if (display) XSetIOErrorExitHandler(display, ioExit, isBroken);
  return display;
}

/// Calls a query with a way out.
/// @param second set to the second result of the query.
static bool find(Display *display, wallchart_XExtensionQuery query, int *event, int *second) {
  jmp_buf place;
  if (setjmp(place)) {
    way_out = NULL;
    ioExit(display, display->exit_handler_data);
    return false;
  }
  way_out = &place;
  bool isFound = query(display, event, second);
  way_out = NULL;
  return isFound;
}

bool wallchart_XFindExtension(Display *display, wallchart_XExtensionQuery query, int *event) {
  int error;
  return find(display, query, event, &error);
}

static int querySharedMemory(Display *display, int *event, int *major) {
  int error;
  // The second call makes the library look the extension up, too, and remember the result.
  return XQueryExtension(display, "MIT-SHM", major, event, &error) && XShmQueryExtension(display);
}

bool wallchart_XFindSharedMemory(Display *display, int *event, int *major) {
  return find(display, querySharedMemory, event, major);
}

static int queryInput(Display *display, int *event, int *major) {
  int error, high = 2, low = 2;
  return XQueryExtension(display, "XInputExtension", major, event, &error) &&
         XIQueryVersion(display, &high, &low) == Success && (high > 2 || low >= 2);
}

static Bool dropEvent(Display *display, XEvent *event, xEvent *wire) { return False; }

bool wallchart_XFindInput(Display *display, int *event, int *major) {
  if (!find(display, queryInput, event, major)) return false;
  // The library believes the events of the extension's first version, which any client can send to any
  // window: where its state of a device has classes of made-up lengths, the next event overwrites memory
  // far behind them. Events of the second version come another way.
  for (int i = 0; i < IEVENTS; i++) XESetWireToEvent(display, *event + i, dropEvent);
  return true;
}

static int queryPresent(Display *display, int *event, int *major) {
  int error;
  return XPresentQueryExtension(display, major, event, &error);
}

bool wallchart_XFindPresent(Display *display, int *event, int *major) {
  return find(display, queryPresent, event, major);
}

long wallchart_XRequestRoom(Display *display) { return display->bufmax - display->bufptr; }
