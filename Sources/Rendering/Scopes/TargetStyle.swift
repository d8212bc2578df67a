import Composing
import Model
import Preparing
import Templating
import Text

/// The style of a target: the characters that replace colours and shapes in Markdown and text, and
/// limits.
struct TargetStyle: Sendable {
  /// Whether to use ASCII only.
  var isAscii = false
  /// Whether the target is HTML, which shows colours of logs and the line of a frame of code.
  var usesHTML = false
  /// Whether the messages after the first thousand are compressed.
  var packsWaiting = false
  /// Whether to use terminal colours.
  var usesColor = false
  /// The number of columns of a line.
  var columns = RenderOptions.usualColumns
  /// The screen that the target is read on.
  var screenWidth = ScreenWidth.regular
  /// Whether to avoid characters that mail programs replace by pictures.
  var avoidsPictures = false
  /// The number of lines of details to show if the rest is available elsewhere.
  var detailLines: Int?
  /// Whether the lines of details before a failure are folded.
  var foldsDetails = false
  /// The lines of source around a place.
  var codeFrame = CodeFrame(reach: 1, columns: 100)
  /// The maximum number of past messages in a list.
  var mostPast: Int?
  /// The maximum number of steps that lead to a failure, without folding; the innermost ones.
  var mostSteps = Message.Step.mostLevels
  /// The maximum number of known messages that are listed.
  var mostKnown = ChangeList.longest
  /// The maximum number of places of messages that are shown as one.
  var mostPlaces = 10
  /// The destination of the titles of changed messages.
  var messageLinks = MessageLinks.none
  /// Whether the first screen may have a column at its side.
  var hasAside = false
  /// Whether the template shows the list of messages.
  var hasList = false
  /// The parts in this column, from the top.
  var sideParts: [PageLayout.Part] = []
  /// Whether to cut texts that a page clamps by its style (see "Size of a cell").
  var cutsTexts = false

  /// The text below a mail.
  var footer: RenderOptions.Footer?

  /// The destination of a link to a message.
  enum MessageLinks {
    /// To its place in the same document; to the hosted report if it is left out.
    case here
    /// To the hosted report.
    case hosted
    case none
  }

  /// The sign of an urgency, always used together with its label.
  func urgency(_ urgency: Urgency) -> String {
    switch urgency {
    case .error: isAscii ? "x" : avoidsPictures ? "✕" : "✖"
    case .warning: isAscii ? "!" : "▲"
    case .success: isAscii ? "+" : avoidsPictures ? "✓" : "✔"
    case .information: isAscii || avoidsPictures ? "i" : "ℹ"
    case .neutral: isAscii ? "-" : "•"
    }
  }

  /// "✔✔✖·": a sign for each of the last runs of a message, the oldest first: whether the run had
  /// it, or did not check for it. Information is no failure: "○○●·".
  func strip(_ history: MessageHistory, of urgency: Urgency = .error) -> String {
    let isProblem = urgency == .error || urgency == .warning
    return history.states.map { state in
      switch state {
      case .there: isProblem ? self.urgency(.error) : isAscii ? "o" : "●"
      case .gone: isProblem ? self.urgency(.success) : isAscii ? "-" : "○"
      case .notRun: isAscii ? "." : "·"
      }
    }.joined()
  }

  /// "linux ✔ mac ✖ windows –": whether a test passed in each environment, or did not run there.
  func text(of results: [(name: String, outcome: EnvironmentResults.Outcome)]) -> String {
    results.map { name, outcome in
      let sign =
        switch outcome {
        case .failed: urgency(.error)
        case .passed: urgency(.success)
        case .notRun: isAscii ? "-" : "\u{2013}"
        }
      return "\(name) \(sign)"
    }.joined(separator: " ")
  }

  /// The node of an entry: a diamond for start and end, otherwise its status.
  func node(_ item: Report.Entry) -> String {
    if item.shape == .diamond {
      return item.tense == .future ? (isAscii ? "<>" : "◇") : (isAscii ? "<#>" : "◆")
    }
    return switch item.entry.status {
    case .completed: isAscii ? "[x]" : "✓"
    case .inProgress: isAscii ? "[~]" : "◐"
    case .open: isAscii ? "[ ]" : "○"
    case .none: isAscii ? "*" : "●"
    }
  }

  /// Text of the interface, in ASCII if required.
  func spelled(_ text: String) -> String {
    isAscii ? PlainSpelling.of(text) : text
  }

  /// A difference from the previous run. Only one that begins with an isolate is finished markup, since
  /// others may have texts of a dataset.
  func difference(_ text: String?) -> Value {
    guard let text = text.map(spelled) else { return .absent }
    return text.hasPrefix("\u{2068}") ? .finished(text) : .text(text)
  }

  /// A text shortened by `clamp` if texts are cut.
  func cut(_ text: String, by clamp: (String) -> String) -> String {
    guard cutsTexts else { return text }
    let cut = clamp(text)
    return isAscii && cut != text ? cut.dropLast() + "..." : cut
  }

  func truncated(_ text: String, toColumns columns: Int) -> String {
    let cut = text.truncated(toColumns: columns)
    guard isAscii, cut != text else { return cut }
    return text.truncated(toColumns: max(1, columns - 2)).dropLast() + "..."
  }

  /// The type of GitHub alert for an urgency.
  func alert(_ urgency: Urgency) -> String {
    switch urgency {
    case .error: "CAUTION"
    case .warning: "WARNING"
    case .success: "TIP"
    case .information, .neutral: "NOTE"
    }
  }

  /// A sign of the height of a trend's step; a placeholder if the run's value is unknown.
  func spark(_ level: Int?) -> String {
    let signs = isAscii ? "_.:-=+*#" : "▁▂▃▄▅▆▇█"
    guard let level else { return isAscii ? "?" : "·" }
    return String(signs.dropFirst(min(max(level, 0), Trend.mostLevels)).prefix(1))
  }

  /// A horizontal rule.
  var rule: String { String(repeating: isAscii ? "-" : "─", count: columns) }

  /// Whether the lines are wide enough for columns.
  var isWide: Bool { columns >= 60 }

  /// A progress bar; without a percentage, an indeterminate one.
  func bar(percent: Int?) -> String {
    let length = 20
    guard let percent else {
      return String(repeating: isAscii ? "~" : "╌", count: length)
    }
    let full = min(max(percent, 0), 100) * length / 100
    return String(repeating: isAscii ? "#" : "█", count: full)
      + String(repeating: isAscii ? "." : "░", count: length - full)
  }

  // MARK: Terminal colours

  var bold: String { usesColor ? "\u{1B}[1m" : "" }
  var plain: String { usesColor ? "\u{1B}[0m" : "" }

  func tint(_ urgency: Urgency) -> String {
    guard usesColor else { return "" }
    return switch urgency {
    case .error: "\u{1B}[31m"
    case .warning: "\u{1B}[33m"
    case .success: "\u{1B}[32m"
    case .information: "\u{1B}[36m"
    case .neutral: "\u{1B}[37m"
    }
  }

  /// The colour of a tense: blue for past and current entries, grey for future ones.
  func tint(_ tense: Tense) -> String {
    guard usesColor else { return "" }
    return switch tense {
    case .past: "\u{1B}[34m"
    case .current: "\u{1B}[1;34m"
    case .future: "\u{1B}[90m"
    }
  }
}
