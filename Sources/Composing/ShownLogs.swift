internal import Basics
internal import Model

extension Dataset {
  /// The dataset with its logs as a terminal shows them. Costs no copy without control characters.
  func withShownLogs() -> Dataset {
    var dataset = self
    for index in messages.indices {
      if let text = Self.shown(messages[index].text, messages[index].textFormat) {
        dataset.messages[index].text = text
      }
      if let details = Self.shown(messages[index].details, messages[index].detailsFormat) {
        dataset.messages[index].details = details
      }
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
