import Datasets
package import Diagnostics
import JSON
package import Model

/// The result of importing texts.
package struct Import {
  package var dataset: Dataset?
  package var diagnostics: [Diagnostic]
  package var redactions = 0

  package init(_ texts: String..., piece: Int = .max) {
    self.init(files: texts.map { Array($0.utf8) }, piece: piece)
  }

  package init(files: [[UInt8]], piece: Int = .max) {
    var merger = InputMerger()
    for (index, bytes) in files.enumerated() {
      let name = index == 0 ? "f" : "f\(index + 1)"
      merger.read(file: name, from: ByteSource(bytes: bytes, piece: piece))
    }
    let (dataset, log) = merger.finish()
    self.dataset = dataset
    diagnostics = log.diagnostics
  }

  /// A dataset with these members, a version, and no messages unless given.
  package init(members: String) {
    let messages = members.contains("messages:") ? "" : "messages: [], "
    self.init("{version: 1, \(messages)\n\(members)}")
  }

  /// A dataset with one message, whose members start at column 1 of line 2.
  package init(message: String) {
    self.init("{version: 1, messages: [{\n\(message)}]}")
  }

  /// A dataset with one timeline entry, whose members start at column 1 of line 2.
  package init(entry: String) {
    self.init("{version: 1, messages: [], timeline: {entries: [{\n\(entry)}]}}")
  }

  /// `line:column severity id`, in source order.
  package var problems: [String] {
    diagnostics.map {
      "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.severity.rawValue) \($0.id)"
    }
  }

  package var message: Message? { dataset?.messages.first }
  package var entry: TimelineEntry? { dataset?.timeline?.entries.first }
}
