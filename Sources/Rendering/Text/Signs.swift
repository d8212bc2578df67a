import Basics
import Composing
import Model

/// The characters that stand for colour and shape where there are none: Markdown and text.
struct Signs: Sendable {
  /// Signs of ASCII alone.
  var isAscii = false
  /// Terminal colours.
  var usesColor = false
  /// The width of a line of text.
  var columns = RenderOptions.usualColumns
  /// Whether previews show two objects.
  var isCompact = false
  /// No signs that some mail programs draw as pictures.
  var avoidsPictures = false
  /// How many lines of details are shown where the rest is elsewhere (V3).
  var detailLines: Int?
  /// How many messages a list of what has changed names, where sections have them all.
  var mostListed: Int?
  /// Whether what a page clamps by its style is cut (T7, P2).
  var cutsTexts = false

  /// The sign of an urgency; its word always stands beside it.
  func urgency(_ urgency: Urgency) -> String {
    switch urgency {
    case .error: isAscii ? "x" : avoidsPictures ? "✕" : "✖"
    case .warning: isAscii ? "!" : "▲"
    case .success: isAscii ? "+" : avoidsPictures ? "✓" : "✔"
    case .information: isAscii || avoidsPictures ? "i" : "ℹ"
    case .neutral: isAscii ? "-" : "•"
    }
  }

  /// The node of an entry (T5): a diamond for start and end, else its status.
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

  /// The program's own words, in ASCII where that is asked for.
  func spelled(_ words: String) -> String {
    isAscii ? PlainSpelling.of(words) : words
  }

  /// A text as `clamp` cuts it, where texts are cut.
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

  /// The kind of GitHub's alert blocks that says an urgency.
  func alert(_ urgency: Urgency) -> String {
    switch urgency {
    case .error: "CAUTION"
    case .warning: "WARNING"
    case .success: "TIP"
    case .information, .neutral: "NOTE"
    }
  }

  /// A line across the report.
  var rule: String { String(repeating: isAscii ? "-" : "─", count: columns) }

  /// Whether text has room for columns beside one another.
  var isWide: Bool { columns >= 60 }

  /// A bar of characters for a progress; an unknown one has no beginning and no end.
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

  /// Past and current entries are blue, future ones grey (T6).
  func tint(_ tense: Tense) -> String {
    guard usesColor else { return "" }
    return switch tense {
    case .past: "\u{1B}[34m"
    case .current: "\u{1B}[1;34m"
    case .future: "\u{1B}[90m"
    }
  }
}
