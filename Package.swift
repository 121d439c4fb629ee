// swift-tools-version: 6.0
import PackageDescription

/// Whether another package depends on this one by a version. SwiftPM checks such packages out into a folder of
/// this name, and refuses their unsafe flags. Their debug builds are slow, and they have the kernels that every
/// processor runs; see Raster/Kernels.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// Pixels, path geometry and samples are looped over so often that an unoptimised debug build of them
/// makes every test crawl; these modules are optimised in every configuration.
let optimised: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-O"])]

/// The loops over pixels and edges are compiled again for wider vectors; see Raster/Kernels. Metadata
/// for reflection would come with functions that have the same name in every module, and the linker
/// might take those of these modules for all.
func vectors(_ processor: String) -> [SwiftSetting] {
  #if arch(x86_64)
    let alone = ["-O", "-Xfrontend", "-disable-reflection-metadata", "-Xcc"]
    return isDependency ? [] : [.unsafeFlags(alone + ["-march=" + processor])]
  #else
    return optimised
  #endif
}

let package = Package(
  name: "wallchart",
  products: [
    .executable(name: "wallchart", targets: ["wallchart"]),
    .library(name: "Geometry", targets: ["Geometry"]),
    .library(name: "Metrics", targets: ["Metrics"]),
    .library(name: "Layers", targets: ["Layers"]),
    .library(name: "Charts", targets: ["Charts"]),
    .library(name: "ChartWindow", targets: ["ChartWindow"]),
  ],
  targets: [
    .systemLibrary(name: "CX11", pkgConfig: "x11 xcb xext xi xrender xrandr xscrnsaver xpresent"),
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2"),
    .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig"),
    .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz"),
    .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi"),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng"),
    .systemLibrary(name: "CLanes"),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CMicroHTTP"),
    .systemLibrary(name: "CMosquitto"),
    .systemLibrary(name: "CMuParser"),
    .systemLibrary(name: "CPCRE"),
    .systemLibrary(name: "CPostgres"),
    .systemLibrary(name: "CProcess"),
    .systemLibrary(name: "CGettext"),
    .systemLibrary(name: "CSixel"),
    .systemLibrary(name: "CSQLite"),

    .target(name: "Geometry", swiftSettings: optimised),
    .target(name: "Metrics", dependencies: ["Messages"], swiftSettings: optimised),
    .target(name: "Expressions", dependencies: ["Messages", "Metrics", "CMuParser"]),
    .target(name: "Files"),
    .target(name: "Messages", dependencies: ["CGettext"]),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(
      name: "History", dependencies: ["Files", "Messages", "Metrics", "CSQLite", "SQLite"],
      swiftSettings: optimised),
    .target(
      name: "Feeds",
      dependencies: [
        "Files", "Messages", "Metrics", "CCurl", "CMosquitto", "CPCRE", "CPostgres", "CProcess",
        "CSQLite",
        "SQLite",
      ]),
    .target(
      name: "Typography",
      dependencies: ["Files", "Geometry", "CFreeType", "CFontconfig", "CHarfBuzz", "CFriBidi"]),
    .target(name: "KernelsBase", dependencies: ["CLanes"], swiftSettings: optimised),
    .target(name: "KernelsWide", dependencies: ["CLanes"], swiftSettings: vectors("x86-64-v3")),
    .target(name: "KernelsWidest", dependencies: ["CLanes"], swiftSettings: vectors("x86-64-v4")),
    .target(
      name: "Raster",
      dependencies: [
        "Geometry", "Files", "CPNG", "CLanes", "KernelsBase", "KernelsWide", "KernelsWidest",
      ],
      swiftSettings: optimised + (isDependency ? [.define("PORTABLE_KERNELS")] : [])),
    .target(name: "Layers", dependencies: ["Geometry", "Typography", "Raster"]),
    .target(
      name: "Charts",
      dependencies: ["Metrics", "Geometry", "Typography", "Layers", "Messages"]),
    .target(
      name: "Dashboard",
      dependencies: [
        "Charts", "Expressions", "Files", "History", "Messages", "Metrics", "Feeds", "CYAML",
      ]),
    .target(name: "Stage", dependencies: ["Layers", "Raster"]),
    .target(
      name: "CX11Connection",
      linkerSettings: [
        .linkedLibrary("X11"), .linkedLibrary("Xext"), .linkedLibrary("Xi"),
        .linkedLibrary("Xpresent"),
      ]),
    .target(name: "Windowing", dependencies: ["Messages", "Stage", "CX11", "CX11Connection"]),
    .target(
      name: "Terminal",
      dependencies: [
        "CCrash", "CPNG", "CSixel", "Geometry", "Layers", "Messages", "Raster", "Stage",
        "Typography",
      ],
      swiftSettings: optimised),
    .target(
      name: "Control",
      dependencies: ["CMicroHTTP", "CProcess", "Feeds", "Files", "Messages", "Metrics", "Stage"]),
    .target(name: "CCrash"),
    .executableTarget(
      name: "wallchart",
      dependencies: [
        "CCrash", "CProcess", "Control", "Dashboard", "Feeds", "Files", "History", "Messages",
        "Raster", "SQLite", "Stage", "Terminal", "Windowing",
      ],
      // No other library uses the program's functions, so their names are left out, and unused functions, too.
      linkerSettings: isDependency ? [] : [.unsafeFlags(["-Xlinker", "--no-export-dynamic"])]),
    .target(
      name: "ChartWindow", dependencies: ["Charts", "Messages", "Stage", "Windowing"]),
    .executableTarget(name: "chart-example", dependencies: ["ChartWindow"], path: "Examples/Chart"),
    .executableTarget(name: "live-example", dependencies: ["ChartWindow"], path: "Examples/Live"),
    .executableTarget(
      name: "page-views-example", dependencies: ["ChartWindow"], path: "Examples/PageViews"),
    .executableTarget(name: "wallchart-fuzz", dependencies: ["DrawingGenerator"]),
    .executableTarget(name: "wallchart-fuzz-http", dependencies: ["ResponseGenerator"]),
    .executableTarget(
      name: "wallchart-fuzz-input", dependencies: ["InputGenerator", "TestSupport"]),
    .executableTarget(
      name: "wallchart-bench",
      dependencies: [
        "Geometry", "History", "Raster", "Layers", "Typography", "Charts", "Dashboard", "Feeds",
        "Metrics",
      ]),

    .target(
      name: "TestSupport", dependencies: ["CPNG", "Geometry", "Raster"], path: "Tests/TestSupport"),
    .executableTarget(name: "crash-trial", dependencies: ["CCrash"], path: "Tests/CrashTrial"),
    .target(name: "Sheet", dependencies: ["Dashboard", "TestSupport"], path: "Tests/Sheet"),
    .executableTarget(name: "wallchart-sheet", dependencies: ["Sheet"]),
    .executableTarget(name: "wallchart-soak", dependencies: ["CProcess", "Dashboard", "Stage"]),
    .target(
      name: "DrawingGenerator", dependencies: ["Geometry", "Raster"],
      path: "Tests/DrawingGenerator"),
    .target(
      name: "ResponseGenerator", dependencies: ["Feeds", "TestSupport"],
      path: "Tests/ResponseGenerator"),
    .target(
      name: "InputGenerator", dependencies: ["Control", "Dashboard", "Expressions", "TestSupport"],
      path: "Tests/InputGenerator"),
    .testTarget(name: "MessagesTests", dependencies: ["Messages", "TestSupport"]),
    .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"]),
    .testTarget(name: "MetricsTests", dependencies: ["Metrics", "TestSupport"]),
    .testTarget(
      name: "ExpressionsTests", dependencies: ["Expressions", "InputGenerator", "TestSupport"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
    .target(name: "PowerCut", dependencies: ["CSQLite"], path: "Tests/PowerCut"),
    .testTarget(
      name: "HistoryTests",
      dependencies: ["CSQLite", "History", "SQLite", "PowerCut", "TestSupport"]),
    .testTarget(
      name: "FeedsTests",
      dependencies: [
        "Feeds", "Files", "Dashboard", "CSQLite", "Messages", "SQLite", "CPostgres", "TestSupport",
        "ResponseGenerator",
      ]),
    .testTarget(name: "TypographyTests", dependencies: ["Typography", "TestSupport"]),
    .testTarget(
      name: "RasterTests",
      dependencies: ["Geometry", "Raster", "CLanes", "TestSupport", "DrawingGenerator"]),
    .testTarget(name: "LayersTests", dependencies: ["Layers", "TestSupport"]),
    .testTarget(name: "ChartsTests", dependencies: ["Charts", "TestSupport"]),
    .testTarget(
      name: "ChartWindowTests",
      dependencies: [
        "ChartWindow", "chart-example", "live-example", "page-views-example", "TestSupport",
      ]),
    .testTarget(
      name: "DashboardTests",
      dependencies: [
        "Dashboard", "History", "InputGenerator", "SQLite", "Sheet", "TestSupport",
      ]),
    .testTarget(name: "ControlTests", dependencies: ["Control", "InputGenerator", "TestSupport"]),
    .testTarget(name: "StageTests", dependencies: ["Stage", "TestSupport"]),
    .testTarget(name: "TerminalTests", dependencies: ["CPNG", "Terminal", "TestSupport"]),
    .testTarget(name: "WindowingTests", dependencies: ["Windowing", "TestSupport"]),
    .testTarget(
      name: "wallchartTests",
      dependencies: [
        "wallchart", "wallchart-soak", "crash-trial", "History", "InputGenerator", "Messages",
        "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// The standard library's search for a string in a string would link its regular expressions, a megabyte of code, into
// each program. Messages/StringSearch.swift has such a search.
if !isDependency {
  for target in package.targets where target.type == .regular || target.type == .executable {
    let without = "-disable-implicit-string-processing-module-import"
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", without])]
  }
}
