internal import Basics
internal import Model

extension Dataset {
  /// The dataset with its logs as a terminal shows them. Costs no copy without control characters.
  func withShownLogs() -> Dataset {
    var dataset = self
    // Found first: a loop that may change the messages copies all of them before it begins.
    let changed = messages.indices.lazy.compactMap { index -> (Int, String?, String?)? in
      let text = Self.shown(messages[index].text, messages[index].textFormat)
      let details = Self.shown(messages[index].details, messages[index].detailsFormat)
      return text == nil && details == nil ? nil : (index, text, details)
    }
    for (index, text, details) in Array(changed) {
      if let text { dataset.messages[index].text = text }
      if let details { dataset.messages[index].details = details }
    }
    for (index, entry) in (timeline?.entries ?? []).enumerated() {
      if let details = Self.shown(entry.details, entry.detailsFormat) {
        dataset.timeline?.entries[index].details = details
      }
    }
    return dataset
  }

  /// The log as shown; nil if there is none or it is shown as given.
  private static func shown(_ text: String?, _ format: TextFormat) -> String? {
    format == .log ? text.flatMap(TerminalOutput.changed) : nil
  }
}
