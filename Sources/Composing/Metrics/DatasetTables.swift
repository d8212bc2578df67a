import Model
import Text

extension Dataset {
  /// Calls `body` with each table in the summary and in the messages that a dataset gives itself,
  /// and with the message. Texts of other tools are theirs: their tables say nothing about the run.
  func forEachTable(_ body: (MarkdownTable, Message?) -> Void) {
    func visit(_ text: String?, _ message: Message?) {
      guard let text else { return }
      for table in MarkdownTable.all(in: text) { body(table, message) }
    }
    visit(summary, nil)
    for message in messages {
      let file = Int(message.source.file)
      if file < areImported.count, areImported[file] { continue }
      if message.textFormat == .markdown { visit(message.text, message) }
      if message.detailsFormat == .markdown { visit(message.details, message) }
    }
  }
}
