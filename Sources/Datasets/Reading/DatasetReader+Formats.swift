internal import Inputs
internal import JSON
internal import Model
internal import Text

/// The formats of a file for the texts of all its messages and entries.
struct DefaultFormats: Sendable {
  var text: TextFormat?
  var details: TextFormat?
  /// The indices of the messages and entries with Markdown as their own format. Their texts look
  /// like texts without a format.
  var markdownTexts: Set<Int> = []
  var markdownDetails: Set<Int> = []
  var markdownEntries: Set<Int> = []
}

extension JSONReader {
  mutating func format(_ name: String) -> TextFormat? {
    DatasetChoices.textFormat.read(&self, name: name)
  }

  /// Reads the format of the text at `index`, and adds the index to `markdown` if it is Markdown.
  mutating func format(
    _ name: String, at index: Int, noting markdown: inout Set<Int>
  ) -> TextFormat {
    let format = format(name) ?? .markdown
    if format == .markdown { markdown.insert(index) }
    return format
  }
}

extension DatasetReader {
  /// Applies the file's formats to the texts without their own format. The file may name its
  /// formats before or after its messages.
  mutating func settleFormats() {
    let messages = contents.dataset.messages.indices
    if let text = formats.text {
      for index in messages where contents.dataset.messages[index].textFormat == .markdown {
        if formats.markdownTexts.contains(index) { continue }
        contents.dataset.messages[index].textFormat = text
      }
    }
    guard let details = formats.details else { return }
    for index in messages where contents.dataset.messages[index].detailsFormat == .markdown {
      if formats.markdownDetails.contains(index) { continue }
      contents.dataset.messages[index].detailsFormat = details
    }
    let entries = contents.dataset.timeline?.entries.indices ?? 0..<0
    for index in entries where !formats.markdownEntries.contains(index) {
      guard contents.dataset.timeline?.entries[index].detailsFormat == .markdown else { continue }
      contents.dataset.timeline?.entries[index].detailsFormat = details
    }
  }
}
