import Diagnostics
import Foundation
import ImportSupport
import Model
import TestSupport
import Testing

/// Reports in JSON whose values are of other kinds than their formats say.
struct JSONReportHostileTests {
  private static let formats = ["playwright", "jest", "mocha", "cucumber", "dbt", "trivy"]

  private static var samples: [(format: String, tree: Any)] {
    DamagedReportTests.reports.compactMap { name, bytes in
      let format = String(name.prefix { $0 != "-" })
      guard formats.contains(format) else { return nil }
      let tree = try? JSONSerialization.jsonObject(with: Data(bytes))
      return tree.map { (format, $0) }
    }
  }

  /// Trees with another value in one place.
  private static func variants(of tree: Any, with value: Any) -> [Any] {
    var variants: [Any] = [value]
    if let object = tree as? [String: Any] {
      for (key, inner) in object {
        for variant in Self.variants(of: inner, with: value) {
          var other = object
          other[key] = variant
          variants.append(other)
        }
      }
    } else if let list = tree as? [Any] {
      for (index, inner) in list.enumerated() {
        for variant in Self.variants(of: inner, with: value) {
          var other = list
          other[index] = variant
          variants.append(other)
        }
      }
    }
    return variants
  }

  private static var values: [Any] {
    [NSNull(), -1e300, "", true, "\u{1B}[1m", [Any](), [[1]], ["x": ["y": 1]]]
  }

  @Test func valuesOfOtherKindsAreReadOrRefused() throws {
    let samples = Self.samples
    #expect(Set(samples.map(\.format)) == Set(Self.formats))
    for (format, tree) in samples {
      for value in FuzzScale.isThorough ? Self.values : Array(Self.values.prefix(2)) {
        for variant in Self.variants(of: tree, with: value) {
          let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
          let bytes = Array(try JSONSerialization.data(withJSONObject: variant, options: options))
          let report = TextReport(bytes, as: format)
          let text = String(decoding: bytes, as: UTF8.self)
          #expect(report.messages.allSatisfy { !$0.title.isEmpty }, "\(text)")
        }
      }
    }
  }

  @Test(arguments: formats)
  func deepNestingIsRefused(format: String) {
    let isList = format == "cucumber"
    let inside = String(repeating: #"{"suites":["#, count: 400)
    let report = TextReport((isList ? "[" : "") + #"{"suites":["# + inside, as: format)
    #expect(report.diagnostics.contains { $0.id == "too-deep" })
  }
}
