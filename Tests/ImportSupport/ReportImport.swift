import Datasets
import Diagnostics
import JSON
package import Model
package import ToolReports

extension Import {
  /// Imports a report of another tool.
  package init(text: String, _ change: (inout ImportOptions) -> Void = { _ in }) {
    self.init(bytes: Array(text.utf8), change)
  }

  package init(
    bytes: [UInt8], piece: Int = .max, _ change: (inout ImportOptions) -> Void = { _ in }
  ) {
    var options = ImportOptions()
    change(&options)
    let words = Self.words
    var merger = InputMerger(locale: { _ in words })
    merger.read(file: "f", from: ByteSource(bytes: bytes, piece: piece), options: options)
    let (dataset, log) = merger.finish()
    self.dataset = dataset
    diagnostics = log.diagnostics
  }

  private static let words = (try? ImportSupport.words()) ?? ImportOptions().locale

  /// `Tests 3, Passed 2, Failed 1`, without durations and the environment.
  package var facts: String { text { $0?.isTime != true && !Self.isEnvironment($0) } }

  /// `Host ci-1, Python 3.12.3`
  package var environment: String { text(Self.isEnvironment) }

  private static func isEnvironment(_ kind: Dataset.Run.Fact.Kind?) -> Bool {
    kind == .environment || kind == .host
  }

  private func text(_ isShown: (Dataset.Run.Fact.Kind?) -> Bool) -> String {
    (dataset?.run?.facts ?? []).filter { isShown($0.kind) }.map { "\($0.title) \($0.value)" }
      .joined(separator: ", ")
  }

  package var status: Dataset.Run.Status? { dataset?.run?.status }

  /// `error Title | text`
  package var told: [String] {
    (dataset?.messages ?? []).map { message in
      "\(message.urgency.rawValue) \(message.title)" + (message.text.map { " | \($0)" } ?? "")
    }
  }

  /// `file:line:column`
  package var place: String? { message?.location?.place }

  /// The second place of the first message: that of its test.
  package var testPlace: String? { message?.testLocation?.place }
}

extension Message.Location {
  /// The file, the line and the column.
  var place: String {
    ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }
}
