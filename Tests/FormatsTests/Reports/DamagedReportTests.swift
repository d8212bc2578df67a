import Diagnostics
import Formats
import Foundation
import ImportSupport
import Model
import TestSupport
import Testing

/// Small reports of every format and dialect in Tests/Reports, damaged in every way.
struct DamagedReportTests {
  static let reports: [(name: String, bytes: [UInt8])] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Reports")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map { name in
      let data = (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data()
      return (name, Array(data))
    }
  }()

  /// The formats that the names of the files begin with.
  @Test func everyReportIsReadByItsFormat() {
    #expect(Self.reports.count == 55)
    for (name, bytes) in Self.reports {
      let format = name.prefix { $0 != "-" }
      #expect(InputFormat(named: String(format)) != nil, "\(name)")
      let found = Import(bytes: bytes)
      #expect(found.dataset != nil, "\(name): \(found.problems)")
      #expect(found.dataset?.run != nil, "\(name)")
    }
  }

  @Test func aReportIsReadAlikeInPiecesOfAnySize() {
    for (name, bytes) in Self.reports {
      let whole = Import(bytes: bytes)
      for piece in [1, 2, 3, 5, 16, 64, 100] {
        let pieces = Import(bytes: bytes, piece: piece)
        #expect(pieces.diagnostics == whole.diagnostics, "\(name)")
        #expect(pieces.dataset?.messages == whole.dataset?.messages, "\(name)")
        #expect(pieces.dataset?.run == whole.dataset?.run, "\(name)")
      }
    }
  }

  @Test(.enabled(if: FuzzScale.isThorough)) func aReportCutOffAnywhereIsNeverComplete() {
    for (name, bytes) in Self.reports {
      // White space behind the end may be missing.
      var last = bytes.count
      while last > 0, bytes[last - 1] <= 0x20 { last -= 1 }
      for count in 0..<last {
        let found = Import(bytes: Array(bytes[..<count]))
        #expect(found.dataset == nil || found.status != .completed, "\(name) cut at \(count)")
      }
    }
  }

  @Test func randomlyDamagedReportsAreReadOrRefused() {
    var random = SeededRandom(state: 0x12)
    var outcomes: [Bool: Int] = [:]
    for round in 0..<FuzzScale.rounds(3_000) {
      var damaged = Self.reports[round % Self.reports.count].bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        if Bool.random(using: &random) {
          random.damage(&damaged)
        } else {
          Self.damageMarkup(&damaged, &random)
        }
      }
      let whole = Import(bytes: damaged)
      let pieces = Import(bytes: damaged, piece: Int.random(in: 1...300, using: &random))
      #expect(whole.diagnostics == pieces.diagnostics)
      #expect(whole.dataset?.messages == pieces.dataset?.messages)
      #expect((whole.dataset == nil) == whole.diagnostics.contains { $0.severity == .error })
      outcomes[whole.dataset == nil, default: 0] += 1
    }
    #expect(outcomes.count == 2, "nothing was tried that can be read, or that can't")
  }

  private static let strange: [[UInt8]] =
    [
      "<", ">", "</testsuite>", "</testcase>", "<testsuite>", "<testcase name='x'>", "<failure>",
      "<!--",
      "]]>", "<![CDATA[", "&#0;", "&#27;", "&lt", "<?x?>", "<!DOCTYPE a [<!ENTITY b 'c'>]>",
      "xmlns:a='b'",
      "<InnerResults>", "<suite>", "<kw type='teardown'>", "<test-suite result='Failed'>",
      "<errors>",
      "tests='999'", "failures=\"-1\"", "time='1e999'", "\"results\":", "\"runs\":",
      "\"kind\":\"pass\",", "\"status\":1,", "\"suites\":", "\"elements\":[]", "\"\r\n;",
      "1e400", "\u{1B}[31m", "{\"text\":\"[a](1)\"}", "{0}", "[[ATTACHMENT|../x]]",
    ].map { Array($0.utf8) } + [[0], [0x1F, 0x8B], [0xFE, 0xFF], [0xC0, 0xAF]]

  private static func damageMarkup(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    guard let place = bytes.indices.randomElement(using: &random) else { return }
    bytes.insert(contentsOf: strange.randomElement(using: &random) ?? [], at: place)
  }
}
