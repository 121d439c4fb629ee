import Feeds
import Foundation
import Metrics
import Synchronization
import TestSupport
import Testing

@testable import Dashboard

/// The examples of dashboards for a home, against servers.
@Suite struct HomeExampleTests {
  /// The samples that the sources of a dashboard have told.
  private final class Running: Sendable {
    private let store = Mutex(SampleStore())
    private let hub = Mutex<FeedHub?>(nil)
    let spec: DashboardSpec

    init(_ spec: DashboardSpec) {
      self.spec = spec
      store.withLock { $0.keep(spec) }
      let hub = FeedHub { [weak self] source, update in
        guard let self else { return }
        store.withLock { _ = $0.append(update, from: source, at: 0) }
        self.hub.withLock { $0 }?.request(source)
      }
      self.hub.withLock { $0 = hub }
      hub.update(spec.sources)
    }

    func stop() { hub.withLock { $0 }?.stop() }

    /// The names of a panel's lines, each with the latest value.
    func values(_ title: String) -> [String: Double] {
      guard let panel = spec.pages[0].panels.first(where: { $0.title == title }) else { return [:] }
      let lines = store.withLock { $0.lines(of: panel) }
      return Dictionary(lines.map { ($0.name, $0.samples.last?.value ?? .nan) }) { $1 }
    }
  }

  private func withExample(
    _ name: String, replacing: [(String, String)], _ body: (Running) throws -> Void
  ) throws {
    let path = Program.root.appendingPathComponent("assets/dashboards/\(name)").path
    var text = try String(contentsOfFile: path, encoding: .utf8)
    for (old, new) in replacing {
      try #require(text.contains(old))
      text = text.replacingOccurrences(of: old, with: new)
    }
    let running = Running(try DashboardFile(path: path).parse(Array(text.utf8)))
    defer { running.stop() }
    try body(running)
  }

  @Test func aHomeThatSpeaksMQTT() throws {
    try withFolder { folder in
      let broker = try LocalServer("/usr/sbin/mosquitto") { port in
        let file = folder.appendingPathComponent("mosquitto.conf")
        try Data("user root\nlistener \(port) 127.0.0.1\nallow_anonymous true\n".utf8).write(
          to: file)
        return ["-c", file.path]
      }
      let address = "127.0.0.1:\(broker.port)"
      func publish(_ topic: String, _ message: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/mosquitto_pub")
        process.arguments = [
          "-h", "127.0.0.1", "-p", "\(broker.port)", "-r", "-t", topic, "-m", message,
        ]
        try startingAlone { try process.run() }
        try process.waitForEnd()
        #expect(process.terminationStatus == 0)
      }
      try publish("sensors/kitchen/temperature", "21.5")
      try publish("sensors/hall/temperature", "18")
      try publish("sensors/hall/humidity", "44 %")
      try publish("zigbee2mqtt/window", "{\"battery\": 87, \"contact\": true}")
      try publish("zigbee2mqtt/lamp", "{\"state\": \"ON\"}")
      try publish("zigbee2mqtt/lamp/light", "{\"state\": \"ON\"}")
      try publish("meter/power", "412.5")
      try publish("door/front", "off")
      try withExample("home-mqtt.yaml", replacing: [("mqtt: localhost", "mqtt: \"\(address)\"")]) {
        home in
        #expect(home.spec.sources.count == 1)
        let expected: [(String, [String: Double])] = [
          ("Temperature", ["kitchen": 21.5, "hall": 18]), ("Humidity", ["hall": 44]),
          ("Batteries", ["window": 87]), ("Power", ["meter/power": 412.5]),
          ("Lights", ["lamp": 1]), ("Front door", ["door/front": 0]),
        ]
        for (title, values) in expected {
          try #require(
            eventually { home.values(title) == values }, "\(title): \(home.values(title))")
        }
      }
    }
  }

  @Test func homeAssistantByItsRESTInterface() throws {
    try withFolder { folder in
      let fixture = Program.root.appendingPathComponent(
        "Tests/Fixtures/http/home-assistant-history.json")
      try FileManager.default.copyItem(
        at: fixture, to: folder.appendingPathComponent("history.json"))
      try Data("{\"entity_id\": \"sensor.outdoor_temperature\", \"state\": \"-3.5\"}".utf8).write(
        to: folder.appendingPathComponent("state.json"))
      let server = try LocalServer("/usr/sbin/nginx") { port in
        let configuration = """
          daemon off; master_process off; pid \(folder.path)/pid; error_log /dev/null;
          events {}
          http {
            access_log off; client_body_temp_path \(folder.path)/b; proxy_temp_path \(folder.path)/p;
            fastcgi_temp_path \(folder.path)/f; uwsgi_temp_path \(folder.path)/u;
            scgi_temp_path \(folder.path)/s;
            server {
              listen 127.0.0.1:\(port); root \(folder.path);
              if ($http_authorization != "Bearer your-long-lived-access-token") { return 401; }
              location ~ "^/api/history/period/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$" {
                if ($arg_filter_entity_id = "") { return 400; }
                try_files /history.json =404;
              }
              location = /api/states/sensor.outdoor_temperature { try_files /state.json =404; }
            }
          }
          """
        let file = folder.appendingPathComponent("nginx.conf")
        try Data(configuration.utf8).write(to: file)
        return ["-c", file.path, "-p", folder.path]
      }
      try withExample(
        "home-assistant.yaml",
        replacing: [("homeassistant.local:8123", "127.0.0.1:\(server.port)")]
      ) { home in
        let rooms = ["sensor.living_room_temperature": 21.6, "light.hall": 1]
        try #require(
          eventually { home.values("Temperature") == rooms }, "\(home.values("Temperature"))")
        try #require(eventually { home.values("Power") == rooms })
        try #require(eventually { home.values("Outside") == ["state": -3.5] })
      }
    }
  }
}
