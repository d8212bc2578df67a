internal import Model
internal import Text

extension Dataset {
  /// The dataset with its logs as displayed by a terminal, and separately with their colours. Does
  /// not copy logs without control characters.
  func withShownLogs() -> Dataset {
    var dataset = self
    // Collected first, because a loop that may change the messages copies all of them.
    let changed = messages.indices.lazy.compactMap { index -> (Int, ShownLog?, ShownLog?)? in
      let text = ShownLog(messages[index].text, messages[index].textFormat)
      let details = ShownLog(messages[index].details, messages[index].detailsFormat)
      return text == nil && details == nil ? nil : (index, text, details)
    }
    for (index, text, details) in Array(changed) {
      if let text {
        (dataset.messages[index].text, dataset.messages[index].coloredText) =
          (text.plain, text.colored)
      }
      if let details {
        (dataset.messages[index].details, dataset.messages[index].coloredDetails) =
          (details.plain, details.colored)
      }
    }
    for (index, entry) in (timeline?.entries ?? []).enumerated() {
      if let details = ShownLog(entry.details, entry.detailsFormat) {
        dataset.timeline?.entries[index].details = details.plain
        dataset.timeline?.entries[index].coloredDetails = details.colored
      }
    }
    return dataset
  }
}

/// A log that differs from its source. Only HTML shows colours; all other code uses the plain text.
private struct ShownLog {
  let plain: String
  let colored: String?

  init?(_ text: String?, _ format: TextFormat) {
    guard format == .log, let text, let plain = TerminalOutput.changed(text) else { return nil }
    self.plain = plain
    colored = TerminalOutput.colored(text)
  }
}
