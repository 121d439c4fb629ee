import Foundation

extension Xvfb {
  private static let xorg = "/usr/lib/xorg/Xorg"

  /// Whether this system has Xorg with the driver for displays that nobody sees, and may run it.
  public static let hasOutputs =
    FileManager.default.isExecutableFile(atPath: xorg) && getuid() == 0
    && FileManager.default.fileExists(atPath: "/usr/lib/xorg/modules/drivers/dummy_drv.so")

  /// The command line of Xorg. Its first output, DUMMY0, is 1280×800.
  static func outputArguments(number: Int, folder: URL) throws -> [String] {
    let file = folder.appendingPathComponent("xorg.conf")
    let input = folder.path
    try configuration(input: input).write(to: file, atomically: true, encoding: .utf8)
    return [
      xorg, ":\(number)", "-displayfd", "1", "-config", file.path, "-logfile",
      folder.appendingPathComponent("log").path, "-noreset", "-nolisten", "tcp", "-novtswitch",
      "-sharevts", "-dpi", "96",
    ]
  }

  private static func configuration(input: String) -> String {
    """
    Section "Device"
      Identifier "device"
      Driver "dummy"
      VideoRam 65536
    EndSection
    Section "Monitor"
      Identifier "monitor"
      HorizSync 5.0-1000.0
      VertRefresh 5.0-200.0
    EndSection
    Section "Screen"
      Identifier "screen"
      Device "device"
      Monitor "monitor"
      DefaultDepth 24
      SubSection "Display"
        Depth 24
        Modes "1280x800"
        Virtual 4096 2048
      EndSubSection
    EndSection
    Section "InputDevice"
      Identifier "screen"
      Driver "inputtest"
      Option "SocketPath" "\(input)/touch"
      Option "DeviceType" "Touch"
      Option "TouchCount" "5"
    EndSection
    Section "InputDevice"
      Identifier "wheel"
      Driver "inputtest"
      Option "SocketPath" "\(input)/wheel"
      Option "DeviceType" "Pointer"
    EndSection
    Section "ServerLayout"
      Identifier "layout"
      Screen "screen"
      InputDevice "screen" "SendCoreEvents"
      InputDevice "wheel" "SendCoreEvents"
    EndSection
    Section "ServerFlags"
      Option "AutoAddDevices" "false"
      Option "AutoEnableDevices" "false"
    EndSection
    """
  }
}
