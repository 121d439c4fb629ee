import CX11
import CX11Connection
import Geometry
import Stage

/// The input that the core protocol lacks (XInput2): wheels and touchpads that scroll by less than a notch,
/// and touch screens.
///
/// Events of the pointer, buttons and keys still come through the core protocol. A device that scrolls smoothly also
/// sends notches of the core protocol, with the time of the corresponding motion.
@MainActor
final class ExtendedInput {
  /// A scroll axis of a device.
  fileprivate struct Axis {
    let isVertical: Bool
    /// The axis distance of one notch.
    let increment: Double
    /// The last value; nil if the axis may have moved outside the window.
    var value: Double?
  }

  private let connection: Connection
  private let window: Window
  private let opcode: Int32
  /// The scroll axes by device and valuator.
  private var axes: [Int32: [Int32: Axis]] = [:]
  private var selectsTouch = false
  private var gestures: TouchGestures
  /// Device pixels per point, by which the distances of touches count.
  var scale: Double {
    get { gestures.scale }
    set { gestures.scale = newValue }
  }
  /// The time of the last smooth motion.
  private var scrollTime: Time?
  /// The time of the last touch that began.
  private var touchTime: Time?

  /// Fails without XInput 2.2. This takes a few round trips.
  init?(_ connection: Connection, window: Window, scale: Double) {
    var (event, major): (Int32, Int32) = (0, 0)
    guard !connection.isBroken, wallchart_XFindInput(connection.display, &event, &major) else {
      return nil
    }
    self.connection = connection
    self.window = window
    opcode = major
    gestures = TouchGestures(scale: scale)
    select(Int32(XIAllDevices), [XI_HierarchyChanged])
    readDevices()
  }

  // MARK: Devices

  /// Selects the events of all devices that the core protocol cannot report in full.
  private func readDevices() {
    var count: Int32 = 0
    guard !connection.isBroken,
      let devices = XIQueryDevice(connection.display, Int32(XIAllDevices), &count)
    else { return }
    defer { XIFreeDeviceInfo(devices) }
    axes = [:]
    for device in UnsafeBufferPointer(start: devices, count: Int(count))
    where device.use == XISlavePointer {
      read(device)
    }
  }

  private func read(_ device: XIDeviceInfo) {
    let classes = UnsafeBufferPointer(start: device.classes, count: Int(device.num_classes))
    for case let info? in classes {
      let raw = UnsafeRawPointer(info)
      switch info.pointee.type {
      case Int32(XIScrollClass):
        let scroll = raw.load(as: XIScrollClassInfo.self)
        guard scroll.increment != 0 else { continue }
        axes[device.deviceid, default: [:]][scroll.number] = Axis(
          isVertical: scroll.scroll_type == XIScrollTypeVertical, increment: scroll.increment)
      case Int32(XITouchClass) where raw.load(as: XITouchClassInfo.self).mode == XIDirectTouch:
        guard !selectsTouch else { continue }
        selectsTouch = true
        select(
          Int32(XIAllMasterDevices), [XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd])
      default: break
      }
    }
    if axes[device.deviceid] != nil { select(device.deviceid, [XI_Motion]) }
  }

  private func select(_ device: Int32, _ events: [Int32]) {
    var bits = [UInt8](repeating: 0, count: 4)
    for event in events { bits[Int(event >> 3)] |= 1 << UInt8(event & 7) }
    bits.withUnsafeMutableBufferPointer {
      var mask = XIEventMask(
        deviceid: device, mask_len: Int32($0.count), mask: $0.baseAddress)
      XISelectEvents(connection.display, window, &mask, 1)
    }
  }

  // MARK: Events

  /// Notes that the pointer has been outside the window, where its axes may have moved.
  func entered() {
    for (device, known) in axes { axes[device] = known.mapValues { Axis($0, value: nil) } }
  }

  /// Whether a notch of the core protocol repeats a smooth motion that has been reported.
  func isReported(_ event: XButtonEvent) -> Bool { event.time == scrollTime }

  /// Whether a motion of the pointer belongs to a touch: the server also moves the pointer to the finger.
  func isOfTouch(_ motion: Time?) -> Bool { motion != nil && motion == touchTime }

  /// The window's events for an event of the extension.
  func handle(_ event: inout XEvent) -> [SurfaceEvent] {
    guard event.type == GenericEvent, event.xcookie.extension == opcode,
      XGetEventData(connection.display, &event.xcookie) != 0
    else { return [] }
    defer { XFreeEventData(connection.display, &event.xcookie) }
    guard let data = event.xcookie.data else { return [] }
    switch event.xcookie.evtype {
    case Int32(XI_HierarchyChanged):
      readDevices()
      return []
    case Int32(XI_Motion): return scroll(data.load(as: XIDeviceEvent.self))
    case Int32(XI_TouchBegin), Int32(XI_TouchUpdate), Int32(XI_TouchEnd):
      return touch(data.load(as: XIDeviceEvent.self)).map { [.touch($0)] } ?? []
    default: return []
    }
  }

  private func scroll(_ event: XIDeviceEvent) -> [SurfaceEvent] {
    guard let known = axes[event.deviceid] else { return [] }
    var events: [SurfaceEvent] = []
    var value = event.valuators.values
    for valuator in 0..<Int32(event.valuators.mask_len * 8)
    where event.valuators.mask[Int(valuator >> 3)] & 1 << UInt8(valuator & 7) != 0 {
      defer { value = value?.advanced(by: 1) }
      guard let axis = known[valuator], let new = value?.pointee else { continue }
      axes[event.deviceid]?[valuator]?.value = new
      guard let old = axis.value, new != old else { continue }
      scrollTime = event.time
      let notches = (new - old) / axis.increment
      let direction: ScrollEvent.Direction =
        axis.isVertical ? (notches < 0 ? .up : .down) : (notches < 0 ? .left : .right)
      events.append(
        .scroll(
          ScrollEvent(
            direction, at: Point(event.event_x, event.event_y),
            modifiers: KeyModifiers(state: UInt32(truncatingIfNeeded: event.mods.effective)),
            notches: abs(notches))))
    }
    return events
  }

  private func touch(_ event: XIDeviceEvent) -> TouchGesture? {
    let place = Point(event.event_x, event.event_y)
    let (finger, time) = (UInt32(truncatingIfNeeded: event.detail), Double(event.time) / 1000)
    switch event.evtype {
    case Int32(XI_TouchBegin):
      touchTime = event.time
      return gestures.begin(finger, at: place, time: time)
    case Int32(XI_TouchUpdate): return gestures.move(finger, to: place, time: time)
    default: return gestures.end(finger, at: place, time: time)
    }
  }
}

extension ExtendedInput.Axis {
  fileprivate init(_ axis: Self, value: Double?) {
    (isVertical, increment, self.value) = (axis.isVertical, axis.increment, value)
  }
}
