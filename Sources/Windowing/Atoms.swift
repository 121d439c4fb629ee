import CX11
import Glibc

/// The atoms for messages between window and window manager, fetched in one round trip.
struct Atoms {
  enum Name: String, CaseIterable {
    case wmProtocols = "WM_PROTOCOLS"
    case wmDeleteWindow = "WM_DELETE_WINDOW"
    case netWMPing = "_NET_WM_PING"
    case netWMSyncRequest = "_NET_WM_SYNC_REQUEST"
    case netWMSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case netWMPID = "_NET_WM_PID"
    case netWMName = "_NET_WM_NAME"
    case netWMIconName = "_NET_WM_ICON_NAME"
    case netWMIcon = "_NET_WM_ICON"
    case netWMUserTime = "_NET_WM_USER_TIME"
    case netWMWindowType = "_NET_WM_WINDOW_TYPE"
    case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
    case netWMState = "_NET_WM_STATE"
    case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
    case netWMBypassCompositor = "_NET_WM_BYPASS_COMPOSITOR"
    case netWMStateHidden = "_NET_WM_STATE_HIDDEN"
    case netSupported = "_NET_SUPPORTED"
    case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
    case clipboard = "CLIPBOARD"
    case clipboardManager = "CLIPBOARD_MANAGER"
    case targets = "TARGETS"
    case multiple = "MULTIPLE"
    case timestamp = "TIMESTAMP"
    case saveTargets = "SAVE_TARGETS"
    case incr = "INCR"
    case atomPair = "ATOM_PAIR"
    case null = "NULL"
    case imagePNG = "image/png"
    case textPlain = "text/plain"
    case textPlainUTF8 = "text/plain;charset=utf-8"
    /// The property for the clipboard manager.
    case wallchartSelection = "_WALLCHART_SELECTION"
    case utf8String = "UTF8_STRING"
  }

  private let values: [Atom]

  init(_ display: OpaquePointer) {
    var names = Name.allCases.map { strdup($0.rawValue) }
    defer { for name in names { free(name) } }
    var values = [Atom](repeating: 0, count: names.count)
    XInternAtoms(display, &names, Int32(names.count), 0, &values)
    self.values = values
  }

  subscript(name: Name) -> Atom {
    // `allCases` contains every name.
    values[Name.allCases.firstIndex(of: name)!]
  }
}
