import Datasets
import Diagnostics
import Foundation
import JSON
package import Localization
import Model
import TestSupport
package import ToolReports

/// The words of a language, as the program loads them.
package func words(_ tag: String = "en") throws -> Localization.Locale {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Templates/strings")
  var locale: Localization.Locale?
  for path in ["facts/en", "en", "facts/\(tag)", tag] {
    let file = folder.appendingPathComponent(path + ".json")
    let (json, _) = JSONValue.parse(Array(try Data(contentsOf: file)), file: file.path)
    locale = json.map { Localization.Locale($0, fallback: locale) } ?? locale
  }
  return locale ?? ImportOptions().locale
}

extension Import {
  /// The import of reports of other tools, with the words of a language.
  package init(
    reports: [(name: String, text: String)], locale tag: String = "en",
    _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    let words = try words(tag)
    var options = ImportOptions()
    configure(&options)
    var merger = InputMerger(locale: { _ in words })
    for (name, text) in reports {
      merger.read(file: name, from: ByteSource(bytes: Array(text.utf8)), options: options)
    }
    redactions = merger.redactions
    let (dataset, log) = merger.finish()
    (self.dataset, diagnostics) = (dataset, log.diagnostics)
  }

  package init(
    report text: String, named name: String = "f", locale tag: String = "en",
    _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    try self.init(reports: [(name, text)], locale: tag, configure)
  }

  /// A JUnit report with the content of one test suite.
  package init(
    suite content: String, named name: String = "f", locale tag: String = "en",
    _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    try self.init(
      report: "<testsuite name=\"s\">\(content)</testsuite>", named: name, locale: tag, configure)
  }
}

/// A failing test in JUnit XML.
package func failing(_ name: String = "t", _ attributes: String = "", output: String = "") -> String
{
  "<testcase name=\"\(name)\" \(attributes)><failure message=\"broken\"/>"
    + "<system-out>\(output)</system-out></testcase>"
}

/// How many times as long a tenfold input may take: much less than a hundredfold, as quadratic time
/// would need. Counted is the time of the processor, which other programs don't make longer.
package func growth(_ work: (Int) -> Void) -> Double {
  func spent(_ count: Int) -> Double {
    let runs = (0..<3).map { _ in
      let clock = CPUClock()
      work(count)
      return clock.seconds
    }
    return runs.min() ?? 0
  }
  return spent(100_000) / max(spent(10_000), 0.0001)
}
