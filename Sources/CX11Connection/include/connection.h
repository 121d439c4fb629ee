#ifndef WALLCHART_X11_CONNECTION_H
#define WALLCHART_X11_CONNECTION_H

#include <X11/Xlib.h>
#include <stdbool.h>

/// Opens a display whose connection may break at any moment without ending the process. From then on the
/// process ignores SIGPIPE, unless the process has another handler.
///
/// @param name the display, such as ":0".
/// @param isBroken set to false here, and to true when the connection breaks. The memory must stay valid
///     until the display is closed. No request may be made on a broken display, except XCloseDisplay.
/// @return NULL if the display cannot be opened, or breaks while it is being opened.
Display *_Nullable wallchart_XOpenDisplay(const char *_Nonnull name, bool *_Nonnull isBroken);

/// The function by which a library looks up its extension. The library remembers the result.
typedef int (*wallchart_XExtensionQuery)(
    Display *_Nullable display, int *_Nullable event, int *_Nullable error);

/// Looks an extension up, although the connection may break meanwhile: XQueryExtension then leaves its
/// results undefined, and a library overwrites memory when it believes them.
///
/// @param event set to the number of the extension's first event.
/// @return whether the server has the extension.
bool wallchart_XFindExtension(
    Display *_Nonnull display, wallchart_XExtensionQuery _Nonnull query, int *_Nonnull event);

/// Looks up MIT-SHM as `wallchart_XFindExtension` does.
///
/// @param major set to the major opcode of the extension's requests.
bool wallchart_XFindSharedMemory(Display *_Nonnull display, int *_Nonnull event, int *_Nonnull major);

/// Looks up XInput 2.2 as `wallchart_XFindExtension` does. The events of the extension's first version are
/// dropped from then on.
///
/// @param major set to the major opcode of the extension's requests and events.
bool wallchart_XFindInput(Display *_Nonnull display, int *_Nonnull event, int *_Nonnull major);

/// Looks Present up as `wallchart_XFindExtension` does.
///
/// @param major set to the major opcode of the extension's requests and events.
bool wallchart_XFindPresent(Display *_Nonnull display, int *_Nonnull event, int *_Nonnull major);

/// The bytes of a request that fit into the request buffer of an open display without a flush.
long wallchart_XRequestRoom(Display *_Nonnull display);

#endif
