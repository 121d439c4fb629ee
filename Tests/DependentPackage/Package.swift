// swift-tools-version: 6.0
import PackageDescription

// A package of a user of the library. `run` puts the address of a clone with a version into the environment.
let package = Package(
  name: "dependent",
  dependencies: [
    .package(url: Context.environment["WALLCHART_URL"] ?? "", from: "99.0.0")
  ],
  targets: [
    .executableTarget(
      name: "dependent",
      dependencies: ["Geometry", "Metrics", "Layers", "Charts", "ChartWindow"].map {
        .product(name: $0, package: "wallchart")
      })
  ],
  swiftLanguageModes: [.v6]
)
