import CLanes
import Foundation
import TestSupport
import Testing

#if arch(x86_64)
  /// The builds of the kernels for wider vectors must not lend their code to the rest of the
  /// program: from several functions with one name the linker takes any.
  @Suite struct KernelSymbolsTests {
    private static let builds = ["KernelsWide", "KernelsWidest"]
    private let folder = TemporaryFolder()

    /// The output of a program.
    private func output(_ program: String, _ arguments: [String]) throws -> String {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [program] + arguments
      // SwiftPM leaves locks and empty folders among the temporary files.
      process.environment = ProcessInfo.processInfo.environment
        .merging(["TMPDIR": folder.path]) { $1 }
      let pipe = try startingAlone {
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        return pipe
      }
      let bytes = try process.output(of: pipe)
      try #require(process.terminationStatus == 0, "\(program) \(arguments)")
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The functions of a module's objects that another module might use as its own.
    private func strangers(of module: String, in products: URL) throws -> [String] {
      let folder = products.appendingPathComponent("\(module).build")
      let objects = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil
      ).filter { $0.pathExtension == "o" && !$0.path.hasSuffix("swiftmodule.o") }
      let lines = try output("nm", ["--defined-only"] + objects.map(\.path)).split(separator: "\n")
      // An address, a letter, a name; a capital letter stands for a symbol that other objects see.
      let functions = lines.compactMap { line -> String? in
        let parts = line.split(separator: " ", maxSplits: 2)
        return parts.count == 3 && "TW".contains(parts[1]) ? String(parts[2]) : nil
      }
      #expect(functions.contains { $0.contains("kernelTable") }, "\(objects)")
      return functions.filter { !$0.contains("\(module.utf8.count)\(module)") }
    }

    @Test(arguments: builds) func noFunctionIsTakenForAnothersInThisBuild(module: String) throws {
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let products = URL(fileURLWithPath: program).deletingLastPathComponent()
      #expect(try strangers(of: module, in: products) == [])
    }

    @Test(arguments: builds) func noFunctionIsTakenForAnothersInARelease(module: String) throws {
      let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      let options = [
        "-c", "release", "--package-path", root.path, "--scratch-path",
        root.appendingPathComponent(".build/kernel-symbols-\(module)").path,
      ]
      _ = try output("swift", ["build", "--target", module] + options)
      let products = try output("swift", ["build", "--show-bin-path"] + options)
      let folder = URL(fileURLWithPath: products.trimmingCharacters(in: .whitespacesAndNewlines))
      #expect(try strangers(of: module, in: folder) == [])
    }

    /// Linux lists the features that both the processor and the system support, by which the psABI
    /// defines its levels.
    @Test func theProcessorIsAskedForAllThatABuildMayUse() throws {
      let text = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("flags") })
      let flags = Set(line.split(separator: " ").map(String.init))
      let third = ["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe", "xsave"]
      let fourth = ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]
      let expected =
        !flags.isSuperset(of: third) ? 1 : !flags.isSuperset(of: fourth) ? 3 : 4 as Int32
      #expect(processor_level() == expected)
    }
  }
#endif
